import type { Rect } from '../../shared/geometry/shapes'
import type { Graph } from '../canvas/graph'
import type { PaintedPart } from '../canvas/props'
import type { GraphNote } from './graph-layout'

/** The input for painting the graph. `colour` gives the value of a colour token. */
export interface NotesPaint {
  graph: Graph<GraphNote>
  areas: readonly (Rect & { label: string })[]
  /** The id of the open note. */
  open: string | undefined
  colour: (token: string) => string
}

/** The minimum size of a folder's name: in plane pixels at a large zoom, in screen pixels at a small zoom. */
const LABEL = { near: 13, afar: 11 }
/** At a small zoom a folder's name is left out if it would take more than this part of the folder's height. */
const MAX_LABEL_PART = 0.4

/** Paints the folders behind the notes with their names, and at a small zoom lines and notes too. */
export function paintNotes(pen: CanvasRenderingContext2D, paint: NotesPaint, part: PaintedPart): void {
  const { areas, colour } = paint
  for (const { x, y, width, height } of areas) {
    pen.fillStyle = colour('--ground')
    pen.fillRect(x, y, width, height)
    pen.strokeStyle = colour('--line')
    pen.lineWidth = Math.max(1, 1 / part.zoom)
    pen.strokeRect(x, y, width, height)
  }
  if (part.level === 'far') paintFromAfar(pen, paint, part)
  const font = getComputedStyle(document.body).fontFamily
  for (const area of areas) paintLabel(pen, area, colour, part.zoom, font)
}

function paintFromAfar(pen: CanvasRenderingContext2D, { graph, open, colour }: NotesPaint, { visible, zoom }: PaintedPart): void {
  pen.beginPath()
  for (const k of graph.edgeIndex.query(visible)) {
    const curve = graph.curves[k]
    if (!curve) continue
    pen.moveTo(curve.from.x, curve.from.y)
    pen.lineTo(curve.to.x, curve.to.y)
  }
  pen.strokeStyle = colour('--line')
  pen.lineWidth = Math.max(1, 0.6 / zoom)
  pen.stroke()
  for (const k of graph.nodeIndex.query(visible)) {
    const node = graph.nodes[k]
    if (!node) continue
    pen.fillStyle = colour(node.id === open ? '--accent' : node.folder === 'world' ? '--ink-3' : '--past')
    const least = node.id === open ? 6 / zoom : 0
    const [width, height] = [Math.max(least, node.width), Math.max(least, node.height)]
    pen.fillRect(node.x + (node.width - width) / 2, node.y + (node.height - height) / 2, width, height)
  }
}

/** A folder's name at the top of its block; at a small zoom, where it covers notes, on its own background. */
function paintLabel(
  pen: CanvasRenderingContext2D,
  { x, y, width, height, label }: Rect & { label: string },
  colour: (token: string) => string,
  zoom: number,
  font: string
): void {
  const size = Math.max(LABEL.near, LABEL.afar / zoom)
  const isAfar = size > LABEL.near
  if (isAfar && size * 1.6 > height * MAX_LABEL_PART) return
  pen.save()
  pen.beginPath()
  pen.rect(x, y, width, height)
  pen.clip()
  pen.font = `600 ${size}px ${font}`
  pen.textBaseline = 'middle'
  if (isAfar) {
    pen.fillStyle = colour('--stage')
    pen.fillRect(x, y, pen.measureText(label).width + size, size * 1.6)
  }
  pen.fillStyle = colour('--ink-2')
  pen.fillText(label, x + size / 2, isAfar ? y + size * 0.8 : y + 18)
  pen.restore()
}
