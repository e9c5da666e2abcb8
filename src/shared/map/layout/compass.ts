import { own } from '../../base/json'
import type { Journey, Place } from '../../story/state'
import { CELL } from '../sizes'
import { untangle, type Cell, type DirectedLine } from './untangle'

/** A place's position on the map: its cell (column and row) and its top left corner in pixels. */
interface PlaceSpot {
  id: string
  column: number
  row: number
  x: number
  y: number
}

/** A connection of two places as the map draws it. `ids` are its journeys: one, or one in each direction. */
interface Link {
  id: string
  from: string
  to: string
  bothWays: boolean
  ids: string[]
}

const STEPS: readonly [RegExp, number, number][] = [
  [/north\s*-?east|^ne$/, 1, -1],
  [/north\s*-?west|^nw$/, -1, -1],
  [/south\s*-?east|^se$/, 1, 1],
  [/south\s*-?west|^sw$/, -1, 1],
  [/^n$|north|up|climb|ascend|above/, 0, -1],
  [/^s$|south|down|descend|below/, 0, 1],
  [/^w$|west|left|out|back/, -1, 0],
  [/^e$|east|right|in|through|forward|across/, 1, 0]
]

/** The step on the map for a direction in words; to the right if the words name none. */
export function stepOf(direction: string): readonly [number, number] {
  const words = direction.toLowerCase()
  const found = STEPS.find(([pattern]) => pattern.test(words))
  return found ? [found[1], found[2]] : [1, 0]
}

const cell = (column: number, row: number): string => `${column},${row}`

/**
 * Positions for every place from the journeys alone. Breadth first from `start`, each place goes one step in the direction of the journey that leads
 * to it, to the nearest free cell; then the whole map is untangled. Unconnected parts stand in rows; the places of a region without journeys are one
 * block. Equal worlds give equal maps.
 */
export function compass(places: Readonly<Record<string, Place>>, journeys: Readonly<Record<string, Journey>>, start?: string): PlaceSpot[] {
  const ids = Object.keys(places).toSorted()
  const links = neighbours(places, journeys)
  const lines: DirectedLine[] = connectionsOf(places, journeys)
    .filter((link) => link.from !== link.to)
    .map((link) => ({ from: link.from, to: link.to, step: stepOf(own(journeys, link.id)?.direction ?? '') }))
  const parts: ReadonlyMap<string, Cell>[] = []
  const seen = new Set<string>()
  const starts = start !== undefined && links.has(start) ? [start, ...ids] : ids
  for (const root of starts) {
    if (seen.has(root) || !links.has(root)) continue
    const spreadOut = spread(root, links)
    const part = untangle(
      spreadOut,
      lines.filter((line) => spreadOut.has(line.from))
    )
    for (const id of part.keys()) seen.add(id)
    parts.push(part)
  }
  const alone = new Map<string, string[]>()
  for (const id of ids.filter((one) => !links.has(one))) {
    const region = own(places, id)?.region ?? ''
    alone.set(region, [...(alone.get(region) ?? []), id])
  }
  const placed = packed([...parts, ...[...alone].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, list]) => block(list))])
  return ids.map((id) => {
    const [column, row] = placed.get(id) ?? [0, 0]
    return { id, column, row, x: column * CELL.width, y: row * CELL.height }
  })
}

/** The desired ratio of a map's width to its height. */
export const MAP_ASPECT_RATIO = 1.5

/** The number of columns with which so many cells make a block of that shape. */
const columnsFor = (cells: number): number => Math.max(1, Math.ceil(Math.sqrt((cells * CELL.height * MAP_ASPECT_RATIO) / CELL.width)))

const block = (ids: readonly string[]): ReadonlyMap<string, Cell> => {
  const columns = columnsFor(ids.length)
  return new Map(ids.map((id, k) => [id, [k % columns, Math.floor(k / columns)]]))
}

