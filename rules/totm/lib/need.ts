import { attitude, npcsAt, placeOf } from 'proscenium'

const AGAIN = 60

/** Who could do with a hand, and has had none this hour. */
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

/** Who would take something. */
export const takers = (state: GameState, actor: string): string[] =>
  npcsAt(state, placeOf(state, actor)).filter((id) => id !== actor && state.actors[id]?.attitude !== 'hostile')
