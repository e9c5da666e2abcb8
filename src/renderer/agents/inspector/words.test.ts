import { expect, it } from 'vitest'
import { containsText, highlighted, seatWords } from './words'

it('describes a seat by agent, model and effort', () => {
  expect([seatWords({ agent: 'offline' }), seatWords({ agent: 'anthropic', model: 'm', effort: 'high' })]).toEqual(['Built-in', 'Model · m · high'])
})

it('highlights every occurrence of a query in any case and keeps the text', () => {
  const parts = highlighted('The Well, the well', 'well')
  expect(parts.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(['Well', 'well'])
  expect(parts.map(({ text }) => text).join('')).toBe('The Well, the well')
  expect(
    highlighted('İx well', 'well')
      .map(({ text }) => text)
      .join('')
  ).toBe('İx well')
  expect(highlighted('', 'a')).toEqual([{ text: '', hit: false }])
  expect([containsText('The Well', 'wELL'), containsText('The Well', '')]).toEqual([true, false])
})
