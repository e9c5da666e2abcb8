import { svgPath, type Point } from '../geometry/shapes'
import { xmlAttribute, xmlText } from '../base/xml-text'
import { FACES } from './palette'
import type { Colour, Pen, MapImage, ImageShape } from './shape'

/** Renders an image as SVG text, with a value or a CSS variable for each colour. The same image gives the same text. */
export function svgOf({ title, bounds, ground, shapes }: MapImage, colour: (name: Colour) => string): string {
  const [x, y, width, height] = [Math.floor(bounds.x), Math.floor(bounds.y), Math.ceil(bounds.width), Math.ceil(bounds.height)]
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}" role="img">`
  const paint = (name: Colour | undefined): string => (name === undefined ? 'none' : xmlAttribute(colour(name)))
  return [
    head,
    `<title>${xmlText(title)}</title>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${paint(ground)}"/>`,
    ...shapes.flatMap((shape) => element(shape, paint) || []),
    '</svg>\n'
  ].join('\n')
}

type Paint = (name: Colour | undefined) => string

/** A number with at most one decimal, finer than anybody can see. */
const n = (value: number): string => String(Math.round(value * 10) / 10 || 0)
const at = ({ x, y }: Point): string => `${n(x)},${n(y)}`

function stroke(pen: Pen | undefined, paint: Paint): string {
  if (!pen) return ''
  const dash = pen.dash ? ` stroke-dasharray="${pen.dash.map(n).join(' ')}"` : ''
  return ` stroke="${paint(pen.colour)}" stroke-width="${n(pen.width)}"${dash}${pen.round ? ' stroke-linecap="round"' : ''}`
}

const closed = (name: string, rest: string, title: string | undefined): string =>
  title === undefined ? `<${name} ${rest}/>` : `<${name} ${rest}><title>${xmlText(title)}</title></${name}>`

function element(shape: ImageShape, paint: Paint): string {
  switch (shape.kind) {
    case 'box': {
      const { x, y, width, height } = shape.box
      const where = `x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="${n(shape.radius)}"`
      return closed('rect', `${where} fill="${paint(shape.fill)}"${stroke(shape.edge, paint)}`, shape.title)
    }
    case 'line': {
      const { from, to, bend } = shape.curve
      const rounded = { from: near(from), to: near(to), ...(bend ? { bend: [near(bend[0]), near(bend[1])] as const } : {}) }
      return closed('path', `d="${svgPath(rounded)}" fill="none"${stroke(shape.pen, paint)}`, shape.title)
    }
    case 'portrait': {
      if (shape.src === undefined) return ''
      const { x, y, width, height } = shape.box
      const round = `style="clip-path: inset(0 round ${n(shape.radius)}px)"`
      const where = `x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" preserveAspectRatio="xMidYMin slice"`
      return closed('image', `${where} ${round} href="${xmlAttribute(shape.src)}"`, shape.title)
    }
    case 'patch':
      return `<polygon points="${shape.points.map(at).join(' ')}" fill="${paint(shape.fill)}"/>`
    default: {
      const { at: where, text, face, size, bold, middle, fill } = shape
      const style = `font-family="${FACES[face]}" font-size="${n(size)}"${bold ? ' font-weight="600"' : ''}${middle ? ' text-anchor="middle"' : ''}`
      return `<text x="${n(where.x)}" y="${n(where.y)}" ${style} fill="${paint(fill)}">${xmlText(text)}</text>`
    }
  }
}

const near = ({ x, y }: Point): Point => ({ x: Math.round(x * 10) / 10 || 0, y: Math.round(y * 10) / 10 || 0 })
