import { expect, it } from 'vitest'
import { intersects } from '../../shared/geometry/shapes'
import { cull, graphOf } from './graph'
import { sceneOf } from './scene.fixture'
import { FIRST_SIZE, nextSize, nextSlice } from './slices'
import { cullingRect } from './viewport'

const { nodes, edges } = sceneOf(2000)
const graph = graphOf(nodes, edges)
const sight = { x: 12_000, y: 800, width: 1280, height: 800 }
const part = cull(graph, cullingRect(sight))

/** Draws slice after slice until everything is drawn. */
function drawAll(selected: string): { nodes: string[]; edges: string[]; slices: { added: number; fillsSight: boolean }[]; ends: readonly number[] } {
  const [drawn, lines] = [new Set<string>(), new Set<string>()]
  const slices: { added: number; fillsSight: boolean }[] = []
  for (;;) {
    const known = { hasNode: (id: string) => drawn.has(id), hasEdge: (id: string) => lines.has(id), isUrgent: (id: string) => id === selected }
    const slice = nextSlice(graph, sight, FIRST_SIZE, part, known)
    slices.push({ added: slice.nodes.length - drawn.size, fillsSight: slice.fillsSight })
    for (const k of slice.nodes) drawn.add(nodes[k]?.id ?? '')
    for (const k of slice.edges) {
      const edge = edges[k]
      const ends = [edge?.from, edge?.to].map((id) => graph.nodeNumbers.get(id ?? '') ?? -1)
      expect(ends.every((end) => slice.ends.includes(end) !== slice.nodes.includes(end))).toBe(true)
      lines.add(edge?.id ?? '')
    }
    if (slice.isWhole) return { nodes: [...drawn], edges: [...lines], slices, ends: slice.ends }
  }
}

it('nodes become elements a slice at a time, the selected one and those in sight first, and edges follow their nodes', () => {
  const rim = nodes[part.nodes[0] ?? 0]?.id ?? ''
  const all = drawAll(rim)
  expect(all.slices.every(({ added }) => added <= FIRST_SIZE)).toBe(true)
  expect(all.nodes.length).toBe(part.nodes.length)
  expect(all.edges.length).toBe(part.edges.length)
  expect(all.nodes.slice(0, FIRST_SIZE)).toContain(rim)
  const inSight = part.nodes.filter((k) => intersects(nodes[k] ?? sight, sight)).length
  expect(all.slices.findIndex(({ fillsSight }) => fillsSight)).toBeLessThan(all.slices.length - 1)
  expect(all.slices.findIndex(({ fillsSight }) => fillsSight)).toBeGreaterThanOrEqual(Math.floor(inSight / FIRST_SIZE))
  expect(all.ends.every((k) => !part.nodes.includes(k))).toBe(true)
})

it('slices shrink while frames are slow and grow while they are fast', () => {
  expect([nextSize(24, 80), nextSize(6, 80), nextSize(24, 30), nextSize(24, 10), nextSize(48, 10)]).toEqual([12, 6, 24, 48, 48])
})
