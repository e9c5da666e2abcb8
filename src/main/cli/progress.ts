import type { OddsProgress } from '../../shared/analysis/odds'
import type { JudgeProgress } from '../../shared/analysis/contradictions'
import type { RunsProgress } from '../../shared/analysis/run-verdicts'
import type { CheckProgress } from '../../shared/analysis/reports'
import type { WorkNews } from '../../shared/contract/calls'
import { Problem } from '../../shared/base/problem'
import type { Terminal } from './terminal'

/** The time until the first progress line, and the intervals between lines on a screen, which are overwritten, and elsewhere. In ms. */
const SILENT_MS = 2000
const SCREEN_INTERVAL_MS = 100
const LINE_INTERVAL_MS = 10_000

/** The answer of long work. Prints its progress if it takes long, and removes the last line from a screen. Its `news` are printed in lines of their own. `clock` returns ms. */
export async function longAnswer<Progress, Answer>(
  to: Terminal,
  news: AsyncIterable<WorkNews<Progress, Answer>>,
  words: (progress: Progress) => string,
  clock = (): number => performance.now()
): Promise<Answer> {
  const silentUntil = clock() + SILENT_MS
  let next = silentUntil
  let isShown = false
  let told = ''
  try {
    for await (const one of news) {
      if (one.kind === 'answer') return one.answer
      const now = clock()
      if (now < silentUntil) continue
      const said = typeof one.progress === 'object' && one.progress !== null && 'news' in one.progress ? one.progress.news : undefined
      if (typeof said === 'string' && said !== told) {
        to.rewrite?.('')
        to.err(said)
        told = said
      }
      if (now < next) continue
      next = now + (to.rewrite ? SCREEN_INTERVAL_MS : LINE_INTERVAL_MS)
      if (to.rewrite) to.rewrite(words(one.progress))
      else to.err(words(one.progress))
      isShown = true
    }
  } finally {
    if (isShown) to.rewrite?.('')
  }
  throw new Problem('internal', 'The work ended without an answer. Please report this.')
}

const count = (one: number): string => one.toLocaleString('en')

/** The progress of computing odds, in words. */
export const oddsProgress = ({ name, what, done, of }: OddsProgress): string =>
  `${what === 'places' ? `How far ${name} gets` : `Odds of ${name}`}: ${count(done)} of ${count(of)} ${what}.`

/** The progress of a check, in words. */
export const checkProgress = ({ part, done, of }: CheckProgress): string =>
  part === 'play'
    ? `Playing the rules: ${count(done)} of ${count(of)} calls.`
    : `Working out who can reach which place: step ${count(done)} of at most ${count(of)}.`

/** The progress of judging, in words. */
export const judgeProgress = ({ done, of }: JudgeProgress): string => `Judged ${count(done)} of ${count(of)} beats.`

/** The progress of comparing runs, in words. */
export const runsProgress = ({ done, of }: RunsProgress): string => `Asked the judges ${count(done)} of ${count(of)} times.`
