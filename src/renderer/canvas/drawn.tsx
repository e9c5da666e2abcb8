import { EdgeLabelRenderer, Handle, Position, type Edge, type EdgeProps, type Node, type NodeHandle, type NodeProps } from '@xyflow/react'
import { memo, useState, type ReactElement, type ReactNode } from 'react'
import { heading, svgPath, type Curve, type Point, type Rect } from '../../shared/geometry/shapes'
import type { CanvasEdge, CanvasNode, NodeSlot } from './graph'

/** A node to draw: one of the graph's, under its id, or an additional one, such as a heading. */
export interface DrawnNode<Type extends string = string, Data extends object = object> extends Rect {
  id: string
  type: Type
  data: Data
  /** Nodes of a higher layer are drawn over those of a lower one. */
  layer: number
  /** False if no edge can be drawn from this node of the graph. */
  connectable?: boolean
}

/** The drawing of an edge. */
export interface DrawnEdge<Data extends object = object> {
  data: Data
  className?: string
  /** Text on the line, shown if there is room. */
  label?: string
}

/** The properties of a node's view. */
export interface NodeViewProps<Data> {
  data: Data
  selected: boolean
  draggable: boolean
}

/** The properties of an edge's view: `labelAt` is the position of the label, if it has one and there is room. */
export interface EdgeViewProps<Data> {
  data: Data
  curve: Curve
  labelAt?: Point | undefined
  selected: boolean
  hovered: boolean
}

/** A component with these properties. */
export type ItemView<Props> = (props: Props) => ReactNode

/** A view for each type of drawn nodes. */
export type NodeViews<D extends DrawnNode> = { [T in D['type']]: ItemView<NodeViewProps<Extract<D, { type: T }>['data']>> }

/** A drawn node in React Flow's form. */
export type FlowNode = Node<{ data: object; slots: readonly NodeSlot[]; isGraphNode: boolean }>
/** A drawn edge in React Flow's form. */
export type FlowEdge = Edge<{ data: object; curve: Curve; labelAt?: Point }>

/** The changes of a graph's node that the pointer can make. */
interface Editable {
  selected: boolean
  draggable: boolean
  connectable: boolean
}

const SIDES: ReadonlyMap<string, Position> = new Map([
  ['top', Position.Top],
  ['right', Position.Right],
  ['bottom', Position.Bottom],
  ['left', Position.Left]
])
const NO_SLOTS: readonly NodeSlot[] = []
const NO_DATA: FlowNode['data'] = { data: {}, slots: NO_SLOTS, isGraphNode: false }

/** The side of a node towards which edges leave a grip or a slot, or from which they come. */
const sideOf = ({ id, type }: Pick<NodeSlot, 'id' | 'type'>): Position => SIDES.get(id) ?? (type === 'source' ? Position.Right : Position.Left)

const gripsOf = ({ width, height }: Rect): NodeSlot[] => [
  { id: 'top', type: 'source', at: { x: width / 2, y: 0 } },
  { id: 'right', type: 'source', at: { x: width, y: height / 2 } },
  { id: 'bottom', type: 'source', at: { x: width / 2, y: height } },
  { id: 'left', type: 'source', at: { x: 0, y: height / 2 } }
]

/** Every node has a size and handles from the start, so that React Flow has nothing to measure. The graph computes the lines themselves. */
function handlesOf({ width, height }: Rect, slots: readonly NodeSlot[]): NodeHandle[] {
  const handle = (type: NodeSlot['type'], { x, y }: Point): NodeHandle => ({ x, y, width: 1, height: 1, type, position: Position.Top })
  const centre = { x: width / 2, y: height / 2 }
  return [
    handle('source', centre),
    handle('target', centre),
    ...slots.map((slot) => ({ ...handle(slot.type, slot.at), id: slot.id, position: sideOf(slot) }))
  ]
}

/** A node's place and size. React Flow would render everything once more after a node whose measured size it doesn't know. */
const placed = ({ id, x, y, width, height }: DrawnNode): Pick<FlowNode, 'id' | 'position' | 'width' | 'height' | 'measured'> => ({
  id,
  position: { x, y },
  width,
  height,
  measured: { width: Math.round(width), height: Math.round(height) }
})

