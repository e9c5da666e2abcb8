import { describe, expect, test } from 'vitest'
import type { Journey, Place } from '../../shared/state'
import { border } from './graph'
import { byHand, layout, PLACE, stepOf, tokenSpot, waysOf } from './layout'

const place = (name: string): Place => ({ name, region: 'village', features: {}, inventory: {}, tags: {} })
const way = (from: string, to: string, direction: string): [string, Journey] => [
  `${from}--${to}`,
  { from, to, region: 'village', direction, duration: '1 minute', difficulty: 0, risks: [] }
]
const places = Object.fromEntries(['green', 'inn', 'mill', 'well', 'shaft', 'hall', 'isle'].map((id) => [id, place(id)]))
const journeys = Object.fromEntries([
  way('green', 'mill', 'north'),
  way('mill', 'green', 'south'),
  way('green', 'inn', 'west'),
  way('green', 'well', 'east'),
  way('well', 'shaft', 'down'),
  way('shaft', 'well', 'up'),
  way('shaft', 'hall', 'down')
])
const cells = (start?: string): Record<string, [number, number]> =>
  Object.fromEntries(layout(places, journeys, start).map((spot) => [spot.id, [spot.column, spot.row]]))

test('a map made by hand is used when it has every place, and only then', () => {
  const map = Object.fromEntries(Object.keys(places).map((id, i) => [id, { x: i * 220, y: -140 }]))
  expect(byHand(places, map)?.map(({ id, x, y }) => [id, x, y])).toEqual(Object.keys(places).map((id, i) => [id, i * 220, -140]))
  expect([byHand(places, { ...map, isle: undefined as never }), byHand(places, {}), byHand({}, {})]).toEqual([undefined, undefined, undefined])
})

describe('a map made from journeys', () => {
  test('puts places in the direction of the way that leads to them', () => {
    const at = cells('green')
    const [column, row] = at['green'] ?? [0, 0]
    expect(at).toMatchObject({
      mill: [column, row - 1],
      inn: [column - 1, row],
      well: [column + 1, row],
      shaft: [column + 1, row + 1],
      hall: [column + 1, row + 2]
    })
  })
  test('is the same every time, and whatever the order of the files', () => {
    const turned = Object.fromEntries(Object.entries(journeys).toReversed())
    expect(layout(places, turned, 'green')).toEqual(layout(places, journeys, 'green'))
  })
  test('never puts two places on one another, nor one that no way leads to on others', () => {
    const star = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`p${i}`, place(`p${i}`)]))
    const spokes = Object.fromEntries(Array.from({ length: 39 }, (_, i) => way('p0', `p${i + 1}`, 'north')))
    for (const spots of [layout(star, spokes, 'p0'), layout(places, journeys, 'green')])
      expect(new Set(spots.map((spot) => `${spot.x},${spot.y}`)).size).toBe(spots.length)
  })
  test('draws no place under a line between two others', () => {
    const row = Object.fromEntries(['a', 'b', 'c'].map((id) => [id, place(id)]))
    const around = Object.fromEntries([way('a', 'b', 'east'), way('b', 'c', 'east'), way('a', 'c', 'east')])
    const spots = layout(row, around, 'a')
    expect(new Set(spots.map((spot) => spot.row)).size).toBeGreaterThan(1)
  })
  test('copes with a world without places and with journeys to nowhere', () => {
    expect(layout({}, journeys)).toEqual([])
    expect(layout({ green: place('green') }, journeys)).toHaveLength(1)
  })
})

test('directions in words become steps; what means none goes to the right', () => {
  expect(['north-east', 'down the shaft', 'w', 'inward'].map(stepOf)).toEqual([
    [1, -1],
    [0, 1],
    [-1, 0],
    [1, 0]
  ])
})

test('a way and the one back are one way; a way without one back is marked', () => {
  expect(waysOf(places, journeys).map((one) => [one.from, one.to, one.bothWays])).toEqual([
    ['green', 'inn', false],
    ['green', 'mill', true],
    ['green', 'well', false],
    ['shaft', 'hall', false],
    ['shaft', 'well', true]
  ])
})

test('many people on one place stay on it', () => {
  for (const count of [1, 3, 12]) {
    for (let k = 0; k < count; k++) {
      const { x } = tokenSpot(k, count)
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + 22).toBeLessThanOrEqual(PLACE.width)
    }
  }
})

test('ways end at the border of a place', () => {
  expect(border({ x: 0, y: 0 }, { x: 400, y: 0 }, 0)).toEqual({ x: 400 - PLACE.width / 2, y: 0 })
  expect(border({ x: 0, y: 0 }, { x: 0, y: 400 }, 4)).toEqual({ x: 0, y: 400 - PLACE.height / 2 - 4 })
})
