import { memoized } from '../../shared/base/memoized'
import { own } from '../../shared/base/json'
import type { GameState } from '../../shared/story/state'
import type { Graph } from '../canvas/graph'
import { strokeCurves } from '../canvas/painting'
import type { PaintedPart } from '../canvas/props'
import { isShut, type Box, type MapDrawing, type MapLine } from '../../shared/map/drawing'
import { BRIDGE, groundsOf, MARGIN_RADIUS_PX } from '../../shared/map/grounds'
import type { Marks } from './marks'
import { inflate, intersects, centreOf, type Rect } from '../../shared/geometry/shapes'

/** The input of the painted part of the map. */
export interface MapPaint {
  drawing: MapDrawing
  graph: Graph<Box>
  facts: GameState['facts']
  places: GameState['places']
  seen: ReadonlySet<string>
  /** Ids of boxes and journeys. */
  selectedIds: ReadonlySet<string>
  here: string | undefined
  /** Colours of the characters in a box, by its index. */
  people: ReadonlyMap<number, readonly string[]>
  marks: Marks
  token: (name: string) => string
}

type Pen = CanvasRenderingContext2D

/** Paints the layer under the map's nodes: the ground of the regions, and at a small zoom everything else too. */
export function paint(pen: Pen, mapPaint: MapPaint, { visible, zoom, level }: PaintedPart): void {
  paintGrounds(pen, mapPaint, visible, level === 'near' || zoom >= LEGIBLE_ZOOM)
  if (level === 'near') return
  lines(pen, mapPaint, zoom, visible)
  boxes(pen, mapPaint, zoom, visible)
}

interface Ground {
  rims: Path2D
  bridges: Path2D
}

/** From this zoom on, names can be read and grounds have round corners. */
const LEGIBLE_ZOOM = 0.42
/** At a smaller zoom the ground consists of overlapping rectangles. */
const FAR_RIM_PX = 70
const NOWHERE: Rect = { x: 0, y: 0, width: 0, height: 0 }

const pathsOf = memoized(
  (drawing: MapDrawing): ReadonlyMap<string, Ground> =>
    new Map(
      [...groundsOf(drawing)].map(([id, ground]) => {
        const [rims, bridges] = [new Path2D(), new Path2D()]
        for (const { x, y, width, height } of ground.rims) rims.roundRect(x, y, width, height, MARGIN_RADIUS_PX)
        for (const [from, to] of ground.bridges) {
          bridges.moveTo(from.x, from.y)
          bridges.lineTo(to.x, to.y)
        }
        return [id, { rims, bridges }]
      })
    )
)

function paintGrounds(pen: Pen, { drawing, token }: MapPaint, visible: Rect, isExact: boolean): void {
  const inSight = drawing.areas.filter((area) => intersects(inflate(area.bounds, 40), visible))
  pen.fillStyle = token('--ground')
  if (!isExact) {
    for (const k of inSight.flatMap((area) => area.boxes)) {
      const { x, y, width, height } = inflate(drawing.boxes[k] ?? NOWHERE, FAR_RIM_PX)
      pen.fillRect(x, y, width, height)
    }
    return
  }
  const all = pathsOf(drawing)
  pen.lineCap = 'round'
  for (const { rims, bridges } of inSight.flatMap((area) => all.get(area.id) ?? [])) {
    // First the outline, then the ground over everything but the outline.
    for (const [style, edge] of [
      ['--line', 2],
      ['--ground', 0]
    ] as const) {
      pen.strokeStyle = token(style)
      pen.lineWidth = BRIDGE.width + edge
      pen.stroke(bridges)
      pen.lineWidth = edge
      if (edge > 0) pen.stroke(rims)
    }
    pen.fill(rims)
  }
}

const TONES = { good: '--good', fair: '--live', bad: '--bad', none: '--ink-3' } as const

