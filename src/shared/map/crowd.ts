import { own } from '../base/json'
import type { GameState } from '../story/state'
import type { MapDrawing } from './drawing'
import { type Point, type Rect } from '../geometry/shapes'
import { PLACE, TOKEN_PX } from './sizes'

/** The characters in each box of the map: players first, then by id. */
export function crowdsOf(actors: GameState['actors'], drawing: MapDrawing): ReadonlyMap<number, readonly string[]> {
  const crowds = new Map<number, string[]>()
  for (const id of Object.keys(actors).toSorted()) {
    const box = drawing.boxOf.get(own(actors, id)?.location ?? '')
    if (box === undefined) continue
    const list = crowds.get(box)
    if (list) list.push(id)
    else crowds.set(box, [id])
  }
  for (const list of crowds.values()) list.sort((a, b) => rank(actors, a) - rank(actors, b))
  return crowds
}

const rank = (actors: GameState['actors'], id: string): number => (own(actors, id)?.kind === 'player' ? 0 : 1)

const STEP_PX = 26
/** How far a token covers its box; a name of two lines keeps clear of it. */
const OVERLAP_PX = 5
const MAX_TOKENS = Math.floor((PLACE.width - 20 - TOKEN_PX) / STEP_PX) + 1

/** A crowd's drawing: tokens side by side below the text of their box, at its lower right. Those without room are counted at the end. */
export function stacked(
  people: readonly string[],
  box: Rect
): { tokens: { id: string; at: Point }[]; more?: { people: readonly string[]; at: Point } } {
  const shown = people.length <= MAX_TOKENS ? people.length : MAX_TOKENS - 1
  const places = people.length <= MAX_TOKENS ? people.length : MAX_TOKENS
  const at = (k: number): Point => ({ x: box.x + box.width - 10 - TOKEN_PX - STEP_PX * (places - 1 - k), y: box.y + box.height - OVERLAP_PX })
  const tokens = people.slice(0, shown).map((id, k) => ({ id, at: at(k) }))
  return people.length <= MAX_TOKENS ? { tokens } : { tokens, more: { people: people.slice(shown), at: at(shown) } }
}
