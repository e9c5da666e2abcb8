import { own } from '../../../shared/base/json'
import { capitalised } from '../../../shared/words/labels'
import { regionFolder } from '../../../shared/story/layout'
import { Problem } from '../../../shared/base/problem'
import type { Reference, WorldEdit } from '../../../shared/contract/world-edits'
import { isMap } from '../yaml/format'
import { journeysFile, mapFile, missing, type Atlas } from './atlas'
import { journeyWords, type Done } from './put'

/**
 * Removes a place, a journey or a whole region. Throws Problem `refused` if something still refers to it, with the sentences in `data.references` and
 * their subjects in the same order in `data.about`.
 */
export function remove(atlas: Atlas, { what, id, to }: Extract<WorldEdit, { op: 'remove' }>): Done {
  // An earlier step of the same edit may have removed it already, together with its place.
  if (atlas.removedIds.has(`${what}:${id}`)) return { parts: [] }
  if (what === 'journey') {
    const name = journeyWords(atlas, id)
    removeJourneys(atlas, [id])
    return { parts: [{ id, verb: 'removed', noun: 'journey', name }] }
  }
  const named = what === 'place' ? atlas.place(id).name : `the region ${atlas.region(id)}`
  const places = what === 'place' ? [id] : [...atlas.places].filter(([, { region }]) => region === id).map(([place]) => place)
  if (to !== undefined) {
    atlas.place(to)
    if (places.includes(to))
      throw new Problem('bad-input', `${atlas.called(to)} is removed as well. Select another place for its people and things.`, { to })
  }
  const references = places.flatMap((place) => referencesTo(atlas, place, to !== undefined))
  if (references.length > 0) {
    const words = references.map((one) => one.words)
    const more = words.length > 3 ? ` and ${words.length - 3} more` : ''
    throw new Problem('refused', `${capitalised(named)} can't be removed, because ${words.slice(0, 3).join('; ')}${more}. Change that first.`, {
      references: words,
      about: references.map(({ what, id }) => ({ what, id }))
    })
  }
  for (const place of places) if (to !== undefined) empty(atlas, place, to)
  const removedPlaces = new Set(places)
  removeJourneys(
    atlas,
    [...atlas.journeys]
      .filter(([, ends]) => removedPlaces.has(ends.from) || removedPlaces.has(ends.to) || (what === 'region' && ends.region === id))
      .map(([journey]) => journey)
  )
  for (const place of places) removePlace(atlas, place)
  if (what === 'place') return { parts: [{ id, verb: 'removed', noun: 'place', name: named }] }
  for (const path of atlas.drafts.under(regionFolder(id))) atlas.drafts.remove(path)
  atlas.regions.delete(id)
  atlas.release('region', id)
  return { parts: [{ id, verb: 'removed', noun: 'region', name: named }] }
}

/** The references to a place, one sentence each. Its characters are left out if they are moved to another place. */
function referencesTo(atlas: Atlas, place: string, arePeopleMoved: boolean): (Reference & { words: string })[] {
  const name = atlas.called(place)
  const people = arePeopleMoved ? [] : atlas.actorsAt(place)
  const events = [...atlas.story].flatMap(([event, at]) => (at === place ? [event] : []))
  return [
    ...people.map((id) => ({ what: 'actor' as const, id, words: `${own(atlas.state.actors, id)?.name ?? id} is in ${name}` })),
    ...(atlas.scene?.place === place
      ? [{ what: 'scene' as const, id: atlas.scene.path, words: `the scene “${atlas.scene.title}” takes place in ${name}` }]
      : []),
    ...events.map((id) => ({ what: 'event' as const, id, words: `the story event “${id}” takes place in ${name}` }))
  ]
}

/** Moves all characters and items of a place to another one. */
function empty(atlas: Atlas, place: string, to: string): void {
  for (const who of atlas.actorsAt(place)) atlas.put(who, to)
  const { drafts } = atlas
  const itemsThere = drafts.value(atlas.placeFile(to), ['inventory'])
  const things = drafts.value(atlas.placeFile(place), ['inventory'])
  const taken = new Set(isMap(itemsThere) ? Object.keys(itemsThere) : [])
  for (const [thing, value] of Object.entries(isMap(things) ? things : {})) {
    let id = thing
    for (let n = 2; taken.has(id); n++) id = `${thing}-${n}`
    taken.add(id)
    drafts.change(atlas.placeFile(to), { keys: ['inventory', id], to: value })
  }
}

function removePlace(atlas: Atlas, id: string): void {
  const { region } = atlas.place(id)
  if (atlas.drafts.has(mapFile(region))) atlas.drafts.change(mapFile(region), { keys: [id], to: undefined })
  atlas.drafts.remove(atlas.placeFile(id))
  atlas.places.delete(id)
  atlas.release('place', id)
}

function removeJourneys(atlas: Atlas, ids: readonly string[]): void {
  for (const id of ids) {
    const ends = atlas.journeys.get(id)
    if (!ends) throw missing('journey', id)
    atlas.drafts.change(journeysFile(ends.region), { keys: [id], to: undefined })
    atlas.journeys.delete(id)
    atlas.release('journey', id)
  }
}
