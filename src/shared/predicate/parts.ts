import { own } from '../base/json'
import type { Actor, GameState, Journey, Next, Place, SceneState } from '../story/state'

/** The members of a group: players, NPCs, or both. */
export const GROUPS = ['player', 'npc', 'actor'] as const
export type Group = (typeof GROUPS)[number]

/** The content of world/STATE.yaml. */
export type World = Pick<GameState, 'facts' | 'clock' | 'quests' | 'factions' | 'relationships' | 'threads'>

/** A state in parts that can be read separately: an expression asks only for those it needs. */
export interface StateParts {
  actor(id: string): Actor | undefined
  actors(of: Group): readonly Actor[]
  world(): World
  place(id: string): Place | undefined
  journey(id: string): Journey | undefined
  scene(): SceneState | undefined
  next(): Next
}

/** A part that an expression reads. Differences between two commits matter to the expression only there. */
export type StatePart = { part: 'actor' | 'place' | 'journey'; id: string } | { part: 'actors'; of: Group } | { part: 'world' | 'scene' | 'next' }

/** The parts of a complete state. */
export const partsOf = (state: GameState): StateParts => ({
  actor: (id) => own(state.actors, id),
  actors: (of) => Object.values(state.actors).filter(({ kind }) => of === 'actor' || kind === of),
  world: () => state,
  place: (id) => own(state.places, id),
  journey: (id) => own(state.journeys, id),
  scene: () => state.scene,
  next: () => state.next
})
