import type { OddsProgress } from '../../shared/odds'
import type { CheckProgress } from '../../shared/reports'
import type { Terminal } from './terminal'

/** How long a command says nothing, and how long until its next line: on a screen, where it is the same line, and elsewhere. In ms. */
const SILENT = 2000
const ON_SCREEN = 100
const SPARSE = 10_000

/** Says what a command is at, once it takes long. What it says last is taken away from a screen when it ends. */
export interface Reporting {
  at(words: string): void
  end(): void
}

/** Tells `to` what a command is at that begins now. `clock` gives ms. */
export function reporting(to: Terminal, clock = (): number => performance.now()): Reporting {
  let next = clock() + SILENT
  let shown = false
  return {
    at(words) {
      const now = clock()
      if (now < next) return
      next = now + (to.rewrite ? ON_SCREEN : SPARSE)
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

/** How far the counting of odds is. */
export const oddsProgress = ({ name, what, done, of }: OddsProgress): string =>
  `${what === 'places' ? `How far ${name} gets` : `Odds of ${name}`}: ${count(done)} of ${count(of)} ${what}.`

/** How far a check is. */
export const checkProgress = ({ part, done, of }: CheckProgress): string =>
  part === 'play'
    ? `Playing the rules: ${count(done)} of ${count(of)} calls.`
    : `Working out who can reach which place: step ${count(done)} of at most ${count(of)}.`
