import {
  areaY,
  axisX,
  axisY,
  barX,
  dot,
  gridX,
  gridY,
  lineY,
  plot,
  pointerX,
  pointerY,
  rectY,
  ruleX,
  ruleY,
  text,
  tip,
  type Markish
} from '@observablehq/plot'
import type { Colour } from '../map-image/shape'
import { figures } from '../words/figures'
import { percent } from '../words/percent'
import { barsOf, type ChartKind, heightOf, type Part, type PartRow } from './report-parts'
import { isShare, shareWords } from './share-words'
import type { SmallDocument } from './small-document'

/** The most labels of a horizontal axis with whole numbers, and the width of a letter in pixels. */
const MAX_TICKS = 12
const LETTER_PX = 6.2
const MAX_LETTERS = 40
/** The least space between the lines of a grid in pixels. */
const TICK_PX = 64

type Ink = (name: Colour) => string
export type DrawnChart = ReturnType<typeof plot>

/**
 * A part of the report as a chart of a width in pixels, with a value or a CSS variable for each colour. Without a window's own `document` its
 * elements are those of the one that is given, and nothing in it answers the pointer.
 */
export function drawChart(part: Part, width: number, ink: Ink, document?: SmallDocument): DrawnChart {
  const { rows } = part
  const kind = part.chart?.kind ?? 'bars'
  const isAcross = kind === 'bars'
  const bars = barsOf(part)
  const letters = Math.min(MAX_LETTERS, Math.max(0, ...bars.map((label) => label.length)))
  const top = Math.max(0, ...rows.map(at('high')))
  const shown = isAcross ? rows.filter(({ label }) => bars.includes(label)) : rows
  const drawn = plot({
    ...(document ? { document: document as never } : {}),
    width,
    height: heightOf(part),
    marginLeft: isAcross ? Math.min(width * 0.45, letters * LETTER_PX + 16) : 42,
    marginRight: isAcross ? 48 : 12,
    marginTop: isAcross ? 4 : 18,
    marginBottom: isAcross ? 24 : 32,
    style: { fontFamily: "'Inter Variable', sans-serif", fontSize: '11px', color: ink('ink-3'), background: 'transparent', overflow: 'visible' },
    color: { type: 'identity' },
    x: isAcross ? { domain: [0, Math.max(0.05, top)] } : {},
    y: isAcross ? { domain: bars } : { domain: kind === 'steps' ? [0, 1] : [0, Math.max(1, top)], nice: kind !== 'steps' },
    marks: [...(isAcross ? acrossMarks(shown, ink) : lineMarks(part, ink)), ...(document ? [] : [tipMark(kind, shown, ink)])]
  })
  // Its name is that of the part; what Plot names in it is no part of a page.
  drawn.setAttribute('aria-hidden', 'true')
  return drawn
}

const at = (of: 'x' | 'x2' | 'y' | 'low' | 'high') => (row: PartRow) => row.at?.[of] ?? 0

/** The words of the row under the pointer. */
function tipMark(kind: ChartKind, rows: readonly PartRow[], ink: Ink): Markish {
  const look = { title: 'tip', fill: ink('raised'), stroke: ink('line-strong'), textPadding: 8, fontSize: 12 }
  if (kind === 'bars') return tip(rows, pointerY({ y: 'label', x: at('y'), ...look }))
  const x = kind === 'bins' ? (row: PartRow) => (at('x')(row) + at('x2')(row)) / 2 : at('x')
  return tip(rows, pointerX({ x, y: at('y'), ...look }))
}

/** Horizontal bars, one for each row. */
function acrossMarks(rows: readonly PartRow[], ink: Ink): Markish[] {
  const y = 'label'
  const tones = { good: ink('good'), bad: ink('bad') }
  const shortened = (label: string): string => (label.length > MAX_LETTERS ? `${label.slice(0, MAX_LETTERS - 1)}…` : label)
  return [
    gridX({ stroke: ink('line'), strokeOpacity: 1, tickSpacing: TICK_PX }),
    axisX({ tickFormat: (share: number) => percent(share), tickSpacing: TICK_PX, tickSize: 0, label: null }),
    axisY({ tickSize: 0, fill: ink('ink'), label: null, tickFormat: shortened }),
    barX(rows, {
      y,
      x: at('y'),
      fill: ({ tone }: PartRow) => (tone ? tones[tone] : ink('heat-3')),
      fillOpacity: 0.75,
      insetTop: 5,
      insetBottom: 5,
      rx: 2
    }),
    ruleY(rows, { y, x1: at('low'), x2: at('high'), stroke: ink('ink'), strokeWidth: 1.5 }),
    text(rows, {
      y,
      x: at('high'),
      text: ({ cells }: PartRow) => cells.filter(isShare).map(shareWords).join(),
      dx: 6,
      textAnchor: 'start',
      fill: ink('ink-2')
    })
  ]
}

/** What has a horizontal axis with numbers: steps, a histogram, or a band. */
function lineMarks({ rows, chart }: Part, ink: Ink): Markish[] {
  const kind = chart?.kind
  const [x, y, colour] = [at('x'), at('y'), ink('heat-3')]
  const every = Math.ceil(rows.length / MAX_TICKS)
  const ticks = kind === 'steps' ? { ticks: rows.filter((_, i) => i % every === 0).map(x) } : {}
  // Between whole numbers there is nothing.
  const isWhole = kind === 'bins' && rows.every((row) => Number.isInteger(at('x2')(row) - x(row)))
  const tickFormat = (value: number): string => (isWhole && !Number.isInteger(value) ? '' : figures(value))
  const frame = [
    gridY({ stroke: ink('line'), strokeOpacity: 1, ticks: 4 }),
    axisY({ ticks: 4, tickSize: 0, label: null, ...(kind === 'steps' ? { tickFormat: (share: number) => percent(share) } : {}) }),
    axisX({ tickSize: 0, label: chart?.x ?? null, labelArrow: 'none', tickFormat, ...ticks })
  ]
  if (kind === 'bins')
    return [
      ...frame,
      rectY(rows, { x1: x, x2: at('x2'), y, fill: colour, fillOpacity: 0.75, inset: 0.5 }),
      ...(chart?.middle
        ? [
            ruleX([chart.middle.at], { stroke: ink('ink'), strokeWidth: 1.5, strokeDasharray: '3 3' }),
            text([chart.middle.words], { x: chart.middle.at, frameAnchor: 'top', dy: -14, fill: ink('ink-2') })
          ]
        : [])
    ]
  const curve = kind === 'steps' ? 'linear' : 'step-after'
  return [
    ...frame,
    ...(chart?.level === undefined ? [] : [ruleY([chart.level], { stroke: ink('ink'), strokeWidth: 1.5, strokeDasharray: '3 3' })]),
    areaY(rows, { x, y1: at('low'), y2: at('high'), fill: colour, fillOpacity: 0.22, curve }),
    lineY(rows, { x, y, stroke: colour, strokeWidth: 2, curve }),
    ...(kind === 'steps' ? [dot(rows, { x, y, r: 2.5, fill: colour })] : [])
  ]
}
