import { expect, it } from 'vitest'
import { spotsAtOnce } from '../../../shared/map/layout/at-once'
import { bigWorld, worldOf } from '../../../shared/map/made.fixture'
import { intersects } from '../../../shared/geometry/shapes'
import { PLACE } from '../../../shared/map/sizes'
import type { Spots } from '../../../shared/map/drawing'
import { spotsOf } from './map-files'

const none: Spots = new Map()

/** The number of pairs of places that overlap. */
function overlaps(spots: Spots): number {
  const boxes = [...spots.values()].map((spot) => ({ ...spot, ...PLACE }))
  return boxes.reduce((sum, box, k) => sum + boxes.slice(k + 1).filter((other) => intersects(box, other)).length, 0)
}

it('a large world is laid out for an image as in the window: cards don’t overlap, positions set by hand stay, and the result is the same each time', async () => {
  const world = bigWorld(240, 3)
  const { spots, rows } = await spotsOf(world, none)
  expect([rows, spots.size, overlaps(spots)]).toEqual([false, 240, 0])
  expect([...spots]).not.toEqual([...spotsAtOnce(world, none)])
  expect([...(await spotsOf(world, none)).spots]).toEqual([...spots])
  const { spots: placed } = await spotsOf(world, new Map([['p7', { x: -900, y: -900 }]]))
  expect([placed.get('p7'), placed.get('p8')]).toEqual([{ x: -900, y: -900 }, spots.get('p8')])
})

it('a small world and one with positions set by hand are laid out at once', async () => {
  for (const [world, hand] of [
    [bigWorld(20, 2), none],
    [bigWorld(200, 2), new Map(Array.from({ length: 120 }, (_, k) => [`p${k}`, { x: k * 200, y: 0 }]))]
  ] as const)
    expect(await spotsOf(world, hand)).toEqual({ spots: spotsAtOnce(world, hand), rows: false })
})

it('too many places or journeys are laid out in rows, which is reported', async () => {
  const many = bigWorld(10_001, 5)
  expect(await spotsOf(many, none)).toEqual({ spots: spotsAtOnce(many, none), rows: true })
  const ids = Array.from({ length: 160 }, (_, k) => `p${k}`)
  const woven = worldOf(
    ids,
    ids.flatMap((from, k) => ids.slice(k + 1, k + 24).map((to) => `${from}>${to}`))
  )
  expect(await spotsOf(woven, none)).toEqual({ spots: spotsAtOnce(woven, none), rows: true })
})
