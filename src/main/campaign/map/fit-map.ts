import type { z } from 'zod'
import { isObject } from '../../../shared/base/json'
import { misfitWords } from '../../../shared/base/schema-errors'
import { Problem } from '../../../shared/base/problem'
import { withEnds } from '../file-schemas'
import { MapJourney, MapPerson, MapPlace, MapRegion, type MapWorld, type ReadMap } from './map-world'

type Holder = Record<string, unknown>

/** The keys under which a map, a region or a graph holds its locations and its journeys. */
const PLACE_KEYS = ['locations', 'nodes']
const JOURNEY_KEYS = ['journeys', 'edges']
const HOLDER_KEYS = [...PLACE_KEYS, ...JOURNEY_KEYS, 'graph']

const MAX_NAMED_FIELDS = 20

/**
 * Reads a map from plain values: lists or maps by id, locations (or `nodes`) and journeys (or `edges`), also inside their region or a `graph`,
 * `from/to` or `from_id/to_id`. `region` beside them names or describes the region of those that name none. Throws Problem `bad-input` that
 * names every mismatch in the first invalid entry.
 */
export function fitMap(root: Holder): ReadMap {
  const unknown = new Set<string>()
  const fit = <T>(schema: z.ZodType<T> & { shape: object }, value: unknown, at: string, known: readonly string[] = []): T => {
    const fits = schema.safeParse(value)
    if (!fits.success) throw misfit(at, misfitWords(fits.error, 'it'))
    for (const key of Object.keys(value as object)) if (!Object.hasOwn(schema.shape, key) && !known.includes(key)) unknown.add(key)
    return fits.data
  }
  const map: MapWorld = { regions: [], places: [], journeys: [] }
  const takeRegion = (at: string, one: unknown): string | undefined => {
    const region = fit(MapRegion, one, at, HOLDER_KEYS)
    map.regions.push(region)
    const id = region.id ?? region.name
    if (isObject(one)) take(one, `${at}.`, id)
    return id
  }
  const take = (holder: Holder, prefix: string, region?: string): void => {
    for (const [at, one] of PLACE_KEYS.flatMap((key) => listOf(holder[key], `${prefix}${key}`))) {
      const spots = normalizeLocation(one)
      const place = fit(MapPlace, spots, at)
      for (const person of (spots as { npcs?: object[] }).npcs ?? []) fit(MapPerson, person, `${at}.npcs`)
      map.places.push(region === undefined || place.region !== undefined ? place : { ...place, region })
    }
    for (const [at, one] of JOURNEY_KEYS.flatMap((key) => listOf(holder[key], `${prefix}${key}`)))
      map.journeys.push(fit(MapJourney, withEnds(one), at, ['region']))
    if (isObject(holder['graph'])) takeAll(holder['graph'], `${prefix}graph.`, region)
  }
  const takeAll = (holder: Holder, prefix: string, outer?: string): void => {
    for (const [at, one] of listOf(holder['regions'], `${prefix}regions`)) takeRegion(at, one)
    const { region } = holder
    take(holder, prefix, typeof region === 'string' ? region : isObject(region) ? takeRegion(`${prefix}region`, region) : outer)
    for (const key of Object.keys(holder)) if (!['regions', 'region', ...HOLDER_KEYS].includes(key)) unknown.add(key)
  }
  takeAll(root, '')
  if (map.places.length + map.journeys.length + map.regions.length === 0)
    throw new Problem('bad-input', 'This file contains no regions, locations or journeys. Choose a map.')
  const dropped = [...unknown]
  const more = dropped.length > MAX_NAMED_FIELDS ? ` and ${dropped.length - MAX_NAMED_FIELDS} more` : ''
  return {
    ...map,
    notes: dropped.length === 0 ? [] : [`Not imported, because a map has no such field: ${dropped.slice(0, MAX_NAMED_FIELDS).join(', ')}${more}.`]
  }
}

const misfit = (at: string, why: string): Problem =>
  new Problem('bad-input', `The file has an error at ${at}: ${why}. Correct it and import again.`, { at })

/** The entries of a list or of a map by id, each with its position in the file. */
function listOf(value: unknown, at: string): [string, unknown][] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value))
    return value.map((one: unknown, i) => [`${at}[${i}]${isObject(one) && typeof one['id'] === 'string' ? ` (${one['id']})` : ''}`, one])
  if (!isObject(value)) throw misfit(at, 'it must be a list or a map')
  return Object.entries(value).map(([id, one]) => [`${at}.${id}`, isObject(one) ? { id, ...one } : one])
}

/** A location with its position under the key `position` and its characters as a list. */
function normalizeLocation(one: unknown): unknown {
  if (!isObject(one)) return one
  const { map, x, y, npcs, ...rest } = one
  const position = rest['position'] ?? map ?? (typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined)
  const people = isObject(npcs) ? listOf(npcs, 'npcs').map(([, npc]) => npc) : npcs
  return { ...rest, ...(position === undefined ? {} : { position }), ...(people === undefined ? {} : { npcs: people }) }
}
