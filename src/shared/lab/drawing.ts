import { xmlAttribute, xmlText } from '../base/xml-text'
import { FACES } from '../map-image/palette'
import type { Colour } from '../map-image/shape'
import type { LabMark, Share } from './report'
import { shareDetail } from './share-words'

/** One SVG element. `at`: its attributes, in camel case. */
export interface Shape {
  tag: 'path' | 'rect' | 'circle'
  at: Readonly<Record<string, string | number>>
  fill?: Colour
  stroke?: Colour
}

/** What belongs together in a drawing, in painting order: shapes, and words over them, in lines around a point. `mark`: what it stands for. */
export interface DrawnItem {
  shapes: readonly Shape[]
  words?: { x: number; y: number; lines: readonly string[]; ink: Colour; anchor: 'start' | 'middle' | 'end' }
  mark?: { mark: LabMark; words: string; share: Share }
}

/** A drawing of the lab, in pixels. The window shows it with marks that can be pressed, a page as it is. */
export interface Drawing {
  width: number
  height: number
  items: readonly DrawnItem[]
}

export const TEXT_PX = 11
export const LINE_PX = 14

/** The attributes of an element in SVG's own spelling. */
const attributes = (at: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(at)
    .map(([name, value]) =>
      value === undefined ? '' : ` ${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${xmlAttribute(String(value))}"`
    )
    .join('')

/** A drawing as SVG, with a value or a CSS variable for each colour. What a mark stands for is its tooltip. */
export function drawingMarkup({ width, height, items }: Drawing, colour: (name: Colour) => string, background = 'none'): string {
  const paint = (name: Colour | undefined): string => (name === undefined ? 'none' : colour(name))
  const words = ({ x, y, lines, ink, anchor }: NonNullable<DrawnItem['words']>): string => {
    const top = y - ((lines.length - 1) * LINE_PX) / 2
    const look = { textAnchor: anchor, fill: colour(ink), stroke: colour('stage'), strokeWidth: 3, strokeLinejoin: 'round', paintOrder: 'stroke' }
    const spans = lines.map((line, i) => `<tspan${attributes({ x, dy: i === 0 ? undefined : LINE_PX })}>${xmlText(line)}</tspan>`)
    return `<text${attributes({ y: top, dy: '0.35em', ...look })}>${spans.join('')}</text>`
  }
  const item = ({ shapes, words: beside, mark }: DrawnItem): string =>
    [
      '<g>',
      mark ? `<title>${xmlText(`${mark.words}\n${shareDetail(mark.share)}`)}</title>` : '',
      ...shapes.map(({ tag, at, fill, stroke }) => `<${tag}${attributes({ fill: paint(fill), stroke: paint(stroke), ...at })}/>`),
      beside ? words(beside) : '',
      '</g>'
    ].join('')
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-size="${TEXT_PX}" font-family="${xmlAttribute(FACES.sans)}" style="background: ${xmlAttribute(background)}">${items.map(item).join('')}</svg>`
}
