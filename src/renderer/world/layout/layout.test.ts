import ELK from 'elkjs/lib/elk.bundled.js'
import { describe, expect, it } from 'vitest'
import type { Spots, World } from '../../../shared/map/drawing'
import { bigWorld, worldOf } from '../../../shared/map/made.fixture'
import { intersects } from '../../../shared/geometry/shapes'
import { CELL, PLACE } from '../../../shared/map/sizes'
import { cut, elkGraph, laidOut, placedBy, stepsOf, type LayoutGroup } from '../../../shared/map/layout/groups'
import { saveLayout, savedLayout } from './saved-layout'
import { shapeOf } from '../../../shared/map/layout/links'
import { atOnce, roughSpots } from '../../../shared/map/layout/at-once'
import { isManualMap, settled, unknown } from '../../../shared/map/layout/settle'

const overlaps = (spots: Spots): number => {
  const rects = [...spots.values()].map((spot) => ({ ...spot, ...PLACE })).toSorted((a, b) => a.x - b.x)
  let count = 0
  rects.forEach((a, k) => {
    for (let n = k + 1; n < rects.length && (rects[n]?.x ?? 0) <= a.x + a.width; n++) if (intersects(a, rects[n] ?? a)) count++
  })
  return count
}

describe('a rough layout', () => {
  it.each([
    [2000, 12],
    [10_000, 1],
    [300, 300]
  ])('gives each of %i places in %i regions its own area', (count, regions) => {
    const spots = roughSpots(bigWorld(count, regions))
    expect([spots.size, overlaps(spots)]).toEqual([count, 0])
  })
})

describe('settled positions', () => {
  const world = worldOf(['a', 'b', 'c', 'new'], ['a>b east', 'b>new north', 'b>c south'])
  const hand = new Map([
    ['a', { x: 0, y: 0 }],
    ['b', { x: 1000, y: 1000 }],
    ['c', { x: 1000, y: 1200 }]
  ])
  it('keeps manual positions and puts a new place one step from its neighbour', () => {
    const spots = settled(world, hand, new Map([['new', { x: -5, y: -5 }]]))
    expect([...hand].every(([id, spot]) => JSON.stringify(spots.get(id)) === JSON.stringify(spot))).toBe(true)
    expect(spots.get('new')).toEqual({ x: 1000, y: 1000 - CELL.height })
  })
  it('moves a new place to the nearest free area', () => {
    const spots = settled(world, new Map([...hand, ['c', { x: 1000, y: 1000 - CELL.height }]]), new Map())
    expect(overlaps(spots)).toBe(0)
    const { x = 0, y = 0 } = spots.get('new') ?? {}
    expect(Math.hypot(x - 1000, y - 1000)).toBeLessThan(3 * CELL.width)
  })
  it('moving a place on an automatic map moves no other place', () => {
    const base = new Map(['a', 'b', 'c', 'new'].map((id, k) => [id, { x: 300 * k, y: 0 }]))
    const spots = settled(world, new Map([['b', { x: 50, y: 800 }]]), base)
    expect([...spots.values()]).toEqual([
      { x: 0, y: 0 },
      { x: 50, y: 800 },
      { x: 600, y: 0 },
      { x: 900, y: 0 }
    ])
    expect([unknown(world, new Map(), base), unknown(world, new Map([['a', { x: 0, y: 0 }]]), new Map([['b', { x: 9, y: 9 }]]))]).toEqual([
      false,
      false
    ])
    expect([isManualMap(world, new Map([['b', { x: 0, y: 0 }]])), isManualMap(world, hand)]).toEqual([false, true])
  })
  it('an old position on a manual map stays, whatever is added or connected, unless a manual one covers it', () => {
    const [old, far] = [
      { x: 400, y: 0 },
      { x: 9000, y: 0 }
    ]
    const base = new Map([['b', old]])
    const byHand: Spots = new Map([['a', { x: 0, y: 0 }]])
    const places = ['a', 'b', 'new']
    for (const [ids, journeys, hand] of [
      [['a', 'b'], [], byHand],
      [['a', 'b'], ['a>b south'], byHand],
      [places, ['a>new'], new Map([...byHand, ['new', far]])],
      [places, ['a>b south', 'b>new'], byHand]
    ] as const)
      expect(settled(worldOf([...ids], [...journeys]), hand, base).get('b')).toEqual(old)
    const covering = settled(worldOf(places, []), new Map([...byHand, ['new', old]]), base)
    expect([covering.get('new'), overlaps(covering)]).toEqual([old, 0])
  })
  it('finds room for thousands of new places', () => {
    const big = bigWorld(3000, 3)
    const spots = settled(big, new Map(), new Map([['p0', { x: 0, y: 0 }]]))
    expect([spots.size, overlaps(spots)]).toEqual([3000, 0])
  })
  it.each([7, 12, 30])('puts %i new places without connections in a compact block, one by one or at once', (count) => {
    const ids = Array.from({ length: count }, (_, k) => `p${String(k).padStart(2, '0')}`)
    const shape = (spots: Spots): number => {
      const [xs, ys] = [[...spots.values()].map(({ x }) => x), [...spots.values()].map(({ y }) => y)]
      expect(overlaps(spots)).toBe(0)
      return (Math.max(...xs) - Math.min(...xs) + PLACE.width) / (Math.max(...ys) - Math.min(...ys) + PLACE.height)
    }
    let grown: Spots = new Map()
    for (let k = 1; k <= count; k++) grown = settled(worldOf(ids.slice(0, k), []), new Map(), grown)
    for (const spots of [grown, atOnce(worldOf(ids, []))]) {
      expect(shape(spots)).toBeGreaterThan(0.8)
      expect(shape(spots)).toBeLessThan(2.6)
    }
    const joined = worldOf(['a', 'b', ...ids], ['a>b east'])
    const besides = settled(
      joined,
      new Map(),
      new Map([
        ['a', { x: 0, y: 0 }],
        ['b', { x: CELL.width, y: 0 }]
      ])
    )
    expect(shape(new Map([...besides].filter(([id]) => id.startsWith('p'))))).toBeLessThan(2.6)
    expect(shape(besides)).toBeLessThan(5)
  })
  it('puts unconnected parts in rows', () => {
    const places = Array.from({ length: 10 }, (_, k) => [`a${k}`, `b${k}`]).flat()
    const spots = atOnce(
      worldOf(
        places,
        Array.from({ length: 10 }, (_, k) => `a${k}>b${k} east`)
      )
    )
    expect(overlaps(spots)).toBe(0)
    expect(new Set([...spots.values()].map(({ y }) => y)).size).toBeGreaterThan(3)
  })
  it('puts unconnected places beside their region', () => {
    const alone = worldOf(['a:n', 'b:n', 'x:n', 'y:s'], [])
    expect(
      overlaps(
        settled(
          alone,
          new Map([
            ['a', { x: 0, y: 0 }],
            ['b', { x: 200, y: 0 }]
          ]),
          new Map()
        )
      )
    ).toBe(0)
  })
})

