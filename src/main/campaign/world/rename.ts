import { isObject, type JsonObject, own } from '../../../shared/base/json'
import { pathOf, regionFolder } from '../../../shared/story/layout'
import { Narrative } from '../../../shared/story/lore'
import type { WorldEdit } from '../../../shared/contract/world-edits'
import { splitFrontMatter } from '../front-matter'
import { journeysFile, mapFile, type EditedWorld } from './edited-world'
import { endKeys, type StepResult } from './put'

/** Changes an id and everything that refers to it. */
export function changeId(world: EditedWorld, { what, id, to }: Extract<WorldEdit, { op: 'rename' }>): StepResult {
  if (what === 'region') renameRegion(world, id, to)
  else if (what === 'place') renamePlace(world, id, to)
  else renameJourney(world, id, to)
  return { parts: [{ id, verb: 'renamed', noun: what, name: id, where: `to ${to}` }] }
}

function renameJourney(world: EditedWorld, id: string, to: string): void {
  const ends = world.journey(id)
  world.claim('journey', to, to)
  world.drafts.renameKey(journeysFile(ends.region), id, to)
  world.journeys.delete(id)
  world.release('journey', id)
  world.journeys.set(to, ends)
}

function renamePlace(world: EditedWorld, id: string, to: string): void {
  const { drafts } = world
  const place = world.place(id)
  const from = world.placeFile(id)
  world.claim('place', to, to)
  world.places.set(to, place)
  drafts.move(from, world.placeFile(to))
  drafts.renameKey(mapFile(place.region), id, to)
  for (const region of world.regions.keys()) renameEnds(world, region, id, to)
  for (const who of world.actorsAt(id)) world.put(who, to)
  if (world.scene?.place === id) {
    drafts.changeMatter(`${world.scene.path}/ABOUT.md`, { keys: ['place'], to })
    world.scene = { ...world.scene, place: to }
  }
  for (const [event, at] of world.story)
    if (at.place === id) {
      drafts.changeMatter(pathOf('storyEvent', { id: event }), { keys: ['place'], to })
      world.story.set(event, { ...at, place: to })
    }
  renameInStory(world, id, to)
  world.places.delete(id)
  world.release('place', id)
}

/** Updates relationships that end in a place and narratives about it, unless a character or faction has the same id: they mean that one. */
function renameInStory(world: EditedWorld, id: string, to: string): void {
  const { drafts, state, lore } = world
  const relationships = drafts.value(pathOf('state'), ['relationships'])
  if (isObject(relationships) && !Object.hasOwn(state.actors, id) && !Object.hasOwn(state.factions, id))
    for (const [key, relation] of Object.entries(relationships))
      for (const end of ['from', 'to'])
        if (isObject(relation) && own(relation, end) === id) drafts.change(pathOf('state'), { keys: ['relationships', key, end], to })
  for (const narrative of Object.keys(lore.narratives)) {
    const path = pathOf('storyEvent', { id: narrative })
    const text = drafts.has(path) ? drafts.text(path) : undefined
    const places =
      text === undefined ? [] : Narrative.shape.about.safeParse(own(splitFrontMatter(text, path).matter as JsonObject, 'about')).data?.places
    if (places?.includes(id)) drafts.changeMatter(path, { keys: ['about', 'places'], to: places.map((one) => (one === id ? to : one)) })
  }
}

/** Updates the journeys of a region that begin or end in a place. */
function renameEnds(world: EditedWorld, region: string, id: string, to: string): void {
  const path = journeysFile(region)
  const touched = [...world.journeys].filter(([, ends]) => ends.region === region && (ends.from === id || ends.to === id))
  const values = touched.length === 0 ? undefined : world.drafts.value(path, [])
  for (const [journey, ends] of touched) {
    const keys = endKeys(isObject(values) ? own(values, journey) : undefined)
    if (ends.from === id) world.drafts.change(path, { keys: [journey, keys.from], to })
    if (ends.to === id) world.drafts.change(path, { keys: [journey, keys.to], to })
    world.journeys.set(journey, { ...ends, from: ends.from === id ? to : ends.from, to: ends.to === id ? to : ends.to })
  }
}

/** Renames a region's folder, and updates characters who keep to the region (their tag `roams`). */
function renameRegion(world: EditedWorld, id: string, to: string): void {
  const { drafts } = world
  const name = world.region(id)
  world.claim('region', to, to)
  for (const path of drafts.under(regionFolder(id))) drafts.move(path, regionFolder(to) + path.slice(regionFolder(id).length))
  for (const [place, at] of world.places) if (at.region === id) world.places.set(place, { ...at, region: to })
  for (const [journey, ends] of world.journeys) if (ends.region === id) world.journeys.set(journey, { ...ends, region: to })
  for (const [who, actor] of Object.entries(world.state.actors))
    if (actor.tags['roams'] === id) drafts.change(world.sheetFile(who), { keys: ['tags', 'roams'], to })
  world.regions.delete(id)
  world.release('region', id)
  world.regions.set(to, name)
}
