/** A class as the manifest declares it. */
export interface Class {
  name: string
  stats: Record<string, number>
  /** The stat that grows with a level. */
  main: string
  /** Equipment that comes with it. */
  kit: string[]
  /** For whom it is meant, in words. */
  for: string
}

/** Every class of the game, by id. */
export const classes = (): Readonly<Record<string, Class>> => (game.manifest['classes'] ?? {}) as Record<string, Class>
/** Somebody's class; undefined for those who have none. */
export const classOf = (actor: Actor | undefined): Class | undefined => classes()[String(actor?.tags['class'] ?? '')]

/** Players who have no class yet: while there is one, the preparation lasts. */
export const unready = (state: GameState): string[] =>
  Object.keys(state.actors).filter((id) => state.actors[id]?.kind === 'player' && classOf(state.actors[id]) === undefined)

/** Why nothing can be ventured yet, in words; undefined once the preparation is over. */
export function notYet(state: GameState): string | undefined {
  const [first] = unready(state)
  return first === undefined ? undefined : `the preparation is not over, because ${state.actors[first]?.name ?? first} has no class yet`
}
