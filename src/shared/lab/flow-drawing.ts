import { sankey, sankeyLinkHorizontal } from 'd3-sankey'
import { wrapped } from '../map-image/fitting'
import type { Flow } from './report'

/** A flow as a drawing, in pixels: steps as bars in columns, links as bands between them. Both are in the order of the flow's own. */
export interface FlowDrawing {
  width: number
  height: number
  columns: { x: number; label: string }[]
  steps: { x: number; y: number; height: number; lines: string[] }[]
  links: { path: string; width: number }[]
}

export const STEP_WIDTH_PX = 8
export const FLOW_TEXT_PX = 11
export const FLOW_LINE_PX = 14
const HEAD_PX = 22
/** The room of a step with its label, and the least width of a column. */
const STEP_PX = 34
const COLUMN_PX = 118

/** The height of a drawing in pixels, whatever its width. */
export function flowHeight({ steps }: Flow): number {
  const inColumn = new Map<number, number>()
  for (const { column } of steps) inColumn.set(column, (inColumn.get(column) ?? 0) + 1)
  return HEAD_PX + STEP_PX * Math.max(3, ...inColumn.values()) + 4
}

/** Draws a flow, as wide as is asked for or, if it has too many columns, wider. */
export function drawFlow(flow: Flow, wanted: number): FlowDrawing {
  const columns = Math.max(...flow.steps.map(({ column }) => column))
  const width = Math.max(wanted, columns * COLUMN_PX)
  const height = flowHeight(flow)
  // The labels of the last column stand beside it, too.
  const step = (width - COLUMN_PX) / Math.max(1, columns - 1)
  const graph = sankey<{ column: number; share: { count: number } }, object>()
    .nodeAlign(({ column }) => column - 1)
    .nodeWidth(STEP_WIDTH_PX)
    .nodePadding(STEP_PX / 2)
    .extent([
      [0, HEAD_PX],
      [width - COLUMN_PX + STEP_WIDTH_PX, height - 4]
    ])({
    nodes: flow.steps.map(({ column, share }) => ({ column, share, fixedValue: share.count })),
    links: flow.links.map(({ from, to, share }) => ({ source: from, target: to, value: share.count }))
  })
  const path = sankeyLinkHorizontal()
  return {
    width,
    height,
    columns: Array.from({ length: columns }, (_, i) => ({ x: i * step, label: `${flow.of === 'scenes' ? 'Scene ' : ''}${i + 1}` })),
    steps: graph.nodes.map(({ x0 = 0, y0 = 0, y1 = 0 }, i) => ({
      x: x0,
      y: y0,
      height: Math.max(1, y1 - y0),
      lines: wrapped(flow.steps[i]?.label ?? '', FLOW_TEXT_PX, step - STEP_WIDTH_PX - 6, y1 - y0 > FLOW_LINE_PX ? 2 : 1)
    })),
    links: graph.links.map((link) => ({ path: path(link) ?? '', width: Math.max(1, link.width ?? 0) }))
  }
}
