import { expect, it } from 'vitest'
import { placeCard } from './place-card'

const room = { x: 0, y: 0, width: 1280, height: 800 }
const card = { width: 320, height: 160 }
const at = (x: number, y: number, width: number, height: number) => {
  const place = placeCard(card, { x, y, width, height }, room)
  return [place.x, place.y]
}

it('stands below, above or beside the part that it explains, within the window', () => {
  expect(at(600, 0, 100, 40)).toEqual([490, 54])
  expect(at(1230, 8, 40, 30)).toEqual([946, 52])
  expect(at(0, 700, 1280, 100)).toEqual([480, 526])
  expect(at(860, 40, 420, 660)).toEqual([526, 290])
  expect(at(0, 40, 64, 760)).toEqual([78, 340])
})

it('stands in the middle if the part fills the window or is not shown', () => {
  expect(at(0, 0, 1280, 800)).toEqual([480, 320])
  expect(placeCard(card, undefined, room)).toEqual({ x: 480, y: 320, ...card })
})
