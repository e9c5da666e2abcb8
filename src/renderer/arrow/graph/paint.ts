import type { PaintedPart } from '../../canvas/props'
import type { Graph } from '../../canvas/graph'
import { strokeCurves } from '../../canvas/painting'
import { cssColor, type Overlay } from './cards'
import { dataOf } from '../../../arrow'
import type { SceneEdge, SceneNode } from './scene-graph'

/** The input for painting a scene at a small zoom. `token` gives the value of a colour token. */
export interface ScenePaint {
  graph: Graph<SceneNode, SceneEdge>
  selected: ReadonlySet<string>
  overlay: Overlay
  token: (name: string) => string
}

const STORY: ReadonlySet<string> = new Set(['content', 'dialog', 'monolog'])
const CHOICES: ReadonlySet<string> = new Set(['interaction', 'user_input'])

const CHANGES = { added: '--good', changed: '--accent', removed: '--bad' } as const

/** Paints a scene at a small zoom: lines, boxes, and rings around selected and playing nodes. At a large zoom nothing is painted. */
export function paintScene(
  pen: CanvasRenderingContext2D,
  { graph, selected, overlay, token }: ScenePaint,
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
    pen.fillStyle = token(STORY.has(type) ? '--ink-2' : CHOICES.has(type) ? '--ink' : '--ink-3')
    const heat = overlay.heat.get(node.arrow)
    pen.globalAlpha = node.isRemoved ? 0.25 : heat === undefined ? (node.skip ? 0.4 : 1) : 0.2 + 0.8 * heat
    pen.fillRect(x, y, width, height)
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
