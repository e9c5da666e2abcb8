import { z } from 'zod'
import type { AbortSignalLike } from '../../shared/base/abort'
import { equal } from '../../shared/base/json'
import { Problem } from '../../shared/base/problem'
import { LabPlan, type LabQueue } from '../../shared/lab/plan'
import type { LabProgress, Share } from '../../shared/lab/report'
import {
  type Expectation,
  EVERY,
  type ScriptStep,
  StoryTests,
  type TestProgress,
  type TestReport,
  type TestResult,
  WantedTests
} from '../../shared/lab/story-tests'
import { ENDINGS } from '../../shared/lab/rows'
import { shareOf } from '../../shared/lab/statistics'
import { evaluate, isTruthy } from '../../shared/predicate/evaluate'
import { parse } from '../../shared/predicate/parse'
import { partsOf } from '../../shared/predicate/parts'
import { fileAt } from '../../shared/story/layout'
import { counted } from '../../shared/words/labels'
import { percent } from '../../shared/words/percent'
import { checkSchema, linesIn } from '../campaign/file-schemas'
import { textOfBytes } from '../campaign/parsed-files'
import { parseYaml } from '../campaign/yaml-splice'
import type { MemoryStory } from '../story/memory-story'
import type { Work } from './experiment'
import type { Lab } from './lab'
import type { ResultsPort } from './results/port'
import { Sessions } from './session'

/** The most failing sessions that a result names. */
const MAX_FAILING = 20

/** A file of tests, read. */
export interface TestFile {
  path: string
  tests: StoryTests
}

/** Reads the wanted files of tests among the files of a campaign. Files that don't fit are problems. */
export function readTestFiles(
  files: ReadonlyMap<string, Uint8Array>,
  { files: only, sessions }: Pick<WantedTests, 'files' | 'sessions'> = {}
): { read: TestFile[]; problems: TestReport['problems'] } {
  const read: TestFile[] = []
  const problems: TestReport['problems'] = []
  const paths = [...files.keys()].filter((path) => fileAt(path)?.kind === 'storyTests' && (only === undefined || only.includes(path)))
  for (const file of only ?? [])
    if (!paths.includes(file)) problems.push({ file, message: `There is no file of tests ${file}. Name one in tests/, such as tests/finish.yaml.` })
  for (const path of paths.toSorted()) {
    try {
      const tests = readTests(path, Buffer.from(files.get(path) ?? []))
      read.push({ path, tests: sessions === undefined ? tests : { ...tests, sessions } })
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown
      const { line } = thrown.data
      problems.push({ file: path, message: thrown.message, ...(typeof line === 'number' ? { line } : {}) })
    }
  }
  return { read, problems }
}

/** Reads a file of tests. Throws Problem `bad-file`. */
function readTests(path: string, bytes: Buffer): StoryTests {
  const text = textOfBytes(bytes, path)
  const tests = checkSchema(StoryTests, parseYaml(text, path) ?? {}, path, text)
  const expressions: (readonly [expression: string | undefined, ...path: (string | number)[]])[] = [
    ...tests.over_all.map((one, i) => [expressionOf(one), 'over_all', i, 'holds' in one ? 'holds' : 'ends'] as const),
    ...tests.scripts.flatMap(({ steps }, i) =>
      steps.map((step, n) => ['expect' in step ? step.expect : undefined, 'scripts', i, 'steps', n, 'expect'] as const)
    ),
    [tests.end.when, 'end', 'until']
  ]
  for (const [expression, ...where] of expressions) {
    if (expression === undefined) continue
    try {
      parse(expression)
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown
      const line = linesIn(text, path)(where.map(String))
      throw new Problem('bad-file', `${path}, line ${line}: in “${expression}”: ${thrown.message}`, { file: path, line })
    }
  }
  return tests
}