function lines(pen: Pen, { drawing, graph, facts, selectedIds, marks, token }: MapPaint, zoom: number, visible: Rect): void {
  const thin = Math.max(1.4, 1 / zoom)
  const byStyle = new Map<string, MapLine[]>()
  for (const k of graph.edgeIndex.query(visible)) {
    const line = drawing.lines[k]
    if (!line) continue
    const tone = marks.journeys.size ? line.journeys.map((id) => marks.journeys.get(id)?.tone).find((one) => one !== undefined) : undefined
    const style = line.journeys.some((id) => selectedIds.has(id)) ? '--ink' : tone ? TONES[tone] : isShut(line, facts) ? '--line' : '--line-strong'
    const list = byStyle.get(style)
    if (list) list.push(line)
    else byStyle.set(style, [line])
  }
  for (const [style, lines] of byStyle) {
    pen.strokeStyle = token(style)
    pen.lineWidth = style === '--ink' ? 2 * thin : thin
    strokeCurves(
      pen,
      lines.map(({ curve }) => curve)
    )
  }
}

function boxes(pen: Pen, mapPaint: MapPaint, zoom: number, visible: Rect): void {
  const { drawing, graph, places, seen, selectedIds, here, people, marks, token } = mapPaint
  const visibleBoxes = graph.nodeIndex.query(visible).flatMap((k) => (drawing.boxes[k] ? [[k, drawing.boxes[k]] as const] : []))
  const legible = zoom >= LEGIBLE_ZOOM
  const plain = zoom < 0.16
  const fills = new Map<string, Box[]>()
  for (const [, box] of visibleBoxes) {
    const mark = marks.places.get(box.id)
    const tone = mark?.heat === undefined ? mark?.tone : undefined
    const visited = box.what === 'region' || seen.has(box.of)
    // Legible names have a quiet background, with the heat beside them.
    const style =
      mark?.heat !== undefined && !legible
        ? (`--heat-${mark.heat}` as const)
        : tone
          ? TONES[tone]
          : plain
            ? visited
              ? '--ink-2'
              : '--ink-3'
            : visited
              ? '--raised'
              : '--stage'
    const list = fills.get(style)
    if (list) list.push(box)
    else fills.set(style, [box])
  }
  pen.lineWidth = Math.max(1, 1 / zoom)
  for (const [style, list] of fills) {
    pen.fillStyle = token(style)
    for (const { x, y, width, height } of list) pen.fillRect(x, y, width, height)
  }
  if (!plain) {
    pen.strokeStyle = token('--line-strong')
    for (const [, { x, y, width, height }] of visibleBoxes) pen.strokeRect(x, y, width, height)
  }
  for (const [, box] of visibleBoxes) {
    if (selectedIds.has(box.id)) ring(pen, box, token('--ink'), zoom)
    if (box.id === here || (box.what === 'region' && here !== undefined && own(places, here)?.region === box.of))
      ring(pen, box, token('--accent'), zoom)
  }
  if (legible) {
    for (const [, box] of visibleBoxes) {
      const heat = marks.places.get(box.id)?.heat
      if (heat === undefined) continue
      pen.fillStyle = token(`--heat-${heat}`)
      pen.fillRect(box.x, box.y, 6, box.height)
    }
    names(pen, visibleBoxes, token('--ink'))
  }
  const radius = Math.max(7, 3.2 / zoom)
  for (const [k, colours] of people) {
    const box = drawing.boxes[k]
    if (!box || !intersects(box, visible)) continue
    colours.slice(0, 5).forEach((colour, n) => {
      pen.fillStyle = colour
      pen.beginPath()
      pen.arc(box.x + box.width - radius - 2.2 * radius * n, box.y + box.height, radius, 0, 2 * Math.PI)
      pen.fill()
    })
  }
}

function ring(pen: Pen, box: Rect, colour: string, zoom: number): void {
  const rim = Math.max(3, 3 / zoom)
  const { x, y, width, height } = inflate(box, rim)
  pen.strokeStyle = colour
  pen.lineWidth = Math.max(2, 2 / zoom)
  pen.strokeRect(x, y, width, height)
}

function names(pen: Pen, boxes: readonly (readonly [number, Box])[], colour: string): void {
  pen.fillStyle = colour
  pen.font = "550 15px 'Literata Variable', Georgia, serif"
  pen.textBaseline = 'middle'
  for (const [, box] of boxes) pen.fillText(box.name, box.x + 10, centreOf(box).y, box.width - 20)
}
