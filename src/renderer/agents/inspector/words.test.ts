import { expect, test } from 'vitest'
import { count, dollars, holds, marked, seatWords, signed, span } from './words'

test('numbers are read at a glance', () => {
  expect([count(1234567), signed(120), signed(-40), signed(0)]).toEqual(['1,234,567', '+120', '−40', '0'])
  expect([0, 0.00001, 0.0123, 0.1, 12.5].map(dollars)).toEqual(['$0.00', '< $0.0001', '$0.0123', '$0.10', '$12.50'])
  expect([0.42, 9.97, 840, 999.7, 3210, 59_960, 125_000].map(span)).toEqual(['0.4 ms', '10 ms', '840 ms', '1.0 s', '3.2 s', '1 min 0 s', '2 min 5 s'])
})

test('a seat names what there is of it', () => {
  expect([seatWords({ agent: 'offline' }), seatWords({ agent: 'anthropic', model: 'm', effort: 'high' })]).toEqual([
    'offline',
    'anthropic · m · high'
  ])
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
