import type { ElkNode } from 'elkjs/lib/elk-api.js'
import { own } from '../../base/json'
import { type Point } from '../../geometry/shapes'
import { CELL, PLACE } from '../sizes'
import type { Spots, World } from '../drawing'
import { byRegion, neighboursOf } from './links'

/** The input of one layout: boxes, the pairs that are connected, and the margin for names around them. */
export interface LayoutGroup {
  id: string
  members: readonly { id: string; width: number; height: number }[]
  links: readonly (readonly [from: string, to: string])[]
  gap: number
}

/** The result of a layout: the total size, and the position of each box in it. */
interface PlacedGroup {
  width: number
  height: number
  spots: Spots
}

/** Lays out a group. Rejects on failure or when stopped. */
type GroupLayout = (group: LayoutGroup) => Promise<PlacedGroup>

/** The most places of a region that are laid out together. The time for larger layouts grows out of proportion. */
const MAX_PIECE_PLACES = 300
/** The margin around the places of a region and between boxes, in pixels. The names of regions go there. */
const RIM_PX = 60
const GAP = { places: CELL.height - PLACE.height, regions: 260 }

interface Cut {
  region: string
  pieces: string[][]
}

/** Cuts the regions of a world into pieces, each connected if possible. */
export function cut(world: World): Cut[] {
  const neighbours = neighboursOf(world.places, world.journeys)
  return [...byRegion(world)].map(([region, ids]) => ({ region, pieces: piecesOf(ids, neighbours) }))
}

/** Splits ids into lists of at most `MAX_PIECE_PLACES`. Each list grows outwards from one place. Small lists without connections are merged. */
function piecesOf(ids: readonly string[], neighbours: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  if (ids.length <= MAX_PIECE_PLACES) return [[...ids]]
  const left = new Set(ids)
  const pieces: string[][] = []
  let piece: string[] = []
  for (const root of ids) {
    if (!left.has(root)) continue
    const queue = [root]
    left.delete(root)
    for (let k = 0; k < queue.length; k++) {
      const id = queue[k] ?? ''
      if (piece.length === MAX_PIECE_PLACES) {
        pieces.push(piece)
        piece = []
      }
      piece.push(id)
      for (const next of neighbours.get(id) ?? []) if (left.delete(next)) queue.push(next)
    }
  }
  if (piece.length) pieces.push(piece)
  return pieces
}

/** How many layouts `laidOut` will request. */
export const stepsOf = (cuts: readonly Cut[]): number => cuts.reduce((sum, { pieces }) => sum + pieces.length + (pieces.length > 1 ? 1 : 0), 1)

/** Lays out a world from the inside out: the pieces of each region, then the regions, then the world. */
export async function laidOut(world: World, layer: GroupLayout): Promise<Spots> {
  const home = new Map<string, string>()
  const done: { id: string; placed: PlacedGroup }[] = []
  for (const { region, pieces } of cut(world)) {
    const parts: { id: string; placed: PlacedGroup }[] = []
    for (const [k, ids] of pieces.entries()) {
      const id = `${region}#${k}`
      for (const place of ids) home.set(place, id)
      const members = ids.map((place) => ({ id: place, ...PLACE }))
      parts.push({
        id,
        placed: await layer({ id, members, links: joined(world, (place) => (home.get(place) === id ? place : undefined)), gap: GAP.places })
      })
    }
    const [only] = parts
    const inside = (place: string): string | undefined => (home.get(place)?.startsWith(`${region}#`) ? home.get(place) : undefined)
    const whole = parts.length === 1 && only ? only.placed : await grouped(`${region}#`, parts, joined(world, inside), layer)
    done.push({
      id: region,
      placed: { width: whole.width + 2 * RIM_PX, height: whole.height + 2 * RIM_PX, spots: moved(whole.spots, RIM_PX, RIM_PX) }
    })
  }
  const regionOf = (place: string): string | undefined => own(world.places, place)?.region
  const { spots } = await grouped('', done, joined(world, regionOf), layer)
  return new Map([...spots].map(([id, { x, y }]) => [id, { x: Math.round(x), y: Math.round(y) }]))
}

/** Lays out boxes whose contents are laid out already; returns the positions of the contents in the whole. */
async function grouped(
  id: string,
  parts: readonly { id: string; placed: PlacedGroup }[],
  links: LayoutGroup['links'],
  layer: GroupLayout
): Promise<PlacedGroup> {
  const whole = await layer({
    id,
    members: parts.map((one) => ({ id: one.id, width: one.placed.width, height: one.placed.height })),
    links,
    gap: GAP.regions
  })
  const spots = new Map<string, Point>()
  for (const part of parts) {
    const { x, y } = whole.spots.get(part.id) ?? { x: 0, y: 0 }
    for (const [place, spot] of moved(part.placed.spots, x, y)) spots.set(place, spot)
  }
  return { ...whole, spots }
}

const moved = (spots: Spots, dx: number, dy: number): Spots => new Map([...spots].map(([id, { x, y }]) => [id, { x: x + dx, y: y + dy }]))

/** The pairs that journeys connect, each once, mapped to the boxes their ends belong to. */
function joined(world: World, ofPlace: (place: string) => string | undefined): [string, string][] {
  const pairs = new Map<string, [string, string]>()
  for (const id of Object.keys(world.journeys).toSorted()) {
    const journey = own(world.journeys, id)
    const [from, to] = [ofPlace(journey?.from ?? ''), ofPlace(journey?.to ?? '')]
    if (from === undefined || to === undefined || from === to) continue
    const key = from < to ? `${from}\n${to}` : `${to}\n${from}`
    if (!pairs.has(key)) pairs.set(key, [from, to])
  }
  return [...pairs.values()]
}

/** A group as elk's input: connected boxes in layers. Groups with more boxes than elk can layer in good time are only packed. */
export function elkGraph({ members, links, gap }: LayoutGroup): ElkNode {
  const isSmall = members.length <= 2 * MAX_PIECE_PLACES
  return {
    id: 'root',
    layoutOptions: {
      'elk.algorithm': isSmall ? 'layered' : 'rectpacking',
      'elk.direction': 'RIGHT',
      'elk.edgeRouting': 'POLYLINE',
      'elk.aspectRatio': '1.5',
      'elk.randomSeed': '1',
      'elk.padding': '[top=0,left=0,bottom=0,right=0]',
      'elk.spacing.nodeNode': String(gap),
      'elk.spacing.componentComponent': String(gap),
      'elk.layered.spacing.nodeNodeBetweenLayers': String(gap + 26),
      'elk.layered.thoroughness': '4',
      // Wraps what would be one long row.
      'elk.layered.wrapping.strategy': 'MULTI_EDGE'
    },
    children: members.map(({ id, width, height }) => ({ id, width, height })),
    edges: isSmall ? links.map(([from, to], k) => ({ id: `e${k}`, sources: [from], targets: [to] })) : []
  }
}

/** Converts elk's answer, computing the total size from the boxes. */
export function placedBy(answer: ElkNode): PlacedGroup {
  const boxes = (answer.children ?? []).map(({ id, x = 0, y = 0, width = 0, height = 0 }) => ({ id, x, y, width, height }))
  const left = Math.min(...boxes.map((one) => one.x), Infinity)
  const top = Math.min(...boxes.map((one) => one.y), Infinity)
  return {
    width: Math.max(0, ...boxes.map((one) => one.x + one.width - left)),
    height: Math.max(0, ...boxes.map((one) => one.y + one.height - top)),
    spots: new Map(boxes.map((one) => [one.id, { x: one.x - left, y: one.y - top }]))
  }
}
