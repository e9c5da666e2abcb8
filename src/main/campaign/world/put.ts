import { regionFolder } from '../../../shared/story/layout'
import { own, type Json } from '../../../shared/base/json'
import { slug } from '../../../shared/story/names'
import { Problem } from '../../../shared/base/problem'
import type { JourneyFields, MapSpot, PlaceFields, WorldEdit } from '../../../shared/contract/world-edits'
import { splitFrontMatter } from '../front-matter'
import { formatYaml, type FileChange } from '../yaml-splice'
import { journeysFile, mapFile, type Atlas } from './atlas'
import type { EditSummaryPart } from './edit-summary'
import { checkJourneyIds, checkPlaceIds } from './new-ids'

/** A step of an edit, by its kind. */
export type Step<Op extends WorldEdit['op']> = Extract<WorldEdit, { op: Op }>
/** The result of a step: its words for the summary, and the id that it created. */
export interface Done {
  parts: EditSummaryPart[]
  created?: string
}

/** Converts fields to changes of a file. Null removes a field. */
export const changesOf = (fields: object, under: readonly string[] = []): FileChange[] =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({ keys: [...under, key], to: value === null ? undefined : (value as Json) }))

/** Creates a region with its ABOUT.md, or changes its name or text. */
export function putRegion(atlas: Atlas, { id: wished, name, about }: Step<'put-region'>): Done {
  const { drafts } = atlas
  const old = wished === undefined ? undefined : atlas.regions.get(wished)
  if (wished !== undefined && old !== undefined) {
    const path = `${regionFolder(wished)}/ABOUT.md`
    if (name !== undefined) drafts.changeMatter(path, { keys: ['name'], to: name })
    if (about !== undefined) drafts.put(path, withBody(drafts.text(path) ?? `---\n${formatYaml({ name: name ?? old })}---\n`, about))
    atlas.regions.set(wished, name ?? old)
    return { parts: [{ id: wished, verb: 'saved', noun: 'region', name: `the region ${name ?? old}` }] }
  }
  const called = name ?? wished
  if (called === undefined) throw new Problem('bad-input', 'A new region needs a name. Give it one.')
  const id = atlas.claim('region', wished, slug(called))
  drafts.put(`${regionFolder(id)}/ABOUT.md`, withBody(`---\n${formatYaml({ name: called })}---\n`, about ?? `# ${called}\n`))
  atlas.regions.set(id, called)
  return { parts: [{ id, verb: 'added', noun: 'region', name: `the region ${called}` }], created: id }
}

/** A Markdown file's text with its body replaced. */
export function withBody(text: string, body: string): string {
  const { raw } = splitFrontMatter(text, 'ABOUT.md')
  return `---\n${raw}\n---\n${body.replace(/\r\n?/g, '\n').replace(/\n*$/, '\n')}`
}

/** Creates or changes a place. `region` moves an existing place to another region. */
export function putPlace(atlas: Atlas, { id: wished, region, fields, spot }: Step<'put-place'>): Done {
  checkPlaceIds(fields, own(atlas.state.places, wished ?? ''), atlas.state.facts)
  if (wished === undefined || !atlas.places.has(wished)) return newPlace(atlas, wished, region, fields, spot)
  const parts: EditSummaryPart[] = []
  const place = atlas.place(wished)
  if (region !== undefined && region !== place.region) {
    const where = `to ${atlas.region(region)}`
    moveToRegion(atlas, wished, region)
    parts.push({ id: wished, verb: 'moved', noun: 'place', name: place.name, where })
  }
  const changes = changesOf(fields)
  if (changes.length > 0) {
    atlas.drafts.change(atlas.placeFile(wished), ...changes)
    atlas.places.set(wished, { ...atlas.place(wished), name: fields.name ?? place.name })
    parts.push({ id: wished, verb: 'saved', noun: 'place', name: fields.name ?? place.name })
  }
  if (spot) parts.push(setSpot(atlas, wished, spot))
  return { parts }
}

function newPlace(atlas: Atlas, wished: string | undefined, region: string | undefined, fields: PlaceFields, spot: MapSpot | undefined): Done {
  const { name } = fields
  if (region === undefined || name === undefined) throw new Problem('bad-input', 'A new place needs a region and a name. Give both.')
  atlas.region(region)
  const id = atlas.claim('place', wished, slug(name))
  atlas.places.set(id, { name, region })
  const { description = '', gm_guide = '', senses = [], features = {}, inventory = {}, tags = {} } = fields
  const file = { name, description, gm_guide, senses, features, inventory, tags }
  atlas.drafts.put(atlas.placeFile(id), formatYaml(file as unknown as Json))
  if (spot) setSpot(atlas, id, spot)
  return { parts: [{ id, verb: 'added', noun: 'place', name }], created: id }
}

/** Moves a place to another region, with its position and the journeys that begin there. */
function moveToRegion(atlas: Atlas, id: string, region: string): void {
  const { drafts } = atlas
  const place = atlas.place(id)
  const from = atlas.placeFile(id)
  const spot = drafts.value(mapFile(place.region), [id])
  if (spot !== undefined) {
    drafts.change(mapFile(place.region), { keys: [id], to: undefined })
    drafts.change(mapFile(region), { keys: [id], to: spot })
  }
  atlas.places.set(id, { ...place, region })
  drafts.move(from, atlas.placeFile(id))
  for (const [journey, ends] of atlas.journeys) if (ends.from === id && ends.region !== region) moveJourney(atlas, journey, region)
}

