import type { Rect } from '../geometry/shapes'
import { widthOf } from './fitting'
import type { Shape } from './shape'
import { mapImageTexts as t } from './texts'
import { lineShapes } from './line-shapes'

/** The signs on a map image that the legend explains. */
export type Sign = 'here' | 'unvisited' | 'oneWay' | 'risky' | 'shut'

const TEXT_SIZE_PX = 11
const SAMPLE_WIDTH_PX = 34
const ROW_HEIGHT_PX = 24

/** The legend of the signs used, in rows of a given width below a point. */
export function legendShapes(signs: readonly Sign[], { x, y, width }: Omit<Rect, 'height'>): { shapes: Shape[]; height: number } {
  const shapes: Shape[] = []
  let [left, row] = [x, 0]
  for (const sign of signs) {
    const wide = SAMPLE_WIDTH_PX + 8 + widthOf(t[sign], TEXT_SIZE_PX) + 22
    if (left > x && left + wide > x + width) [left, row] = [x, row + 1]
    const middle = y + ROW_HEIGHT_PX * row + ROW_HEIGHT_PX / 2
    shapes.push(...sample(sign, left, middle))
    shapes.push({
      kind: 'words',
      at: { x: left + SAMPLE_WIDTH_PX + 8, y: middle + 4 },
      text: t[sign],
      face: 'sans',
      size: TEXT_SIZE_PX,
      fill: 'ink-3'
    })
    left += wide
  }
  return { shapes, height: signs.length === 0 ? 0 : ROW_HEIGHT_PX * (row + 1) }
}

function sample(sign: Sign, x: number, middle: number): Shape[] {
  if (sign === 'here' || sign === 'unvisited') {
    const box = { x: x + 4, y: middle - 7, width: SAMPLE_WIDTH_PX - 8, height: 14 }
    const edge = sign === 'here' ? { colour: 'live' as const, width: 2 } : { colour: 'line-strong' as const, width: 1, dash: [3, 3] }
    return [{ kind: 'box', box, radius: 4, fill: sign === 'here' ? 'raised' : 'stage', edge }]
  }
  const curve = { from: { x, y: middle }, to: { x: x + SAMPLE_WIDTH_PX, y: middle } }
  const line = { id: '', journeys: [], from: 0, to: 0, curve, arrow: true, risky: sign === 'risky', needs: [] }
  return lineShapes(line, { oneWay: sign === 'oneWay', shut: sign === 'shut', title: t[sign] })
}
