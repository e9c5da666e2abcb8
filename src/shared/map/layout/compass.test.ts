import { describe, expect, it } from 'vitest'
import type { Journey, Place } from '../../story/state'
import { compass, stepOf, connectionsOf } from './compass'

const place = (name: string): Place => ({ name, region: 'village', features: {}, inventory: {}, tags: {} })
const journey = (from: string, to: string, direction: string): [string, Journey] => [
  `${from}--${to}`,
  { from, to, region: 'village', direction, duration: '1 minute', difficulty: 0, risks: [] }
]
const places = Object.fromEntries(['green', 'inn', 'mill', 'well', 'shaft', 'hall', 'isle'].map((id) => [id, place(id)]))
const journeys = Object.fromEntries([
  journey('green', 'mill', 'north'),
  journey('mill', 'green', 'south'),
  journey('green', 'inn', 'west'),
  journey('green', 'well', 'east'),
  journey('well', 'shaft', 'down'),
  journey('shaft', 'well', 'up'),
  journey('shaft', 'hall', 'down')
])
const cells = (start?: string): Record<string, [number, number]> =>
  Object.fromEntries(compass(places, journeys, start).map((spot) => [spot.id, [spot.column, spot.row]]))

describe('a layout by directions', () => {
  it('puts places in the direction of their journey', () => {
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
  it('gives the same map every time and in any order of files', () => {
    const turned = Object.fromEntries(Object.entries(journeys).toReversed())
    expect(compass(places, turned, 'green')).toEqual(compass(places, journeys, 'green'))
  })
  it('never puts two places on one cell, also without journeys', () => {
    const star = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`p${i}`, place(`p${i}`)]))
    const spokes = Object.fromEntries(Array.from({ length: 39 }, (_, i) => journey('p0', `p${i + 1}`, 'north')))
    for (const spots of [compass(star, spokes, 'p0'), compass(places, journeys, 'green')])
      expect(new Set(spots.map((spot) => `${spot.x},${spot.y}`)).size).toBe(spots.length)
  })
  it('puts no place under a line between two others', () => {
    const row = Object.fromEntries(['a', 'b', 'c'].map((id) => [id, place(id)]))
    const around = Object.fromEntries([journey('a', 'b', 'east'), journey('b', 'c', 'east'), journey('a', 'c', 'east')])
    const spots = compass(row, around, 'a')
    expect(new Set(spots.map((spot) => spot.row)).size).toBeGreaterThan(1)
  })
  it('accepts a world without places and journeys without a target', () => {
    expect(compass({}, journeys)).toEqual([])
    expect(compass({ green: place('green') }, journeys)).toHaveLength(1)
  })
})

it('reads directions as steps, to the right if they name none', () => {
  expect(['north-east', 'down the shaft', 'w', 'inward'].map(stepOf)).toEqual([
    [1, -1],
    [0, 1],
    [-1, 0],
    [1, 0]
  ])
})

it('joins a journey and its return into one connection', () => {
  expect(connectionsOf(places, journeys).map((one) => [one.from, one.to, one.bothWays])).toEqual([
    ['green', 'inn', false],
    ['green', 'mill', true],
    ['green', 'well', false],
    ['shaft', 'hall', false],
    ['shaft', 'well', true]
  ])
})
