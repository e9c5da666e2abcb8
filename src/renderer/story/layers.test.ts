import { expect, it } from 'vitest'
import { intersects } from '../../shared/geometry/shapes'
import type { StoryEdge, StoryNode, StoryPlan } from './graph-model'
import { inLayers } from './layers'

const node = (id: string): StoryNode => ({ id, tab: 'events', of: id, name: id, words: '', look: 'ready', x: 0, y: 0, width: 220, height: 58 })
const edge = (from: string, to: string): StoryEdge => ({ id: `${from} ${to}`, from, to, how: 'sets', isNot: false })
const plan = (ids: readonly string[], edges: readonly [string, string][]): StoryPlan => ({
  nodes: ids.map(node),
  edges: edges.map(([from, to]) => edge(from, to))
})

it('each node of a large graph stands to the right of those that lead to it, except where the graph leads in a circle', () => {
  // The event b ends with the fact that it sets.
  const spots = inLayers(
    plan(
      ['a', 'b', 'b-done', 'c', 'alone', 'alone-2'],
      [
        ['a', 'b'],
        ['b', 'b-done'],
        ['b-done', 'b'],
        ['b-done', 'c'],
        ['a', 'c']
      ]
    )
  )
  const x = (id: string): number => spots.get(id)?.x ?? Number.NaN
  expect([x('a') < x('b'), x('b') < x('b-done'), x('b-done') < x('c')]).toEqual([true, true, true])
  expect(spots.get('alone')?.y).toBeGreaterThan(spots.get('c')?.y ?? 0)
})

it('no two of a thousand nodes overlap', () => {
  const ids = Array.from({ length: 1000 }, (_, i) => `n${i}`)
  const edges = ids.slice(1).map((id, i): [string, string] => [ids[Math.floor(i / 3)] ?? '', id])
  const large = plan(ids, [...edges, ['n999', 'n0'], ...ids.slice(900).map((id): [string, string] => [id, 'n5'])])
  const spots = inLayers(large)
  const rects = large.nodes.map((one) => ({ ...one, ...spots.get(one.id) }))
  expect(rects.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true)
  expect(rects.some((a, i) => rects.slice(i + 1).some((b) => intersects(a, b)))).toBe(false)
})
