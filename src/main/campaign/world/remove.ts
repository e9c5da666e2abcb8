import { isObject, own } from '../../../shared/base/json'
import { capitalised } from '../../../shared/words/labels'
import { regionFolder } from '../../../shared/story/layout'
import { Problem } from '../../../shared/base/problem'
import type { Reference, WorldEdit } from '../../../shared/contract/world-edits'
import { journeysFile, mapFile, unknownId, type EditedWorld } from './edited-world'
import { removeFiles } from './pictures'
import { journeyLabel, type StepResult } from './put'

/** Removes a place, a journey or a region. Throws Problem `refused` if something refers to it (`data.references`, subjects in `data.about`). */
export function removeFromWorld(world: EditedWorld, { what, id, to }: Extract<WorldEdit, { op: 'remove' }>): StepResult {
  // An earlier step of the same edit may have removed it already, together with its place.
  if (world.removedIds.has(`${what}:${id}`)) return { parts: [] }
  if (what === 'journey') {
    const name = journeyLabel(world, id)
    removeJourneys(world, [id])
    return { parts: [{ id, verb: 'removed', noun: 'journey', name }] }
  }
  const named = what === 'place' ? world.place(id).name : `the region ${world.region(id)}`
  const places = what === 'place' ? [id] : [...world.places].filter(([, { region }]) => region === id).map(([place]) => place)
  if (to !== undefined) {
    world.place(to)
    if (places.includes(to))
      throw new Problem('bad-input', `${world.called(to)} is removed as well. Select another place for its people and things.`, { to })
  }
  const references = places.flatMap((place) => referencesTo(world, place, to !== undefined))
  if (references.length > 0) {
    const words = references.map((one) => one.words)
    const more = words.length > 3 ? ` and ${words.length - 3} more` : ''
    throw new Problem('refused', `${capitalised(named)} can't be removed, because ${words.slice(0, 3).join('; ')}${more}. Change that first.`, {
      references: words,
      about: references.map(({ what, id }) => ({ what, id }))
    })
  }
  for (const place of places) if (to !== undefined) empty(world, place, to)
  const removedPlaces = new Set(places)
  removeJourneys(
    world,
    [...world.journeys]
      .filter(([, ends]) => removedPlaces.has(ends.from) || removedPlaces.has(ends.to) || (what === 'region' && ends.region === id))
      .map(([journey]) => journey)
  )
  for (const place of places) removePlace(world, place)
  if (what === 'place') return { parts: [{ id, verb: 'removed', noun: 'place', name: named }] }
  removeFiles(world, world.drafts.under(regionFolder(id)))
  world.regions.delete(id)
  world.release('region', id)
  return { parts: [{ id, verb: 'removed', noun: 'region', name: named }] }
}

/** The references to a place, one sentence each. Its characters are left out if they are moved to another place. */
function referencesTo(world: EditedWorld, place: string, arePeopleMoved: boolean): (Reference & { words: string })[] {
  const name = world.called(place)
  const people = arePeopleMoved ? [] : world.actorsAt(place)
  const events = [...world.story].flatMap(([event, at]) => (at.place === place ? [event] : []))
  return [
    ...people.map((id) => ({ what: 'actor' as const, id, words: `${own(world.state.actors, id)?.name ?? id} is in ${name}` })),
    ...(world.scene?.place === place
      ? [{ what: 'scene' as const, id: world.scene.path, words: `the scene “${world.scene.title}” takes place in ${name}` }]
      : []),
    ...events.map((id) => ({ what: 'event' as const, id, words: `the story event “${id}” takes place in ${name}` }))
  ]
}

/** Moves all characters and items of a place to another one. */
function empty(world: EditedWorld, place: string, to: string): void {
  for (const who of world.actorsAt(place)) world.put(who, to)
  const { drafts } = world
  const itemsThere = drafts.value(world.placeFile(to), ['inventory'])
  const things = drafts.value(world.placeFile(place), ['inventory'])
  const taken = new Set(isObject(itemsThere) ? Object.keys(itemsThere) : [])
  for (const [thing, value] of Object.entries(isObject(things) ? things : {})) {
    let id = thing
    for (let n = 2; taken.has(id); n++) id = `${thing}-${n}`
    taken.add(id)
    drafts.change(world.placeFile(to), { keys: ['inventory', id], to: value })
  }
}

function removePlace(world: EditedWorld, id: string): void {
  const { region } = world.place(id)
  if (world.drafts.has(mapFile(region))) world.drafts.change(mapFile(region), { keys: [id], to: undefined })
  removeFiles(world, [world.placeFile(id)])
  world.places.delete(id)
  world.release('place', id)
}

function removeJourneys(world: EditedWorld, ids: readonly string[]): void {
  for (const id of ids) {
    const ends = world.journeys.get(id)
    if (!ends) throw unknownId('journey', id)
    world.drafts.change(journeysFile(ends.region), { keys: [id], to: undefined })
    world.journeys.delete(id)
    world.release('journey', id)
  }
}
