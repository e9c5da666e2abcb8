import type { ReactNode } from 'react'
import type { Point, Rect } from '../../shared/geometry/shapes'
import type { DrawnEdge, DrawnNode, EdgeViewProps, NodeViews, View } from './drawn'
import type { CanvasEdge, CanvasNode, Graph } from './graph'
import type { Selection } from './selection'
import type { Drag } from './use-moving'
import type { EdgeEnd } from './use-pointer'
import type { Visible } from './use-visible'
import type { DetailLevel } from './viewport'

/** How the nodes and edges of a graph are drawn. Another object draws everything again. */
export interface Drawing<N extends CanvasNode, E extends CanvasEdge, D extends DrawnNode, L extends object> {
  /** A node, and what belongs to it. Called for visible ones only. */
  node(node: N, number: number, visible: Visible): readonly D[]
  edge(edge: E, number: number, visible: Visible): DrawnEdge<L>
  /** What is drawn beside nodes and edges, such as headings, and the room that labels of edges leave for it. */
  beside?(visible: Visible): { nodes: readonly D[]; obstacles: readonly Rect[] }
}

/** What of the plane is to be painted, in its pixels; a pixel of the screen is `1 / zoom` of them. */
export interface PaintedPart {
  visible: Rect
  zoom: number
  level: DetailLevel
}

/** A graph on a canvas: what it shows, how that is drawn, and what the pointer can do to it. */
export interface CanvasProps<N extends CanvasNode, E extends CanvasEdge, D extends DrawnNode, L extends object> {
  graph: Graph<N, E>
  drawing: Drawing<N, E, D, L>
  nodeViews: NodeViews<D>
  edgeView: View<EdgeViewProps<L>>
  /** Paints what lies under the nodes; from afar that is everything. Another function paints it again. */
  paint: (pen: CanvasRenderingContext2D, part: PaintedPart) => void
  /** What the canvas is called for those who cannot see it. */
  label: string
  className?: string
  /** How many labels of edges found no room, in words. */
  hiddenLabels: (count: number) => string
  selection: Selection
  /** A preview can be moved, but nothing in it can be selected or changed; the wheel scrolls its container. */
  isPreview?: boolean
  onSelect?: (selection: Selection) => void
  /** Begins to drag nodes: the one that is held, with all that are selected where it is one of them. */
  onDrag?: ((nodes: readonly N[]) => Drag) | undefined
  onConnect?: ((from: EdgeEnd, to: EdgeEnd) => void) | undefined
  /** An edge was drawn to a point where no node is. */
  onConnectToGround?: ((from: EdgeEnd, to: Point) => void) | undefined
  /** `keys`: whether Ctrl (or ⌘) and Alt are held. */
  onNodeDoubleClick?: (node: N, keys: { readonly mod: boolean; readonly alt: boolean }) => void
  onGroundDoubleClick?: ((point: Point) => void) | undefined
  /** A click on something drawn beside the nodes. */
  onBesideClick?: (drawn: DrawnNode) => void
  /** Tools over the canvas; they can use its camera. */
  children?: ReactNode
}
