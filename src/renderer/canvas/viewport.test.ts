import { expect, it } from 'vitest'
import { cullingRect, fitRect, fitRectClearOf, detailLevel, visibleRect, viewportAround, type DetailLevel } from './viewport'

it('switches between elements and painting by the number of nodes and by the zoom, with a tolerance', () => {
  const level = (visible: number, current: DetailLevel, zoom = 1): DetailLevel => detailLevel(visible, zoom, 500, current)
  expect([level(40, 'far'), level(52, 'near')]).toEqual(['near', 'near'])
  expect([level(52, 'far'), level(60, 'near')]).toEqual(['far', 'far'])
  // Beside a large graph few nodes are in sight, but nobody can read them.
  expect([level(5, 'far', 0.19), level(5, 'near', 0.19), level(5, 'near', 0.1), level(0, 'near', 0.1)]).toEqual(['far', 'near', 'far', 'far'])
  expect(detailLevel(60, 0.05, 60, 'far')).toBe('near')
})

it('the drawn part covers the visible part and stays the same for small moves', () => {
  let drawn = cullingRect(visibleRect({ x: 0, y: 0, zoom: 0.8 }, 1200, 700))
  let changes = 0
  for (let x = 0; x < 1000; x += 10) {
    const sight = visibleRect({ x: -x, y: -x / 2, zoom: 0.8 }, 1200, 700)
    const next = cullingRect(sight, drawn)
    expect(next.x <= sight.x && next.y <= sight.y).toBe(true)
    expect(next.x + next.width >= sight.x + sight.width && next.y + next.height >= sight.y + sight.height).toBe(true)
    if (next !== drawn) changes++
    drawn = next
  }
  expect(changes).toBe(5)
})

it('the drawn part shrinks with a larger zoom', () => {
  const far = cullingRect(visibleRect({ x: 0, y: 0, zoom: 0.5 }, 1200, 700))
  const near = cullingRect(visibleRect({ x: 0, y: 0, zoom: 2 }, 1200, 700), far)
  expect(near.width).toBeCloseTo(600 * 1.3)
})

it('fits the whole into the centre of the given area', () => {
  const bounds = { x: -500, y: 100, width: 4000, height: 1000 }
  const room = { x: 0, y: 0, width: 1000, height: 800 }
  const sight = visibleRect(fitRect(bounds, room), 1000, 800)
  expect([sight.x + sight.width / 2, sight.y + sight.height / 2].map(Math.round)).toEqual([1500, 600])
  expect(sight.width).toBeGreaterThan(bounds.width)
  expect(fitRect({ x: 0, y: 0, width: 10, height: 10 }, room).zoom).toBe(1.05)
  const tall = { x: 0, y: 0, width: 400, height: 3000 }
  const { y, zoom } = fitRect(tall, { x: 10, y: 50, width: 940, height: 730 })
  expect(y).toBeGreaterThanOrEqual(50)
  expect(y + 3000 * zoom).toBeLessThanOrEqual(780)
})

it('moves a fitted view away from a legend only if it would be covered', () => {
  const room = { x: 0, y: 0, width: 1000, height: 600 }
  const legend = { x: 10, y: 430, width: 240, height: 160 }
  const wide = { x: 0, y: 0, width: 1000, height: 500 }
  const { y, zoom } = fitRectClearOf(wide, room, [legend])
  expect(y + wide.height * zoom).toBeLessThanOrEqual(legend.y)
  const tall = { x: 0, y: 0, width: 1000, height: 900 }
  expect(fitRectClearOf(tall, room, [legend]).x).toBeGreaterThanOrEqual(250)
  const small = { x: 0, y: 0, width: 80, height: 80 }
  expect(fitRectClearOf(small, room, [legend])).toEqual(fitRect(small, room))
})

it('a viewport around a point stays within the whole and centres a small one', () => {
  const room = { x: 0, y: 0, width: 500, height: 300 }
  const whole = { x: 10, y: 0, width: 2000, height: 200 }
  const sight = visibleRect(viewportAround({ x: 40, y: 10 }, whole, room, 1), 500, 300)
  expect([sight.x, sight.y + sight.height / 2]).toEqual([10, 100])
  expect(visibleRect(viewportAround({ x: 1000, y: 10 }, whole, room, 1), 500, 300).x).toBe(750)
  expect(visibleRect(viewportAround({ x: 1990, y: 10 }, whole, room, 1), 500, 300).x).toBe(1510)
})
