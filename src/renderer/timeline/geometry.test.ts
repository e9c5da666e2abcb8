import { describe, expect, it } from 'vitest'
import { line, beat } from '../store/tiny.fixture'
import { clamped, easyScale, fitScale, laneAt, middleOf, nAt, nearest, PAD, rowsFor, showing, xOf, zoomed } from './geometry'

const WIDTH = 1000
const view = { perBeat: 10, left: 100 }

describe('places on the timeline', () => {
  it('the pointer finds a beat where it is drawn', () => {
    expect(xOf(100, view)).toBe(PAD.left)
    expect(nAt(xOf(137, view), view)).toBe(137)
  })
  it('fits a whole history between the paddings', () => {
    const perBeat = fitScale(10_000, WIDTH)
    expect(xOf(9_999, { perBeat, left: 0 })).toBeCloseTo(WIDTH - PAD.right)
  })
  it('spreads a short history and packs a long one as tightly as can be clicked', () => {
    expect([easyScale(10, WIDTH), easyScale(10_000, WIDTH)]).toEqual([14, 5])
  })
})

describe('moving the window', () => {
  it('stays within the history', () => {
    expect(clamped({ perBeat: 10, left: -50 }, 0, 500, WIDTH).left).toBe(0)
    const right = clamped({ perBeat: 10, left: 9_999 }, 0, 500, WIDTH)
    expect(xOf(500, right)).toBeCloseTo(WIDTH - PAD.right)
  })
  it('moves only if the beat isn’t in view', () => {
    const view2 = showing(view, 300, 0, 500, WIDTH)
    expect(xOf(300, view2)).toBeLessThanOrEqual(WIDTH - PAD.right)
    expect(showing(view, 140, 0, 500, WIDTH)).toEqual(view)
  })
  it('zooming keeps the beat under the pointer in place', () => {
    const x = 400
    const closer = zoomed(view, 2, x, 0, 5_000, WIDTH)
    expect(closer.perBeat).toBe(20)
    expect(nAt(x, closer)).toBeCloseTo(nAt(x, view))
  })
  it('zooms out to the whole history at most', () => {
    expect(zoomed(view, 1e-9, 0, 0, 9_999, WIDTH).perBeat).toBeCloseTo(fitScale(10_000, WIDTH))
  })
})

it('finds the nearest beat within reach of the pointer', () => {
  const many = line('a', 0, 20_000)
  expect(nearest(many, xOf(137, view) + 3, view)?.n).toBe(137)
  expect(nearest(line('b', 90, 99), xOf(101, view), view)).toBeUndefined()
  expect(nearest([beat('lonely', 100)], 700, view)).toBeUndefined()
  expect(nearest([], 700, view)).toBeUndefined()
})

describe('lanes', () => {
  it('lane heights shrink with their number, and the visible lanes are limited', () => {
    expect([1, 3, 40].map((count) => rowsFor(count, false).lane)).toEqual([30, 24, 18])
    const many = rowsFor(40, false)
    expect(many.lanes).toBeGreaterThan(many.seen)
    expect(rowsFor(40, true).seen).toBeGreaterThan(many.seen)
    expect(rowsFor(9, false).seen).toBe(rowsFor(9, false).lanes)
    expect(rowsFor(2, false).seen).toBe(rowsFor(2, false).lanes)
  })
  it('finds a lane at any scroll position', () => {
    const rows = rowsFor(40, false)
    for (const top of [0, 250]) for (const lane of [0, 3, 20, 39]) expect(laneAt(middleOf(lane, rows, top), rows, top)).toBe(lane)
  })
})
