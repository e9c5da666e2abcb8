import { own } from '../../shared/base/json'
import type { GameState } from '../../shared/story/state'
import type { MapDrawing } from '../../shared/map/drawing'
import { pointAt, type Curve, type Point } from '../../shared/geometry/shapes'
import { TOKEN_PX } from '../../shared/map/sizes'

/** A character's movement from one box of the map to another, along the line of the journey between them. */
export interface Travel {
  /** Points relative to the token's final position; the last is 0, 0. */
  points: readonly Point[]
}

/** The most beats of a movement; over a larger distance the change is a jump in time, and tokens aren't animated. */
const MAX_BEATS_APART = 2
const TRAVEL_PIECES = 8

/** The characters who moved between two adjacent beats, by actor; none after a jump. */
export function movesBetween(before: GameState, after: GameState): ReadonlyMap<string, { from: string; to: string }> {
  const moves = new Map<string, { from: string; to: string }>()
  if (before === after || Math.abs(before.next.beat - after.next.beat) > MAX_BEATS_APART || before.actors === after.actors) return moves
  for (const [id, { location }] of Object.entries(after.actors)) {
    const from = own(before.actors, id)?.location
    if (from !== undefined && from !== location) moves.set(id, { from, to: location })
  }
  return moves
}

/** The path of a token from `was` to `is`: to the journey's line, along it, and to the new position. Undefined if no line is drawn. */
export function travelAlong(drawing: MapDrawing, from: string, to: string, was: Point, is: Point): Travel | undefined {
  const [a, b] = [drawing.boxOf.get(from), drawing.boxOf.get(to)]
  if (a === undefined || b === undefined || a === b) return undefined
  const [start, end] = [drawing.boxes[a], drawing.boxes[b]]
  if (!start || !end) return undefined
  const drawn = drawing.lines.find((one) => one.from === a && one.to === b) ?? drawing.lines.find((one) => one.from === b && one.to === a)
  if (!drawn) return { points: relative([was, is], is) }
  const line = pieces(drawn.curve)
  const along = drawn.from === a ? line : line.toReversed()
  return { points: relative([was, ...along, is], is) }
}

/** The upper left corners of a token that moves along a line. */
const pieces = (curve: Curve): Point[] =>
  Array.from({ length: TRAVEL_PIECES + 1 }, (_, k) => {
    const { x, y } = pointAt(curve, k / TRAVEL_PIECES)
    return { x: x - TOKEN_PX / 2, y: y - TOKEN_PX / 2 }
  })

const relative = (points: readonly Point[], to: Point): Point[] => points.map(({ x, y }) => ({ x: x - to.x, y: y - to.y }))

/** The keyframes of a movement: its points by the length of the path to each, so that the speed is constant. */
export function keyframes({ points }: Travel): { transform: string; offset: number }[] {
  const lengths = points.map((point, k) => {
    const last = points[k - 1]
    return last ? Math.hypot(point.x - last.x, point.y - last.y) : 0
  })
  const whole = lengths.reduce((sum, one) => sum + one, 0) || 1
  let covered = 0
  return points.map(({ x, y }, k) => {
    covered += lengths[k] ?? 0
    return { transform: `translate(${x}px, ${y}px)`, offset: k === points.length - 1 ? 1 : Math.min(1, covered / whole) }
  })
}
