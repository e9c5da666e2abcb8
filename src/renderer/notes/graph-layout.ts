import type { NoteLine } from '../../shared/contract/world-calls'
import type { Rect } from '../../shared/geometry/shapes'
import type { CanvasEdge, CanvasNode } from '../canvas/graph'
import { foldersOf } from './rows'

/** A note in the graph of links. `distance`: the number of links from the open note, 0 for itself; absent in the graph of all notes. */
export interface GraphNote extends CanvasNode {
  title: string
  /** The top of its path: `world`, or a player's folder. */
  folder: string
  distance?: number
}

/** A graph with positions for its notes. */
export interface NoteGraph {
  nodes: GraphNote[]
  edges: CanvasEdge[]
  areas: readonly (Rect & { label: string })[]
  /** The number of linked notes that are left out. */
  left: number
  /** Whether links of notes with very many are left out. */
  isCut: boolean
}

const NODE = { width: 152, height: 30 }
const GAP = 14
/** The distance from ring to ring, in pixels. With eight more places on each ring, no two notes touch. */
const RING = { x: 214, y: 92 }
const PLACES_PER_RING = 8
/** The most notes around one, and the most lines at one note. */
const MAX_AROUND = 120
const MAX_EDGES_AT = 40
const ASPECT = 1.6

/** For each note the indexes of the notes that link to it. */
export function linkedFrom(notes: readonly NoteLine[]): number[][] {
  const from: number[][] = notes.map(() => [])
  notes.forEach(({ links }, i) => {
    for (const to of links) from[to]?.push(i)
  })
  return from
}

/** A note in the middle, its linked notes on the rings around it, and farther out the notes linked with these. */
export function aroundNote(notes: readonly NoteLine[], from: readonly (readonly number[])[], number: number, steps: number): NoteGraph {
  const distances = new Map([[number, 0]])
  let ring = [number]
  let left = 0
  const placed = new Map([[number, { x: 0, y: 0 }]])
  let rings = 0
  for (let step = 1; step <= steps; step++) {
    const found = new Set(ring.flatMap((one) => [...(notes[one]?.links ?? []), ...(from[one] ?? [])]).filter((one) => !distances.has(one)))
    const room = Math.max(0, MAX_AROUND - distances.size)
    ring = [...found].toSorted((a, b) => a - b).slice(0, room)
    left += found.size - ring.length
    for (const one of ring) distances.set(one, step)
    rings = onRings(ring, rings, placed)
  }
  const nodes = [...distances].flatMap(([i, distance]) => nodeOf(notes[i], placed.get(i), distance))
  return { nodes, ...edgesAmong(notes, (i) => distances.has(i)), areas: [], left }
}

/** Puts notes on as many rings as they need, beyond the occupied ones. Returns the new number of occupied rings. */
function onRings(ring: readonly number[], taken: number, placed: Map<number, { x: number; y: number }>): number {
  let done = 0
  let at = taken
  while (done < ring.length) {
    at++
    const here = ring.slice(done, done + at * PLACES_PER_RING)
    here.forEach((one, k) => {
      const angle = ((k + (at % 2) / 2) / here.length) * 2 * Math.PI - Math.PI / 2
      placed.set(one, { x: Math.round(at * RING.x * Math.cos(angle)), y: Math.round(at * RING.y * Math.sin(angle)) })
    })
    done += here.length
  }
  return at
}

/** All notes, a block for each folder. */
export function allNotes(notes: readonly NoteLine[]): NoteGraph {
  const folders = new Map<string, number[]>()
  notes.forEach(({ path }, i) => {
    const folder = foldersOf(path).join('/')
    const own = folders.get(folder)
    if (own) own.push(i)
    else folders.set(folder, [i])
  })
  const blocks = [...folders].map(([label, own]) => {
    const columns = Math.max(1, Math.round(Math.sqrt((own.length * ASPECT * (NODE.height + GAP)) / (NODE.width + GAP))))
    const rows = Math.ceil(own.length / columns)
    return { label, own, columns, width: columns * (NODE.width + GAP) + GAP, height: rows * (NODE.height + GAP) + 3 * GAP }
  })
  const width = Math.max(
    Math.sqrt(blocks.reduce((sum, block) => sum + block.width * block.height, 0) * ASPECT),
    ...blocks.map((block) => block.width)
  )
  const nodes: GraphNote[] = []
  const areas: (Rect & { label: string })[] = []
  let [x, y, rowHeight] = [0, 0, 0]
  for (const { label, own, columns, width: blockWidth, height } of blocks) {
    if (x > 0 && x + blockWidth > width) [x, y, rowHeight] = [0, y + rowHeight + 2 * GAP, 0]
    areas.push({ x, y, width: blockWidth, height, label: label.slice(label.indexOf('/') + 1) })
    own.forEach((i, k) => {
      const centre = {
        x: x + GAP + (k % columns) * (NODE.width + GAP) + NODE.width / 2,
        y: y + 2.5 * GAP + Math.floor(k / columns) * (NODE.height + GAP) + NODE.height / 2
      }
      nodes.push(...nodeOf(notes[i], centre))
    })
    x += blockWidth + 2 * GAP
    rowHeight = Math.max(rowHeight, height)
  }
  return { nodes, ...edgesAmong(notes, () => true), areas, left: 0 }
}

function nodeOf(note: NoteLine | undefined, centre: { x: number; y: number } | undefined, distance?: number): GraphNote[] {
  if (!note || !centre) return []
  const { path, title } = note
  const folder = path
    .split('/')
    .slice(0, path.startsWith('world/') ? 1 : 2)
    .join('/')
  const at = { x: centre.x - NODE.width / 2, y: centre.y - NODE.height / 2, ...NODE }
  return [{ id: path, title, folder, ...at, ...(distance === undefined ? {} : { distance }) }]
}

/** The links among some notes. Two notes that link to each other share one line, and the lines of a note are limited. */
function edgesAmong(notes: readonly NoteLine[], isIn: (number: number) => boolean): Pick<NoteGraph, 'edges' | 'isCut'> {
  const counts = new Map<number, number>()
  const drawn = new Set<string>()
  const edges: CanvasEdge[] = []
  let isCut = false
  notes.forEach(({ path, links }, i) => {
    if (!isIn(i)) return
    for (const to of links) {
      const other = notes[to]
      if (!other || !isIn(to) || drawn.has(`${to} ${i}`)) continue
      const [here, there] = [counts.get(i) ?? 0, counts.get(to) ?? 0]
      if (here >= MAX_EDGES_AT || there >= MAX_EDGES_AT) {
        isCut = true
        continue
      }
      counts.set(i, here + 1).set(to, there + 1)
      drawn.add(`${i} ${to}`)
      edges.push({ id: `${i} ${to}`, from: path, to: other.path })
    }
  })
  return { edges, isCut }
}
