import { describe, expect, it } from 'vitest'
import { drawingOf, isShut, type DrawingOptions } from './drawing'
import { groundsOf } from './grounds'
import { worldOf } from './made.fixture'
import { heading } from '../geometry/shapes'
import { CARD, PLACE } from './sizes'

const APART: DrawingOptions = { folded: new Set(), separate: true }
const spots = new Map([
  ['a', { x: 0, y: 0 }],
  ['b', { x: 400, y: 0 }],
  ['c', { x: 0, y: 300 }],
  ['d', { x: 400, y: 300 }]
])
const places = ['a:north', 'b:north', 'c:south', 'd:south']

describe('journeys on the map', () => {
  it('draws a journey and its return as two lines with arrows', () => {
    const { lines } = drawingOf(worldOf(places, ['a>b', 'b>a']), spots, APART)
    expect(lines.map((one) => [one.id, one.arrow, Math.round(heading(one.curve))])).toEqual([
      ['a--b', true, 0],
      ['b--a-1', true, 180]
    ])
    const [outward, back] = lines
    expect(outward?.curve.from.y).toBeGreaterThan(PLACE.height / 2)
    expect(back?.curve.from.y).toBeLessThan(PLACE.height / 2)
  })
  it('draws them as one line without arrows if they are not separate', () => {
    const { lines } = drawingOf(worldOf(places, ['a>b', 'b>a', 'a>c']), spots, { ...APART, separate: false })
    expect(lines.map((one) => [one.journeys, one.arrow])).toEqual([
      [['a--b', 'b--a-1'], false],
      [['a--c-2'], true]
    ])
  })
  it('draws several journeys side by side, and loops over their place', () => {
    const { lines } = drawingOf(worldOf(places, ['a>b', 'a>b', 'a>a']), spots, APART)
    const [loop, one, other] = lines
    expect(one?.curve.from.y).not.toBe(other?.curve.from.y)
    expect([loop?.from, loop?.to, loop?.curve.bend !== undefined]).toEqual([0, 0, true])
    expect(loop?.curve.bend?.[0].y).toBeLessThan(0)
  })
  it('lines end at the borders of places', () => {
    const [line] = drawingOf(worldOf(places, ['a>b']), spots, APART).lines
    expect(line?.curve).toEqual({ from: { x: PLACE.width + 2, y: 27 }, to: { x: 396, y: 27 } })
  })
  it('leaves out journeys without a target and places without a spot', () => {
    const { lines, boxes } = drawingOf(worldOf([...places, 'lost'], ['a>gone', 'a>lost', 'a>b']), spots, APART)
    expect([lines.map((one) => one.id), boxes.map((one) => one.id)]).toEqual([['a--b-2'], ['a', 'b', 'c', 'd']])
  })
  it('a line is risky with a risk, and shut while its required fact doesn’t hold', () => {
    const [risky, shut] = drawingOf(worldOf(places, ['a>b!fall', 'a>c?door_open']), spots, APART).lines
    if (!risky || !shut) throw new Error('both ways are drawn')
    expect([risky.risky, shut.risky, isShut(risky, {}), isShut(shut, {}), isShut(shut, { door_open: true })]).toEqual([
      true,
      false,
      false,
      true,
      false
    ])
  })
})

describe('a folded region', () => {
  const world = worldOf(places, ['a>b', 'b>c', 'a>c', 'c>d', 'd>b'])
  const drawing = drawingOf(world, spots, { folded: new Set(['south']), separate: true })
  it('is one card in the middle of its places', () => {
    expect(drawing.boxes.map((one) => [one.id, one.count])).toEqual([
      ['a', 1],
      ['b', 1],
      ['~south', 2]
    ])
    expect(drawing.boxes[2]).toMatchObject({ ...CARD, x: 200 + 78 - CARD.width / 2, y: 300 + 27 - CARD.height / 2, name: 'The south' })
    expect(drawing.areas.map((one) => one.id)).toEqual(['north'])
  })
  it('shows its outgoing journeys at the card and hides those inside', () => {
    expect(drawing.lines.map((one) => [one.journeys, one.from, one.to])).toEqual([
      [['a--b'], 0, 1],
      [['a--c-2'], 0, 2],
      [['b--c-1'], 1, 2],
      [['d--b-4'], 2, 1]
    ])
  })
  it('shows its characters on the card', () => expect([drawing.boxOf.get('c'), drawing.boxOf.get('d'), drawing.boxOf.get('a')]).toEqual([2, 2, 0]))
})

it('bridges of a region form no ring', () => {
  const near = new Map([
    ['a', { x: 0, y: 0 }],
    ['b', { x: 200, y: 0 }],
    ['c', { x: 100, y: 120 }],
    ['d', { x: 900, y: 0 }]
  ])
  const drawing = drawingOf(worldOf(['a:north', 'b:north', 'c:north', 'd:north'], ['a>b', 'b>a', 'b>c', 'c>a', 'a>d']), near, APART)
  const bridges = groundsOf(drawing).get('north')?.bridges ?? []
  expect(bridges).toHaveLength(2)
  expect(new Set(bridges.flat().map(({ x, y }) => `${x} ${y}`)).size).toBe(3)
})

it('bridges form no ring with overlapping margins', () => {
  const close = new Map([
    ['a', { x: 100, y: 0 }],
    ['b', { x: 0, y: 140 }],
    ['c', { x: PLACE.width + 30, y: 140 }]
  ])
  const drawing = drawingOf(worldOf(['a:north', 'b:north', 'c:north'], ['a>b', 'a>c']), close, APART)
  expect(groundsOf(drawing).get('north')?.bridges).toHaveLength(1)
})
