import { flushSync } from 'react-dom'
import { own } from '../../../shared/base/json'
import type { Spots } from '../../../shared/map/drawing'
import type { GameState } from '../../../shared/story/state'
import type { MapFormat, MapSpot, WorldEdit } from '../../../shared/contract/world-edits'
import { splitHeading } from '../../../shared/story/heading'
import { numbered, slug } from '../../../shared/story/names'
import { api } from '../../client'
import { withReferences, savedEdit } from '../../editing'
import { selectOnMap, dismiss, notify, updateMap, useSession, loreAtCursor } from '../../session'
import type { MapItem } from '../../store/map-state'
import { NEW } from '../../fields/find-names'
import { freeId } from '../../fields/field-values'
import { editWorld } from '../../fields/save-edits'
import { editTexts as t } from './texts'
import { runCall } from '../../run-call'
import { copiedText } from './transfer/copy'
import { oppositeDirection } from './direction'
import { namePlace } from './first-name'
import { pasteEdits } from './transfer/paste'
import { focusForm } from './focus'
import { requestOnMap } from '../map-requests'
import { spotsToSave } from '../positions'
import { spotsNow } from '../layout/spots-now'
import { counted } from '../../ui/amounts'

const get = useSession.getState

/** Shows the notes that still link to the last old name, and dismisses the notice about it. */
export function showLinks(): void {
  const { mapState, notices } = get()
  for (const { id, kind } of notices) if (kind === 'news') dismiss(id)
  if (mapState.links) updateMap({ question: { what: 'links', links: mapState.links } })
}

const selectedIds = (what: MapItem['what']): string[] => get().mapState.selection.flatMap((one) => (one.what === what ? [one.id] : []))

/** The region for something new: that of the last selected item, else the first. */
export function regionHere(): string | undefined {
  const state = get().present?.state
  const last = get().mapState.selection.at(-1)
  if (!state) return undefined
  if (last?.what === 'region' && Object.hasOwn(state.regions, last.id)) return last.id
  const place = last?.what === 'journey' ? own(state.journeys, last.id)?.from : last?.id
  return own(state.places, place ?? '')?.region ?? Object.keys(state.regions)[0]
}

/** Adds a place, with a region if there is none. Returns its id, or undefined if it was refused. */
async function createPlace(name: string, region: string | undefined, spot?: MapSpot): Promise<string | undefined> {
  const goal = region ?? slug(t.home)
  const first: WorldEdit[] = region === undefined ? [{ op: 'put-region', id: goal, name: t.home }] : []
  const put: WorldEdit = { op: 'put-place', region: goal, fields: { name }, ...(spot ? { spot } : {}) }
  const { present } = get()
  const now = present && spotsNow(present.state, present.lore)
  return (await editWorld([...first, ...(now ? spotsToKeep([put], present.state, now.hand, now.spots) : []), put]))?.at(-1)
}

/** Adds and selects a place. Returns its id, or undefined if it was refused. */
export async function addPlace(name: string, region: string | undefined = regionHere(), spot?: MapSpot): Promise<string | undefined> {
  const id = await createPlace(name, region, spot)
  if (id === undefined) return undefined
  flushSync(() => selectOnMap({ what: 'place', id }))
  requestOnMap('reveal')
  return id
}

/** Calls `run` with the id of a chosen place or region, which is created first if the option says so; a place in the region of the selection. */
export async function withChosen(what: 'place' | 'region', option: string, run: (id: string) => unknown): Promise<void> {
  const name = option.slice(NEW.length)
  const id = !option.startsWith(NEW)
    ? option
    : what === 'place'
      ? await createPlace(name, regionHere())
      : (await editWorld([{ op: 'put-region', name }]))?.[0]
  if (id !== undefined) await run(id)
}

/** Adds and selects a region. */
export async function addRegion(name: string): Promise<string | undefined> {
  const result = await editWorld([{ op: 'put-region', name }])
  const id = result?.[0]
  if (id !== undefined) selectOnMap({ what: 'region', id })
  return id
}

