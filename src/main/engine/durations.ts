import type { Game } from '../../shared/game'
import { mergePatch } from '../../shared/json'
import type { GameState } from '../../shared/state'

/** What follows when conditions have run out: for each, the action its file names, by whoever had it. */
export interface Settled {
  state: GameState
  follow: { actor: string; action: string }[]
}

/** Takes away the conditions whose time has come. */
export function settle(state: GameState, game: Pick<Game, 'conditions'>): Settled {
  const over: [string, string][] = []
  for (const [id, actor] of Object.entries(state.actors)) {
    for (const [condition, { until }] of Object.entries(actor.conditions))
      if (until !== undefined && until <= state.clock.minutes) over.push([id, condition])
  }
  return without(state, game, over)
}

function without(state: GameState, game: Pick<Game, 'conditions'>, over: readonly [string, string][]): Settled {
  if (over.length === 0) return { state, follow: [] }
  let after = state
  for (const [id, condition] of over) after = mergePatch(after, { actors: { [id]: { conditions: { [condition]: null } } } })
  const follow = over.flatMap(([actor, condition]) => {
    const action = Object.hasOwn(game.conditions, condition) ? game.conditions[condition]?.ends : undefined
    return action === undefined ? [] : [{ actor, action }]
  })
  return { state: after, follow }
}