/** A drawn node in React Flow's form; `node` is the graph's, if it is one. */
export function flowNode(drawn: DrawnNode, node: CanvasNode | undefined, { selected, draggable, connectable }: Editable): FlowNode {
  const { type, layer, data } = drawn
  const slots = node?.slots ?? (node && connectable ? gripsOf(drawn) : NO_SLOTS)
  const isGraphNode = node !== undefined
  const handles = handlesOf(drawn, slots)
  return { ...placed(drawn), type, handles, draggable, connectable, selected, zIndex: layer, data: { data, slots, isGraphNode } }
}

/** A node that is not drawn. React Flow needs it where a drawn edge ends; with another type it would measure the node anew when it is drawn. */
export const undrawnNode = (drawn: DrawnNode): FlowNode => ({
  ...placed(drawn),
  type: drawn.type,
  handles: handlesOf(drawn, NO_SLOTS),
  hidden: true,
  data: NO_DATA
})

/** A drawn edge in React Flow's form. */
export function flowEdge(edge: CanvasEdge, curve: Curve, { data, className }: DrawnEdge, selected: boolean, labelAt: Point | undefined): FlowEdge {
  return {
    id: edge.id,
    source: edge.from,
    target: edge.to,
    type: 'edge',
    focusable: false,
    ...(className === undefined ? {} : { className }),
    selected,
    zIndex: selected ? 1 : 0,
    // The outline describes connections; a line without text is not an image of its own.
    ariaRole: 'presentation',
    ariaLabel: null as never,
    data: { data, curve, ...(labelAt ? { labelAt } : {}) }
  }
}

/** React Flow's node types for views. */
export const nodeTypesOf = (views: Readonly<Record<string, ItemView<NodeViewProps<never>>>>) =>
  Object.fromEntries(Object.entries(views).map(([type, View]) => [type, nodeTypeOf(View)]))

const nodeTypeOf = (View: ItemView<NodeViewProps<never>>) =>
  memo(function NodeWithHandles({ data: { data, slots, isGraphNode }, selected, draggable, isConnectable }: NodeProps<FlowNode>): ReactElement {
    return (
      <>
        <View data={data as never} selected={selected} draggable={draggable} />
        {isGraphNode && <Handles slots={slots} isConnectable={isConnectable} />}
      </>
    )
  })

function Handles({ slots, isConnectable }: { slots: readonly NodeSlot[]; isConnectable: boolean }): ReactElement {
  return (
    <>
      <Handle type="source" position={Position.Top} className="canvas-anchor" isConnectable={false} />
      <Handle type="target" position={Position.Top} className="canvas-anchor" isConnectable={false} />
      {slots.map(({ id, type, at }) => (
        <Handle
          key={id}
          id={id}
          type={type}
          position={sideOf({ id, type })}
          className="grip"
          isConnectable={isConnectable}
          isConnectableEnd={false}
          style={{ left: at.x, top: at.y, right: 'auto', bottom: 'auto', transform: 'translate(-50%, -50%)' }}
        />
      ))}
    </>
  )
}

/** React Flow's edge type for a view. */
export const edgeTypeOf = (View: ItemView<EdgeViewProps<never>>) =>
  memo(function EdgeWithHover({ data, selected }: EdgeProps<FlowEdge>): ReactElement | null {
    const [hovered, setHovered] = useState(false)
    if (!data) return null
    const enter = (): void => setHovered(true)
    const leave = (): void => setHovered(false)
    return (
      <>
        <path className="canvas-edge-reach" d={svgPath(data.curve)} onPointerEnter={enter} onPointerLeave={leave} />
        <View data={data.data as never} curve={data.curve} labelAt={data.labelAt} selected={selected === true} hovered={hovered} />
      </>
    )
  })

/** The line of an edge, with an arrow at its end if it has a direction. */
export const EdgeLine = ({ curve, arrow, className }: { curve: Curve; arrow: boolean; className: string }): ReactElement => (
  <>
    <path className={`canvas-edge-line ${className}`} d={svgPath(curve)} />
    {arrow && (
      <path
        className={`canvas-edge-arrow ${className}`}
        d="M-8,-4L0,0L-8,4z"
        transform={`translate(${curve.to.x},${curve.to.y}) rotate(${heading(curve)})`}
      />
    )}
  </>
)

/** Text on the line of an edge, centred at a point of the plane, with a constant size on the screen at a small zoom. */
export const EdgeLabel = ({ at, className, children }: { at: Point; className: string; children: ReactNode }): ReactElement => (
  <EdgeLabelRenderer>
    <div className={className} style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px) scale(var(--counter))` }}>
      {children}
    </div>
  </EdgeLabelRenderer>
)
