import { attitude, npcsAt, placeOf } from 'proscenium'

const AGAIN = 60

/** The characters who need help and have had none this hour. */
export function inNeed(state: GameState, actor: string): string[] {
  return npcsAt(state, placeOf(state, actor)).filter((id) => {
    const npc = state.actors[id]
    const last = npc?.tags['helped']
    return (
      id !== actor &&
      npc !== undefined &&
      ['wary', 'neutral'].includes(attitude(npc)) &&
      (typeof last !== 'number' || state.clock.minutes >= last + AGAIN)
    )
  })
}

/** The characters who would accept an item. */
export const takers = (state: GameState, actor: string): string[] =>
  npcsAt(state, placeOf(state, actor)).filter((id) => id !== actor && state.actors[id]?.attitude !== 'hostile')
