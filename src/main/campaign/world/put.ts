import { regionFolder } from '../../../shared/story/layout'
import { own, type Json } from '../../../shared/base/json'
import { slug } from '../../../shared/story/names'
import { Problem } from '../../../shared/base/problem'
import type { JourneyFields, MapSpot, PlaceFields, WorldEdit } from '../../../shared/contract/world-edits'
import { splitFrontMatter } from '../front-matter'
import { formatYaml, type FileChange } from '../yaml-splice'
import { journeysFile, mapFile, type EditedWorld } from './edited-world'
import type { EditSummaryPart } from './edit-summary'
import { checkJourneyIds, checkPlaceIds } from './new-ids'

/** A step of an edit, by its kind. */
export type EditOp<Op extends WorldEdit['op']> = Extract<WorldEdit, { op: Op }>
/** The result of a step: its words for the summary, and the id that it created. */
export interface StepResult {
  parts: EditSummaryPart[]
  created?: string
}

/** Converts fields to changes of a file. Null removes a field. */
export const fieldChanges = (fields: object, under: readonly string[] = []): FileChange[] =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({ keys: [...under, key], to: value === null ? undefined : (value as Json) }))

/** Creates a region with its ABOUT.md, or changes its name or text. */
export function putRegion(world: EditedWorld, { id: wished, name, about }: EditOp<'put-region'>): StepResult {
  const { drafts } = world
  const old = wished === undefined ? undefined : world.regions.get(wished)
  if (wished !== undefined && old !== undefined) {
    const path = `${regionFolder(wished)}/ABOUT.md`
    if (name !== undefined) drafts.changeMatter(path, { keys: ['name'], to: name })
    if (about !== undefined) drafts.put(path, withBody(drafts.text(path) ?? `---\n${formatYaml({ name: name ?? old })}---\n`, about))
    world.regions.set(wished, name ?? old)
    return { parts: [{ id: wished, verb: 'saved', noun: 'region', name: `the region ${name ?? old}` }] }
  }
  const called = name ?? wished
  if (called === undefined) throw new Problem('bad-input', 'A new region needs a name. Give it one.')
  const id = world.claim('region', wished, slug(called))
  drafts.put(`${regionFolder(id)}/ABOUT.md`, withBody(`---\n${formatYaml({ name: called })}---\n`, about ?? `# ${called}\n`))
  world.regions.set(id, called)
  return { parts: [{ id, verb: 'added', noun: 'region', name: `the region ${called}` }], created: id }
}

/** A Markdown file's text with its body replaced. */
export function withBody(text: string, body: string): string {
  const { raw } = splitFrontMatter(text, 'ABOUT.md')
  return `---\n${raw}\n---\n${body.replace(/\r\n?/g, '\n').replace(/\n*$/, '\n')}`
}

/** Creates or changes a place. `region` moves an existing place to another region. */
export function putPlace(world: EditedWorld, { id: wished, region, fields, spot }: EditOp<'put-place'>): StepResult {
  checkPlaceIds(fields, own(world.state.places, wished ?? ''), world.state.facts)
  if (wished === undefined || !world.places.has(wished)) return newPlace(world, wished, region, fields, spot)
  const parts: EditSummaryPart[] = []
  const place = world.place(wished)
  if (region !== undefined && region !== place.region) {
    const where = `to ${world.region(region)}`
    moveToRegion(world, wished, region)
    parts.push({ id: wished, verb: 'moved', noun: 'place', name: place.name, where })
  }
  const changes = fieldChanges(fields)
  if (changes.length > 0) {
    world.drafts.change(world.placeFile(wished), ...changes)
    world.places.set(wished, { ...world.place(wished), name: fields.name ?? place.name })
    parts.push({ id: wished, verb: 'saved', noun: 'place', name: fields.name ?? place.name })
  }
  if (spot) parts.push(setSpot(world, wished, spot))
  return { parts }
}

function newPlace(
  world: EditedWorld,
  wished: string | undefined,
  region: string | undefined,
  fields: PlaceFields,
  spot: MapSpot | undefined
): StepResult {
  const { name } = fields
  if (region === undefined || name === undefined) throw new Problem('bad-input', 'A new place needs a region and a name. Give both.')
  world.region(region)
  const id = world.claim('place', wished, slug(name))
  world.places.set(id, { name, region })
  const { description = '', gm_guide = '', senses = [], features = {}, inventory = {}, tags = {} } = fields
  const file = { name, description, gm_guide, senses, features, inventory, tags }
  world.drafts.put(world.placeFile(id), formatYaml(file as unknown as Json))
  if (spot) setSpot(world, id, spot)
  return { parts: [{ id, verb: 'added', noun: 'place', name }], created: id }
}

