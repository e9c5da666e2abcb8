import type { PaintedPart } from '../../canvas/props'
import type { Graph } from '../../canvas/graph'
import { strokeCurves } from '../../canvas/painting'
import { type CardData, cssColor, type Overlay } from './cards'
import { dataOf, plainWords } from '../../../arrow'
import type { Rect } from '../../../shared/geometry/shapes'
import type { SceneEdge, SceneNode } from './scene-graph'
import { clipped } from '../../../shared/words/clipped'

/** The input for painting a scene at a small zoom. `token` gives the value of a colour token. */
export interface ScenePaint {
  graph: Graph<SceneNode, SceneEdge>
  selected: ReadonlySet<string>
  overlay: Overlay
  /** The contents of a node's card; undefined for a frame. */
  card: (node: SceneNode) => CardData | undefined
  token: (name: string) => string
}

const STORY: ReadonlySet<string> = new Set(['content', 'dialog', 'monolog'])
const CHOICES: ReadonlySet<string> = new Set(['interaction', 'user_input'])

const CHANGES = { added: '--good', changed: '--accent', removed: '--bad' } as const

/** From this zoom on, painted nodes have words. */
const LEGIBLE_ZOOM = 0.35
/** The size of painted words: as on a card in plane pixels, and never less than this in screen pixels. */
const WORDS = { card: 13, least: 10, inset: 12 }
/** The average width of a character, as a part of the size. */
const CHARACTER_WIDTH = 0.52

/** Paints a scene where its nodes are no elements: lines, boxes with first words if they fit, rings around selected and playing nodes. */
export function paintScene(
  pen: CanvasRenderingContext2D,
  { graph, selected, overlay, card, token }: ScenePaint,
  { visible, zoom, level }: PaintedPart
): void {
  if (level === 'near') return
  pen.strokeStyle = token('--line-strong')
  pen.lineWidth = Math.max(1.2, 1 / zoom)
  strokeCurves(
    pen,
    graph.edgeIndex.query(visible).flatMap((k) => graph.curves[k] ?? [])
  )
  for (const k of graph.nodeIndex.query(visible)) {
    const node = graph.nodes[k]
    if (!node) continue
    const { x, y, width, height } = node
    if (node.node.type === 'frame') {
      const change = overlay.changes?.nodes.get(node.arrow)
      pen.strokeStyle = change ? token(CHANGES[change]) : cssColor(dataOf(node.node, 'color')).slice(0, 7)
      pen.lineWidth = Math.max(2, 2 / zoom)
      pen.strokeRect(x, y, width, height)
      continue
    }
    const { type } = node.node
    const isLegible = zoom >= LEGIBLE_ZOOM
    const isStory = STORY.has(type)
    pen.fillStyle = token(
      isLegible ? (isStory || CHOICES.has(type) ? '--raised' : '--stage') : isStory ? '--ink-2' : CHOICES.has(type) ? '--ink' : '--ink-3'
    )
    const heat = overlay.heat.get(node.arrow)
    pen.globalAlpha = node.isRemoved ? 0.25 : heat === undefined ? (node.skip ? 0.4 : 1) : 0.2 + 0.8 * heat
    pen.fillRect(x, y, width, height)
    const data = isLegible ? card(node) : undefined
    if (data) {
      pen.strokeStyle = token('--line-strong')
      pen.lineWidth = 1
      pen.strokeRect(x, y, width, height)
      paintWords(pen, node, data, zoom, token)
    }
    pen.globalAlpha = 1
    const change = overlay.changes?.nodes.get(node.arrow)
    const ring = overlay.playing.has(node.arrow)
      ? '--accent'
      : selected.has(node.id)
        ? '--ink'
        : change
          ? CHANGES[change]
          : overlay.findings.get(node.arrow) === 'error'
            ? '--bad'
            : undefined
    if (ring === undefined) continue
    pen.strokeStyle = token(ring)
    pen.lineWidth = Math.max(3, 2.5 / zoom)
    pen.strokeRect(x - 2 / zoom, y - 2 / zoom, width + 4 / zoom, height + 4 / zoom)
  }
}

/** The heading of a card and its first words, cut to its width; the words alone if there is no room for both. */
function paintWords(pen: CanvasRenderingContext2D, box: Rect, card: CardData, zoom: number, token: (name: string) => string): void {
  const size = Math.max(WORDS.card, WORDS.least / zoom)
  const said = card.title ?? card.text ?? card.rows.find(({ quiet }) => !quiet)?.text ?? (card.words && plainWords(card.words).replaceAll('`', ''))
  const hasBoth = said !== undefined && box.height > 3 * size
  const most = Math.floor((box.width - 2 * WORDS.inset) / (size * CHARACTER_WIDTH))
  pen.textBaseline = 'middle'
  const write = (words: string, ink: string, weight: number, middle: number): void => {
    pen.fillStyle = token(ink)
    pen.font = `${weight} ${size}px 'Literata Variable', Georgia, serif`
    const [line = ''] = words.split('\n', 1)
    pen.fillText(clipped(line, most), box.x + WORDS.inset, box.y + middle)
  }
  const heading = [card.who?.name ?? card.label, card.name ?? ''].join('  ').trim()
  if (hasBoth || said === undefined) write(heading, '--ink-2', 600, Math.max(15, 0.8 * size))
  if (said !== undefined) write(said, '--ink', 400, hasBoth ? Math.max(40, 2.2 * size) : box.height / 2)
}