/** Renames a place or region. Its id stays, except when a newly drawn place gets its first name. A journey has no name of its own. */
export function rename({ what, id }: MapItem, name: string): Promise<unknown> {
  const { present } = get()
  if (what === 'journey' || !present) return Promise.resolve()
  return editWorld(what === 'region' ? [{ op: 'put-region', id, name }] : namePlace(id, name, present.state, present.lore.story))
}

/** Selects a new item. If the focus is in the form beside the map, it moves to the form of the new item. */
function selectNew(one: MapItem): void {
  const inForm = document.activeElement?.closest('.edit') != null
  flushSync(() => selectOnMap(one))
  if (inForm) focusForm()
}

/** Adds a journey from each place to the target and selects the last one. */
export async function connect(from: readonly string[], to: string): Promise<void> {
  const edits = from.map((one): WorldEdit => ({ op: 'put-journey', fields: { from: one, to } }))
  const result = await editWorld(edits)
  const last = result?.at(-1)
  if (last !== undefined) selectNew({ what: 'journey', id: last })
}

/** Connects the selected places in the order of selection. With only one, it asks for the target. */
export async function connectSelected(): Promise<void> {
  const places = selectedIds('place')
  if (places.length < 2) return updateMap({ question: { what: 'connect', from: places } })
  const journeys = Object.values(get().present?.state.journeys ?? {})
  const missing = places.slice(1).flatMap((to, i): WorldEdit[] => {
    const from = places[i] ?? to
    return journeys.some((journey) => journey.from === from && journey.to === to) ? [] : [{ op: 'put-journey', fields: { from, to } }]
  })
  if (missing.length === 0) return notify('These journeys already exist.')
  await editWorld(missing)
}

/** Adds and selects the return journey of a journey: as long, as difficult, in the opposite direction. */
export async function addReturnJourney(id: string): Promise<void> {
  const state = get().present?.state
  const journey = own(state?.journeys, id)
  if (!state || !journey) return
  if (Object.values(state.journeys).some((one) => one.from === journey.to && one.to === journey.from && one !== journey))
    return notify('The return journey already exists.')
  const { from, to, duration, difficulty, risks } = journey
  const direction = oppositeDirection(journey.direction)
  const result = await editWorld([{ op: 'put-journey', fields: { from: to, to: from, direction, duration, difficulty, risks } }])
  const back = result?.[0]
  if (back !== undefined) selectNew({ what: 'journey', id: back })
}

/** Moves places to another region as one beat. */
export const moveTo = (places: readonly string[], region: string): Promise<unknown> =>
  editWorld(places.map((id) => ({ op: 'put-place', id, region, fields: {} })))

/** Removes the selection. */
export async function removeSelected(): Promise<void> {
  const { selection } = get().mapState
  if (await editWorld(selection.map(({ what, id }) => ({ op: 'remove', what, id })))) selectOnMap()
}

/** Repeats a refused removal and moves the characters and items to a place. */
export async function removeSending(edits: readonly WorldEdit[], to: string): Promise<void> {
  if (await editWorld(edits.map((edit) => (edit.op === 'remove' && edit.what !== 'journey' ? { ...edit, to } : edit)))) selectOnMap()
}

/** The selected places as a text for the clipboard; undefined if none is selected. */
export function copyText(): string | undefined {
  const { present, snapshot } = get()
  const state = snapshot?.state ?? present?.state
  const lore = loreAtCursor(get())
  const places = selectedIds('place')
  return state && lore && places.length > 0 ? copiedText(places, state, lore, spotsNow(state, lore).spots) : undefined
}

/** Copies the selection as one beat and selects the copies: places with the journeys between them, journeys, or regions with all that is in them. */
export async function duplicateSelected(): Promise<void> {
  const text = copyText()
  if (text !== undefined) return void (await paste(text))
  const [journeys, regions] = [selectedIds('journey'), selectedIds('region')]
  if (journeys.length > 0) return copyJourneys(journeys)
  for (const region of regions) await copyRegion(region)
}

