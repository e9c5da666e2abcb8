import { svgPath } from '../../../shared/geometry/shapes'
import { FACES } from '../../../shared/map-picture/palette'
import type { Colour, Picture, Shape } from '../../../shared/map-picture/shape'

/** The longest side and the most pixels of a picture: what canvases take everywhere. */
const SIDE = 16_000
const PIXELS = 40_000_000

/** How many pixels a picture of this size is painted with for each of its own: two, or as many as fit. */
export function scaleOf({ width, height }: { width: number; height: number }): number {
  return Math.min(2, SIDE / width, SIDE / height, Math.sqrt(PIXELS / (width * height)))
}

/** The shapes are painted with what of a canvas. */
export type Brush = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'roundRect'
  | 'lineTo'
  | 'fill'
  | 'stroke'
  | 'fillText'
  | 'setLineDash'
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'lineCap'
  | 'font'
  | 'textAlign'
>

/** Paints one shape of a picture. */
export function paintShape(brush: Brush, shape: Shape, colour: (name: Colour) => string): void {
  const pen = shape.kind === 'box' ? shape.edge : shape.kind === 'line' ? shape.pen : undefined
  if (pen) {
    brush.strokeStyle = colour(pen.colour)
    brush.lineWidth = pen.width
    brush.lineCap = pen.round ? 'round' : 'butt'
    brush.setLineDash([...(pen.dash ?? [])])
  }
  switch (shape.kind) {
    case 'box': {
      const { x, y, width, height } = shape.box
      brush.beginPath()
      brush.roundRect(x, y, width, height, shape.radius)
      if (shape.fill) {
        brush.fillStyle = colour(shape.fill)
        brush.fill()
      }
      if (pen) brush.stroke()
      break
    }
    case 'line':
      brush.stroke(new Path2D(svgPath(shape.curve)))
      break
    case 'patch':
      brush.fillStyle = colour(shape.fill)
      brush.beginPath()
      for (const { x, y } of shape.points) brush.lineTo(x, y)
      brush.fill()
      break
    default:
      brush.fillStyle = colour(shape.fill)
      brush.font = `${shape.bold ? 600 : 400} ${shape.size}px ${FACES[shape.face]}`
      brush.textAlign = shape.middle ? 'center' : 'left'
      brush.fillText(shape.text, shape.at.x, shape.at.y)
  }
}

/** A picture as a PNG, and how many pixels each of its own became; undefined where so large a canvas cannot be had. */
export async function pngOf(picture: Picture, colour: (name: Colour) => string): Promise<{ png: Blob; scale: number } | undefined> {
  const { x, y, width, height } = picture.bounds
  const scale = scaleOf({ width, height })
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(width * scale)
  canvas.height = Math.floor(height * scale)
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  // A font that no page has shown yet is not there for a canvas either.
  await Promise.all(Object.values(FACES).flatMap((face) => [400, 600].map((weight) => document.fonts.load(`${weight} 13px ${face}`))))
  pen.fillStyle = colour(picture.ground)
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.setTransform(scale, 0, 0, scale, -x * scale, -y * scale)
  for (const shape of picture.shapes) paintShape(pen, shape, colour)
  const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  canvas.width = canvas.height = 0
  return png ? { png, scale } : undefined
}
