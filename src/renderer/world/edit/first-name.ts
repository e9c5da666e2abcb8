import { own } from '../../../shared/base/json'
import type { StoryEvent } from '../../../shared/story/lore'
import { badName, fold, slug } from '../../../shared/story/names'
import type { GameState } from '../../../shared/story/state'
import type { WorldEdit } from '../../../shared/contract/world-edits'
import { mapTexts } from '../texts'
import { freeId } from '../../fields/field-values'

/** Whether a place still has the name and the id of a newly drawn place. */
const isUnnamed = (id: string, name: string): boolean =>
  name === mapTexts.newPlace && (id === slug(name) || (id.startsWith(`${slug(name)}-`) && /^\d+$/.test(id.slice(slug(name).length + 1))))

/** Whether anything but the map refers to a place: a character, the scene, a story event, or a visit of the party. */
function isNeeded(id: string, state: GameState, story: readonly StoryEvent[]): boolean {
  const { places, journeys: _, regions: __, ...others } = state
  return own(places, id)?.tags['visited'] === true || JSON.stringify([others, story.map(({ place }) => place)]).includes(JSON.stringify(id))
}

/** The edits that name a place. The first name of a newly drawn place also determines its id, as long as nothing but the map refers to it. */
export function namePlace(id: string, name: string, state: GameState, story: readonly StoryEvent[]): WorldEdit[] {
  const named: WorldEdit = { op: 'put-place', id, fields: { name } }
  const wish = slug(name)
  if (!isUnnamed(id, own(state.places, id)?.name ?? '') || !/[\p{L}\p{N}]/u.test(name) || badName(wish) !== undefined || isNeeded(id, state, story))
    return [named]
  const takenIds = new Set(
    Object.keys(state.places)
      .filter((one) => one !== id)
      .map(fold)
  )
  const to = freeId(wish, (one) => takenIds.has(fold(one)))
  return to === id ? [named] : [named, { op: 'rename', what: 'place', id, to }]
}
