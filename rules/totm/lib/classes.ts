/** A class as the manifest declares it. */
export interface Class {
  name: string
  stats: Record<string, number>
  /** The stat that grows with a level. */
  main: string
  /** Equipment that comes with it. */
  kit: string[]
  /** Whom it suits, in words. */
  for: string
}

/** Every class of the game, by id. */
export const classes = (): Readonly<Record<string, Class>> => (game.manifest['classes'] ?? {}) as Record<string, Class>
/** A character's class, or undefined if they have none. */
export const classOf = (actor: Actor | undefined): Class | undefined => classes()[String(actor?.tags['class'] ?? '')]

/** The players without a class. The preparation lasts while there are any. */
export const unready = (state: GameState): string[] =>
  Object.keys(state.actors).filter((id) => state.actors[id]?.kind === 'player' && classOf(state.actors[id]) === undefined)

/** Why no action is available yet, or undefined once the preparation is over. */
export function notYet(state: GameState): string | undefined {
  const [first] = unready(state)
  return first === undefined ? undefined : `the preparation is not over, because ${state.actors[first]?.name ?? first} has no class yet`
}
