import { own } from '../../../../shared/base/json'
import { memoized } from '../../../../shared/base/memoized'
import type { GameState } from '../../../../shared/story/state'
import type { TreeRow } from '../../../canvas/tree'
import type { MapItem } from '../../../store/map-state'
import { journeyWords } from '../../../../shared/map/journey-lines'

/** The parts of the world that the outline shows. */
export type OutlineWorld = Pick<GameState, 'regions' | 'places' | 'journeys'>

/** One line of the outline: a region, a place in it, or a journey that leaves the place. Its key is `place:hill`. */
export interface WorldOutlineRow extends MapItem, TreeRow {
  note: string
}

/** The largest number of places for which regions are open at first. */
const SMALL_WORLD_PLACES = 60

type Named = [id: string, named: { name: string }]

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const byName = <T extends { name: string }>(map: Readonly<Record<string, T>>): [string, T][] =>
  Object.entries(map).sort((a, b) => collator.compare(a[1].name, b[1].name) || collator.compare(a[0], b[0]))

/** All places sorted by name; cached as long as they don't change. */
export const placesByName = memoized((places: OutlineWorld['places']): readonly [string, OutlineWorld['places'][string]][] => byName(places))

/** The visible rows: children only below open rows. With a query, only the places that match it and their regions. */
export function rowsOf(world: OutlineWorld, folds: Readonly<Record<string, boolean>>, query = ''): WorldOutlineRow[] {
  const search = query.trim().toLowerCase()
  const small = placesByName(world.places).length <= SMALL_WORLD_PLACES
  const inside = placesByRegion(world, search)
  const leaving = journeysByEnd(world.journeys).from
  const regions = byName(world.regions).filter(([id, { name }]) => search === '' || inside.has(id) || matches(id, name, search))
  const rows: WorldOutlineRow[] = []
  regions.forEach(([id, { name }], r) => {
    const places = inside.get(id) ?? []
    const open = search === '' ? (folds[`region:${id}`] ?? small) : places.length > 0
    const above = rows.length
    rows.push({
      key: `region:${id}`,
      what: 'region',
      id,
      label: name,
      note: String(places.length),
      level: 1,
      position: r + 1,
      size: regions.length,
      ...(places.length > 0 ? { open } : {})
    })
    if (open) places.forEach((place, p) => pushPlace(rows, place, p, places.length, above, leaving, world, folds))
  })
  return rows
}

function pushPlace(
  rows: WorldOutlineRow[],
  [id, { name }]: Named,
  index: number,
  size: number,
  above: number,
  leaving: ReadonlyMap<string, readonly string[]>,
  world: OutlineWorld,
  folds: Readonly<Record<string, boolean>>
): void {
  const key = `place:${id}`
  const journeyIds = leaving.get(id) ?? []
  const open = own(folds, key) ?? false
  const at = rows.length
  rows.push({ key, what: 'place', id, label: name, note: id, level: 2, position: index + 1, size, above, ...(journeyIds.length > 0 ? { open } : {}) })
  if (!open) return
  journeyIds.forEach((journeyId, j) => {
    const journey = own(world.journeys, journeyId)
    if (!journey) return
    rows.push({
      key: `journey:${journeyId}`,
      what: 'journey',
      id: journeyId,
      label: own(world.places, journey.to)?.name ?? journey.to,
      note: journeyWords(journey),
      level: 3,
      position: j + 1,
      size: journeyIds.length,
      above: at,
      leadsOn: true
    })
  })
}

const matches = (id: string, name: string, search: string): boolean => id.toLowerCase().includes(search) || name.toLowerCase().includes(search)

function placesByRegion(world: OutlineWorld, search: string): Map<string, Named[]> {
  const byRegion = new Map<string, Named[]>()
  for (const [id, place] of placesByName(world.places)) {
    if (search !== '' && !matches(id, place.name, search)) continue
    const list = byRegion.get(place.region)
    if (list) list.push([id, place])
    else byRegion.set(place.region, [[id, place]])
  }
  return byRegion
}

/** The journeys that leave each place and those that lead there, by the place's id. */
interface JourneysByEnd {
  from: ReadonlyMap<string, readonly string[]>
  to: ReadonlyMap<string, readonly string[]>
}

/** Journeys by their ends; cached as long as they don't change. */
export const journeysByEnd = memoized((journeys: OutlineWorld['journeys']): JourneysByEnd => ({
  from: byEnd(journeys, 'from'),
  to: byEnd(journeys, 'to')
}))

function byEnd(journeys: OutlineWorld['journeys'], end: 'from' | 'to'): Map<string, string[]> {
  const byPlace = new Map<string, string[]>()
  for (const [id, journey] of Object.entries(journeys)) {
    const list = byPlace.get(journey[end])
    if (list) list.push(id)
    else byPlace.set(journey[end], [id])
  }
  return byPlace
}

/** The folds with all parents of a row open. */
export function withOpenParents(
  world: OutlineWorld,
  folds: Readonly<Record<string, boolean>>,
  { what, id }: MapItem
): Readonly<Record<string, boolean>> {
  const from = what === 'journey' ? own(world.journeys, id)?.from : undefined
  const place = what === 'place' ? id : from
  const region = place === undefined ? undefined : own(world.places, place)?.region
  const needed = [...(region === undefined ? [] : [`region:${region}`]), ...(from === undefined ? [] : [`place:${from}`])]
  const small = placesByName(world.places).length <= SMALL_WORLD_PLACES
  const closed = needed.filter((key) => !(own(folds, key) ?? (small && key.startsWith('region:'))))
  return closed.length === 0 ? folds : { ...folds, ...Object.fromEntries(closed.map((key) => [key, true])) }
}
