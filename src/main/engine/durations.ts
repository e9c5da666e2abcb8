import type { Game } from '../../shared/game'
import { mergePatch } from '../../shared/json'
import type { ActiveCondition, GameState } from '../../shared/state'

/** What follows when conditions have run out: for each, the action its file names, by whoever had it. */
export interface Settled {
  state: GameState
  follow: { actor: string; action: string }[]
}
type Rules = Pick<Game, 'conditions'>

/**
 * Takes away the conditions whose time has come, or whose rounds are over. Of those that an action follows from, at most
 * `room`; the others wait for the next step, so that no crowd of endings can stop a beat. SPEC.md C1, C3.
 */
export function settle(state: GameState, game: Rules, room: number): Settled {
  const over = every(state, ({ until, rounds }) => (until !== undefined && until <= state.clock.minutes) || (rounds !== undefined && rounds <= 0))
  const follow: Settled['follow'] = []
  const ended = over.filter(([actor, condition]) => {
    const action = Object.hasOwn(game.conditions, condition) ? game.conditions[condition]?.ends : undefined
    if (action === undefined) return true
    if (follow.length >= room) return false
    follow.push({ actor, action })
    return true
  })
  return { state: without(state, ended), follow }
}

/** The end of a round: what lasts rounds lasts one less. SPEC.md C2. */
export function countDown(state: GameState): GameState {
  return every(state, ({ rounds }) => rounds !== undefined).reduce((now, [id, condition]) => {
    const rounds = now.actors[id]?.conditions[condition]?.rounds ?? 1
    return mergePatch(now, { actors: { [id]: { conditions: { [condition]: { rounds: rounds - 1 } } } } })
  }, state)
}

/** The end of a fight: what lasts rounds is gone, and nothing follows from it. SPEC.md C4. */
export const afterFight = (state: GameState): GameState =>
  without(
    state,
    every(state, ({ rounds }) => rounds !== undefined)
  )

/** Everybody's conditions that `fit`, as actor and condition, in order of their ids. */
function every(state: GameState, fit: (active: ActiveCondition) => boolean): [string, string][] {
  return Object.entries(state.actors).flatMap(([id, { conditions }]) =>
    Object.entries(conditions).flatMap(([condition, active]): [string, string][] => (fit(active) ? [[id, condition]] : []))
  )
}

const without = (state: GameState, over: readonly [string, string][]): GameState =>
  over.reduce((now, [id, condition]) => mergePatch(now, { actors: { [id]: { conditions: { [condition]: null } } } }), state)
