import { own } from '../../shared/base/json'
import type { Game } from '../../shared/story/game'
import type { ActorInteractions, InteractionOdds } from '../../shared/analysis/odds'
import { Problem } from '../../shared/base/problem'
import type { GameState } from '../../shared/story/state'
import { execute, type ExecutedAction } from '../engine/actions'
import { canAct, party } from '../engine/people'
import { castings } from './castings'
import { averageOf, chanceOf, counts, spread } from './count'
import { harmTo } from './harm'
import { decidedBy, STATUS, type Status, statusesOf } from './statuses'
import { callsOf, meeting, type PossibleCall } from './suppose'

/**
 * The odds of the interactions of one actor, or of each player, with the actors in a place. Leaves out interactions without a roll (SPEC O11). Yields
 * as `interacting` does. Throws Problem `not-found`, `rule-failed`.
 */
export function* dealing(state: GameState, game: Game, place: string, actor?: string): Generator<undefined, ActorInteractions[]> {
  if (!own(state.places, place)) throw new Problem('not-found', `There is no place called "${place}" here. Choose one on the map.`)
  const all: ActorInteractions[] = []
  for (const { key, name, actor: id, state: within } of castings(state, game, actor, party(state)))
    all.push({ actor: key, name, interactions: yield* interacting(within, game, id, (at) => at === place) })
  return all
}

/** The odds of an actor's interactions with actors in places where `where` is true, if they roll. Yields after every few runs of a rule. */
export function* interacting(state: GameState, game: Game, id: string, where: (place: string) => boolean): Generator<undefined, InteractionOdds[]> {
  const { odds, npc_actions: ofPeople } = game.manifest
  const actions = odds.interact.filter((action) => own(state.actors, id)?.kind === 'player' || ofPeople.includes(action))
  const all: InteractionOdds[] = []
  for (const [target, { location }] of Object.entries(state.actors)) {
    if (target === id || actions.length === 0 || !where(location)) continue
    const supposed = meeting(state, location, [id, target])
    for (const action of actions)
      for (const call of callsOf(game, supposed, id, action, target, true)) {
        const one = yield* interaction(supposed, game, id, action, target, call)
        // A single run means that no roll matters: the interaction always has the same result, or the rules refuse it.
        if (one.runs > 1 || one.problem) all.push(one)
      }
    yield undefined
  }
  return all
}

function* interaction(
  state: GameState,
  game: Game,
  id: string,
  action: string,
  target: string,
  { by, params, choice }: PossibleCall
): Generator<undefined, InteractionOdds> {
  const who = { target, name: own(state.actors, target)?.name ?? target, ...(choice === undefined ? {} : { with: choice }), params }
  const counted = yield* counts((dice) => {
    const { state: after, done } = execute(state, game, dice, by, action, params)
    const { status, stat, damage } = returnedResult(done)
    return {
      status,
      stat,
      harm: damage ?? harmTo(state, after, game, target),
      down: !canAct(after, game, target),
      back: harmTo(state, after, game, id),
      falls: !canAct(after, game, id),
      minutes: after.clock.minutes - state.clock.minutes
    }
  })
  if (!('leaves' in counted)) return { ...who, ...counted }
  const { leaves, runs } = counted
  return {
    ...who,
    counted: {
      ...statusesOf(leaves),
      damage: averageOf(leaves, ({ harm }) => harm),
      harm: spread(leaves, ({ harm }) => harm),
      down: chanceOf(leaves, ({ down }) => down),
      back: averageOf(leaves, ({ back }) => back),
      falls: chanceOf(leaves, ({ falls }) => falls),
      minutes: averageOf(leaves, ({ minutes }) => minutes),
      ...decidedBy(leaves, game)
    },
    runs
  }
}

/** The first result that a rule returned. A follow-up action may return it instead of the interaction itself. */
function returnedResult(done: readonly ExecutedAction[]): { status: Status; stat: string | undefined; damage: number | undefined } {
  const { status, stat, damage } = done.find(({ result }) => result !== undefined)?.result ?? {}
  return {
    status: (typeof status === 'string' ? own(STATUS, status) : undefined) ?? 'success',
    stat: typeof stat === 'string' ? stat : undefined,
    damage: typeof damage === 'number' ? damage : undefined
  }
}
