import { sightOf, type View } from './detail'
import { paint, type Picture } from './paint'

/** How much farther than what is in sight a sheet reaches to each side, as a part of it. */
const MARGIN = 0.5

/**
 * What was painted last, with a margin around what was in sight: while the map is only moved it is laid down shifted instead of being painted anew.
 * While it is zoomed every frame is painted, and only what is in sight.
 */
export class Sheet {
  readonly #canvas = document.createElement('canvas')
  #painted: { picture: Picture; view: View; width: number; height: number; ratio: number } | undefined
  #zoom = 0

  /** Paints a picture as it is seen in a view onto a canvas of this size in pixels of the page. */
  show(canvas: HTMLCanvasElement, picture: Picture, view: View, width: number, height: number): void {
    const pen = canvas.getContext('2d')
    if (!pen) return
    const ratio = window.devicePixelRatio || 1
    fit(canvas, width * ratio, height * ratio)
    const zooming = view.zoom !== this.#zoom
    this.#zoom = view.zoom
    if (zooming) {
      pen.setTransform(ratio, 0, 0, ratio, 0, 0)
      paint(pen, picture, view, sightOf(view, width, height))
      return
    }
    const { x, y } = this.#shift(picture, view, width, height, ratio)
    pen.setTransform(1, 0, 0, 1, 0, 0)
    pen.clearRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(this.#canvas, Math.round(x * ratio), Math.round(y * ratio))
  }

  /** Where the sheet lies on what is in sight; it is painted anew where it does not reach. */
  #shift(picture: Picture, view: View, width: number, height: number, ratio: number): { x: number; y: number } {
    const old = this.#painted
    const [marginX, marginY] = [Math.round(width * MARGIN), Math.round(height * MARGIN)]
    if (old && old.picture === picture && old.view.zoom === view.zoom && old.width === width && old.height === height && old.ratio === ratio) {
      const [x, y] = [view.x - old.view.x, view.y - old.view.y]
      if (Math.abs(x) <= marginX && Math.abs(y) <= marginY) return { x: x - marginX, y: y - marginY }
    }
    fit(this.#canvas, (width + 2 * marginX) * ratio, (height + 2 * marginY) * ratio)
    const pen = this.#canvas.getContext('2d')
    const moved = { ...view, x: view.x + marginX, y: view.y + marginY }
    pen?.setTransform(ratio, 0, 0, ratio, 0, 0)
    if (pen) paint(pen, picture, moved, sightOf(moved, width + 2 * marginX, height + 2 * marginY))
    this.#painted = { picture, view, width, height, ratio }
    return { x: -marginX, y: -marginY }
  }
}

function fit(canvas: HTMLCanvasElement, width: number, height: number): void {
  const [wide, high] = [Math.round(width), Math.round(height)]
  if (canvas.width === wide && canvas.height === high) return
  canvas.width = wide
  canvas.height = high
}
