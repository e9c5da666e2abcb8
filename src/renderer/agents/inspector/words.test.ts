import { expect, test } from 'vitest'
import { holds, marked, seatWords } from './words'

test('a seat names what there is of it', () => {
  expect([seatWords({ agent: 'offline' }), seatWords({ agent: 'anthropic', model: 'm', effort: 'high' })]).toEqual(['Built-in', 'Model · m · high'])
})

test('a query is marked wherever it occurs, in any case, and the text stays whole', () => {
  const parts = marked('The Well, the well', 'well')
  expect(parts.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(['Well', 'well'])
  expect(parts.map(({ text }) => text).join('')).toBe('The Well, the well')
  expect(
    marked('İx well', 'well')
      .map(({ text }) => text)
      .join('')
  ).toBe('İx well')
  expect(marked('', 'a')).toEqual([{ text: '', hit: false }])
  expect([holds('The Well', 'wELL'), holds('The Well', '')]).toEqual([true, false])
})
