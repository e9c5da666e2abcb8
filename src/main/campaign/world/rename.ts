import { type JsonObject, own } from '../../../shared/base/json'
import { pathOf, regionFolder } from '../../../shared/story/layout'
import { Narrative } from '../../../shared/story/lore'
import type { WorldEdit } from '../../../shared/contract/world-edits'
import { splitFrontMatter } from '../front-matter'
import { isMap } from '../yaml/format'
import { journeysFile, mapFile, type Atlas } from './atlas'
import { endKeys, type Done } from './put'

/** Changes an id and everything that refers to it. */
export function rename(atlas: Atlas, { what, id, to }: Extract<WorldEdit, { op: 'rename' }>): Done {
  if (what === 'region') renameRegion(atlas, id, to)
  else if (what === 'place') renamePlace(atlas, id, to)
  else renameJourney(atlas, id, to)
  return { parts: [{ id, verb: 'renamed', noun: what, name: id, where: `to ${to}` }] }
}

function renameJourney(atlas: Atlas, id: string, to: string): void {
  const ends = atlas.journey(id)
  atlas.claim('journey', to, to)
  atlas.drafts.renameKey(journeysFile(ends.region), id, to)
  atlas.journeys.delete(id)
  atlas.release('journey', id)
  atlas.journeys.set(to, ends)
}

function renamePlace(atlas: Atlas, id: string, to: string): void {
  const { drafts } = atlas
  const place = atlas.place(id)
  const from = atlas.placeFile(id)
  atlas.claim('place', to, to)
  atlas.places.set(to, place)
  drafts.move(from, atlas.placeFile(to))
  drafts.renameKey(mapFile(place.region), id, to)
  for (const region of atlas.regions.keys()) renameEnds(atlas, region, id, to)
  for (const who of atlas.actorsAt(id)) atlas.put(who, to)
  if (atlas.scene?.place === id) {
    drafts.changeMatter(`${atlas.scene.path}/ABOUT.md`, { keys: ['place'], to })
    atlas.scene = { ...atlas.scene, place: to }
  }
  for (const [event, at] of atlas.story)
    if (at === id) {
      drafts.changeMatter(pathOf('storyEvent', { id: event }), { keys: ['place'], to })
      atlas.story.set(event, to)
    }
  renameInStory(atlas, id, to)
  atlas.places.delete(id)
  atlas.release('place', id)
}

/**
 * Updates the relationships that end in a place, and the narratives about it. If a character or faction has the same id, the relationships mean that
 * one and stay unchanged.
 */
function renameInStory(atlas: Atlas, id: string, to: string): void {
  const { drafts, state, lore } = atlas
  const relationships = drafts.value(pathOf('state'), ['relationships'])
  if (isMap(relationships) && !Object.hasOwn(state.actors, id) && !Object.hasOwn(state.factions, id))
    for (const [key, relation] of Object.entries(relationships))
      for (const end of ['from', 'to'])
        if (isMap(relation) && own(relation, end) === id) drafts.change(pathOf('state'), { keys: ['relationships', key, end], to })
  for (const narrative of Object.keys(lore.narratives)) {
    const path = pathOf('storyEvent', { id: narrative })
    const text = drafts.has(path) ? drafts.text(path) : undefined
    const places =
      text === undefined ? [] : Narrative.shape.about.safeParse(own(splitFrontMatter(text, path).matter as JsonObject, 'about')).data?.places
    if (places?.includes(id)) drafts.changeMatter(path, { keys: ['about', 'places'], to: places.map((one) => (one === id ? to : one)) })
  }
}

/** Updates the journeys of a region that begin or end in a place. */
function renameEnds(atlas: Atlas, region: string, id: string, to: string): void {
  const path = journeysFile(region)
  const touched = [...atlas.journeys].filter(([, ends]) => ends.region === region && (ends.from === id || ends.to === id))
  const values = touched.length === 0 ? undefined : atlas.drafts.value(path, [])
  for (const [journey, ends] of touched) {
    const keys = endKeys(isMap(values) ? own(values, journey) : undefined)
    if (ends.from === id) atlas.drafts.change(path, { keys: [journey, keys.from], to })
    if (ends.to === id) atlas.drafts.change(path, { keys: [journey, keys.to], to })
    atlas.journeys.set(journey, { ...ends, from: ends.from === id ? to : ends.from, to: ends.to === id ? to : ends.to })
  }
}

/** Renames a region's folder, and updates characters who keep to the region (their tag `roams`). */
function renameRegion(atlas: Atlas, id: string, to: string): void {
  const { drafts } = atlas
  const name = atlas.region(id)
  atlas.claim('region', to, to)
  for (const path of drafts.under(regionFolder(id))) drafts.move(path, regionFolder(to) + path.slice(regionFolder(id).length))
  for (const [place, at] of atlas.places) if (at.region === id) atlas.places.set(place, { ...at, region: to })
  for (const [journey, ends] of atlas.journeys) if (ends.region === id) atlas.journeys.set(journey, { ...ends, region: to })
  for (const [who, actor] of Object.entries(atlas.state.actors))
    if (actor.tags['roams'] === id) drafts.change(atlas.sheetFile(who), { keys: ['tags', 'roams'], to })
  atlas.regions.delete(id)
  atlas.release('region', id)
  atlas.regions.set(to, name)
}
