import { useMemo, useState } from 'react'
import { flowEdge, flowNode, type DrawnNode, type FlowEdge, type FlowNode } from './drawn'
import { placeLabels } from './edge-labels'
import { cull, type CanvasEdge, type CanvasNode } from './graph'
import type { CanvasProps } from './props'
import type { Visible } from './use-visible'

interface Elements {
  nodes: FlowNode[]
  edges: FlowEdge[]
  /** The number of edge labels without room at this zoom. */
  hidden: number
}

const NOTHING_BESIDE = { nodes: [], obstacles: [] }

/** The visible nodes and edges; at a small zoom only the node under the pointer. Equal ones stay the same objects. */
export function useElements<N extends CanvasNode, E extends CanvasEdge, D extends DrawnNode, L extends object>(
  { graph, drawing, selection, onDrag, onConnect }: CanvasProps<N, E, D, L>,
  visible: Visible,
  pointed: string | undefined
): Elements {
  const [reuse] = useState(() => ({ nodes: new Reuse<FlowNode>(), edges: new Reuse<FlowEdge>() }))
  const { level, rect, scale } = visible
  const near = useMemo(() => (level === 'near' ? cull(graph, rect) : undefined), [graph, level, rect])
  const [draggable, connectable] = [onDrag !== undefined, onConnect !== undefined]
  return useMemo(() => {
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
    const numbers = near?.nodes ?? (pointedNumber === undefined ? [] : [pointedNumber])
    const drawnNodes = numbers.flatMap((k) => {
      const node = graph.nodes[k]
      return node ? drawing.node(node, k, visible) : []
    })
    const drawnEdges = (near?.edges ?? []).flatMap((k) => {
      const [edge, curve] = [graph.edges[k], graph.curves[k]]
      return edge && curve ? [{ edge, curve, drawn: drawing.edge(edge, k, visible) }] : []
    })
    const labelled = drawnEdges.flatMap(({ edge: { id }, curve, drawn: { label } }) => (label ? [{ id, curve, label }] : []))
    const labels = placeLabels(labelled, [...graph.nodes, ...beside.obstacles], Math.max(1, scale))
    const nodes = [...beside.nodes, ...drawnNodes].map(flowNodeOf)
    const edges = drawnEdges.map(({ edge, curve, drawn }) => flowEdge(edge, curve, drawn, selected.edge.has(edge.id), labels.get(edge.id)))
    return { nodes: reuse.nodes.reused(nodes), edges: reuse.edges.reused(edges), hidden: labelled.length - labels.size }
  }, [graph, drawing, near, visible, scale, pointed, selection, draggable, connectable, reuse])
}

const MAX_DEPTH = 7

/** Caches nodes or edges, so that equal ones stay the same objects and only changed ones are redrawn. */
class Reuse<T extends { id: string }> {
  #last = new Map<string, T>()
  #list: T[] = []

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
