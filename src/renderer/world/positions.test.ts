import { describe, expect, it } from 'vitest'
import { drawingOf } from '../../shared/map/drawing'
import { worldOf } from '../../shared/map/made.fixture'
import { arrangedSpots, placesIn, spotsToSave } from './positions'
import { boxesOf, mapSelectionOf, selectionOf } from './selection'

const world = worldOf(['a:north', 'b:north', 'c:south', 'd:south'], ['a>b'])
const spots = new Map([
  ['a', { x: 0, y: 10 }],
  ['b', { x: 300, y: 0 }],
  ['c', { x: 90, y: 200 }],
  ['d', { x: 100, y: 500 }]
])

describe('moving', () => {
  it('a region includes all of its places', () => {
    const ids = placesIn(
      [
        { what: 'place', id: 'a' },
        { what: 'region', id: 'south' },
        { what: 'place', id: 'd' },
        { what: 'journey', id: 'a--b' }
      ],
      world
    )
    expect(ids).toEqual(['a', 'd', 'c'])
  })
  it('saves moved places, and all positions when the map becomes manual', () => {
    const moved = new Map([['a', { x: 1, y: 2 }]])
    expect(spotsToSave(world, new Map(), spots, moved)).toEqual({ a: { x: 1, y: 2 } })
    expect(spotsToSave(world, new Map([['b', { x: 7, y: 7 }]]), spots, moved)).toEqual({
      a: { x: 1, y: 2 },
      c: { x: 90, y: 200 },
      d: { x: 100, y: 500 }
    })
    expect(spotsToSave(world, spots, spots, moved)).toEqual({ a: { x: 1, y: 2 } })
  })
})

it('aligns and distributes places', () => {
  const xs = (order: Parameters<typeof arrangedSpots>[2]) =>
    Object.fromEntries([...arrangedSpots(['a', 'b', 'c'], spots, order)].map(([id, { x, y }]) => [id, [x, y]]))
  expect(xs('left')).toEqual({ b: [0, 0], a: [0, 98], c: [0, 200] })
  expect(xs('right')).toEqual({ b: [300, 0], a: [300, 98], c: [300, 200] })
  expect(xs('top')).toEqual({ a: [0, 0], c: [200, 0], b: [400, 0] })
  expect(xs('bottom')).toEqual({ a: [0, 200], c: [200, 200], b: [400, 200] })
  expect(xs('across')).toEqual({ b: [150, 0], a: [150, 98], c: [150, 200] })
  expect(xs('down')).toEqual({ a: [0, 100], c: [200, 100], b: [400, 100] })
  expect(xs('spread-across')).toEqual({ a: [0, 10], c: [150, 200], b: [300, 0] })
  expect(xs('spread-down')).toEqual({ b: [300, 0], a: [0, 100], c: [90, 200] })
})

it('aligned places don’t cover unselected ones', () => {
  expect([...arrangedSpots(['a', 'd'], new Map([...spots, ['e', { x: 10, y: 480 }]]), 'left')]).toEqual([
    ['a', { x: 0, y: 10 }],
    ['d', { x: 0, y: 578 }]
  ])
})

it('a selection survives the canvas, also one of several journeys drawn as one line', () => {
  const { lines } = drawingOf(worldOf(['a', 'b'], ['a>b', 'b>a']), spots, { folded: new Set(), separate: false })
  const points = [
    { what: 'region', id: 'north' },
    { what: 'journey', id: 'b--a-1' },
    { what: 'place', id: 'a' }
  ] as const
  const selection = selectionOf(points, lines)
  expect(selection).toEqual([
    { kind: 'node', id: '~north' },
    { kind: 'edge', id: 'a--b' },
    { kind: 'node', id: 'a' }
  ])
  expect(mapSelectionOf(selection, points, lines)).toEqual(points)
  expect(mapSelectionOf([...selection, { kind: 'node', id: '~south' }], [], lines)).toEqual([
    points[0],
    { what: 'journey', id: 'a--b' },
    points[2],
    { what: 'region', id: 'south' }
  ])
})

it('a selection has the boxes of its items, and the card of a folded region', () => {
  const boxIds = (points: Parameters<typeof boxesOf>[0], ...folded: string[]) =>
    boxesOf(points, world, drawingOf(world, spots, { folded: new Set(folded), separate: false })).map(({ id }) => id)
  expect(boxIds([{ what: 'journey', id: 'a--b' }])).toEqual(['a', 'b'])
  expect(
    boxIds([
      { what: 'region', id: 'south' },
      { what: 'place', id: 'a' }
    ])
  ).toEqual(['a', 'c', 'd'])
  expect(
    boxIds(
      [
        { what: 'journey', id: 'a--b' },
        { what: 'place', id: 'gone' }
      ],
      'north'
    )
  ).toEqual(['~north'])
})
