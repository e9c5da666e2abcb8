import type { Actor, Combat } from './state'

// Runs in the engine and inside the sandbox, so it imports only types.

interface Fight {
  actors: Readonly<Record<string, Pick<Actor, 'kind' | 'attitude'>>>
  combat?: Pick<Combat, 'sides'> | undefined
}

/** The side on which an actor fights: from the fight, otherwise `party` for players and friendly NPCs, `foes` for the others. */
export function sideOf(state: Fight, id: string): string {
  const named = state.combat?.sides
  if (named && Object.hasOwn(named, id)) return named[id] as string
  const actor = Object.hasOwn(state.actors, id) ? state.actors[id] : undefined
  return actor?.kind === 'player' || actor?.attitude === 'friendly' ? 'party' : 'foes'
}
