import { own } from '../../../shared/json'
import { pathOf } from '../../../shared/layout'
import type { Finding } from '../../../shared/reach'
import { Problem, type ProblemData } from '../../../shared/problem'
import { listed } from '../../../shared/labels'
import { findingWays } from '../../odds/reach/reach'
import { finding } from '../../rules/check/finding'
import { linesIn, type World } from '../../rules/check/world-files'
import { loadGame } from '../../rules/load-game'
import type { Pause } from './check-game'
import type { RuleFiles } from '../../rules/read-game'

/** How long the ways are looked at: steps of at most sixteen runs of a rule. */
const STEPS = 400

/** What may be intended, but whoever draws the world should know. */
const TOLD: readonly Finding['kind'][] = ['sink', 'soft-lock', 'unreachable']

/**
 * Remarks on the ways of a world: those that one does not come back by, and places behind ways that nobody manages, each where its
 * first journey is written. Nothing for a game that does not load or whose way of travelling fails: that is told elsewhere.
 */
export async function waysFindings(rules: RuleFiles, world: World, pause?: Pause, steps = STEPS): Promise<ProblemData[]> {
  const game = await loadGame(rules).catch((thrown: unknown) => {
    if (thrown instanceof Problem) return undefined
    throw thrown
  })
  if (!game) return []
  try {
    const looking = findingWays(world.state, game, steps)
    let step = looking.next()
    for (let done = 0; !step.done; step = looking.next()) await pause?.({ part: 'ways', done: done++, of: steps })
    const { findings, unasked } = step.value
    const lineIn = linesIn(world)
    const said = findings.flatMap((one) => (TOLD.includes(one.kind) ? told(world, one, lineIn) : []))
    const rest = `The ways were not looked at for ${listed(unasked)}: there are too many kinds of them. The map tells what to know of each.`
    return unasked.length === 0 ? said : [...said, finding('remark', 'world', 1, rest)]
  } catch (thrown) {
    if (thrown instanceof Problem) return []
    throw thrown
  } finally {
    game.dispose()
  }
}

/** Places that no journey at all leads to have no journey to stand at; the world's own findings name them. */
function told({ state }: World, { sentence, journeys: [journey] }: Finding, lineIn: ReturnType<typeof linesIn>): ProblemData[] {
  const way = journey === undefined ? undefined : own(state.journeys, journey)
  if (journey === undefined || !way) return []
  const file = pathOf('journeys', { region: way.region })
  return [finding('unreached', file, lineIn(file, [journey]), sentence)]
}