function moveJourney(atlas: Atlas, id: string, region: string): void {
  const ends = atlas.journey(id)
  const value = atlas.drafts.value(journeysFile(ends.region), [id])
  atlas.drafts.change(journeysFile(ends.region), { keys: [id], to: undefined })
  atlas.drafts.change(journeysFile(region), { keys: [id], to: value })
  atlas.journeys.set(id, { ...ends, region })
}

/** Returns whether a text is a duration: `N[-M] minute|hour|day(s)`. */
export const isDuration = (text: string): boolean => /^\s*\d{1,6}(\s*-\s*\d{1,6})?\s+(minute|hour|day)s?\s*$/.test(text)

/** Creates or changes a journey, which is saved in the file of the region where it begins. */
export function putJourney(atlas: Atlas, { id: wished, fields }: Step<'put-journey'>): Done {
  const { from, to, duration } = fields
  if (duration !== undefined && !isDuration(duration))
    throw new Problem('bad-input', `"${duration}" is not a duration. Write one such as "10 minutes", "1-2 hours" or "3 days".`, { field: 'duration' })
  checkJourneyIds(fields, own(atlas.state.journeys, wished ?? '')?.requires, atlas.state.facts)
  if (from !== undefined) atlas.place(from)
  if (to !== undefined) atlas.place(to)
  if (wished === undefined || !atlas.journeys.has(wished)) return newJourney(atlas, wished, fields)
  const before = atlas.journey(wished)
  const after = { ...before, from: from ?? before.from, to: to ?? before.to }
  const keys = endKeys(atlas.drafts.value(journeysFile(before.region), [wished]))
  const changes = changesOf(fields).map((change) => ({ ...change, keys: change.keys.map((key) => keys[key as 'from' | 'to'] ?? key) }))
  atlas.drafts.change(journeysFile(before.region), ...changes.map((change) => ({ ...change, keys: [wished, ...change.keys] })))
  atlas.journeys.set(wished, after)
  const home = atlas.place(after.from).region
  if (before.from !== after.from && home !== before.region) moveJourney(atlas, wished, home)
  return { parts: [{ id: wished, verb: 'saved', noun: 'journey', name: journeyWords(atlas, wished) }] }
}

function newJourney(atlas: Atlas, wished: string | undefined, fields: JourneyFields): Done {
  const { from, to, direction = '', duration = '1 minute', difficulty = 0, risks = [], requires, description = '' } = fields
  if (from === undefined || to === undefined)
    throw new Problem('bad-input', 'A new journey needs a place to start from and a place to lead to. Give both.')
  const { region } = atlas.place(from)
  const id = atlas.claim('journey', wished, `${from}--${to}`)
  atlas.journeys.set(id, { from, to, region })
  const value = { from, to, direction, duration, difficulty, risks, ...(requires == null ? {} : { requires }), description }
  atlas.drafts.change(journeysFile(region), { keys: [id], to: value })
  return { parts: [{ id, verb: 'added', noun: 'journey', name: journeyWords(atlas, id) }], created: id }
}

/** The keys of a journey's ends in its file: `from` and `to`, or `from_id` and `to_id` if the file uses them. */
export function endKeys(value: Json | undefined): { from: string; to: string } {
  const has = (key: string): boolean => typeof value === 'object' && value !== null && Object.hasOwn(value, key)
  return { from: !has('from') && has('from_id') ? 'from_id' : 'from', to: !has('to') && has('to_id') ? 'to_id' : 'to' }
}

/** The words for a journey: "the journey from A to B". */
export function journeyWords(atlas: Atlas, id: string): string {
  const { from, to } = atlas.journey(id)
  return `the journey from ${atlas.called(from)} to ${atlas.called(to)}`
}

/** Sets positions on the map, or returns places to the automatic layout. */
export function putSpots(atlas: Atlas, { spots }: Step<'spots'>): Done {
  return { parts: Object.entries(spots).map(([id, spot]) => setSpot(atlas, id, spot)) }
}

function setSpot(atlas: Atlas, id: string, spot: MapSpot | null): EditSummaryPart {
  const { name, region } = atlas.place(id)
  if (spot || atlas.drafts.has(mapFile(region))) atlas.drafts.change(mapFile(region), { keys: [id], to: spot ?? undefined })
  return { id, verb: 'moved', noun: 'place', name, where: 'on the map' }
}

/** Moves a character to a place. */
export function putActor(atlas: Atlas, { id, place }: Step<'put-actor'>): Done {
  const actor = own(atlas.state.actors, id)
  if (!actor) throw new Problem('not-found', `This campaign has no character "${id}". Select somebody on the map.`, { id })
  const { name } = atlas.place(place)
  atlas.put(id, place)
  return { parts: [{ id, verb: 'moved', noun: 'somebody', name: actor.name, where: `to ${name}` }] }
}
