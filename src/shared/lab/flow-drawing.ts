import { sankey, sankeyLinkHorizontal } from 'd3-sankey'
import { wrapped } from '../map-image/fitting'
import { type DrawnItem, type Drawing, LINE_PX, TEXT_PX } from './drawing'
import type { Flow, Marked } from './report'

const BAR_PX = 8
const HEAD_PX = 22
/** The room of a step with its label, and the least width of a column. */
const STEP_PX = 34
const COLUMN_PX = 118

const INKS = { one: 'heat-3', others: 'ink-3', end: 'line-strong' } as const

/** What a mark of a flow says of a session: "Scene 3: Chapel", "Story event 2: Hand Over Hand → Nought". */
export function flowWords({ of }: Flow, { label, mark }: Marked): string {
  const n = mark.kind === 'step' ? mark.n : 0
  return `${of === 'scenes' ? 'Scene' : 'Story event'} ${n}: ${label}`
}

/** The height of the drawing of a flow in pixels, whatever its width. */
export function flowHeight({ steps }: Flow): number {
  const inColumn = new Map<number, number>()
  for (const { column } of steps) inColumn.set(column, (inColumn.get(column) ?? 0) + 1)
  return HEAD_PX + STEP_PX * Math.max(3, ...inColumn.values()) + 4
}

/** Draws a flow: steps as bars in columns, links as bands between them. It is as wide as is asked for or, with too many columns, wider. */
export function drawFlow(flow: Flow, wanted: number): Drawing {
  const columns = Math.max(...flow.steps.map(({ column }) => column))
  const [width, height] = [Math.max(wanted, columns * COLUMN_PX), flowHeight(flow)]
  // The labels of the last column stand beside it, too.
  const step = (width - COLUMN_PX) / Math.max(1, columns - 1)
  const graph = sankey<{ column: number; share: { count: number } }, object>()
    .nodeAlign(({ column }) => column - 1)
    .nodeWidth(BAR_PX)
    .nodePadding(STEP_PX / 2)
    .extent([
      [0, HEAD_PX],
      [width - COLUMN_PX + BAR_PX, height - 4]
    ])({
    nodes: flow.steps.map(({ column, share }) => ({ column, share, fixedValue: share.count })),
    links: flow.links.map(({ from, to, share }) => ({ source: from, target: to, value: share.count }))
  })
  const path = sankeyLinkHorizontal()
  const markOf = (one: Marked | undefined): Pick<DrawnItem, 'mark'> =>
    one ? { mark: { mark: one.mark, words: flowWords(flow, one), share: one.share } } : {}
  const heads = Array.from({ length: columns }, (_, i): DrawnItem => {
    const lines = [`${flow.of === 'scenes' ? 'Scene ' : ''}${i + 1}`]
    return { shapes: [], words: { x: i * step, y: 8, lines, ink: 'ink-3', anchor: 'start' } }
  })
  const links = graph.links.map((link, i): DrawnItem => {
    const to = flow.steps[flow.links[i]?.to ?? -1]
    const at = { d: path(link) ?? '', fill: 'none', strokeOpacity: 0.4, strokeWidth: Math.max(1, link.width ?? 0) }
    return { shapes: [{ tag: 'path', at, stroke: to?.kind === 'end' ? INKS.end : INKS.one }], ...markOf(flow.links[i]) }
  })
  const steps = graph.nodes.map(({ x0 = 0, y0 = 0, y1 = 0 }, i): DrawnItem => {
    const { kind = 'one', label = '' } = flow.steps[i] ?? {}
    const lines = wrapped(label, TEXT_PX, step - BAR_PX - 6, y1 - y0 > LINE_PX ? 2 : 1)
    return {
      shapes: [{ tag: 'rect', at: { x: x0, y: y0, width: BAR_PX, height: Math.max(1, y1 - y0), rx: 2 }, fill: INKS[kind] }],
      words: { x: x0 + BAR_PX + 5, y: (y0 + y1) / 2, lines, ink: kind === 'one' ? 'ink' : 'ink-2', anchor: 'start' },
      ...markOf(flow.steps[i])
    }
  })
  return { width, height, items: [...heads, ...links, ...steps] }
}
