import type { Rect } from '../../shared/geometry/shapes'
import type { Graph } from '../canvas/graph'
import type { PaintedPart } from '../canvas/props'
import type { GraphNote } from './graph-layout'

/** What a painting of the graph is made of. `colour` gives the value of a colour token. */
export interface NotesPaint {
  graph: Graph<GraphNote>
  areas: readonly (Rect & { label: string })[]
  /** The id of the open note. */
  open: string | undefined
  colour: (token: string) => string
}

/** The size of a folder's name, in pixels of the plane near by and of the screen from afar. */
const LABEL = { near: 13, afar: 11 }
/** A folder's name is left out where it would take more than this part of the folder's height. */
const MAX_LABEL_PART = 0.25

/** Paints the folders behind the notes, and from afar lines and notes too. */
export function paintNotes(pen: CanvasRenderingContext2D, { graph, areas, open, colour }: NotesPaint, { visible, zoom, level }: PaintedPart): void {
  for (const area of areas) paintFolder(pen, area, colour, zoom)
  if (level === 'near') return
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

function paintFolder(
  pen: CanvasRenderingContext2D,
  { x, y, width, height, label }: Rect & { label: string },
  colour: (token: string) => string,
  zoom: number
): void {
  pen.fillStyle = colour('--ground')
  pen.fillRect(x, y, width, height)
  pen.strokeStyle = colour('--line')
  pen.lineWidth = Math.max(1, 1 / zoom)
  pen.strokeRect(x, y, width, height)
  const size = Math.max(LABEL.near, LABEL.afar / zoom)
  if (size > height * MAX_LABEL_PART && size > LABEL.near * 2) return
  pen.save()
  pen.beginPath()
  pen.rect(x, y - size, width, height + size)
  pen.clip()
  pen.font = `600 ${size}px ${getComputedStyle(document.body).fontFamily}`
  pen.fillStyle = colour('--ink-2')
  pen.textBaseline = 'middle'
  pen.fillText(label, x + 12, size > LABEL.near ? y - size / 2 : y + 18)
  pen.restore()
}
