import { containsRect, inflate, intersectionOf, type Curve, type Rect } from '../../shared/geometry/shapes'
import { visibleRect, type Viewport } from './viewport'

/** Paints the contents of a rectangle of the plane. The pen uses plane pixels; a screen pixel is `1 / zoom` of them. */
export type Painter = (pen: CanvasRenderingContext2D, visible: Rect, zoom: number) => void

/** What is painted, and a part of the plane that holds all of it. */
export interface Painted {
  painter: Painter
  extent: Rect
  /** Whether painting it in every frame of a zoom would be too slow. */
  isHeavy: boolean
}

/** What a panel shows: its viewport, its size in pixels, the screen's pixels per pixel, and whether the user moves or zooms it now. */
export interface PanelView {
  viewport: Viewport
  width: number
  height: number
  ratio: number
  isMoving: boolean
}

/** The margin of a painting on each side, as a fraction of the panel. */
const MARGIN_FACTOR = 0.5
/** How far a painting is enlarged or reduced while the user zooms, before it is painted again. */
const MAX_STRETCH = 2
/** How far a painter may paint beyond nodes and edges: rings, the ground of regions. */
const RIM_PX = 120

/**
 * The painting in a canvas element, which is larger than the panel. While the user moves the panel, the element moves; while the user zooms, the element
 * is scaled if what it shows is heavy, and it is painted again when the zoom ends. So thousands of nodes are not painted in every frame.
 */
export class Painting {
  #last: { painter: Painter; viewport: Viewport; width: number; height: number; ratio: number; covers: Rect } | undefined

  show(canvas: HTMLCanvasElement, { painter, extent, isHeavy }: Painted, { viewport, width, height, ratio, isMoving }: PanelView): void {
    const needed = intersectionOf(visibleRect(viewport, width, height), inflate(extent, RIM_PX))
    let last = this.#last
    const stretch = last ? viewport.zoom / last.viewport.zoom : 1
    const isSharp = stretch === 1 || (isMoving && isHeavy && stretch < MAX_STRETCH && stretch > 1 / MAX_STRETCH)
    const isSame = last?.painter === painter && last.width === width && last.height === height && last.ratio === ratio
    if (!last || !isSame || !isSharp || (needed && !containsRect(last.covers, needed))) {
      const [marginX, marginY] = [Math.round(width * MARGIN_FACTOR), Math.round(height * MARGIN_FACTOR)]
      const [wide, high] = [width + 2 * marginX, height + 2 * marginY]
      const outer = { ...viewport, x: viewport.x + marginX, y: viewport.y + marginY }
      last = this.#last = { painter, viewport: outer, width, height, ratio, covers: visibleRect(outer, wide, high) }
      resize(canvas, wide, high, ratio)
      const pen = canvas.getContext('2d')
      if (pen) paint(pen, painter, last.covers, outer, ratio)
    }
    const scale = viewport.zoom / last.viewport.zoom
    // At the painting's own zoom it stands on whole screen pixels, so that it stays sharp.
    const place = (at: number): number => (scale === 1 ? Math.round(at * ratio) / ratio : at)
    const [x, y] = [place(viewport.x - last.viewport.x * scale), place(viewport.y - last.viewport.y * scale)]
    canvas.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
  }
}

/** The most lines in one stroke: a browser takes much longer for one path of thousands of curves. */
const LINES_PER_STROKE = 200

/** Draws the lines of edges in the pen's style. */
export function strokeCurves(pen: CanvasRenderingContext2D, curves: readonly Curve[]): void {
  for (let from = 0; from < curves.length; from += LINES_PER_STROKE) {
    pen.beginPath()
    for (const curve of curves.slice(from, from + LINES_PER_STROKE)) {
      pen.moveTo(curve.from.x, curve.from.y)
      if (curve.bend) pen.bezierCurveTo(curve.bend[0].x, curve.bend[0].y, curve.bend[1].x, curve.bend[1].y, curve.to.x, curve.to.y)
      else pen.lineTo(curve.to.x, curve.to.y)
    }
    pen.stroke()
  }
}

function paint(pen: CanvasRenderingContext2D, painter: Painter, covers: Rect, { x, y, zoom }: Viewport, ratio: number): void {
  pen.setTransform(1, 0, 0, 1, 0, 0)
  pen.clearRect(0, 0, pen.canvas.width, pen.canvas.height)
  pen.save()
  pen.setTransform(ratio * zoom, 0, 0, ratio * zoom, ratio * x, ratio * y)
  painter(pen, covers, zoom)
  pen.restore()
}

function resize(canvas: HTMLCanvasElement, width: number, height: number, ratio: number): void {
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)]
  if (canvas.width === wide && canvas.height === high) return
  canvas.width = wide
  canvas.height = high
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
}