async function copyJourneys(ids: readonly string[]): Promise<void> {
  const { state, lore } = get().present ?? {}
  const edits = ids.flatMap((id): WorldEdit[] => {
    const { region: _, ...fields } = own(state?.journeys, id) ?? { from: '' }
    return fields.from === '' ? [] : [{ op: 'put-journey', fields: { ...fields, description: own(lore?.journeys, id) ?? '' } }]
  })
  const created = await editWorld(edits)
  if (created) selectOnMap(...created.map((id): MapItem => ({ what: 'journey', id })))
}

async function copyRegion(from: string): Promise<void> {
  const { state, lore } = get().present ?? {}
  if (!state || !lore) return
  const names = Object.values(state.regions).map((one) => one.name)
  const name = numbered(own(state.regions, from)?.name ?? from, (one) => names.includes(one))
  const id = freeId(slug(name), (one) => own(state.regions, one) !== undefined)
  const places = Object.keys(state.places).filter((one) => state.places[one]?.region === from)
  const { before, heading, text } = splitHeading(own(lore.regions, from) ?? '')
  const title = heading === own(state.regions, from)?.name ? before.replace(/# .*/, () => `# ${name}`) : before
  const put: WorldEdit = { op: 'put-region', id, name, about: title + text }
  // Without positions: the map finds ground for the new region.
  if (places.length === 0 ? await editWorld([put]) : await paste(copiedText(places, state, lore, new Map()), put)) selectOnMap({ what: 'region', id })
}

export const notifyCopied = (): void => notify(`Copied ${counted(selectedIds('place').length, 'place')}, with the journeys between them.`)

/** Pastes and selects the places of a clipboard text as one beat; in a new region, if there is one. Resolves with whether they were pasted. */
export async function paste(text: string, into?: Extract<WorldEdit, { op: 'put-region' }>): Promise<boolean> {
  const read = await runCall(async () => ({ piece: await api.readPiece.query({ text }) }))
  const { present } = get()
  if (!present || !read) return false
  if (!read.piece) {
    notify('The clipboard contains no places. Copy places here or in another campaign first.')
    return false
  }
  const { hand, spots } = spotsNow(present.state, present.lore)
  const edits = pasteEdits(read.piece, { ...present.state, pictures: present.lore.pictures }, regionHere(), spots, into)
  if (!(await editWorld([...edits, ...spotsToKeep(edits, present.state, hand, spots)]))) return false
  selectOnMap(...edits.flatMap((edit): MapItem[] => (edit.op === 'put-place' ? [{ what: 'place', id: edit.id ?? '' }] : [])))
  return true
}

/** Stands for the id of a new place that the core names. No id of a place contains a space. */
const UNNAMED = ' '

/** The positions to save, so that giving positions to new places moves no other place. */
function spotsToKeep(edits: readonly WorldEdit[], world: GameState, hand: Spots, spots: Spots): WorldEdit[] {
  const placeEdits = edits.flatMap((edit) => (edit.op === 'put-place' ? [edit] : []))
  const added = placeEdits.map(({ id = UNNAMED, region = '' }) => [id, { name: '', region, features: {}, inventory: {}, tags: {} }] as const)
  const places = { ...world.places, ...Object.fromEntries(added) }
  const moved = new Map(placeEdits.flatMap(({ id = UNNAMED, spot }) => (spot ? [[id, spot] as const] : [])))
  const spotsKept = Object.entries(spotsToSave({ ...world, places }, hand, spots, moved)).filter(([id]) => !moved.has(id))
  return spotsKept.length > 0 ? [{ op: 'spots', spots: Object.fromEntries(spotsKept) }] : []
}

/** Imports a map as one beat, and reports what it left out. */
export async function importMap(text: string, format: MapFormat): Promise<void> {
  const region = regionHere()
  const done = await withReferences([], async () => {
    const imported = await api.importWorld.mutate({ text, format, ...(region === undefined ? {} : { region }) })
    await savedEdit(imported.beat)
    return imported
  })
  if (!done) return
  const { places } = get().present?.state ?? { places: {} }
  selectOnMap(...done.created.flatMap((id): MapItem[] => (Object.hasOwn(places, id) ? [{ what: 'place', id }] : [])))
  for (const note of done.notes.slice(0, 2)) notify(note)
}
