import { own } from '../../shared/json'
import type { GameState } from '../../shared/state'

/** Counts what was used in this scene and session: actions by name, tables as `table:<id>`, conditions as `condition:<id>`. SPEC.md S3. */
export function exercised(state: GameState, used: readonly string[]): GameState {
  if (used.length === 0) return state
  const add = (counts: Record<string, number>): Record<string, number> => {
    const more = { ...counts }
    for (const name of used) more[name] = (Object.hasOwn(more, name) ? (more[name] ?? 0) : 0) + 1
    return more
  }
  const { scene, session } = state.next.exercised
  return { ...state, next: { ...state.next, exercised: { scene: add(scene), session: add(session) } } }
}

/** The conditions that an actor gained, or gained once more, between two states, as they are counted. */
export function conditionsApplied(before: GameState, after: GameState): string[] {
  if (before.actors === after.actors) return []
  return Object.entries(after.actors).flatMap(([id, { conditions }]) => {
    const had = own(before.actors, id)?.conditions ?? {}
    if (had === conditions) return []
    return Object.keys(conditions).flatMap((condition) => {
      const times = (active: { count?: number | undefined } | undefined): number => (active ? (active.count ?? 1) : 0)
      const earlier = own(had, condition)
      return times(own(conditions, condition)) > times(earlier) ? [`condition:${condition}`] : []
    })
  })
}

/** Returns the name of a count for people: "poisoned (condition)". */
export function exercisedName(key: string): string {
  const [kind, ...rest] = key.split(':')
  return rest.length > 0 && (kind === 'table' || kind === 'condition') ? `${rest.join(':')} (${kind})` : key
}
