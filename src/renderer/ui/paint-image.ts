import { svgPath } from '../../shared/geometry/shapes'
import { FACES } from '../../shared/map-image/palette'
import type { Colour, MapImage, ImageShape, PortraitShape } from '../../shared/map-image/shape'

/** The maximum side and area of an image, in pixels, that every canvas supports. */
const MAX_SIDE_PX = 16_000
const MAX_PIXELS = 40_000_000

/** The scale of an image of this size: two, or the largest that fits. */
export function scaleOf({ width, height }: { width: number; height: number }): number {
  return Math.min(2, MAX_SIDE_PX / width, MAX_SIDE_PX / height, Math.sqrt(MAX_PIXELS / (width * height)))
}

/** The part of a canvas context that shapes are painted with. */
type Brush = Pick<
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

function paintShape(brush: Brush, shape: Exclude<ImageShape, PortraitShape>, colour: (name: Colour) => string): void {
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

/** Paints a portrait in its box, cut to fill it. One that can't be decoded is left out. */
async function paintPortrait(pen: CanvasRenderingContext2D, { box, radius, src }: PortraitShape): Promise<void> {
  if (src === undefined) return
  const picture = new Image()
  picture.src = src
  if (
    !(await picture.decode().then(
      () => true,
      () => false
    ))
  )
    return
  const scale = Math.max(box.width / picture.naturalWidth, box.height / picture.naturalHeight)
  const [width, height] = [picture.naturalWidth * scale, picture.naturalHeight * scale]
  pen.save()
  pen.beginPath()
  pen.roundRect(box.x, box.y, box.width, box.height, radius)
  pen.clip()
  pen.drawImage(picture, box.x + (box.width - width) / 2, box.y, width, height)
  pen.restore()
}

/** An image as a PNG with its scale; undefined if the canvas would be too large. */
export async function pngOf(image: MapImage, colour: (name: Colour) => string): Promise<{ png: Blob; scale: number } | undefined> {
  const { x, y, width, height } = image.bounds
  const scale = scaleOf({ width, height })
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(width * scale)
  canvas.height = Math.floor(height * scale)
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  // A canvas can't use a font that the page hasn't loaded yet.
  await Promise.all(Object.values(FACES).flatMap((face) => [400, 600].map((weight) => document.fonts.load(`${weight} 13px ${face}`))))
  pen.fillStyle = colour(image.ground)
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.setTransform(scale, 0, 0, scale, -x * scale, -y * scale)
  for (const shape of image.shapes) {
    if (shape.kind === 'portrait') await paintPortrait(pen, shape)
    else paintShape(pen, shape, colour)
  }
  const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  canvas.width = canvas.height = 0
  return png ? { png, scale } : undefined
}
