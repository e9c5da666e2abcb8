import { coloursOf } from '../../../shared/map-image/palette'
import type { Pen, MapImage, ImageShape, PortraitShape, TextShape } from '../../../shared/map-image/shape'
import { printable } from './printable'
import type { Signs } from './signs'

const colour = coloursOf('light')
/** Points on paper for a pixel of an image that fits without scaling. */
const POINTS_PER_PIXEL = 0.75

/** The size of an image within a width and height, in points, and its scale. */
export function sizeOf({ bounds }: MapImage, width: number, height: number): { width: number; height: number; scale: number } {
  const scale = Math.min(POINTS_PER_PIXEL, width / bounds.width, height / bounds.height)
  return { width: bounds.width * scale, height: bounds.height * scale, scale }
}

/** Paints an image with its upper left corner at a point of the page, as vector graphics; `font` is the name of the typeface. */
export function paint(
  doc: PDFKit.PDFDocument,
  { bounds, ground, shapes }: MapImage,
  at: { x: number; y: number; scale: number },
  font: string,
  signs: Signs
): void {
  doc.save()
  doc.translate(at.x, at.y).scale(at.scale).translate(-bounds.x, -bounds.y)
  doc.rect(bounds.x, bounds.y, bounds.width, bounds.height).clip()
  doc.rect(bounds.x, bounds.y, bounds.width, bounds.height).fill(colour(ground))
  for (const shape of shapes) {
    if (shape.kind === 'words') write(doc, shape, font, signs)
    else if (shape.kind === 'portrait') portrait(doc, shape)
    else draw(doc, shape)
  }
  doc.restore()
}

function take(doc: PDFKit.PDFDocument, pen: Pen): void {
  doc
    .lineWidth(pen.width)
    .lineCap(pen.round ? 'round' : 'butt')
    .strokeColor(colour(pen.colour))
  const [dash, space = dash] = pen.dash ?? []
  if (dash !== undefined) doc.dash(dash, { space })
  else doc.undash()
}

function draw(doc: PDFKit.PDFDocument, shape: Exclude<ImageShape, TextShape | PortraitShape>): void {
  if (shape.kind === 'patch') {
    doc.polygon(...shape.points.map(({ x, y }) => [x, y])).fill(colour(shape.fill))
    return
  }
  if (shape.kind === 'line') {
    const { from, to, bend } = shape.curve
    take(doc, shape.pen)
    doc.moveTo(from.x, from.y)
    if (bend) doc.bezierCurveTo(bend[0].x, bend[0].y, bend[1].x, bend[1].y, to.x, to.y)
    else doc.lineTo(to.x, to.y)
    doc.stroke()
    return
  }
  const { box, radius, fill, edge } = shape
  if (edge) take(doc, edge)
  doc.roundedRect(box.x, box.y, box.width, box.height, Math.min(radius, box.width / 2, box.height / 2))
  if (fill && edge) doc.fillAndStroke(colour(fill), colour(edge.colour))
  else if (fill) doc.fill(colour(fill))
  else if (edge) doc.stroke()
}

/** Paints a portrait that a PDF can hold, cut to fill its box. */
function portrait(doc: PDFKit.PDFDocument, { box: { x, y, width, height }, radius, src }: PortraitShape): void {
  const picture = src === undefined ? undefined : printable(src)
  if (!picture) return
  doc
    .save()
    .roundedRect(x, y, width, height, Math.min(radius, width / 2, height / 2))
    .clip()
  doc.image(picture.src, x, y, { cover: [width, height], align: 'center' })
  doc.restore()
}

function write(doc: PDFKit.PDFDocument, { at, text, size, middle, fill }: TextShape, font: string, signs: Signs): void {
  const fit = signs.fit(text)
  if (fit === '') return
  doc.font(font).fontSize(size).fillColor(colour(fill))
  const x = middle ? at.x - doc.widthOfString(fit) / 2 : at.x
  doc.text(fit, x, at.y, { lineBreak: false, baseline: 'alphabetic' })
}
