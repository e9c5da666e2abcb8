import { expect, it } from 'vitest'
import { inText } from './contradiction-words'
import type { Contradiction } from '../analysis/contradictions'

it('assigns each contradiction of a beat to the entry with its quote', () => {
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