/** The run that a file's tests over all sessions need. Its watched values are the file's expressions. */
export const planOfTests = ({ path, tests }: TestFile): LabPlan =>
  LabPlan.parse({
    name: `Tests of ${path}`.slice(0, 80),
    sessions: tests.sessions,
    firstSeed: tests.seed,
    parties: tests.parties,
    end: tests.end,
    watch: [...new Set(tests.over_all.flatMap((one) => expressionOf(one) ?? []))].map((expression, i) => ({ name: watchName(i), expression }))
  })

const watchName = (i: number): string => `test ${i + 1}`
const expressionOf = (one: Expectation): string | undefined => ('holds' in one ? one.holds : 'ends' in one ? one.ends : undefined)

/** How often each thing of a kind was exercised: its id, its name, and the sessions that did. */
export type SubjectsOf = (kind: (typeof EVERY)[number]) => { id: string; label: string }[]

/** The results of a file's tests over all sessions of its run. */
export async function testResults(file: TestFile, results: ResultsPort, subjectsOf: SubjectsOf): Promise<TestResult[]> {
  const { watch } = planOfTests(file)
  const found: TestResult[] = []
  for (const one of file.tests.over_all) {
    const started = performance.now()
    const name = watch.find(({ expression }) => expression === expressionOf(one))?.name ?? ''
    const result = 'every' in one ? await every(one, results, subjectsOf(one.every)) : await overSessions(one, results, name)
    found.push({ file: file.path, name: one.name ?? nameOf(one), ...result, ms: Math.round(performance.now() - started) })
  }
  return found
}

const portionWords = (portion: string): string =>
  portion === 'all' ? 'all sessions' : portion === 'none' ? 'no session' : `${/^\d/.test(portion) ? `at least ${portion}` : portion} of sessions`

/** The name of a test that has none: what it says. */
function nameOf(one: Expectation): string {
  const where = `in ${portionWords(one.in)}`
  if ('holds' in one) return `${one.holds}${one.within === undefined ? '' : ` within ${one.within}`} ${where}`
  if ('ends' in one) return `${one.ends} at the end ${where}`
  if ('every' in one) return `Every ${one.every} ${where}`
  if ('ending' in one) return `${ENDINGS[one.ending]} ${where}`
  const { least, most } = one.is
  return `${one.number} ${[...(least === undefined ? [] : [`at least ${least}`]), ...(most === undefined ? [] : [`at most ${most}`])].join(' and ')} ${where}`
}

/** Whether a share of sessions is what was wanted, and whether it is so near that other seeds could decide otherwise. */
function judged(portion: string, count: number, of: number): { ok: boolean; share: Share; close: boolean; isMost: boolean } {
  const share = shareOf(count, of)
  const [, bound, number] = /^(?:(at least|at most) )?(\d+(?:\.\d+)?) ?%$/.exec(portion) ?? []
  const isMost = bound === 'at most' || portion === 'none'
  const limit = portion === 'all' ? 1 : portion === 'none' ? 0 : Number(number) / 100
  const ok = of > 0 && (isMost ? share.share <= limit : share.share >= limit)
  return { ok, share, isMost, close: limit > 0 && limit < 1 && limit > share.low && limit < share.high }
}

const fine = (share: number): string => percent(share, 1)

function shareWords({ share, close }: { share: Share; close: boolean }, portion: string): string[] {
  const { count, of, low, high } = share
  const found = `It held in ${count} of ${counted(of, 'session')}, ${fine(share.share)} (95% interval ${fine(low)} to ${fine(high)}).`
  const wanted = `Wanted: ${portionWords(portion)}.`
  return close
    ? [found, wanted, 'The interval has the wanted share in it, so other seeds could decide otherwise. Play more sessions to be sure.']
    : [found, wanted]
}

type Part = Pick<TestResult, 'ok' | 'words' | 'failing'> & Partial<Pick<TestResult, 'share' | 'close'>>