/** Moves a place to another region, with its position and the journeys that begin there. */
function moveToRegion(world: EditedWorld, id: string, region: string): void {
  const { drafts } = world
  const place = world.place(id)
  const from = world.placeFile(id)
  const spot = drafts.value(mapFile(place.region), [id])
  if (spot !== undefined) {
    drafts.change(mapFile(place.region), { keys: [id], to: undefined })
    drafts.change(mapFile(region), { keys: [id], to: spot })
  }
  world.places.set(id, { ...place, region })
  drafts.move(from, world.placeFile(id))
  for (const [journey, ends] of world.journeys) if (ends.from === id && ends.region !== region) moveJourney(world, journey, region)
}

function moveJourney(world: EditedWorld, id: string, region: string): void {
  const ends = world.journey(id)
  const value = world.drafts.value(journeysFile(ends.region), [id])
  world.drafts.change(journeysFile(ends.region), { keys: [id], to: undefined })
  world.drafts.change(journeysFile(region), { keys: [id], to: value })
  world.journeys.set(id, { ...ends, region })
}

/** Returns whether a text is a duration: `N[-M] minute|hour|day(s)`. */
export const isDuration = (text: string): boolean => /^\s*\d{1,6}(\s*-\s*\d{1,6})?\s+(minute|hour|day)s?\s*$/.test(text)

/** Creates or changes a journey, which is saved in the file of the region where it begins. */
export function putJourney(world: EditedWorld, { id: wished, fields }: EditOp<'put-journey'>): StepResult {
  const { from, to, duration } = fields
  if (duration !== undefined && !isDuration(duration))
    throw new Problem('bad-input', `"${duration}" is not a duration. Write one such as "10 minutes", "1-2 hours" or "3 days".`, { field: 'duration' })
  checkJourneyIds(fields, own(world.state.journeys, wished ?? '')?.requires, world.state.facts)
  if (from !== undefined) world.place(from)
  if (to !== undefined) world.place(to)
  if (wished === undefined || !world.journeys.has(wished)) return newJourney(world, wished, fields)
  const before = world.journey(wished)
  const after = { ...before, from: from ?? before.from, to: to ?? before.to }
  const keys = endKeys(world.drafts.value(journeysFile(before.region), [wished]))
  const changes = fieldChanges(fields).map((change) => ({ ...change, keys: change.keys.map((key) => keys[key as 'from' | 'to'] ?? key) }))
  world.drafts.change(journeysFile(before.region), ...changes.map((change) => ({ ...change, keys: [wished, ...change.keys] })))
  world.journeys.set(wished, after)
  const home = world.place(after.from).region
  if (before.from !== after.from && home !== before.region) moveJourney(world, wished, home)
  return { parts: [{ id: wished, verb: 'saved', noun: 'journey', name: journeyLabel(world, wished) }] }
}

function newJourney(world: EditedWorld, wished: string | undefined, fields: JourneyFields): StepResult {
  const { from, to, direction = '', duration = '1 minute', difficulty = 0, risks = [], requires, description = '' } = fields
  if (from === undefined || to === undefined)
    throw new Problem('bad-input', 'A new journey needs a place to start from and a place to lead to. Give both.')
  const { region } = world.place(from)
  const id = world.claim('journey', wished, `${from}--${to}`)
  world.journeys.set(id, { from, to, region })
  const value = { from, to, direction, duration, difficulty, risks, ...(requires == null ? {} : { requires }), description }
  world.drafts.change(journeysFile(region), { keys: [id], to: value })
  return { parts: [{ id, verb: 'added', noun: 'journey', name: journeyLabel(world, id) }], created: id }
}

/** The keys of a journey's ends in its file: `from` and `to`, or `from_id` and `to_id` if the file uses them. */
export function endKeys(value: Json | undefined): { from: string; to: string } {
  const has = (key: string): boolean => typeof value === 'object' && value !== null && Object.hasOwn(value, key)
  return { from: !has('from') && has('from_id') ? 'from_id' : 'from', to: !has('to') && has('to_id') ? 'to_id' : 'to' }
}

/** The words for a journey: "the journey from A to B". */
export function journeyLabel(world: EditedWorld, id: string): string {
  const { from, to } = world.journey(id)
  return `the journey from ${world.called(from)} to ${world.called(to)}`
}

/** Sets positions on the map, or returns places to the automatic layout. */
export function putSpots(world: EditedWorld, { spots }: EditOp<'spots'>): StepResult {
  return { parts: Object.entries(spots).map(([id, spot]) => setSpot(world, id, spot)) }
}

function setSpot(world: EditedWorld, id: string, spot: MapSpot | null): EditSummaryPart {
  const { name, region } = world.place(id)
  if (spot || world.drafts.has(mapFile(region))) world.drafts.change(mapFile(region), { keys: [id], to: spot ?? undefined })
  return { id, verb: 'moved', noun: 'place', name, where: 'on the map' }
}

/** Moves a character to a place. */
export function putActor(world: EditedWorld, { id, place }: EditOp<'put-actor'>): StepResult {
  const actor = own(world.state.actors, id)
  if (!actor) throw new Problem('not-found', `This campaign has no character "${id}". Select a character on the map.`, { id })
  const { name } = world.place(place)
  world.put(id, place)
  return { parts: [{ id, verb: 'moved', noun: 'somebody', name: actor.name, where: `to ${name}` }] }
}
