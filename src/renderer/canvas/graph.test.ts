import { expect, it } from 'vitest'
import { cull, edgeAt, graphOf, nearestNode, nodeAt, nodesIn, type CanvasEdge, type CanvasNode, type NodeSlot } from './graph'

const node = (id: string, x: number): CanvasNode => ({ id, x, y: 0, width: 156, height: 54 })
const graph = graphOf(
  [node('a', 0), node('b', 400), node('far', 9000)],
  [
    { id: 'a-b', from: 'a', to: 'b' },
    { id: 'b-far', from: 'b', to: 'far' }
  ]
)

it('culls to the nodes in a rectangle and the edges that cross it', () => {
  expect(cull(graph, { x: -50, y: -50, width: 300, height: 200 })).toEqual({ nodes: [0], edges: [0] })
  expect(cull(graph, { x: 4000, y: 0, width: 300, height: 200 })).toEqual({ nodes: [], edges: [1] })
  expect(nodesIn(graph, { x: 100, y: 10, width: 310, height: 10 })).toEqual([0, 1])
})

it('its extent holds lines that leave the nodes behind', () => {
  expect([graph.bounds, graph.extent].map(({ x, width }) => [x, x + width])).toEqual([
    [0, 9156],
    [0, 9156]
  ])
  const back = {
    from: { x: 9156, y: 20 },
    to: { x: 0, y: 20 },
    bend: [
      { x: 12_000, y: -30 },
      { x: -3000, y: 90 }
    ]
  } as const
  const { extent } = graphOf(graph.nodes, [{ id: 'far-a', from: 'far', to: 'a', curve: back }])
  expect(extent).toEqual({ x: -3000, y: -30, width: 15_000, height: 120 })
})

it('hits nodes and edges at a point and within a tolerance', () => {
  const hit = (x: number, tolerance?: number) => nodeAt(graph, { x, y: 10 }, tolerance)?.id
  expect([hit(10), hit(170), hit(170, 20)]).toEqual(['a', undefined, 'a'])
  const line = (x: number, y: number) => edgeAt(graph, { x, y }, 6)?.id
  expect([line(280, 30), line(280, 60), line(3000, 28)]).toEqual(['a-b', undefined, 'b-far'])
})

it('finds the nearest node at any distance', () => {
  expect([nearestNode(graph, { x: 500, y: 800 })?.id, nearestNode(graph, { x: 7000, y: -3000 })?.id]).toEqual(['b', 'far'])
  expect(nearestNode(graphOf([], []), { x: 0, y: 0 })).toBeUndefined()
})

it('an edge without one of its nodes has no line and can’t be hit', () => {
  const loose = graphOf([node('a', 0)], [{ id: 'lost', from: 'a', to: 'nobody' }])
  expect([loose.curves, cull(loose, { x: -1e4, y: -1e4, width: 2e4, height: 2e4 }).edges]).toEqual([[undefined], []])
})

it('keeps its index until the geometry changes', () => {
  const slots: NodeSlot[] = [{ id: 'out', type: 'source', at: { x: 10, y: 5 } }]
  const at = (k: number, part: Partial<CanvasNode> = {}): CanvasNode & { text: string } => ({
    id: `n${k}`,
    x: 100 * k,
    y: 0,
    width: 10,
    height: 10,
    slots,
    text: '',
    ...part
  })
  const nodes = [at(0), at(1)]
  const edges: CanvasEdge[] = [{ id: 'e', from: 'n0', to: 'n1', fromSlot: 'out' }]
  const first = graphOf(nodes, edges)
  const said = graphOf(
    nodes.map((node) => ({ ...node, text: 'other', slots: slots.map((slot) => ({ ...slot })) })),
    edges.map((edge) => ({ ...edge })),
    first
  )
  expect(said.nodes.map(({ text }) => text)).toEqual(['other', 'other'])
  expect([said.nodeIndex === first.nodeIndex, said.curves === first.curves]).toEqual([true, true])
  for (const moved of [
    graphOf([at(0, { x: 1 }), at(1)], edges, first),
    graphOf([at(0, { slots: [] }), at(1)], edges, first),
    graphOf(nodes, [{ id: 'e', from: 'n1', to: 'n0' }], first),
    graphOf(nodes.slice(0, 1), edges, first)
  ])
    expect(moved.nodeIndex).not.toBe(first.nodeIndex)
})