/** For each session: whether the expectation holds of it, and the beat that shows it. */
async function overSessions(one: Exclude<Expectation, { every: unknown }>, results: ResultsPort, watched: string): Promise<Part> {
  const rows = await results.rows<{ session: number; held: boolean; beat: number }>(...questionOf(one, watched))
  const verdict = judged(one.in, rows.filter(({ held }) => held).length, rows.length)
  const against = rows.filter(({ held }) => held === verdict.isMost).map(({ session, beat }) => ({ session, beat }))
  const { ok, share, close } = verdict
  return { ok, share, close, words: shareWords(verdict, one.in), failing: ok ? [] : against.slice(0, MAX_FAILING) }
}

function questionOf(one: Exclude<Expectation, { every: unknown }>, watched: string): [sql: string, parameters: (string | number)[]] {
  if ('number' in one) {
    const { least = 0, most = Number.MAX_SAFE_INTEGER } = one.is
    const beat = one.number === 'stuck' ? 'stuck_from' : 'beats'
    return [`SELECT session, ${one.number} BETWEEN $1 AND $2 AS held, ${beat} AS beat FROM session ORDER BY session`, [least, most]]
  }
  if ('ending' in one) return ['SELECT session, ending = $1 AS held, beats AS beat FROM session ORDER BY session', [one.ending]]
  if ('ends' in one)
    return [
      `SELECT s.session, coalesce(bool_or(v.value <> 0), false) AS held, any_value(s.beats) AS beat
       FROM session s LEFT JOIN "value" v ON v.session = s.session AND v.name = $1 AND v.until > s.beats GROUP BY s.session ORDER BY s.session`,
      [watched]
    ]
  const [number = '', what = ''] = one.within?.split(' ') ?? []
  // A session's limit is the last beat that counts.
  const limit =
    one.within === undefined
      ? 'SELECT session, beats AS last FROM session WHERE $2 >= 0'
      : what.startsWith('beat')
        ? 'SELECT session, least(beats, $2) AS last FROM session'
        : 'SELECT s.session, coalesce(min(b.beat) - 1, any_value(s.beats)) AS last FROM session s LEFT JOIN beat b ON b.session = s.session AND b.scene > $2 GROUP BY s.session'
  return [
    `SELECT l.session, count(v.beat) > 0 AS held, coalesce(min(v.beat), any_value(l.last)) AS beat
     FROM (${limit}) l LEFT JOIN "value" v ON v.session = l.session AND v.name = $1 AND v.value <> 0 AND v.beat <= l.last GROUP BY l.session ORDER BY l.session`,
    [watched, Number(number)]
  ]
}

/** Whether each thing of a kind was exercised in so many sessions. */
async function every(one: Extract<Expectation, { every: unknown }>, results: ResultsPort, subjects: ReturnType<SubjectsOf>): Promise<Part> {
  const [all] = await results.rows<{ of: number }>('SELECT count(*) AS of FROM session')
  const of = all?.of ?? 0
  const rows = await results.rows<{ id: string; sessions: number }>(
    'SELECT id, count(DISTINCT session) AS sessions FROM exercise WHERE kind = $1 GROUP BY id',
    [one.every]
  )
  const counts = new Map(rows.map(({ id, sessions }) => [id, sessions]))
  const wanted = subjects.filter(({ id }) => !one.except.includes(id))
  const wrong = wanted.flatMap(({ id, label }) => {
    const verdict = judged(one.in, counts.get(id) ?? 0, of)
    return verdict.ok ? [] : [`${label} (${id}): ${counts.get(id) ?? 0} of ${counted(of, 'session')}, ${fine(verdict.share.share)}.`]
  })
  const words = wrong.length === 0 ? [`All ${wanted.length} are in ${portionWords(one.in)}.`] : [`Not in ${portionWords(one.in)}:`, ...wrong]
  return { ok: wrong.length === 0, words, failing: [] }
}

/** Plays a script step by step. Its first step that goes wrong ends it. */
export function playScript({ path }: TestFile, { name, steps }: StoryTests['scripts'][number], story: MemoryStory): TestResult {
  const started = performance.now()
  const result = (words: string[], ok: boolean): TestResult => ({
    file: path,
    name,
    ok,
    words,
    failing: [],
    ms: Math.round(performance.now() - started)
  })
  for (const [i, step] of steps.entries()) {
    const wrong = wrongStep(step, story)
    if (wrong !== undefined) return result([`Step ${i + 1}, ${stepWords(step)}: ${wrong}`], false)
  }
  return result([`${counted(steps.length, 'step')} went as written.`], true)
}