/** The parts in rows with an empty cell between them, none wider than a map of that shape or than the widest part. */
function packed(parts: readonly ReadonlyMap<string, Cell>[]): ReadonlyMap<string, Cell> {
  const sized = parts.map((part) => {
    const [columns, rows] = [[...part.values()].map(([column]) => column), [...part.values()].map(([, row]) => row)]
    const [left, top] = [Math.min(...columns), Math.min(...rows)]
    return { part, left, top, width: Math.max(...columns) - left + 1, height: Math.max(...rows) - top + 1 }
  })
  const cells = sized.reduce((sum, { width, height }) => sum + (width + 1) * (height + 1), 0)
  const most = Math.max(columnsFor(cells), ...sized.map(({ width }) => width))
  const placed = new Map<string, Cell>()
  let [x, y, deepest] = [0, 0, 0]
  for (const { part, left, top, width, height } of sized) {
    if (x > 0 && x + width > most) [x, y, deepest] = [0, y + deepest + 1, 0]
    for (const [id, [column, row]] of part) placed.set(id, [column - left + x, row - top + y])
    x += width + 1
    deepest = Math.max(deepest, height)
  }
  return placed
}

type Links = ReadonlyMap<string, readonly { to: string; step: readonly [number, number] }[]>

function neighbours(places: Readonly<Record<string, Place>>, journeys: Readonly<Record<string, Journey>>): Links {
  const links = new Map<string, { to: string; step: readonly [number, number] }[]>()
  const add = (from: string, to: string, step: readonly [number, number]): void => {
    const list = links.get(from) ?? []
    if (!list.some((one) => one.to === to)) list.push({ to, step })
    links.set(from, list)
  }
  const sound = Object.keys(journeys)
    .toSorted()
    .map((id) => own(journeys, id))
    .filter(
      (one): one is Journey => one !== undefined && own(places, one.from) !== undefined && own(places, one.to) !== undefined && one.from !== one.to
    )
  for (const link of sound) add(link.from, link.to, stepOf(link.direction))
  // A one-way journey still connects two places on the map.
  for (const link of sound) {
    const [column, row] = stepOf(link.direction)
    add(link.to, link.from, [-column, -row])
  }
  return links
}

function spread(root: string, links: Links): Map<string, [number, number]> {
  const at = new Map<string, [number, number]>([[root, [0, 0]]])
  const occupied = new Set([cell(0, 0)])
  const queue = [root]
  for (let from = queue.shift(); from !== undefined; from = queue.shift()) {
    const [column, row] = at.get(from) ?? [0, 0]
    for (const { to, step } of links.get(from) ?? []) {
      if (at.has(to)) continue
      const spot = free([column + step[0], row + step[1]], step, occupied)
      at.set(to, spot)
      occupied.add(cell(...spot))
      queue.push(to)
    }
  }
  return at
}

/** The free cell nearest to the wanted one; ties favour the same direction. */
function free(start: readonly [number, number], step: readonly [number, number], taken: ReadonlySet<string>): [number, number] {
  for (let radius = 0; ; radius++) {
    const ring: [number, number, number][] = []
    for (let dc = -radius; dc <= radius; dc++) {
      for (let dr = -radius; dr <= radius; dr++) {
        if (Math.max(Math.abs(dc), Math.abs(dr)) !== radius) continue
        if (!taken.has(cell(start[0] + dc, start[1] + dr)))
          ring.push([dc, dr, dc * step[0] + dr * step[1] - 0.1 * Math.abs(dc * step[1] - dr * step[0])])
      }
    }
    const best = ring.toSorted((a, b) => b[2] - a[2] || a[1] - b[1] || a[0] - b[0])[0]
    if (best) return [start[0] + best[0], start[1] + best[1]]
  }
}

/** The connections of the map. A journey and its return are one connection. */
export function connectionsOf(places: Readonly<Record<string, Place>>, journeys: Readonly<Record<string, Journey>>): Link[] {
  const links = new Map<string, Link>()
  for (const id of Object.keys(journeys).toSorted()) {
    const one = own(journeys, id)
    if (!one || !own(places, one.from) || !own(places, one.to)) continue
    const back = links.get(`${one.to}→${one.from}`)
    if (back) {
      back.bothWays = true
      back.ids.push(id)
      continue
    }
    const key = `${one.from}→${one.to}`
    const same = links.get(key)
    if (same) same.ids.push(id)
    else links.set(key, { id, from: one.from, to: one.to, bothWays: false, ids: [id] })
  }
  return [...links.values()]
}
