import { expect, it } from 'vitest'
import { cull, edgeAt, graphOf, nodeAt, nodesIn, targetSlotAt } from './graph'
import { sceneOf } from './scene.fixture'
import { clicked, marqueeSelected, type Selection } from './selection'
import { movedBy } from './use-moving'
import { nextVisible, NOTHING_VISIBLE, type Visible } from './use-visible'
import { cullingRect, detailLevel, fitRect, visibleRect } from './viewport'

const { nodes, edges } = sceneOf(2000)
const graph = graphOf(nodes, edges)
const panel = { x: 0, y: 0, width: 1280, height: 800 }

it('draws few of 2,000 nodes with slots as elements at a large zoom and paints all at a small one', () => {
  const whole = fitRect(graph.bounds, panel)
  expect(detailLevel(nodesIn(graph, visibleRect(whole, panel.width, panel.height)).length, whole.zoom, nodes.length, 'near')).toBe('far')
  const reading = { x: -12_000, y: -800, zoom: 1 }
  const visible = visibleRect(reading, panel.width, panel.height)
  const part = cull(graph, cullingRect(visible))
  expect(detailLevel(nodesIn(graph, visible).length, reading.zoom, nodes.length, 'far')).toBe('near')
  expect([part.nodes.length, part.edges.length]).toEqual([60, 210])
})

it('while the user moves on, the elements stay as they are, and the painting shows the rest until the viewport stands still', () => {
  const look = (x: number, zoom: number, isMoving: boolean, last: Visible): Visible =>
    nextVisible(graph, undefined, { viewport: { x, y: -800, zoom }, ...panel, isMoving }, last)
  const first = look(-12_000, 1, false, NOTHING_VISIBLE)
  expect([first.level, first.isBehind]).toEqual(['near', false])
  expect(look(-12_100, 1, true, first)).toBe(first)
  const moved = look(-14_000, 1, true, first)
  expect(moved).toEqual({ ...first, isBehind: true })
  expect(look(-15_000, 0.5, true, moved)).toBe(moved)
  // The user may also come back.
  expect(look(-12_000, 1, true, moved)).toEqual(first)
  const still = look(-14_000, 1, false, moved)
  expect([still.isBehind, still.rect.x > first.rect.x]).toEqual([false, true])
  // The level from afar has no elements, so it follows at once.
  const far = look(-2000, 0.1, false, still)
  expect([far.level, look(9000, 0.1, true, far).isBehind]).toEqual(['far', false])
})

it('edges run from slot to slot and can be hit on their bend', () => {
  const at = edges.findIndex(({ id }) => id === 'line-0.no')
  expect(graph.curves[at]).toEqual({
    from: { x: 180, y: 60 },
    to: { x: 300, y: 160 },
    bend: [
      { x: 240, y: 60 },
      { x: 240, y: 160 }
    ]
  })
  expect([edgeAt(graph, { x: 240, y: 110 }, 7)?.id, edgeAt(graph, { x: 240, y: 80 }, 7)?.id]).toEqual(['line-0.no', undefined])
})

it('an edge drawn to a node ends at its input slot', () => {
  const node = nodeAt(graph, { x: 310, y: 130 })
  expect([node?.id, node && targetSlotAt(node, { x: 310, y: 130 })?.id]).toEqual(['line-21', 'in'])
})

it('selects nodes by click and marquee and moves them together', () => {
  let selection: Selection = clicked([], { kind: 'node', id: 'line-0' }, false)
  selection = clicked(selection, { kind: 'edge', id: 'line-0.yes' }, true)
  selection = marqueeSelected(
    selection,
    nodesIn(graph, { x: 290, y: -10, width: 20, height: 200 }).flatMap((k) => nodes[k]?.id ?? [])
  )
  expect(selection.map(({ id }) => id)).toEqual(['line-0', 'line-0.yes', 'line-20', 'line-21'])
  const moved = movedBy(new Map(nodes.filter(({ id }) => selection.some((one) => one.id === id)).map(({ id, x, y }) => [id, { x, y }])), {
    x: 9.6,
    y: -3
  })
  expect([...moved]).toEqual([
    ['line-0', { x: 10, y: -3 }],
    ['line-20', { x: 310, y: -3 }],
    ['line-21', { x: 310, y: 117 }]
  ])
})
