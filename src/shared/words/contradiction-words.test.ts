import { expect, test } from 'vitest'
import { inText } from './contradiction-words'
import type { Contradiction } from '../analysis/contradictions'

test('each contradiction of a beat belongs to the entry that holds its quote at its place', () => {
  const texts = ['Pym is here.', 'The lamp is out. The lamp is out.', 'Nothing stirs.']
  const mark = (quote: string, from: number): Contradiction => ({
    kind: 'repeat',
    quote,
    from,
    to: from + quote.length,
    fact: 'So it is.',
    source: { beat: 1 }
  })
  const all = [mark('The lamp is out.', 17), mark('Pym is here.', 0)]
  expect(texts.map((text) => inText(all, text).map(({ quote }) => quote))).toEqual([['Pym is here.'], ['The lamp is out.'], []])
})
