import { useReactFlow, type OnConnectEnd } from '@xyflow/react'
import { useLayoutEffect, useRef, useState, type MouseEvent, type PointerEvent, type RefObject } from 'react'
import { boundsOf, type Point, type Rect } from '../../shared/geometry/shapes'
import { edgeAt, nodeAt, nodesIn, targetSlotAt, type CanvasNode, type Graph } from './graph'
import { clicked, isSelected, marqueeSelected, type CanvasItem, type Selection } from './selection'

/** An end of an edge that is being drawn: a node, and its slot where it has slots. */
export interface EdgeEnd {
  node: string
  slot?: string
}

/** The pointer's actions on a graph; a missing one is disabled. */
interface PointerActions {
  selection: Selection
  onSelect?: ((selection: Selection) => void) | undefined
  onConnect?: ((from: EdgeEnd, to: EdgeEnd) => void) | undefined
  onConnectToGround?: ((from: EdgeEnd, to: Point) => void) | undefined
  onMenu?: ((event: MouseEvent) => void) | undefined
}

const isAdditive = (event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): boolean => event.shiftKey || event.ctrlKey || event.metaKey

const EDGE_TOLERANCE_PX = 7
const CONNECT_TOLERANCE_PX = 12

/** Whether an element is the ground of a canvas. */
export const isGround = (target: EventTarget): boolean => target instanceof Element && target.classList.contains('react-flow__pane')

function nodeOf(graph: Graph, target: EventTarget): CanvasItem | undefined {
  const id = target instanceof Element ? target.closest('.react-flow__node')?.getAttribute('data-id') : undefined
  return id != null && graph.nodeNumbers.has(id) ? { kind: 'node', id } : undefined
}

/** A ref to the latest value, valid between renders, too. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  }, [value])
  return latest
}

/** Selection with the pointer by pressing, clicking, and drawing a marquee with Shift; and drawing edges. */
export function usePointer(
  graph: Graph,
  section: RefObject<HTMLElement | null>,
  { selection, onSelect, onConnect, onConnectToGround, onMenu }: PointerActions
) {
  const flow = useReactFlow()
  const selected = useLatest(selection)
  const wasAdded = useRef(false)
  const [marquee, setMarquee] = useState<Rect | undefined>(undefined)
  const onPlane = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => flow.screenToFlowPosition({ x: clientX, y: clientY })

  /** Selects the pressed item before a drag; a selected item keeps the selection, so that all of it can be dragged. */
  const press = (event: PointerEvent): void => {
    const item = event.button === 0 ? nodeOf(graph, event.target) : undefined
    if (!item) return
    wasAdded.current = !isSelected(selected.current, item)
    if (wasAdded.current) onSelect?.(clicked(selected.current, item, isAdditive(event)))
  }

  const clickNode = (event: MouseEvent): void => {
    const item = nodeOf(graph, event.target)
    if (!item) return
    if (isAdditive(event)) {
      if (!wasAdded.current) onSelect?.(clicked(selected.current, item, true))
    } else if (selected.current.length > 1) onSelect?.([item])
    wasAdded.current = false
  }

  const click = (item: CanvasItem, event: MouseEvent): void => onSelect?.(clicked(selected.current, item, isAdditive(event)))

  const itemAt = (event: MouseEvent): CanvasItem | undefined => {
    const point = onPlane(event)
    const node = nodeAt(graph, point)
    const edge = node ? undefined : edgeAt(graph, point, EDGE_TOLERANCE_PX / flow.getZoom())
    return node ? { kind: 'node', id: node.id } : edge && { kind: 'edge', id: edge.id }
  }

  const openMenu = (event: MouseEvent): void => {
    const item = nodeOf(graph, event.target) ?? itemAt(event)
    if (!item || !onMenu) return
    if (!isSelected(selected.current, item)) onSelect?.([item])
    onMenu(event)
  }

  const clickGround = (event: MouseEvent): void => {
    const item = itemAt(event)
    if (item) click(item, event)
    else if (selected.current.length > 0 && !isAdditive(event)) onSelect?.([])
  }

  const beginMarquee = (event: MouseEvent): void => {
    const { target } = event
    const ground = target instanceof Element && target.closest('.react-flow__pane') && !target.closest('.react-flow__node')
    const bounds = section.current?.getBoundingClientRect()
    if (!event.shiftKey || event.button !== 0 || !ground || !bounds) return
    event.preventDefault()
    event.stopPropagation()
    const start = { x: event.clientX, y: event.clientY, width: 0, height: 0 }
    let last = start
    const move = ({ clientX, clientY }: globalThis.PointerEvent): void => {
      last = { x: clientX, y: clientY, width: 0, height: 0 }
      const { x, y, width, height } = boundsOf([start, last])
      setMarquee({ x: x - bounds.left, y: y - bounds.top, width, height })
    }
    const end = (): void => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', end)
      window.removeEventListener('pointercancel', end)
      setMarquee(undefined)
      if (last === start) return
      const corners = [start, last].map((corner) => ({ ...flow.screenToFlowPosition(corner), width: 0, height: 0 }))
      const inside = nodesIn(graph, boundsOf(corners)).flatMap((k) => graph.nodes[k]?.id ?? [])
      onSelect?.(marqueeSelected(selected.current, inside))
    }
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', end)
    window.addEventListener('pointercancel', end)
  }

  const connectEnd: OnConnectEnd = (event, { fromNode, fromHandle }) => {
    const pointer = 'changedTouches' in event ? event.changedTouches[0] : event
    if (!fromNode || !pointer) return
    const point = onPlane(pointer)
    const [from, hit] = [graph.nodes[graph.nodeNumbers.get(fromNode.id) ?? -1], nodeAt(graph, point, CONNECT_TOLERANCE_PX)]
    // A node without any slot is ground for other nodes.
    const to = hit?.slots?.length === 0 ? undefined : hit
    if (from && to) onConnect?.(endAt(from, fromHandle?.id), endAt(to, targetSlotAt(to, point)?.id))
    else if (from) onConnectToGround?.(endAt(from, fromHandle?.id), point)
  }

  return { marquee, press, clickNode, click, clickGround, openMenu, beginMarquee, connectEnd }
}

/** An edge's end at a node; grips are not slots. */
const endAt = ({ id, slots }: CanvasNode, slot: string | null | undefined): EdgeEnd =>
  slot != null && slots?.some((one) => one.id === slot) ? { node: id, slot } : { node: id }

/** The node under the pointer at a small zoom: only this node is an element then, so that it can be dragged and connected. */
export function usePointedNode(graph: Graph, isFar: boolean): [pointed: string | undefined, point: (event: MouseEvent) => void] {
  const flow = useReactFlow()
  const [pointed, setPointed] = useState<string | undefined>(undefined)
  const point = (event: MouseEvent): void => {
    if (!isFar || event.buttons !== 0) return
    setPointed(nodeAt(graph, flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }), 2 / flow.getZoom())?.id)
  }
  return [pointed, point]
}
