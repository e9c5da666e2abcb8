import { own } from '../../shared/base/json'
import type { Game } from '../../shared/story/game'
import type { JourneyOdds } from '../../shared/analysis/odds'
import type { Params } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { execute, type ExecutedAction } from '../engine/actions'
import { canAct } from '../engine/people'
import { averageOf, chanceOf, type CountedLeaves, counts, spread } from './count'
import { harmTo, hitPointsLost, worseOff } from './harm'
import { decidedBy, STATUS, type Status, statusesOf } from './statuses'
import { callsOf, atJourneyStart } from './suppose'

/**
 * The odds of a journey for `actor`, who sets out alone. If several calls take the journey, the first is counted. Yields after every few runs of the
 * rule.
 */
export function* travelling(state: GameState, game: Game, actor: string, journey: string): Generator<undefined, JourneyOdds> {
  const { params, counted } = yield* trying(state, game, actor, journey)
  return journeyWords(state, game, journey, params, counted)
}

/** One way in which a journey can end. */
export interface JourneyEnd {
  status: Status
  /** The stat that decided, if the rule made a roll and names the stat. */
  stat: string | undefined
  arrived: boolean
  /** The place where the traveller ends, and whether they can act there. */
  place: string
  canAct: boolean
  /** Points lost from all stats that have a maximum; `taken` counts hit points alone. */
  harm: number
  taken: number
  minutes: number
}

/** The parameters of the call that takes a journey, and every way in which it can end. */
export function* trying(
  state: GameState,
  game: Game,
  actor: string,
  journey: string
): Generator<undefined, { params: Params; counted: CountedLeaves<JourneyEnd> }> {
  const journeyState = own(state.journeys, journey)
  const action = game.manifest.odds.travel ?? ''
  const supposed = atJourneyStart(state, actor, journey)
  const [call] = callsOf(game, supposed, actor, action, journey)
  if (!call) return { params: {}, counted: { why: game.whyNot(supposed, actor, action) ?? "this journey isn't offered", runs: 0 } }
  const counted = yield* counts((dice): JourneyEnd => {
    const { state: after, done } = execute(supposed, game, dice, call.by, action, call.params)
    const place = own(after.actors, actor)?.location ?? ''
    const { status, stat, damage } = returnedResult(done, actor)
    // If a journey leads back to its start, the final place doesn't show whether it was completed, but the rule's status does.
    const arrived = place === journeyState?.to && (journeyState.from !== journeyState.to || status !== 'failure')
    return {
      arrived,
      place,
      canAct: canAct(after, game, actor),
      status: status ?? (!arrived ? 'failure' : worseOff(supposed, after, game, actor) ? 'partial' : 'success'),
      stat: done[0]?.rolls.length === 0 ? undefined : stat,
      harm: harmTo(supposed, after, game, actor),
      taken: damage ?? hitPointsLost(supposed, after, game, actor),
      minutes: after.clock.minutes - supposed.clock.minutes
    }
  })
  return { params: call.params, counted }
}

/** The odds of a journey in the form of a report. */
export function journeyWords(state: GameState, game: Game, journey: string, params: Params, counted: CountedLeaves<JourneyEnd>): JourneyOdds {
  const { from = '', to = '', requires } = own(state.journeys, journey) ?? {}
  const names: [string, string] = [own(state.places, from)?.name ?? from, own(state.places, to)?.name ?? to]
  const which = { journey, from, to, names, ...(requires === undefined ? {} : { requires }), params }
  if (!('leaves' in counted)) return { ...which, ...counted }
  const { leaves, runs } = counted
  return {
    ...which,
    counted: {
      ...statusesOf(leaves),
      arrives: chanceOf(leaves, ({ arrived }) => arrived),
      impossible: !leaves.some(({ value }) => value.arrived),
      damage: averageOf(leaves, ({ harm }) => harm),
      harm: spread(leaves, ({ harm }) => harm),
      minutes: averageOf(leaves, ({ minutes }) => minutes),
      ...decidedBy(leaves, game)
    },
    runs
  }
}

/** The result that the rule returned: the status, the stat that decided (`stat`, or `met` by traveller), and the damage. */
function returnedResult(
  done: readonly ExecutedAction[],
  actor: string
): { status: Status | undefined; stat: string | undefined; damage: number | undefined } {
  const { status, stat, met, damage } = done[0]?.result ?? {}
  const decided = typeof met === 'object' && met !== null ? own(met as Record<string, unknown>, actor) : stat
  return {
    status: typeof status === 'string' ? own(STATUS, status) : undefined,
    stat: typeof decided === 'string' ? decided : undefined,
    damage: typeof damage === 'number' && damage >= 0 ? damage : undefined
  }
}
