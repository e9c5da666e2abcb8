import type { CheckProgress } from '../../../shared/reports'
import type { CheckReport } from '../../../shared/reports'
import type { ProblemData } from '../../../shared/problem'
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

/** Texts that free words are filled with when nothing in the world asks for others. */
const WORDS = ['something', 'altar-found']

/** Where a game's own files are, and the world that is played by it. */
export interface Setting {
  world?: World | undefined
  /** The folder of the game in its campaign, so that files are named as they are found there. */
  under?: string
  bounds?: Bounds | undefined
  /** Awaited between two calls of the search. */
  pause?: Pause | undefined
}

/** Leaves room for other work, and is told which part of a check that interrupts: how many of how many steps of it are done, at most. */
export type Pause = (at: CheckProgress) => Promise<void>

/** What can be said of a game and a world without running anything: fast enough for every opening. */
export function glance(files: RuleFiles, { world, under = '' }: Setting = {}): ProblemData[] {
  const all = reading(readGame(files))
  return inPlace(sorted(all.game.problems, staticFindings(all)), under, world ? worldFindings(all, world) : [])
}

/** Everything that can be said of a game and of the world that is played by it. Without a world, a small one is made up for the search. */
export async function check(files: RuleFiles, { world, under = '', bounds = BOUNDS, pause }: Setting = {}): Promise<CheckReport> {
  const read = readGame(files)
  const said = await checkGame(files, read)
  const all = reading(read)
  const report: CheckReport = { findings: [], states: 0, calls: 0, world: world ? 'campaign' : 'made up' }
  const seen: ProblemData[] = []
  // What does not load cannot be played.
  if (said.length === 0) {
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
  report.findings = inPlace(sorted([...said, ...seen], staticFindings(all)), under, world ? worldFindings(all, world) : [])
  return report
}

/** Findings of a game as its files are named in the campaign, and those of the world. */
const inPlace = (game: readonly ProblemData[], under: string, world: readonly ProblemData[]): ProblemData[] =>
  sorted([...game.map((one) => moved(one, under)), ...world])

/** Facts that something waits for, so that whoever may set facts brings the story on. */
function wordsOf(world: World | undefined): string[] {
  const facts = world ? [...new Set(needs(world).map(({ fact }) => fact))] : []
  return facts.length > 0 ? facts : WORDS
}

const moved = (one: ProblemData, under: string): ProblemData =>
  under === '' || typeof one.data?.['file'] !== 'string' ? one : { ...one, data: { ...one.data, file: `${under}/${one.data['file']}` } }
