import type { Point } from '../../shared/geometry/shapes'
import type { StoryPlan } from './graph-model'

const GAP = { layer: 64, node: 18, apart: 60 }
const SWEEPS = 4

/**
 * Positions in layers from left to right, for a graph that is too large for ELK: the time grows only with nodes and edges. An edge that leads back to
 * an earlier node decides nothing. Nodes without edges stand in rows below.
 */
export function inLayers({ nodes, edges }: StoryPlan): Map<string, Point> {
  const joined = new Set(edges.flatMap(({ from, to }) => [from, to]))
  const { order, before, after } = forwards(
    nodes.flatMap(({ id }) => (joined.has(id) ? [id] : [])),
    edges
  )
  const layerOf = new Map<string, number>()
  for (const id of order) layerOf.set(id, Math.max(0, ...(before.get(id) ?? []).map((one) => (layerOf.get(one) ?? 0) + 1)))
  const layers: string[][] = []
  for (const id of order) (layers[layerOf.get(id) ?? 0] ??= []).push(id)
  sort(layers, before, after)
  const sizes = new Map(nodes.map((node) => [node.id, node]))
  const spots = new Map<string, Point>()
  let x = 0
  for (const layer of layers) {
    const middles = layer.map((id) => mean((before.get(id) ?? []).map((one) => (spots.get(one)?.y ?? 0) + (sizes.get(one)?.height ?? 0) / 2)))
    const heights = layer.map((id) => sizes.get(id)?.height ?? 0)
    let bottom = -Infinity
    const tops = layer.map((_, i) => {
      const height = heights[i] ?? 0
      const wished = middles[i] === undefined ? (bottom === -Infinity ? 0 : bottom + GAP.node) : middles[i] - height / 2
      const top = Math.max(bottom + GAP.node, wished)
      bottom = top + height
      return top
    })
    // Nodes that wanted the same position were pushed down, so the whole layer moves up by the mean.
    const pushed = mean(tops.flatMap((top, i) => (middles[i] === undefined ? [] : [top + (heights[i] ?? 0) / 2 - middles[i]]))) ?? 0
    for (const [i, id] of layer.entries()) spots.set(id, { x, y: Math.round((tops[i] ?? 0) - pushed) })
    x += Math.max(...layer.map((id) => sizes.get(id)?.width ?? 0)) + GAP.layer
  }
  const alone = nodes.filter(({ id }) => !joined.has(id))
  const columns = Math.max(1, Math.ceil(Math.sqrt(alone.length)))
  const [width, height] = [Math.max(0, ...alone.map((one) => one.width)), Math.max(0, ...alone.map((one) => one.height))]
  let top = 0
  for (const [id, { y }] of spots) top = Math.max(top, y + (sizes.get(id)?.height ?? 0) + GAP.apart)
  alone.forEach(({ id }, i) => spots.set(id, { x: (i % columns) * (width + GAP.node), y: top + Math.floor(i / columns) * (height + GAP.node) }))
  return spots
}

const mean = (all: readonly number[]): number | undefined => (all.length === 0 ? undefined : all.reduce((sum, one) => sum + one, 0) / all.length)

type Neighbours = ReadonlyMap<string, readonly string[]>

/** The nodes in an order in which each comes after those that lead to it, and the neighbours without edges that lead back. */
function forwards(ids: readonly string[], edges: StoryPlan['edges']): { order: readonly string[]; before: Neighbours; after: Neighbours } {
  const all = new Map<string, string[]>()
  const reached = new Set(edges.map(({ to }) => to))
  const [before, after] = [new Map<string, string[]>(), new Map<string, string[]>()]
  const state = new Map<string, 'open' | 'done'>()
  const order: string[] = []
  const add = (map: Map<string, string[]>, key: string, id: string): void => {
    const list = map.get(key)
    if (list) list.push(id)
    else map.set(key, [id])
  }
  for (const { from, to } of edges) add(all, from, to)
  for (const root of [...ids.filter((id) => !reached.has(id)), ...ids]) {
    if (state.has(root)) continue
    const stack = [{ id: root, next: 0 }]
    state.set(root, 'open')
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const to = all.get(top.id)?.[top.next++]
      if (to === undefined) {
        state.set(top.id, 'done')
        order.push(top.id)
        stack.pop()
      } else if (state.get(to) !== 'open') {
        add(before, to, top.id)
        add(after, top.id, to)
        if (state.has(to)) continue
        state.set(to, 'open')
        stack.push({ id: to, next: 0 })
      }
    }
  }
  return { order: order.toReversed(), before, after }
}

/** Sorts each layer by the mean position of its neighbours, from left to right and back, so that fewer lines cross. */
function sort(layers: readonly string[][], before: Neighbours, after: Neighbours): void {
  const at = new Map(layers.flatMap((layer) => layer.map((id, i) => [id, i] as const)))
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const neighbours = sweep % 2 === 0 ? before : after
    for (const layer of sweep % 2 === 0 ? layers : layers.toReversed()) {
      const wished = new Map(layer.map((id, i) => [id, mean((neighbours.get(id) ?? []).map((one) => at.get(one) ?? 0)) ?? i]))
      layer.sort((a, b) => (wished.get(a) ?? 0) - (wished.get(b) ?? 0))
      for (const [i, id] of layer.entries()) at.set(id, i)
    }
  }
}
