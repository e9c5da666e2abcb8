import { expect, it } from 'vitest'
import { toldApart } from './labels'

it('leaves labels alone that differ, and says of others which they are', () => {
  expect(toldApart({})).toEqual({})
  expect(toldApart({ bread: 'Loaf of bread', lamp: 'Lamp', 'bread-2': 'Loaf of bread', 'bread-3': 'Loaf of bread' })).toEqual({
    bread: 'Loaf of bread',
    lamp: 'Lamp',
    'bread-2': 'Loaf of bread (2nd)',
    'bread-3': 'Loaf of bread (3rd)'
  })
})

it('counts as one counts', () => {
  const many = Object.values(toldApart(Object.fromEntries(Array.from({ length: 112 }, (_, i) => [`k${i}`, 'Nail']))))
  expect([3, 10, 11, 12, 20, 21, 110, 111].map((i) => many[i])).toEqual(
    ['4th', '11th', '12th', '13th', '21st', '22nd', '111th', '112th'].map((n) => `Nail (${n})`)
  )
})
