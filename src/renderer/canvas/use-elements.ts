import { useEffect, useMemo, useReducer, useState } from 'react'
import { flowEdge, flowNode, undrawnNode, type DrawnNode, type FlowEdge, type FlowNode } from './drawn'
import { placeLabels } from './edge-labels'
import { cull, type CanvasEdge, type CanvasNode } from './graph'
import type { CanvasProps } from './props'
import { FIRST_SIZE, nextSize, nextSlice } from './slices'
import type { Visible } from './use-visible'

interface Elements {
  nodes: FlowNode[]
  edges: FlowEdge[]
  /** The number of edge labels without room at this zoom. */
  hidden: number
  /** Whether the next frame draws more. */
  isWhole: boolean
  /** Whether every node in sight is drawn. */
  fillsSight: boolean
}

const NOTHING_BESIDE = { nodes: [], obstacles: [] }

/** The visible nodes and edges, a slice more in each frame; at a small zoom only the node under the pointer. Equal ones stay the same objects. */
export function useElements<N extends CanvasNode, E extends CanvasEdge, D extends DrawnNode, L extends object>(
  { graph, drawing, selection, onDrag, onConnect }: CanvasProps<N, E, D, L>,
  visible: Visible,
  pointed: string | undefined
): Elements {
  const [reuse] = useState(() => ({ nodes: new Reuse<FlowNode>(), edges: new Reuse<FlowEdge>() }))
  const { level, rect, sight, scale } = visible
  const near = useMemo(() => (level === 'near' ? cull(graph, rect) : undefined), [graph, level, rect])
  const [draggable, connectable] = [onDrag !== undefined, onConnect !== undefined]
  const [slicing, addSlice] = useReducer(afterSlice, { size: FIRST_SIZE })
  const elements = useMemo(() => {
    const selected = { node: new Set<string>(), edge: new Set<string>() }
    for (const { kind, id } of selection) selected[kind].add(id)
    const flowNodeOf = (drawn: DrawnNode): FlowNode => {
      const node = graph.nodes[graph.nodeNumbers.get(drawn.id) ?? -1]
      const editable = {
        selected: node !== undefined && selected.node.has(drawn.id),
        draggable: node !== undefined && draggable,
        connectable: node !== undefined && connectable && drawn.connectable !== false
      }
      return flowNode(drawn, node, editable)
    }
    const beside = drawing.beside?.(visible) ?? NOTHING_BESIDE
    const pointedNumber = graph.nodeNumbers.get(pointed ?? '')
    const slice =
      near &&
      nextSlice(graph, sight, slicing.size, near, { hasNode: reuse.nodes.has, hasEdge: reuse.edges.has, isUrgent: (id) => selected.node.has(id) })
    const numbers = slice?.nodes ?? (pointedNumber === undefined ? [] : [pointedNumber])
    const drawnOf = (k: number): readonly DrawnNode[] => {
      const node = graph.nodes[k]
      return node ? drawing.node(node, k, visible) : []
    }
    const drawnNodes = numbers.flatMap(drawnOf)
    const drawnEdges = (near?.edges ?? []).flatMap((k) => {
      const [edge, curve] = [graph.edges[k], graph.curves[k]]
      return edge && curve ? [{ edge, curve, drawn: drawing.edge(edge, k, visible) }] : []
    })
    const labelled = drawnEdges.flatMap(({ edge: { id }, curve, drawn: { label } }) => (label ? [{ id, curve, label }] : []))
    const boxes = (near?.nodes ?? []).flatMap((k) => graph.nodes[k] ?? [])
    const labels = placeLabels(labelled, [...boxes, ...beside.obstacles], Math.max(1, scale))
    const ends = (slice?.ends ?? []).flatMap((k) => drawnOf(k).slice(0, 1)).map(undrawnNode)
    const nodes = [...ends, ...[...beside.nodes, ...drawnNodes].map(flowNodeOf)]
    const slicedEdges = new Set(slice?.edges.map((k) => graph.edges[k]?.id))
    const edges = drawnEdges
      .filter(({ edge }) => slicedEdges.has(edge.id))
      .map(({ edge, curve, drawn }) => flowEdge(edge, curve, drawn, selected.edge.has(edge.id), labels.get(edge.id)))
    return {
      nodes: reuse.nodes.reused(nodes),
      edges: reuse.edges.reused(edges),
      hidden: labelled.length - labels.size,
      isWhole: slice?.isWhole !== false,
      fillsSight: slice?.fillsSight !== false
    }
  }, [graph, drawing, near, sight, visible, scale, pointed, selection, draggable, connectable, reuse, slicing])
  useEffect(() => {
    if (elements.isWhole) return undefined
    const from = performance.now()
    const frame = requestAnimationFrame(() => addSlice(performance.now() - from))
    return () => cancelAnimationFrame(frame)
  }, [elements])
  return elements
}

/** A new object for each slice: the number of nodes that it adds. */
const afterSlice = ({ size }: { size: number }, lastMs: number): { size: number } => ({ size: nextSize(size, lastMs) })

const MAX_DEPTH = 7

/** Caches nodes or edges, so that equal ones stay the same objects and only changed ones are redrawn. */
class Reuse<T extends { id: string; hidden?: boolean }> {
  #last = new Map<string, T>()
  #list: T[] = []

  /** Whether one of this id is drawn. */
  readonly has = (id: string): boolean => {
    const last = this.#last.get(id)
    return last !== undefined && !last.hidden
  }

  reused(next: readonly T[]): T[] {
    const list = next.map((one) => {
      const old = this.#last.get(one.id)
      return old && isEqual(old, one, MAX_DEPTH) ? old : one
    })
    if (list.length === this.#list.length && list.every((one, i) => one === this.#list[i])) return this.#list
    this.#last = new Map(list.map((one) => [one.id, one]))
    this.#list = list
    return list
  }
}

function isEqual(a: unknown, b: unknown, depth: number): boolean {
  if (Object.is(a, b)) return true
  if (depth === 0 || typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => isEqual(one[key], other[key], depth - 1))
}
