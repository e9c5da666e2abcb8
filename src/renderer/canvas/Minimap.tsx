import { useReactFlow, useStoreApi } from '@xyflow/react'
import { useEffect, useLayoutEffect, useRef, type PointerEvent, type ReactElement } from 'react'
import type { Rect } from '../../shared/geometry/shapes'
import { onViewportChange, panelOf } from './flow-store'
import type { Graph } from './graph'
import { fitRect, visibleRect } from './viewport'

const WIDTH_PX = 172
const HEIGHT_PX = 116
const MIN_NODES = 41
const MIN_NODE_SIZE = 1.5
const MIN_MARK_SIZE = 5

interface MinimapProps {
  graph: Graph
  areas: readonly Rect[]
  /** A node that is visible at a small scale. */
  marked: Rect | undefined
  title: string
  /** The value of a colour token. A new function causes a repaint. */
  colour: (token: string) => string
}

/** The whole graph at a small scale, with a frame around the visible part, which the pointer moves. Nothing for a graph of few nodes. */
export function Minimap(props: MinimapProps): ReactElement | null {
  return props.graph.nodes.length < MIN_NODES ? null : <Overview {...props} />
}

function Overview({ graph: { nodes, bounds }, areas, marked, title, colour }: MinimapProps): ReactElement {
  const ground = useRef<HTMLCanvasElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const flow = useReactFlow()
  const store = useStoreApi()
  const { x, y, zoom } = fitRect(bounds, { x: 0, y: 0, width: WIDTH_PX, height: HEIGHT_PX }, 1, 0)
  useLayoutEffect(() => {
    const pen = ground.current?.getContext('2d')
    if (!pen) return
    const ratio = window.devicePixelRatio || 1
    pen.canvas.width = WIDTH_PX * ratio
    pen.canvas.height = HEIGHT_PX * ratio
    pen.setTransform(ratio * zoom, 0, 0, ratio * zoom, ratio * x, ratio * y)
    const minSize = MIN_NODE_SIZE / zoom
    pen.fillStyle = colour('--ground')
    for (const area of areas) pen.fillRect(area.x, area.y, area.width, area.height)
    pen.fillStyle = colour('--ink-3')
    for (const node of nodes) pen.fillRect(node.x, node.y, Math.max(minSize, node.width), Math.max(minSize, node.height))
    if (!marked) return
    pen.fillStyle = colour('--accent')
    const side = Math.max(MIN_MARK_SIZE / zoom, marked.height)
    pen.fillRect(marked.x + (marked.width - side) / 2, marked.y + (marked.height - side) / 2, side, side)
  }, [nodes, areas, marked, colour, x, y, zoom])
  useEffect(() => {
    const follow = (): void => {
      const panel = panelOf(store)
      const { style } = frame.current ?? {}
      if (!style || !panel) return
      const visible = visibleRect(panel.viewport, panel.width, panel.height)
      const left = Math.max(0, x + visible.x * zoom)
      const top = Math.max(0, y + visible.y * zoom)
      style.transform = `translate(${left}px, ${top}px)`
      style.width = `${Math.max(4, Math.min(WIDTH_PX, x + (visible.x + visible.width) * zoom) - left)}px`
      style.height = `${Math.max(4, Math.min(HEIGHT_PX, y + (visible.y + visible.height) * zoom) - top)}px`
    }
    follow()
    return onViewportChange(store, follow)
  }, [store, x, y, zoom])
  const go = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.buttons !== 1) return
    const rect = event.currentTarget.getBoundingClientRect()
    void flow.setCenter((event.clientX - rect.left - x) / zoom, (event.clientY - rect.top - y) / zoom, { zoom: flow.getZoom() })
  }
  return (
    <div
      className="canvas-minimap"
      aria-hidden="true"
      title={title}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        go(event)
      }}
      onPointerMove={go}
    >
      <canvas ref={ground} style={{ width: WIDTH_PX, height: HEIGHT_PX }} />
      <div ref={frame} className="minimap-frame" />
    </div>
  )
}
