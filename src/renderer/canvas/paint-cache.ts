import type { Rect } from '../../shared/geometry/shapes'
import { visibleRect, type Viewport } from './viewport'

/** Paints the contents of a rectangle of the plane. The pen uses plane pixels; a screen pixel is `1 / zoom` of them. */
export type Painter = (pen: CanvasRenderingContext2D, visible: Rect, zoom: number) => void

/** The margin of a cached painting on each side, as a fraction of the visible part. */
const MARGIN_FACTOR = 0.5

/** The last painting, with a margin around the visible part: moving the canvas only shifts it. Zooming repaints the visible part in every frame. */
export class PaintCache {
  readonly #canvas = document.createElement('canvas')
  #painted: { painter: Painter; view: Viewport; width: number; height: number; ratio: number } | undefined
  #zoom = 0

  show(canvas: HTMLCanvasElement, painter: Painter, view: Viewport, width: number, height: number): void {
    const pen = canvas.getContext('2d')
    if (!pen) return
    const ratio = window.devicePixelRatio || 1
    resize(canvas, width * ratio, height * ratio)
    const zooming = view.zoom !== this.#zoom
    this.#zoom = view.zoom
    if (zooming) return paint(pen, painter, view, width, height, ratio)
    const { x, y } = this.#shift(painter, view, width, height, ratio)
    pen.setTransform(1, 0, 0, 1, 0, 0)
    pen.clearRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(this.#canvas, Math.round(x * ratio), Math.round(y * ratio))
  }

  /** Shifts the cached painting on the panel; repaints it if it doesn't cover the panel. */
  #shift(painter: Painter, view: Viewport, width: number, height: number, ratio: number): { x: number; y: number } {
    const last = this.#painted
    const [marginX, marginY] = [Math.round(width * MARGIN_FACTOR), Math.round(height * MARGIN_FACTOR)]
    if (last?.painter === painter && last.view.zoom === view.zoom && last.width === width && last.height === height && last.ratio === ratio) {
      const [x, y] = [view.x - last.view.x, view.y - last.view.y]
      if (Math.abs(x) <= marginX && Math.abs(y) <= marginY) return { x: x - marginX, y: y - marginY }
    }
    resize(this.#canvas, (width + 2 * marginX) * ratio, (height + 2 * marginY) * ratio)
    const pen = this.#canvas.getContext('2d')
    if (pen) paint(pen, painter, { ...view, x: view.x + marginX, y: view.y + marginY }, width + 2 * marginX, height + 2 * marginY, ratio)
    this.#painted = { painter, view, width, height, ratio }
    return { x: -marginX, y: -marginY }
  }
}

function paint(pen: CanvasRenderingContext2D, painter: Painter, view: Viewport, width: number, height: number, ratio: number): void {
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  pen.clearRect(0, 0, width, height)
  pen.save()
  pen.setTransform(ratio * view.zoom, 0, 0, ratio * view.zoom, ratio * view.x, ratio * view.y)
  painter(pen, visibleRect(view, width, height), view.zoom)
  pen.restore()
}

function resize(canvas: HTMLCanvasElement, width: number, height: number): void {
  const [wide, high] = [Math.round(width), Math.round(height)]
  if (canvas.width === wide && canvas.height === high) return
  canvas.width = wide
  canvas.height = high
}
