import { own } from '../../json'
import type { Journey, Place } from '../../state'
import { CELL } from '../sizes'
import { untangle, type Cell, type Line } from './untangle'

/** A place's position on the map: its cell (column and row) and its top left corner in pixels. */
export interface Spot {
  id: string
  column: number
  row: number
  x: number
  y: number
}

/** A connection of two places as the map draws it. `ids` are its journeys: one, or one in each direction. */
export interface Way {
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
 * Positions for every place from the journeys alone. Breadth first from `start`, each place goes one step in the direction of the journey that
 * leads to it, to the nearest free cell; then the whole map is untangled. Unconnected parts stand side by side. The same world gives the same
 * map.
 */
export function compass(places: Readonly<Record<string, Place>>, journeys: Readonly<Record<string, Journey>>, start?: string): Spot[] {
  const ids = Object.keys(places).toSorted()
  const ways = neighbours(places, journeys)
  const lines: Line[] = waysOf(places, journeys)
    .filter((way) => way.from !== way.to)
    .map((way) => ({ from: way.from, to: way.to, step: stepOf(own(journeys, way.id)?.direction ?? '') }))
  const placed = new Map<string, Cell>()
  let left = 0
  const starts = start !== undefined && own(places, start) ? [start, ...ids] : ids
  for (const root of starts) {
    if (placed.has(root)) continue
    const spreadOut = spread(root, ways)
    const part = untangle(
      spreadOut,
      lines.filter((line) => spreadOut.has(line.from))
    )
    const least = Math.min(...[...part.values()].map(([column]) => column))
    const most = Math.max(...[...part.values()].map(([column]) => column))
    for (const [id, [column, row]] of part) placed.set(id, [column - least + left, row])
    left += most - least + 2
  }
  return ids.map((id) => {
    const [column, row] = placed.get(id) ?? [0, 0]
    return { id, column, row, x: column * CELL.width, y: row * CELL.height }
  })
}

type Ways = ReadonlyMap<string, readonly { to: string; step: readonly [number, number] }[]>

function neighbours(places: Readonly<Record<string, Place>>, journeys: Readonly<Record<string, Journey>>): Ways {
  const ways = new Map<string, { to: string; step: readonly [number, number] }[]>()
  const add = (from: string, to: string, step: readonly [number, number]): void => {
    const list = ways.get(from) ?? []
    if (!list.some((one) => one.to === to)) list.push({ to, step })
    ways.set(from, list)
  }
  const sound = Object.keys(journeys)
    .toSorted()
    .map((id) => own(journeys, id))
    .filter(
      (one): one is Journey => one !== undefined && own(places, one.from) !== undefined && own(places, one.to) !== undefined && one.from !== one.to
    )
  for (const way of sound) add(way.from, way.to, stepOf(way.direction))
  // A one-way journey still connects two places on the map.
  for (const way of sound) {
    const [column, row] = stepOf(way.direction)
    add(way.to, way.from, [-column, -row])
  }
  return ways
}

function spread(root: string, ways: Ways): Map<string, [number, number]> {
  const at = new Map<string, [number, number]>([[root, [0, 0]]])
  const taken = new Set([cell(0, 0)])
  const queue = [root]
  for (let from = queue.shift(); from !== undefined; from = queue.shift()) {
    const [column, row] = at.get(from) ?? [0, 0]
    for (const { to, step } of ways.get(from) ?? []) {
      if (at.has(to)) continue
      const spot = free([column + step[0], row + step[1]], step, taken)
      at.set(to, spot)
      taken.add(cell(...spot))
      queue.push(to)
    }
  }
  return at
}

/** The free cell nearest to the wanted one; ties favour the same direction. */
function free(wanted: readonly [number, number], step: readonly [number, number], taken: ReadonlySet<string>): [number, number] {
  for (let radius = 0; ; radius++) {
    const ring: [number, number, number][] = []
    for (let dc = -radius; dc <= radius; dc++) {
      for (let dr = -radius; dr <= radius; dr++) {
        if (Math.max(Math.abs(dc), Math.abs(dr)) !== radius) continue
        if (!taken.has(cell(wanted[0] + dc, wanted[1] + dr)))
          ring.push([dc, dr, dc * step[0] + dr * step[1] - 0.1 * Math.abs(dc * step[1] - dr * step[0])])
      }
    }
    const best = ring.toSorted((a, b) => b[2] - a[2] || a[1] - b[1] || a[0] - b[0])[0]
    if (best) return [wanted[0] + best[0], wanted[1] + best[1]]
  }
}

/** The connections of the map. A journey and its return are one connection. */
export function waysOf(places: Readonly<Record<string, Place>>, journeys: Readonly<Record<string, Journey>>): Way[] {
  const ways = new Map<string, Way>()
  for (const id of Object.keys(journeys).toSorted()) {
    const one = own(journeys, id)
    if (!one || !own(places, one.from) || !own(places, one.to)) continue
    const back = ways.get(`${one.to}→${one.from}`)
    if (back) {
      back.bothWays = true
      back.ids.push(id)
      continue
    }
    const key = `${one.from}→${one.to}`
    const same = ways.get(key)
    if (same) same.ids.push(id)
    else ways.set(key, { id, from: one.from, to: one.to, bothWays: false, ids: [id] })
  }
  return [...ways.values()]
}
