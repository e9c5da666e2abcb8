import { describe, expect, test } from 'vitest'
import type { Beat } from '../../shared/play'
import { line, beat } from '../store/tiny.fixture'
import { clamped, easyScale, firstFrom, fitScale, nAt, nearest, PAD, shapeOf, showing, ticks, visible, xOf, zoomed } from './geometry'

const WIDTH = 1000
const view = { perBeat: 10, left: 100 }

describe('places on the timeline', () => {
  test('a beat is drawn where the pointer finds it', () => {
    expect(xOf(100, view)).toBe(PAD.left)
    expect(nAt(xOf(137, view), view)).toBe(137)
  })
  test('a whole story fits between the paddings', () => {
    const perBeat = fitScale(10_000, WIDTH)
    expect(xOf(9_999, { perBeat, left: 0 })).toBeCloseTo(WIDTH - PAD.right)
  })
  test('a short story is roomy, a long one as tight as beats can be hit', () => {
    expect([easyScale(10, WIDTH), easyScale(10_000, WIDTH)]).toEqual([14, 5])
  })
})

describe('moving the window', () => {
  test('it never leaves the story', () => {
    expect(clamped({ perBeat: 10, left: -50 }, 0, 500, WIDTH).left).toBe(0)
    const right = clamped({ perBeat: 10, left: 9_999 }, 0, 500, WIDTH)
    expect(xOf(500, right)).toBeCloseTo(WIDTH - PAD.right)
  })
  test('a beat out of sight comes into it, one in sight moves nothing', () => {
    const there = showing(view, 300, 0, 500, WIDTH)
    expect(xOf(300, there)).toBeLessThanOrEqual(WIDTH - PAD.right)
    expect(showing(view, 140, 0, 500, WIDTH)).toEqual(view)
  })
  test('zooming keeps the beat under the pointer where it is', () => {
    const x = 400
    const closer = zoomed(view, 2, x, 0, 5_000, WIDTH)
    expect(closer.perBeat).toBe(20)
    expect(nAt(x, closer)).toBeCloseTo(nAt(x, view))
  })
  test('zooming out ends where everything is seen', () => {
    expect(zoomed(view, 1e-9, 0, 0, 9_999, WIDTH).perBeat).toBeCloseTo(fitScale(10_000, WIDTH))
  })
})

describe('what is drawn', () => {
  const many = line('a', 0, 20_000)
  test('only beats in sight', () => {
    const drawn = ticks(many, view, WIDTH)
    const { from, to } = visible(view, WIDTH)
    expect(drawn.map((tick) => tick.beat.n)).toEqual(Array.from({ length: to - from + 1 }, (_, i) => from + i))
  })
  test('at most one a pixel, and of those on one pixel the one that matters most', () => {
    const busy: Beat[] = many.map((one) => (one.n === 10_000 ? { ...one, action: 'open_scene' } : one))
    const far = { perBeat: fitScale(20_001, WIDTH), left: 0 }
    const drawn = ticks(busy, far, WIDTH)
    expect(drawn.length).toBeLessThanOrEqual(WIDTH)
    expect(drawn.some((tick) => tick.beat.n === 10_000)).toBe(true)
  })
  test('beats are shaped by what they were', () => {
    const shapes = ['open_scene', 'narrate', 'speak', 'call_on', 'attack'].map((action) => shapeOf({ kind: 'play', action }))
    expect([...shapes, shapeOf({ kind: 'edit', action: 'edit' })]).toEqual(['scene', 'story', 'talk', 'small', 'act', 'edit'])
  })
  test('the pointer finds the nearest beat, and none far from any', () => {
    expect(firstFrom(many, 137)).toBe(137)
    expect(nearest(many, xOf(137, view) + 3, view)?.n).toBe(137)
    expect(nearest([beat('lonely', 100)], 700, view)).toBeUndefined()
  })
})
