import { expect, it } from 'vitest'
import { asked, ranked } from './relevance'
import { searchable } from './search-words'

const TEXTS = [
  'Agnes promised the miller a new sluice before the thaw.',
  'Nobody sells eels on a Friday.',
  'The ponies were stolen by two thieves from Garrow.',
  'Corvin a caché la clé à l’évêché, derrière le retable.',
  'Die Müllerin hat den Schlüssel in der Brücke versteckt.',
  'La niña guardó el farol bajo el puente de piedra.',
  'Agnes says that the mill is cold.'
]
const first = (question: string): string | undefined =>
  ranked(
    TEXTS.map((text) => ({ text, searched: searchable(text) })),
    asked(question)
  )[0]?.text.text

it.each([
  ['What did Agnes promise?', 0],
  ['who sold an eel', 1],
  ['Who stole the pony?', 2],
  ['theft', 2],
  ['ou est la cle de l’eveche', 3],
  ['wo ist der schlussel der mullerin', 4],
  ['bruecke oder brucke', 4],
  ['que guardo la nina', 5],
  ['Agnes, cold mills', 6]
])('the question “%s” finds its answer by the stems of its words, with and without accents', (question, answer) => {
  expect(first(question)).toBe(TEXTS[answer])
})

it('a question without telling words finds nothing, and a text that is ruled out is not read', () => {
  expect(first('who was it')).toBeUndefined()
  const texts = TEXTS.map((text) => ({ searched: searchable(text) }))
  expect(
    ranked(texts, asked('agnes'), ({ searched }, beginnings) => searched.includes('mill is') && beginnings.includes('agn')).map(({ text }) => text)
  ).toEqual([texts.at(-1)])
})

it('a word finds every text with the word itself, whatever its language and its stem', () => {
  const words =
    'possibility visibility sensibility ponies happily Glocken Straßen Königin Geheimnisse freundlich Schlüssel possibilité clochers mystères évêques théologie'
  for (const word of words.split(' ')) {
    const text = { searched: searchable(`Nobody spoke of ${word} again.`) }
    expect(ranked([text], asked(word), ({ searched }, beginnings) => beginnings.some((one) => searched.includes(one)))).toHaveLength(1)
  }
  const possible = { searched: 'a possibility' }
  expect(ranked([possible], asked('possible'), ({ searched }, beginnings) => beginnings.some((one) => searched.includes(one)))).toHaveLength(1)
})
