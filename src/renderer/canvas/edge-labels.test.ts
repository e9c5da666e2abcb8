import { expect, it } from 'vitest'
import { intersects, type Rect } from '../../shared/geometry/shapes'
import { placeLabels } from './edge-labels'

const box = (x: number, y: number): Rect => ({ x, y, width: 156, height: 54 })
const line = (id: string, y: number, label = '✓13 ◐50 ✕38') => ({ id, curve: { from: { x: 160, y }, to: { x: 600, y } }, label })

it('labels keep their size on the screen and cover no node or other label', () => {
  const boxes = [box(0, 0), box(604, 0), box(250, 70)]
  const lines = [line('there', 20), line('back', 32), line('below', 100)]
  for (const scale of [1, 1.8]) {
    const places = placeLabels(lines, boxes, scale)
    const rects = [...places].map(([, { x, y }]): Rect => {
      const [width, height] = [(11 * 8 + 12) * scale, 16 * scale]
      return { x: x - width / 2, y: y - height / 2, width, height }
    })
    expect(rects.length).toBe(3)
    for (const [i, one] of rects.entries()) for (const other of [...boxes, ...rects.slice(i + 1)]) expect(intersects(one, other)).toBe(false)
  }
})

it('leaves out labels without room', () => {
  expect([...placeLabels([line('a', 20), line('b', 21), line('c', 22), line('d', 23)], [], 3).keys()].length).toBeLessThan(4)
})

it('puts a label beside an obstacle', () => {
  const [edge] = [line('a', 90)]
  const free = placeLabels([edge], [], 1).get('a') ?? { x: 0, y: 0 }
  const obstacle = { x: free.x - 40, y: 75, width: 114, height: 20 }
  const { x, y } = placeLabels([edge], [obstacle], 1).get('a') ?? free
  expect(intersects(obstacle, { x: x - 40, y: y - 7, width: 80, height: 15 })).toBe(false)
})
