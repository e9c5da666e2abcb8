import type { OddsProgress } from '../../shared/analysis/odds'
import type { JudgeProgress } from '../../shared/analysis/contradictions'
import type { CheckProgress } from '../../shared/analysis/reports'
import type { Terminal } from './terminal'

/**
 * The time until a command prints its first progress line, and the intervals between lines: on a screen, where the line is overwritten, and
 * elsewhere. In ms.
 */
const SILENT_MS = 2000
const SCREEN_INTERVAL_MS = 100
const LINE_INTERVAL_MS = 10_000

/** Prints a command's progress if it takes long. At the end, the last line is removed from a screen. */
export interface Reporting {
  at(words: string): void
  end(): void
}

/** Reports the progress of a command that begins now. `clock` returns ms. */
export function reporting(to: Terminal, clock = (): number => performance.now()): Reporting {
  let next = clock() + SILENT_MS
  let shown = false
  return {
    at(words) {
      const now = clock()
      if (now < next) return
      next = now + (to.rewrite ? SCREEN_INTERVAL_MS : LINE_INTERVAL_MS)
      if (to.rewrite) to.rewrite(words)
      else to.err(words)
      shown = true
    },
    end() {
      if (shown) to.rewrite?.('')
    }
  }
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
