import type { MouseEvent, ReactNode } from 'react'
import type { Point, Rect } from '../../shared/geometry/shapes'
import type { DrawnEdge, DrawnNode, EdgeViewProps, NodeViews, ItemView } from './drawn'
import type { CanvasEdge, CanvasNode, Graph } from './graph'
import type { Selection } from './selection'
import type { Drag } from './use-moving'
import type { EdgeEnd } from './use-pointer'
import type { Visible } from './use-visible'
import type { DetailLevel } from './viewport'

/** The drawing of a graph's nodes and edges. A new object redraws everything. */
export interface CanvasDrawing<N extends CanvasNode, E extends CanvasEdge, D extends DrawnNode, L extends object> {
  /** A node and its additional elements. Called only for visible nodes. */
  node(node: N, number: number, visible: Visible): readonly D[]
  edge(edge: E, number: number, visible: Visible): DrawnEdge<L>
  /** Additional elements, such as headings, and the areas that edge labels must not cover. */
  beside?(visible: Visible): { nodes: readonly D[]; obstacles: readonly Rect[] }
}

/** The part of the plane to paint, in its pixels; a screen pixel is `1 / zoom` of them. */
export interface PaintedPart {
  visible: Rect
  zoom: number
  level: DetailLevel
}

/** The properties of a canvas: its graph, the drawing, and the actions of the pointer. */
export interface CanvasProps<N extends CanvasNode, E extends CanvasEdge, D extends DrawnNode, L extends object> {
  graph: Graph<N, E>
  drawing: CanvasDrawing<N, E, D, L>
  nodeViews: NodeViews<D>
  edgeView: ItemView<EdgeViewProps<L>>
  /** Paints the layer under the nodes; at a small zoom it paints everything. A new function causes a repaint. */
  paint: (pen: CanvasRenderingContext2D, part: PaintedPart) => void
  label: string
  /** A sentence about where keyboard and screen reader find the same; by default the outline. */
  reads?: string
  className?: string
  /** The number of edge labels without room, in words. */
  hiddenLabels: (count: number) => string
  selection: Selection
  /** A preview can be moved, but nothing in it can be selected or changed; the wheel scrolls its container. */
  isPreview?: boolean
  onSelect?: (selection: Selection) => void
  /** Begins to drag nodes: the one under the pointer, with the whole selection if it is selected. */
  onDrag?: ((nodes: readonly N[]) => Drag) | undefined
  onConnect?: ((from: EdgeEnd, to: EdgeEnd) => void) | undefined
  onConnectToGround?: ((from: EdgeEnd, to: Point) => void) | undefined
  /** `keys`: whether Ctrl (or ⌘) and Alt are pressed. */
  onNodeDoubleClick?: (node: N, keys: { readonly mod: boolean; readonly alt: boolean }) => void
  onGroundDoubleClick?: ((point: Point) => void) | undefined
  /** Called on a right click on a node or edge, which is selected then. */
  onMenu?: ((event: MouseEvent) => void) | undefined
  /** Called on a click on an additional element. */
  onBesideClick?: (drawn: DrawnNode) => void
  children?: ReactNode
}