const stepWords = (step: ScriptStep): string => ('expect' in step ? `expect ${step.expect}` : `${step.call} by ${step.by}`)

/** What is wrong with a step, in a sentence; undefined if it goes as written. */
function wrongStep(step: ScriptStep, story: MemoryStory): string | undefined {
  if ('expect' in step) return isTruthy(evaluate(parse(step.expect).root, partsOf(story.snapshot.state))) ? undefined : 'it does not hold.'
  const { call, by, as, with: params, refused } = step
  try {
    story.recordBeat({ kind: 'play', action: call, actor: by, ...(as === undefined ? {} : { as }), params, agent: 'hand' })
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    return refused && thrown.code === 'refused' ? undefined : thrown.message
  }
  return refused ? 'the rules allow it, and it was to be refused.' : undefined
}

/** The story tests of a campaign, among its experiments. `subjectsAt`: the things that can be exercised at a commit. */
export const tested = (lab: Lab, subjectsAt: (commit: string) => SubjectsOf): Work<WantedTests, TestProgress, TestReport, TestReport> => ({
  name: 'A test run',
  input: WantedTests,
  kept: z.custom<TestReport>((value) => typeof value === 'object' && value !== null && 'tests' in value),
  nothing: { commit: '', tests: [], runs: {}, problems: [] },
  async play({ at, ...wanted }, { keep, tell, stop, queue }) {
    const material = lab.material(at)
    const { read, problems } = readTestFiles(material.files, wanted)
    const report: TestReport = { commit: at, tests: [], runs: {}, problems }
    const sessions = read.some(({ tests }) => tests.scripts.length > 0) ? await Sessions.load(material, LabPlan.parse({})) : undefined
    try {
      for (const file of read) {
        const { path, tests } = file
        if (tests.over_all.length > 0) {
          const run = await playTests(
            lab,
            planOfTests(file),
            at,
            ({ done, news }) => tell({ file: path, done, of: tests.sessions, ...(news === undefined ? {} : { news }) }),
            stop,
            queue
          )
          report.runs[path] = run
          report.tests.push(...(await testResults(file, lab.results(run), subjectsAt(at))))
        }
        for (const script of tests.scripts) if (sessions) report.tests.push(playScript(file, script, sessions.story(script.seed)))
        keep(structuredClone(report))
      }
      keep(report)
    } finally {
      sessions?.dispose()
    }
  },
  answer: (_, report) => Promise.resolve(report.commit === '' ? undefined : report)
})

/**
 * Plays the run of a file's tests and returns its id. One that was played for the same tests at this commit is read again, because it would be the same,
 * and one that was stopped goes on. Throws Problem; with `stopped` if it isn't done.
 */
async function playTests(
  lab: Lab,
  plan: LabPlan,
  commit: string,
  tell: (progress: LabProgress) => void,
  stop: AbortSignalLike,
  queue: LabQueue | undefined
): Promise<string> {
  const earlier = lab.runs().filter(({ name }) => name === plan.name)
  const same = earlier.find((run) => run.commit === commit && equal(run.plan, plan) && lab.isOfToday(run.id))
  if (same?.status === 'done') return same.id
  for (const { id, pinned, status } of earlier) if (!pinned && status !== 'running' && id !== same?.id) await lab.remove(id)
  const { id } = same ? await lab.resume(same.id, { queue }) : await lab.begin(plan, commit, [], { queue })
  for await (const progress of lab.watch(id, stop)) tell(progress)
  if (stop.aborted) await lab.stop(id)
  const { status, problem } = lab.run(id)
  if (status !== 'done') throw new Problem('refused', problem?.message ?? 'The tests were stopped.', problem ? {} : { stopped: true })
  return id
}