// Without a worker the library works in this thread.
const elk = new ELK()
const layer = async (group: LayoutGroup) => placedBy(await elk.layout(elkGraph(group)))

describe('a layout by groups', () => {
  const world = bigWorld(60, 3)
  it('gives every place its own area, and each region an area without places of others', async () => {
    const spots = await laidOut(world, layer)
    expect([spots.size, overlaps(spots)]).toEqual([60, 0])
    const areas = ['r0', 'r1', 'r2'].map((region) => {
      const own = [...spots].flatMap(([id, spot]) => (world.places[id]?.region === region ? [spot] : []))
      const [xs, ys] = [own.map((one) => one.x), own.map((one) => one.y)]
      return {
        x: Math.min(...xs),
        y: Math.min(...ys),
        width: Math.max(...xs) - Math.min(...xs) + PLACE.width,
        height: Math.max(...ys) - Math.min(...ys) + PLACE.height
      }
    })
    expect(areas.flatMap((a, k) => areas.slice(k + 1).filter((b) => intersects(a, b)))).toEqual([])
  })
  it('is the same for equal worlds in any order of files', async () => {
    const turned = <T>(all: Record<string, T>): Record<string, T> => Object.fromEntries(Object.entries(all).toReversed())
    const other: World = { places: turned(world.places), journeys: turned(world.journeys), regions: turned(world.regions) }
    expect(await laidOut(other, layer)).toEqual(await laidOut(world, layer))
    expect(shapeOf(other)).toBe(shapeOf(world))
  })
  it('cuts a large region into connected pieces and announces the number of layouts', async () => {
    const big = bigWorld(1000, 1)
    const cuts = cut(big)
    expect(cuts.map((one) => one.pieces.map((ids) => ids.length))).toEqual([[300, 300, 300, 100]])
    let asked = 0
    const rows = async ({ members }: LayoutGroup) => {
      asked++
      return { width: members.length * 400, height: 60, spots: new Map(members.map((one, k) => [one.id, { x: k * 400, y: 0 }])) }
    }
    const spots = await laidOut(big, rows)
    expect([spots.size, asked]).toEqual([1000, stepsOf(cuts)])
  })
})

describe('the shape of a world', () => {
  const one = worldOf(['a', 'b'], ['a>b'])
  it('changes with places, regions and journeys, not with names', () => {
    const shapes = [worldOf(['a', 'b', 'c'], ['a>b']), worldOf(['a', 'b:x'], ['a>b']), worldOf(['a', 'b'], ['b>a']), worldOf(['a', 'b'], [])].map(
      shapeOf
    )
    expect(new Set([...shapes, shapeOf(one)]).size).toBe(5)
    const named = structuredClone(one)
    for (const place of Object.values(named.places)) place.name = 'Other'
    expect(shapeOf(named)).toBe(shapeOf(one))
  })
})

describe('saved layouts', () => {
  const store = () => {
    const storage = new Map<string, string>()
    return { getItem: (key: string) => storage.get(key) ?? null, setItem: (key: string, value: string) => void storage.set(key, value) }
  }
  const spots = new Map([['a', { x: 1, y: -2 }]])
  it('finds layouts by shape and keeps the last four', () => {
    const own = store()
    for (const shape of ['1', '2', '3', '4', '5']) saveLayout(own, shape, spots)
    expect(savedLayout(own, '5')).toEqual(spots)
    expect([savedLayout(own, '1'), savedLayout(own, '2')]).toEqual([undefined, spots])
  })
  it('ignores unreadable layouts and a full storage', () => {
    const own = store()
    own.setItem('proscenium.layouts', '[["x",{"a":["left",2]}],7]')
    expect(savedLayout(own, 'x')).toBeUndefined()
    own.setItem('proscenium.layouts', '{not json')
    expect(savedLayout(own, 'x')).toBeUndefined()
    const full = {
      ...own,
      setItem: () => {
        throw new Error('full')
      }
    }
    expect(() => saveLayout(full, 'x', spots)).not.toThrow()
  })
})
