import type { MapLine } from '../map/drawing'
import { SpatialGrid } from '../geometry/spatial-grid'
import { heading, intersects, pointAt, type Curve, type Point, type Rect } from '../geometry/shapes'
import { PLACE } from '../map/sizes'
import { cutTo, widthOf } from './fitting'
import type { Pen, ImageShape } from './shape'

const TEXT_SIZE_PX = 10.5
const LINE_HEIGHT_PX = 14
const MAX_LABEL_WIDTH_PX = 260
/** The factor by which the background of a label may be narrower than the widest estimate. */
const LABEL_WIDTH_FACTOR = 0.9
/** Lines shorter than this, in pixels, may have their labels beside the places at their ends. */
const SHORT_LINE_PX = 80
/** The positions along a line where its label may stand, best first. */
const STANDS = [0.34, 0.5, 0.42, 0.25, 0.62, 0.16, 0.74]

/** How the line of a journey is drawn. */
interface LineLook {
  /** Whether no journey leads back. */
  oneWay: boolean
  shut: boolean
  title: string
}

/** A point beside another, in the direction of an angle in degrees. */
function aside({ x, y }: Point, along: number, across: number, angle: number): Point {
  const turn = (angle * Math.PI) / 180
  return { x: x + along * Math.cos(turn) - across * Math.sin(turn), y: y + along * Math.sin(turn) + across * Math.cos(turn) }
}

/** The direction in which a curve leaves, in degrees clockwise from the right. */
function leaving({ from, to, bend }: Curve): number {
  const next = bend?.[0] ?? to
  return (Math.atan2(next.y - from.y, next.x - from.x) * 180) / Math.PI
}

/** The line of a journey, its arrow, and a bar across its beginning if no journey leads back. */
export function lineShapes({ curve, arrow, risky }: MapLine, { oneWay, shut, title }: LineLook): ImageShape[] {
  const pen: Pen = { colour: 'line-strong', width: 1.5, ...(shut ? { dash: [1, 5], round: true } : risky ? { dash: [5, 4] } : {}) }
  const shapes: ImageShape[] = [{ kind: 'line', curve, pen, title }]
  if (arrow) {
    const angle = heading(curve)
    shapes.push({ kind: 'patch', points: [aside(curve.to, -9, -4.5, angle), curve.to, aside(curve.to, -9, 4.5, angle)], fill: 'ink-3' })
  }
  if (oneWay) {
    const [angle, at] = [leaving(curve), curve.from]
    const bar = { from: aside(at, 4, -5, angle), to: aside(at, 4, 5, angle) }
    shapes.push({ kind: 'line', curve: bar, pen: { colour: 'ink-3', width: 2 } })
  }
  return shapes
}

/** Positions for the label of a line that is too short: past the places at its ends, first on the line's own side. */
function besides(curve: Curve, height: number): Point[] {
  if (Math.hypot(curve.to.x - curve.from.x, curve.to.y - curve.from.y) > SHORT_LINE_PX) return []
  const away = (PLACE.height + height) / 2 + 5
  return [away, -away, away + 12, -away - 12].map((across) => aside(pointAt(curve, 0.5), 0, across, leaving(curve)))
}

/** Places labels beside lines where they cover nothing. A label without room is left to the line's title. */
export class LineLabels {
  readonly #taken: Rect[] = []
  readonly #grid: SpatialGrid

  /** `occupied` are the areas that no label may cover; `most` is the expected number of labels. */
  constructor(occupied: readonly Rect[], most: number) {
    this.#grid = new SpatialGrid(occupied.length + most)
    for (const one of occupied) this.#take(one)
  }

  beside({ curve }: MapLine, words: readonly string[]): ImageShape[] {
    const lines = words.map((one) => cutTo(one, TEXT_SIZE_PX, MAX_LABEL_WIDTH_PX))
    if (lines.length === 0) return []
    const size = {
      width: LABEL_WIDTH_FACTOR * Math.max(...lines.map((one) => widthOf(one, TEXT_SIZE_PX))) + 8,
      height: LINE_HEIGHT_PX * lines.length + 2
    }
    const spots = [...STANDS.map((part) => pointAt(curve, part)), ...besides(curve, size.height)]
    const box = spots
      .map(({ x, y }): Rect => ({ x: x - size.width / 2, y: y - size.height / 2, ...size }))
      .find((one) => !this.#grid.query(one).some((k) => intersects(this.#taken[k] ?? one, one)))
    if (!box) return []
    this.#take(box)
    const middle = box.x + box.width / 2
    const line = (text: string, k: number): ImageShape => ({
      kind: 'words',
      at: { x: middle, y: box.y + 11.5 + LINE_HEIGHT_PX * k },
      text,
      face: 'sans',
      size: TEXT_SIZE_PX,
      middle: true,
      fill: 'ink-2'
    })
    return [{ kind: 'box', box, radius: 5, fill: 'wings' }, ...lines.map(line)]
  }

  #take(box: Rect): void {
    this.#grid.addRect(this.#taken.length, box)
    this.#taken.push(box)
  }
}
