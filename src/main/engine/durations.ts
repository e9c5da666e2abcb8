import type { Game } from '../../shared/story/game'
import { mergePatch, own } from '../../shared/base/json'
import type { ActiveCondition, GameState } from '../../shared/story/state'

/** The state without the conditions that have run out, and the actions to run: those that their files name, by the actors who had them. */
export interface ExpiredConditions {
  state: GameState
  follow: { actor: string; action: string }[]
}
type Rules = Pick<Game, 'conditions'>

/**
 * Removes the conditions whose time has come or whose rounds are over. Removes at most `room` conditions that trigger an action; the others wait
 * for the next step, so that many endings at once can't make a beat fail. SPEC.md C1, C3.
 */
export function settle(state: GameState, game: Rules, room: number): ExpiredConditions {
  const over = every(state, ({ until, rounds }) => (until !== undefined && until <= state.clock.minutes) || (rounds !== undefined && rounds <= 0))
  const follow: ExpiredConditions['follow'] = []
  const ended = over.filter(([actor, condition]) => {
    const action = Object.hasOwn(game.conditions, condition) ? game.conditions[condition]?.ends : undefined
    if (action === undefined) return true
    if (follow.length >= room) return false
    follow.push({ actor, action })
    return true
  })
  return { state: without(state, ended), follow }
}

/** At the end of a round, shortens every condition that lasts a number of rounds by one round. SPEC.md C2. */
export function countDown(state: GameState): GameState {
  return every(state, ({ rounds }) => rounds !== undefined).reduce((now, [id, condition]) => {
    const rounds = own(own(now.actors, id)?.conditions, condition)?.rounds ?? 1
    return mergePatch(now, { actors: { [id]: { conditions: { [condition]: { rounds: rounds - 1 } } } } })
  }, state)
}

/** At the end of a fight, removes the conditions that last a number of rounds. No action follows. SPEC.md C4. */
export const afterFight = (state: GameState): GameState =>
  without(
    state,
    every(state, ({ rounds }) => rounds !== undefined)
  )

/** Everybody's conditions for which `fit` returns true, as pairs of actor and condition, ordered by id. */
function every(state: GameState, fit: (active: ActiveCondition) => boolean): [string, string][] {
  return Object.entries(state.actors).flatMap(([id, { conditions }]) =>
    Object.entries(conditions).flatMap(([condition, active]): [string, string][] => (fit(active) ? [[id, condition]] : []))
  )
}

const without = (state: GameState, over: readonly [string, string][]): GameState =>
  over.reduce((now, [id, condition]) => mergePatch(now, { actors: { [id]: { conditions: { [condition]: null } } } }), state)
