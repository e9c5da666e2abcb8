import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { TestReport, TestResult } from '../../shared/lab/story-tests'
import { xmlAttribute, xmlText } from '../../shared/base/xml-text'
import { counted } from '../../shared/words/labels'
import { replaceFile } from '../machine/save-file'
import { untilInterrupted } from './interrupt'
import { type QueueFlags, queueOf, withQueue } from './lab'
import { longAnswer } from './progress'
import { AT, campaignCommand, type CommandContext, type JsonFlag, wholeNumber } from './usage'

interface TestOptions extends JsonFlag, QueueFlags {
  junit?: string
  at?: string
  sessions?: number
}

/** The command that runs a campaign's story tests. */
export function testCommand(program: Command, { campaigns, host, to, print, setExitCode }: CommandContext): void {
  withQueue(
    campaignCommand(
      program,
      'test',
      "run a campaign's story tests: the files in tests/",
      'test ~/stories/well',
      'test ~/stories/well tests/finish.yaml --junit results.xml'
    )
  )
    .argument('[files...]', 'only these files, such as tests/finish.yaml')
    .option('--sessions <n>', 'play so many sessions for each file, instead of as many as it says', wholeNumber(1))
    .option('--junit <file>', 'also write the results as JUnit XML')
    .option(...AT)
    .action((dir: string, files: string[], { junit, at, sessions, json, ...flags }: TestOptions) => {
      const workers = queueOf(host, flags)
      return campaigns.read(dir, at, async (calls, commit) => {
        const report = await untilInterrupted(async (cancel) => {
          cancel.addEventListener('abort', () => void calls.labStopExperiment({ kind: 'tests' }))
          const news = await calls.labTest({
            ...commit,
            ...(files.length === 0 ? {} : { files }),
            ...(sessions === undefined ? {} : { sessions }),
            ...workers
          })
          return longAnswer(to, news, ({ file, done, of }) => `${file}: played ${done} of ${counted(of, 'session')}.`)
        })
        if (junit !== undefined) replaceFile(resolve(junit), junitOf(report))
        print(json, report, testWords(report, dir))
        if (report.problems.length > 0 || report.tests.some(({ ok }) => !ok)) setExitCode(1)
      })
    })
}

const againstWords = (failing: TestResult['failing']): string =>
  `Against it: ${failing.map(({ session, beat }) => `session ${session} at beat ${beat}`).join(', ')}.`

/** A word for a shell, quoted if it needs that. */
const shellWord = (word: string): string => (/^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

/** The results in words: what failed in full, and a count. */
function testWords({ tests, problems, runs }: TestReport, dir: string): string {
  const failed = tests.filter(({ ok }) => !ok)
  const lines = tests.flatMap(({ file, name, ok, words, failing, close }) => [
    `${ok ? '✓' : '✗'} ${file}: ${name}`,
    ...(ok && !close ? [] : words.map((line) => `    ${line}`)),
    ...(failing[0] === undefined
      ? []
      : [`    ${againstWords(failing)}`, `    Open one with: proscenium lab open ${shellWord(dir)} ${failing[0].session} --run ${runs[file] ?? ''}`])
  ])
  const none = tests.length + problems.length === 0 ? ['There are no story tests. Write one in tests/, such as tests/finish.yaml.'] : []
  return [
    ...none,
    ...lines,
    ...problems.map(({ message }) => `✗ ${message}`),
    `${tests.length - failed.length} passed, ${failed.length + problems.length} failed`
  ].join('\n')
}

/** Where to look: a report is read where the campaign's runs aren't. */
const where = (failing: TestResult['failing'], file: string): string[] =>
  failing.length === 0
    ? []
    : [againstWords(failing), `To open one, run this in the campaign, which plays the same sessions: proscenium test . ${shellWord(file)}`]

/** The results as JUnit XML: a suite for each file. */
function junitOf({ tests, problems }: TestReport): string {
  const files = [...new Set([...tests, ...problems].map(({ file }) => file))]
  const seconds = (all: readonly TestResult[]): string => (all.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(3)
  const suites = files.flatMap((file) => {
    const own = tests.filter((test) => test.file === file)
    const broken = problems.filter((one) => one.file === file)
    const failures = own.filter(({ ok }) => !ok).length
    return [
      `  <testsuite name="${xmlAttribute(file)}" tests="${own.length + broken.length}" failures="${failures}" errors="${broken.length}" time="${seconds(own)}">`,
      ...own.flatMap(({ name, ok, words, failing, ms }) => {
        const start = `    <testcase classname="${xmlAttribute(file)}" name="${xmlAttribute(name)}" time="${(ms / 1000).toFixed(3)}">`
        const body = ok
          ? `      <system-out>${xmlText(words.join('\n'))}</system-out>`
          : `      <failure message="${xmlAttribute(words.join(' '))}">${xmlText([...words, ...where(failing, file)].join('\n'))}</failure>`
        return [start, body, '    </testcase>']
      }),
      ...broken.flatMap(({ message }) => [
        `    <testcase classname="${xmlAttribute(file)}" name="${xmlAttribute(file)}">`,
        `      <error message="${xmlAttribute(message)}"/>`,
        '    </testcase>'
      ]),
      '  </testsuite>'
    ]
  })
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites, '</testsuites>', ''].join('\n')
}
