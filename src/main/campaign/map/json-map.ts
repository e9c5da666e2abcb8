import { isDeeper } from '../../../shared/base/is-deeper'
import { isObject } from '../../../shared/base/json'
import { Problem } from '../../../shared/base/problem'
import { fitMap } from './fit-map'
import type { MapWorld, ReadMap } from './map-world'

const MAX_DEPTH = 32

/** Writes the document's JSON: one file with regions, locations and journeys. */
export function writeJsonMap({ regions, places, journeys }: MapWorld): string {
  return `${JSON.stringify({ regions, locations: places, journeys }, null, 2)}\n`
}

/** Reads the document's JSON. A bare list is a list of locations. Throws Problem `bad-input` that names the first mismatch. */
export function readJsonMap(text: string): ReadMap {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (thrown) {
    throw new Problem('bad-input', `This file is not JSON (${(thrown as Error).message}). Choose a map that was exported as JSON.`)
  }
  if (isDeeper(value, MAX_DEPTH)) throw new Problem('bad-input', 'This JSON is nested too deeply for a map. Choose another file.')
  if (Array.isArray(value)) return fitMap({ locations: value })
  if (!isObject(value)) throw new Problem('bad-input', 'This file contains no regions, locations or journeys. Choose a map.')
  return fitMap(value)
}
