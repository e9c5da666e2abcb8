import { ConnectionLineType, ReactFlow, ReactFlowProvider, useReactFlow, type OnNodeDrag, useStoreApi } from '@xyflow/react'
import { useMemo, useRef, useState, type CSSProperties, type MouseEvent, type ReactElement, useEffect, useLayoutEffect } from 'react'
import type { Point, Rect } from '../../shared/geometry/shapes'
import { edgeTypeOf, nodeTypesOf, type DrawnNode, type FlowEdge, type FlowNode } from './drawn'
import type { CanvasEdge, CanvasNode, Graph } from './graph'
import { type Painted, Painting } from './painting'
import type { CanvasProps } from './props'
import { isSelected, type Selection } from './selection'
import { useElements } from './use-elements'
import type { Drag } from './use-moving'
import { isGround, useLatest, usePointedNode, usePointer } from './use-pointer'
import { useVisible } from './use-visible'
import { MAX_ZOOM, MIN_ZOOM } from './viewport'
import { followViewport, panelOf } from './flow-store'
import './canvas.css'

/** From this many plane pixels per screen pixel on, the text of nodes is larger: `.afar`. */
const AFAR_SCALE = 1.35
/** The most nodes and edges that are painted again in every frame of a zoom. */
const MAX_LIGHT_ITEMS = 1000
/** The factor for elements that keep their screen size: they grow on the plane as the zoom decreases (`--counter`). */
const counter = (scale: number): CSSProperties => ({ '--counter': Math.max(1, scale) }) as CSSProperties

/** A graph to view, move and edit: at a large zoom nodes and edges are elements, at a small zoom they are painted. */
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
  const visible = useVisible(graph)
  const { level, scale } = visible
  const [nodeTypes] = useState(() => nodeTypesOf(nodeViews))
  const [edgeTypes] = useState(() => ({ edge: edgeTypeOf(edgeView) }))
  const [pointed, point] = usePointedNode(graph, level === 'far')
  const { nodes, edges, hidden, fillsSight } = useElements(props, visible, pointed)
  // Until every node in sight is an element, the painting shows the rest.
  const painted = fillsSight && !visible.isBehind ? level : 'far'
  const painting = useMemo<Painted>(
    () => ({
      painter: (pen, rect, zoom) => paint(pen, { visible: rect, zoom, level: painted }),
      extent: graph.extent,
      isHeavy: graph.nodes.length + graph.edges.length > MAX_LIGHT_ITEMS
    }),
    [paint, painted, graph]
  )
  const pointer = usePointer(graph, section, props)
  const dragging = useDragging(graph, selection, onDrag)
  const hasSlots = useMemo(() => graph.nodes.some(({ slots }) => slots !== undefined), [graph])
  // Each line is an SVG of its own, which a screen reader would announce as an image without a name. React Flow has no property for their container.
  useEffect(() => section.current?.querySelector('.react-flow__edges')?.setAttribute('aria-hidden', 'true'), [])
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
            onContextMenu: pointer.openMenu,
            onDoubleClick: ({ target, clientX: x, clientY: y }: MouseEvent) =>
              isGround(target) && onGroundDoubleClick?.(flow.screenToFlowPosition({ x, y }))
          })}
    >
      <PaintLayer {...painting} />
      <ReactFlow<FlowNode, FlowEdge>
        aria-label={`${props.label}: drawing. ${props.reads ?? 'The outline lists the same for keyboard and screen reader.'}`}
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
        // Without it no line is shown while the user draws an edge.
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
        // A full canvas shows React Flow's attribution; on a preview there is no room for a link that Tab would reach first.
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

/** The painted layer under the nodes. It follows the viewport in every frame without React; a new painter causes a repaint. */
function PaintLayer({ painter, extent, isHeavy }: Painted): ReactElement {
  const ref = useRef<HTMLCanvasElement>(null)
  const latest = useRef({ painter, extent, isHeavy })
  const repaint = useRef<() => void>(() => undefined)
  const store = useStoreApi()
  useEffect(() => {
    const painting = new Painting()
    let frame = 0
    let isMoving = false
    const show = (): void => {
      frame = 0
      const panel = panelOf(store)
      if (ref.current && panel) painting.show(ref.current, latest.current, { ...panel, ratio: window.devicePixelRatio, isMoving })
    }
    repaint.current = () => {
      frame ||= requestAnimationFrame(show)
    }
    const stop = followViewport(store, (moves) => {
      isMoving = moves
      repaint.current()
    })
    repaint.current()
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [store])
  useLayoutEffect(() => {
    latest.current = { painter, extent, isHeavy }
    repaint.current()
  }, [painter, extent, isHeavy])
  return <canvas ref={ref} className="canvas-paint" aria-hidden="true" />
}
