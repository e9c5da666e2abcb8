import type { CheckProgress } from '../../../shared/analysis/reports'
import type { CheckReport } from '../../../shared/analysis/reports'
import type { ProblemData } from '../../../shared/base/problem'
import { needs } from '../../rules/check/facts'
import { sorted } from '../../rules/check/finding'
import { reachedFindings } from '../../rules/check/reached'
import { reading } from '../../rules/check/reading'
import { smallWorld } from '../../rules/check/small-world'
import { staticFindings } from '../../rules/check/static'
import { worldFindings } from '../../rules/check/world'
import type { World } from '../../rules/check/world-files'
import { checkGame, loadGame } from '../../rules/load-game'
import { readGame, type RuleFiles } from '../../rules/read-game'
import { BOUNDS, explore, type Bounds } from './search'

/** Values for free text parameters if no fact is required in the world. */
const WORDS = ['something', 'altar-found']

/** The options of a game's check. */
export interface Setting {
  world?: World | undefined
  /** The path of the game's folder in its campaign, for the paths in findings. */
  under?: string
  bounds?: Bounds | undefined
  /** The search awaits it between two calls. */
  pause?: Pause | undefined
}

/** Lets other work run. Receives the part of the check, the number of steps done, and the maximum number of steps. */
export type Pause = (at: CheckProgress) => Promise<void>

/** All findings on a game and a world that need no rule to run. Fast enough for every opening of a campaign. */
export function glance(files: RuleFiles, { world, under = '' }: Setting = {}): ProblemData[] {
  const all = reading(readGame(files))
  return inPlace(sorted(all.game.problems, staticFindings(all)), under, world ? worldFindings(all, world) : [])
}

/** All findings on a game and its world. Without a world, the search plays in a small generated one. */
export async function check(files: RuleFiles, { world, under = '', bounds = BOUNDS, pause }: Setting = {}): Promise<CheckReport> {
  const read = readGame(files)
  const fileFindings = await checkGame(files, read)
  const all = reading(read)
  const report: CheckReport = { findings: [], states: 0, calls: 0, world: world ? 'campaign' : 'made up' }
  const seen: ProblemData[] = []
  // A game that doesn't load can't be played.
  if (fileFindings.length === 0) {
    const game = await loadGame(files)
    try {
      const search = explore(game, world?.state ?? smallWorld(game), wordsOf(world), bounds)
      let step = search.next()
      for (let done = 0; !step.done; step = search.next()) await pause?.({ part: 'play', done: done++, of: bounds.calls })
      const reached = step.value
      Object.assign(report, { states: reached.states, calls: reached.calls })
      seen.push(...reachedFindings(all, reached, world !== undefined))
    } finally {
      game.dispose()
    }
  }
  report.findings = inPlace(sorted([...fileFindings, ...seen], staticFindings(all)), under, world ? worldFindings(all, world) : [])
  return report
}

/** A game's findings with the paths of its files in the campaign, followed by the world's findings. */
const inPlace = (game: readonly ProblemData[], under: string, world: readonly ProblemData[]): ProblemData[] =>
  sorted([...game.map((one) => inFolder(one, under)), ...world])

/** The facts that the world requires, as values for text parameters, so that actions which set facts make progress in the search. */
function wordsOf(world: World | undefined): string[] {
  const facts = world ? [...new Set(needs(world).map(({ fact }) => fact))] : []
  return facts.length > 0 ? facts : WORDS
}

const inFolder = (one: ProblemData, under: string): ProblemData =>
  under === '' || typeof one.data?.['file'] !== 'string' ? one : { ...one, data: { ...one.data, file: `${under}/${one.data['file']}` } }
