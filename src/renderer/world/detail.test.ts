import { expect, test } from 'vitest'
import { drawnOf, fitting, levelOf, sightOf } from './detail'

test('few places are drawn one by one, many all at once, and on the border it stays as it is', () => {
  expect([levelOf(100, 'far'), levelOf(100, 'near'), levelOf(250, 'near'), levelOf(250, 'far'), levelOf(400, 'near')]).toEqual([
    'near',
    'near',
    'near',
    'far',
    'far'
  ])
})

test('what is drawn covers what is in sight, and stays the same while the map is moved a little', () => {
  let drawn = drawnOf(sightOf({ x: 0, y: 0, zoom: 0.8 }, 1200, 700))
  let changes = 0
  for (let x = 0; x < 1000; x += 10) {
    const sight = sightOf({ x: -x, y: -x / 2, zoom: 0.8 }, 1200, 700)
    const next = drawnOf(sight, drawn)
    expect(next.x <= sight.x && next.y <= sight.y).toBe(true)
    expect(next.x + next.width >= sight.x + sight.width && next.y + next.height >= sight.y + sight.height).toBe(true)
    if (next !== drawn) changes++
    drawn = next
  }
  expect(changes).toBe(2)
})

test('what is drawn becomes smaller when the map is looked at closely', () => {
  const far = drawnOf(sightOf({ x: 0, y: 0, zoom: 0.5 }, 1200, 700))
  const near = drawnOf(sightOf({ x: 0, y: 0, zoom: 2 }, 1200, 700), far)
  expect(near.width).toBeCloseTo(600 * 1.7)
})

test('a fitting view shows the whole in the middle', () => {
  const bounds = { x: -500, y: 100, width: 4000, height: 1000 }
  const view = fitting(bounds, 1000, 800)
  const sight = sightOf(view, 1000, 800)
  expect([sight.x + sight.width / 2, sight.y + sight.height / 2].map(Math.round)).toEqual([1500, 600])
  expect(sight.width).toBeGreaterThan(bounds.width)
  expect(fitting({ x: 0, y: 0, width: 10, height: 10 }, 1000, 800).zoom).toBe(1.05)
})
