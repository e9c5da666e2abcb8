import { ConnectionLineType, ReactFlow, ReactFlowProvider, useReactFlow, type OnNodeDrag } from '@xyflow/react'
import { useMemo, useRef, useState, type CSSProperties, type MouseEvent, type ReactElement } from 'react'
import type { Point, Rect } from '../../shared/geometry/shapes'
import './canvas.css'
import { edgeTypeOf, nodeTypesOf, type DrawnNode, type FlowEdge, type FlowNode } from './drawn'
import type { CanvasEdge, CanvasNode, Graph } from './graph'
import type { Painter } from './paint-cache'
import { PaintLayer } from './PaintLayer'
import type { CanvasProps } from './props'
import { isSelected, type Selection } from './selection'
import { useElements } from './use-elements'
import type { Drag } from './use-moving'
import { isGround, useLatest, usePointedNode, usePointer } from './use-pointer'
import { useVisible } from './use-visible'
import { MAX_ZOOM, MIN_ZOOM } from './viewport'

/** From so many pixels of the plane a pixel of the screen on, words on nodes are written larger: `.afar`. */
const AFAR_SCALE = 1.35
/** What keeps its size on the screen grows on the plane as the canvas is seen from farther: `--counter`. */
const counter = (scale: number): CSSProperties => ({ '--counter': Math.max(1, scale) }) as CSSProperties

/** A graph that is looked at, moved and edited: near by nodes and edges as elements, from afar painted. */
export function Canvas<N extends CanvasNode, E extends CanvasEdge, D extends DrawnNode, L extends object>(
  props: CanvasProps<N, E, D, L>
): ReactElement {
  return (
    <ReactFlowProvider>
      <Panel {...props} />
    </ReactFlowProvider>
  )
}

function Panel<N extends CanvasNode, E extends CanvasEdge, D extends DrawnNode, L extends object>(props: CanvasProps<N, E, D, L>): ReactElement {
  const { graph, selection, isPreview = false, paint, nodeViews, edgeView, onDrag, onNodeDoubleClick, onGroundDoubleClick } = props
  const section = useRef<HTMLElement>(null)
  const flow = useReactFlow()
  const visible = useVisible(graph.nodeIndex)
  const { level, scale } = visible
  const [nodeTypes] = useState(() => nodeTypesOf(nodeViews))
  const [edgeTypes] = useState(() => ({ edge: edgeTypeOf(edgeView) }))
  const [pointed, point] = usePointedNode(graph, level === 'far')
  const { nodes, edges, hidden } = useElements(props, visible, pointed)
  const painter = useMemo<Painter>(() => (pen, rect, zoom) => paint(pen, { visible: rect, zoom, level }), [paint, level])
  const pointer = usePointer(graph, section, props)
  const dragging = useDragging(graph, selection, onDrag)
  const hasSlots = useMemo(() => graph.nodes.some(({ slots }) => slots !== undefined), [graph])
  return (
    <section
      ref={section}
      className={`canvas ${level} ${scale > AFAR_SCALE ? 'afar' : ''} ${props.className ?? ''}`}
      aria-label={props.label}
      style={counter(scale)}
      {...(isPreview
        ? {}
        : {
            onPointerDownCapture: pointer.press,
            onMouseDownCapture: pointer.beginMarquee,
            onDoubleClick: ({ target, clientX: x, clientY: y }: MouseEvent) =>
              isGround(target) && onGroundDoubleClick?.(flow.screenToFlowPosition({ x, y }))
          })}
    >
      <PaintLayer painter={painter} />
      <ReactFlow<FlowNode, FlowEdge>
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodeClick={(event, { id }) => {
          const drawn = graph.nodeNumbers.has(id) ? undefined : nodes.find((one) => one.id === id)
          if (drawn) props.onBesideClick?.(drawnOf(drawn))
          else if (!isPreview) pointer.clickNode(event)
        }}
        onNodeDoubleClick={(event, { id }) => {
          const node = graph.nodes[graph.nodeNumbers.get(id) ?? -1]
          if (node) onNodeDoubleClick?.(node, { mod: event.ctrlKey || event.metaKey, alt: event.altKey })
        }}
        {...(isPreview
          ? {}
          : {
              ...dragging,
              onConnectEnd: pointer.connectEnd,
              onEdgeClick: (event: MouseEvent, { id }: FlowEdge) => pointer.click({ kind: 'edge', id }, event),
              onPaneClick: pointer.clickGround,
              onPaneMouseMove: point
            })}
        nodesDraggable={false}
        connectionLineType={hasSlots ? ConnectionLineType.Bezier : ConnectionLineType.Straight}
        // Without it no line is shown while an edge is drawn.
        nodesConnectable={!isPreview && props.onConnect !== undefined}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        elevateNodesOnSelect={false}
        selectNodesOnDrag={false}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        deleteKeyCode={null}
        panActivationKeyCode={null}
        disableKeyboardA11y
        // A whole canvas names who made what draws it; on a preview there is no room for a link that the Tab key comes to first.
        proOptions={{ hideAttribution: isPreview }}
        minZoom={MIN_ZOOM}
        maxZoom={MAX_ZOOM}
        nodeDragThreshold={3}
        zoomOnScroll={!isPreview}
        zoomOnDoubleClick={false}
        preventScrolling={!isPreview}
        panOnScroll={false}
      />
      {pointer.marquee && <div className="canvas-marquee" style={marqueeStyle(pointer.marquee)} />}
      {hidden > 0 && !isPreview && <p className="canvas-hidden">{props.hiddenLabels(hidden)}</p>}
      {props.children}
    </section>
  )
}

const marqueeStyle = ({ x, y, width, height }: Rect): CSSProperties => ({ transform: `translate(${x}px, ${y}px)`, width, height })

const drawnOf = ({ id, type = '', position, width = 0, height = 0, zIndex: layer = 0, data }: FlowNode): DrawnNode => ({
  id,
  type,
  ...position,
  width,
  height,
  layer,
  data: data.data
})

/** Tells React Flow's drags on: which nodes, and how far they are from where they began. */
function useDragging<N extends CanvasNode>(
  graph: Graph<N>,
  selection: Selection,
  onDrag: ((nodes: readonly N[]) => Drag) | undefined
): Partial<Record<'onNodeDragStart' | 'onNodeDrag' | 'onNodeDragStop', OnNodeDrag<FlowNode>>> {
  const selected = useLatest(selection)
  const current = useRef<{ drag: Drag; from: Point } | undefined>(undefined)
  return useMemo(() => {
    if (!onDrag) return {}
    const nodeOf = (id: string): N | undefined => graph.nodes[graph.nodeNumbers.get(id) ?? -1]
    return {
      onNodeDragStart: (_, { id }) => {
        const node = nodeOf(id)
        if (!node) return
        const isTogether = isSelected(selected.current, { kind: 'node', id })
        const nodes = isTogether ? selected.current.flatMap((item) => (item.kind === 'node' ? (nodeOf(item.id) ?? []) : [])) : [node]
        current.current = { drag: onDrag(nodes), from: { x: node.x, y: node.y } }
      },
      onNodeDrag: (_, { position }) => {
        const { drag, from } = current.current ?? {}
        if (drag && from) drag.move({ x: position.x - from.x, y: position.y - from.y })
      },
      onNodeDragStop: () => {
        current.current?.drag.drop()
        current.current = undefined
      }
    }
  }, [graph, selected, onDrag])
}
