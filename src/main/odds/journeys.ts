import type { Game } from '../../shared/game'
import type { JourneyOdds } from '../../shared/odds'
import type { GameState } from '../../shared/state'
import { execute, type Executed } from '../engine/actions'
import { averageOf, chanceOf, counts } from './count'
import { harmTo, worseOff } from './harm'
import { finished } from './outcomes'
import { callsOf, settingOut } from './suppose'

type Status = 'success' | 'partial' | 'failure'
const WORDS: Record<string, Status> = { success: 'success', partial_success: 'partial', partial: 'partial', failure: 'failure' }

/** What becomes of `actor` on a journey, setting out alone; with more than one way to call it, the first. */
export const journeyOf = (state: GameState, game: Game, actor: string, journey: string): JourneyOdds =>
  finished(travelling(state, game, actor, journey))

/** As `journeyOf`, with room for other work after every few runs of the rule. */
export function* travelling(state: GameState, game: Game, actor: string, journey: string): Generator<undefined, JourneyOdds> {
  const way = state.journeys[journey]
  const action = game.manifest.odds.travel ?? ''
  const supposed = settingOut(state, actor, journey)
  const { from = '', to = '', requires } = way ?? {}
  const names: [string, string] = [state.places[from]?.name ?? from, state.places[to]?.name ?? to]
  const which = { journey, from, to, names, ...(requires === undefined ? {} : { requires }) }
  const [call] = callsOf(game, supposed, actor, action, journey)
  if (!call) return { ...which, params: {}, why: game.whyNot(supposed, actor, action) ?? 'this way is not offered', runs: 0 }
  const counted = yield* counts((dice) => {
    const { state: after, done } = execute(supposed, game, dice, call.by, action, call.params)
    const arrived = after.actors[actor]?.location === to
    const { status, stat } = said(done, actor)
    return {
      arrived,
      status: status ?? (!arrived ? 'failure' : worseOff(supposed, after, game, actor) ? 'partial' : 'success'),
      stat: done[0]?.rolls.length === 0 ? undefined : stat,
      harm: harmTo(supposed, after, game, actor),
      minutes: after.clock.minutes - supposed.clock.minutes
    }
  })
  if (!('leaves' in counted)) return { ...which, params: call.params, ...counted }
  const { leaves, runs } = counted
  const stat = leaves.find(({ value }) => value.stat !== undefined)?.value.stat
  return {
    ...which,
    params: call.params,
    counted: {
      success: chanceOf(leaves, ({ status }) => status === 'success'),
      partial: chanceOf(leaves, ({ status }) => status === 'partial'),
      failure: chanceOf(leaves, ({ status }) => status === 'failure'),
      impossible: !leaves.some(({ value }) => value.arrived),
      damage: averageOf(leaves, ({ harm }) => harm),
      minutes: averageOf(leaves, ({ minutes }) => minutes),
      ...(stat === undefined ? {} : { stat, label: game.manifest.stats[stat]?.label ?? stat })
    },
    runs
  }
}

/** What the rule itself answers: how it went, and which stat decided (`stat`, or `met` by traveller). */
function said(done: readonly Executed[], actor: string): { status: Status | undefined; stat: string | undefined } {
  const { status, stat, met } = done[0]?.result ?? {}
  const decided = typeof met === 'object' && met !== null && Object.hasOwn(met, actor) ? (met as Record<string, unknown>)[actor] : stat
  return { status: typeof status === 'string' ? WORDS[status] : undefined, stat: typeof decided === 'string' ? decided : undefined }
}
