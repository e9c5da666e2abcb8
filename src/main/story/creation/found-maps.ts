import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { MapFormat } from '../../../shared/contract/world-edits'
import type { History } from '../../campaign/history'
import { readGraphml } from '../../campaign/map/graphml'
import { readJsonMap } from '../../campaign/map/json-map'
import { Problem } from '../../../shared/base/problem'

/** Limits: the number of searched files, the size of one and of all in bytes, and the number of listed maps. */
const MAX_FILES_READ = 300
const LARGE = 8 << 20
const ALL = 64 << 20
const MAX_MAPS = 20

/** The map format of a file, by its extension. */
export const formatOf = (path: string): MapFormat | undefined => (/\.graphml$/i.test(path) ? 'graphml' : /\.json$/i.test(path) ? 'json' : undefined)

/** The map files of a commit with their number of places, those nearest to the top folder first. Files over the limits are left out. */
export function mapsIn(history: History, paths: Iterable<string>): { path: string; places: number }[] {
  const depth = (path: string): number => path.split('/').length
  const candidates = [...paths].filter((path) => formatOf(path) !== undefined).toSorted((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))
  const maps: { path: string; places: number }[] = []
  let read = 0
  for (const path of candidates.slice(0, MAX_FILES_READ)) {
    const size = sizeOf(join(history.dir, path))
    if (size === undefined || size > LARGE || read + size > ALL) continue
    read += size
    const places = placesIn(() => mapText(history, path), formatOf(path))
    if (places > 0) maps.push({ path, places })
    if (maps.length === MAX_MAPS) break
  }
  return maps
}

/** The text of a committed file. Throws Problem `not-found`. */
export function mapText(history: History, path: string): string {
  const entry = history.entry(history.head().commit, path)
  if (!entry || (entry.mode !== 0o100644 && entry.mode !== 0o100755))
    throw new Problem('not-found', `This repository has no file ${path}. Choose a map that is committed.`, { file: path })
  const bytes = history.blob(entry.oid)
  if (bytes.length > ALL) throw new Problem('bad-file', `${path} is larger than ${ALL >> 20} MB; choose a smaller map.`, { file: path })
  return bytes.toString('utf8')
}

/** The size in bytes of a file in the folder; undefined if it isn't a plain file. */
function sizeOf(path: string): number | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isFile() ? stat.size : undefined
}

/** A bare list doesn't count as a map, because any program has such files. */
function placesIn(read: () => string, format: MapFormat | undefined): number {
  try {
    const text = read()
    if (format === 'graphml') return readGraphml(text).places.length
    return /^\uFEFF?\s*\{/.test(text) && text.includes('"locations"') ? readJsonMap(text).places.length : 0
  } catch {
    return 0
  }
}
