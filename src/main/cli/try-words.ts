import { type ComparedGroup, GROUP_TITLES } from '../../shared/analysis/compare'
import { capitalised, counted } from '../../shared/words/labels'
import type { ProblemData } from '../../shared/base/problem'
import type { ConsoleLine, Replayed, Tries, Tryable, TryMeasure, TryRun } from '../../shared/contract/try-calls'
import { percentWords } from './odds-words'
import { shortId } from './words'

/** The most rows of a measure and the most whole outcomes that are printed. */
const MAX_ROWS = 40
const MAX_OUTCOMES = 12

/** A place in a file: `rules/actions/attack.ts:12`. */
const placeOf = ({ file, line }: { file?: unknown; line?: unknown }): string =>
  typeof file === 'string' ? `${file}${typeof line === 'number' ? `:${line}` : ''}` : ''

/** A problem with its place, which a message that names the file has already. */
const problemLine = ({ message, data = {} }: ProblemData): string =>
  typeof data['file'] === 'string' && message.includes(data['file']) ? message : [placeOf(data), message].filter((part) => part !== '').join(' ')

const brokenWords = (broken: readonly ProblemData[]): string[] =>
  broken.length === 0
    ? []
    : ['The saved text of these files was used, because their drafts have problems:', ...broken.map((one) => `  ${problemLine(one)}`)]

const consoleWords = (lines: readonly ConsoleLine[]): string[] =>
  lines.length === 0
    ? []
    : ['Console', ...lines.map((line) => `  ${[placeOf(line), line.by ?? '', line.text].filter((part) => part !== '').join(' ')}`)]

/** Who can take an action, and why the others can't. */
export function tryableWords({ actors, more, console, broken }: Tryable): string {
  const line = ({ id, name, reason, params, problem }: Tryable['actors'][number]): string => {
    const who = capitalised(name) === id || id === 'DM' ? id : `${id} (${name})`
    if (problem) return `  ${who}: ${problemLine(problem)}`
    const choices = (params ?? []).map((param) => `${param.name}${param.required ? '' : '?'}=${param.enum?.join('|') ?? param.type}`).join(' ')
    if (reason === undefined) return `  ${who}: can${choices === '' ? '' : ` (${choices})`}`
    return params ? `  ${who}: can be tried${choices === '' ? '' : ` (${choices})`}, but not at the table now. ${reason}` : `  ${who}: ${reason}`
  }
  return [...brokenWords(broken), ...actors.map(line), ...(more > 0 ? [`  … and ${more} more`] : []), ...consoleWords(console)].join('\n')
}

const rate = (part: number, all: number): string => `${((part / all) * 100).toFixed(1)}%`

function measureWords({ label, rows, mean }: TryMeasure, runs: number): string[] {
  const width = Math.max(...rows.map(({ words }) => words.length))
  const average = mean ? ` (average ${Number(mean.tried.toFixed(2))}${mean.exact ? `, exactly ${mean.exact.fraction}` : ''})` : ''
  return [
    `${label}${average}`,
    ...rows
      .slice(0, MAX_ROWS)
      .map(({ words, count: times, chance }) =>
        `  ${words.padEnd(width)}  ${String(times).padStart(5)}  ${rate(times, runs).padStart(6)}${chance ? `  exactly ${percentWords(chance)}` : ''}`.trimEnd()
      ),
    ...(rows.length > MAX_ROWS ? [`  … and ${rows.length - MAX_ROWS} more`] : [])
  ]
}

/** The results of many runs. */
export function triesWords({ runs, asked, seed, measures, outcomes, more, inexact }: Tries): string {
  const rest = outcomes.length + more - MAX_OUTCOMES
  return [
    runs === asked
      ? `${counted(runs, 'run')} with the seed ${seed}.`
      : `Stopped after ${counted(runs, 'run')} of ${asked} with the seed ${seed}, because the rule failed too often.`,
    ...(inexact === undefined ? [] : [`No exact odds: ${inexact}`]),
    ...measures.flatMap((measure) => ['', ...measureWords(measure, runs)]),
    '',
    'Whole outcomes',
    ...outcomes
      .slice(0, MAX_OUTCOMES)
      .map(
        ({ words, count: times, runs: which, problem }) => `  ${times} × ${problem ? problemLine(problem) : words.join('; ')} (run ${which[0] ?? 0})`
      ),
    ...(rest > 0 ? [`  … and ${rest} more`] : [])
  ].join('\n')
}

/** One run, roll by roll. */
export function tryRunWords({ run, seed, steps, console, problem }: TryRun): string {
  return [
    `Run ${run} with the seed ${seed}.`,
    ...steps.flatMap(({ actor, action, narrative, rolls, changes, result }) => [
      '',
      `${capitalised(actor)}: ${action}`,
      ...rolls.map(({ roll, words }) => `  ${roll.expr} [${roll.dice.join(', ')}] ${words}`),
      ...(narrative === '' ? [] : [`  “${narrative}”`]),
      ...(result === undefined ? [] : [`  returned ${result}`]),
      ...(changes.length === 0 ? ['  Nothing changes.'] : changes.map(({ words }) => `  ${words}`))
    ]),
    ...(problem ? ['', problemLine(problem)] : []),
    ...(console.length === 0 ? [] : ['', ...consoleWords(console)])
  ].join('\n')
}

const groupWords = (groups: readonly ComparedGroup[]): string[] =>
  groups.flatMap(({ kind, lines, total }) => [
    `  ${GROUP_TITLES[kind]}`,
    ...lines.map(({ words }) => `    ${words}`),
    ...(total > lines.length ? [`    … and ${total - lines.length} more`] : [])
  ])

/** The result of a span of the story under other rules. */
export function replayedWords(replayed: Replayed): string {
  const { beats, replayed: played, same, first, skipped, conflicts, stopped, groups, broken, otherEngine } = replayed
  return [
    ...brokenWords(broken),
    `Replayed ${played} of ${counted(beats, 'beat')}; ${same} with the same words and dice.`,
    ...(otherEngine ? ['An older version of Proscenium recorded them, so that other results may come from the app.'] : []),
    ...(stopped === undefined ? [] : [stopped]),
    ...(first
      ? [
          '',
          `First difference: beat ${first.n} ${shortId(first.commit)}`,
          `  was: ${[first.was, ...first.rollsWere].join(' · ')}`,
          `  is:  ${[first.is, ...first.rollsAre].join(' · ')}`,
          ...groupWords(first.changes)
        ]
      : ['The story stays the same.']),
    ...left('No longer possible', skipped),
    ...left("The designer's edits that no longer fit", conflicts),
    ...(groups.length === 0 ? [] : ['', 'At the end', ...groupWords(groups)])
  ].join('\n')
}

const left = (title: string, all: Replayed['skipped']): string[] =>
  all.length === 0
    ? []
    : [
        '',
        title,
        ...all.map(
          ({ n, commit, subject, problem, instead }) =>
            `  beat ${n} ${shortId(commit)} ${subject}: ${[problemLine(problem), instead ?? []].flat().join(' ')}`
        )
      ]
