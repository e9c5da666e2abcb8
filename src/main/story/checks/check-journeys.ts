import { own } from '../../../shared/base/json'
import { pathOf } from '../../../shared/story/layout'
import type { ReachFinding } from '../../../shared/analysis/reach'
import { Problem, type ProblemData } from '../../../shared/base/problem'
import { listed } from '../../../shared/words/labels'
import { findingJourneys } from '../../odds/reach/reach'
import { finding } from '../../rules/check/finding'
import { linesIn, type World } from '../../rules/check/world-files'
import { loadGame } from '../../rules/load-game'
import type { Pause } from './check-game'
import type { RuleFiles } from '../../rules/read-game'

/** The maximum number of steps of the search. Each step is at most sixteen runs of a rule. */
const MAX_STEPS = 400

/** The kinds of findings that are reported. They may be intended, but the author of the world should know them. */
const REPORTED_KINDS: readonly ReachFinding['kind'][] = ['sink', 'soft-lock', 'unreachable']

/**
 * Findings on a world's journeys: places without a way back, and places that nobody can reach. Each is at the line of its first journey. Empty if the
 * game doesn't load or its travel rules fail, because other findings report that.
 */
export async function journeyFindings(rules: RuleFiles, world: World, pause?: Pause, steps = MAX_STEPS): Promise<ProblemData[]> {
  const game = await loadGame(rules).catch((thrown: unknown) => {
    if (thrown instanceof Problem) return undefined
    throw thrown
  })
  if (!game) return []
  try {
    const looking = findingJourneys(world.state, game, steps)
    let step = looking.next()
    for (let done = 0; !step.done; step = looking.next()) await pause?.({ part: 'ways', done: done++, of: steps })
    const { findings, unasked } = step.value
    const lineIn = linesIn(world)
    const reported = findings.flatMap((one) => (REPORTED_KINDS.includes(one.kind) ? problemsOf(world, one, lineIn) : []))
    const rest = `Journeys were not checked for ${listed(unasked)}, because there are too many kinds of them. Look at their odds on the map.`
    return unasked.length === 0 ? reported : [...reported, finding('remark', 'world', 1, rest)]
  } catch (thrown) {
    if (thrown instanceof Problem) return []
    throw thrown
  } finally {
    game.dispose()
  }
}

/** The problem for a finding. A place that no journey leads to gives none, because it has no line here; the world's own findings cover it. */
function problemsOf({ state }: World, { sentence, journeys: [journey] }: ReachFinding, lineIn: ReturnType<typeof linesIn>): ProblemData[] {
  const edge = journey === undefined ? undefined : own(state.journeys, journey)
  if (journey === undefined || !edge) return []
  const file = pathOf('journeys', { region: edge.region })
  return [finding('unreached', file, lineIn(file, [journey]), sentence)]
}
