import { own } from '../base/json'
import type { GameState, Journey } from '../story/state'
import { boundsOf, lineBetween, loopAt, type Curve, type Point, type Rect } from '../geometry/shapes'
import { CARD, PLACE } from './sizes'

/** The part of a state that a drawing of the world needs. */
export type World = Pick<GameState, 'places' | 'journeys' | 'regions'>

/** The top left corner of each place, by id. */
export type Spots = ReadonlyMap<string, Point>

/** A place on the map, or a region folded into one card. */
export interface Box extends Rect {
  /** A place's id, or a region's after `~`. */
  id: string
  what: 'place' | 'region'
  of: string
  name: string
  region: string
  count: number
}

/** A line on the map: one journey, or several drawn as one. */
export interface MapLine {
  id: string
  journeys: readonly string[]
  /** The numbers of the boxes at its ends. */
  from: number
  to: number
  curve: Curve
  /** Whether it has an arrow. A line without one leads in both directions. */
  arrow: boolean
  risky: boolean
  /** The facts that its journeys need, one for each; empty if a journey is open. */
  needs: readonly string[]
}

/** The background of a region that isn't folded. */
export interface Area {
  id: string
  name: string
  /** The numbers of its places' boxes. */
  boxes: readonly number[]
  bounds: Rect
}

/** The map to draw, without anything that play changes. */
export interface MapDrawing {
  boxes: readonly Box[]
  /** The number of the box that shows a place: its own, or its region's card. */
  boxOf: ReadonlyMap<string, number>
  lines: readonly MapLine[]
  areas: readonly Area[]
  bounds: Rect
}

/** Options for drawing a world. */
export interface DrawingOptions {
  folded: ReadonlySet<string>
  /** Whether a journey and its return are two lines. */
  separate: boolean
}

/** The distance between two lines that join the same places, in pixels. */
const LINE_DISTANCE_PX = 9

/** Draws a world with its places at these spots. Leaves out places without a spot. */
export function drawingOf(world: World, spots: Spots, { folded, separate }: DrawingOptions): MapDrawing {
  const boxes: Box[] = []
  const boxOf = new Map<string, number>()
  const members = new Map<string, { ids: string[]; boxes: number[] }>()
  for (const id of Object.keys(world.places).toSorted()) {
    const place = own(world.places, id)
    const spot = spots.get(id)
    if (!place || !spot) continue
    const list = members.get(place.region) ?? { ids: [], boxes: [] }
    members.set(place.region, list)
    list.ids.push(id)
    if (folded.has(place.region)) continue
    boxOf.set(id, boxes.length)
    list.boxes.push(boxes.length)
    boxes.push({ id, what: 'place', of: id, name: place.name, region: place.region, count: 1, ...PLACE, ...spot })
  }
  const areas: Area[] = []
  for (const [id, { ids, boxes: theirs }] of members) {
    const name = own(world.regions, id)?.name ?? id
    if (!folded.has(id)) {
      areas.push({ id, name, boxes: theirs, bounds: boundsOf(theirs.map((one) => boxes[one] ?? { x: 0, y: 0, ...PLACE })) })
      continue
    }
    for (const place of ids) boxOf.set(place, boxes.length)
    boxes.push({ id: `~${id}`, what: 'region', of: id, name, region: id, count: ids.length, ...CARD, ...middle(ids, spots) })
  }
  return { boxes, boxOf, lines: linesOf(world.journeys, boxes, boxOf, separate), areas, bounds: boundsOf(boxes) }
}

/** The position of a folded region's card: the middle of its places. */
function middle(ids: readonly string[], spots: Spots): Point {
  const bounds = boundsOf(ids.map((id) => ({ x: 0, y: 0, ...PLACE, ...spots.get(id) })))
  return { x: Math.round(bounds.x + (bounds.width - CARD.width) / 2), y: Math.round(bounds.y + (bounds.height - CARD.height) / 2) }
}

interface Bundle {
  from: number
  to: number
  journeys: [id: string, journey: Journey][]
}

function linesOf(journeys: World['journeys'], boxes: readonly Box[], boxOf: ReadonlyMap<string, number>, separate: boolean): MapLine[] {
  const bundles = new Map<number, Bundle>()
  const key = (from: number, to: number): number => from * boxes.length + to
  for (const id of Object.keys(journeys).toSorted()) {
    const journey = own(journeys, id)
    const from = boxOf.get(journey?.from ?? '')
    const to = boxOf.get(journey?.to ?? '')
    if (!journey || from === undefined || to === undefined) continue
    // Journeys inside a folded region aren't drawn.
    if (from === to && boxes[from]?.what === 'region') continue
    const bundle = bundles.get(key(from, to)) ?? { from, to, journeys: [] }
    bundles.set(key(from, to), bundle)
    bundle.journeys.push([id, journey])
  }
  const lines: MapLine[] = []
  for (const { from, to, journeys: list } of bundles.values()) {
    const [a, b] = [boxes[from], boxes[to]]
    if (!a || !b) continue
    const back = from === to ? undefined : bundles.get(key(to, from))
    if (!separate && back) {
      if (from < to) lines.push(lineOf([...list, ...back.journeys], from, to, lineBetween(a, b), false))
      continue
    }
    const joined = a.what === 'region' || b.what === 'region' || !separate
    const parts = joined ? [list] : list.map((one) => [one])
    // Lines keep to the right, so the return journey is on the other side.
    const first = back ? LINE_DISTANCE_PX / 2 : (-LINE_DISTANCE_PX * (parts.length - 1)) / 2
    parts.forEach((one, k) => lines.push(lineOf(one, from, to, from === to ? loopAt(a, k) : lineBetween(a, b, first + LINE_DISTANCE_PX * k), true)))
  }
  return lines
}

function lineOf(list: Bundle['journeys'], from: number, to: number, curve: Curve, arrow: boolean): MapLine {
  const needs = list.flatMap(([, one]) => (one.requires === undefined ? [] : [one.requires]))
  return {
    id: list[0]?.[0] ?? '',
    journeys: list.map(([id]) => id),
    from,
    to,
    curve,
    arrow,
    risky: list.some(([, one]) => one.risks.length > 0),
    needs: needs.length === list.length ? needs : []
  }
}

/** Returns whether every journey of a line lacks the fact that it needs. */
export const isShut = (line: MapLine, facts: GameState['facts']): boolean =>
  line.needs.length > 0 && line.needs.every((fact) => own(facts, fact) !== true)
