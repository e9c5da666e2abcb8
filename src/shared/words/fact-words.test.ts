import { expect, it } from 'vitest'
import { changeWords } from './change-words'
import { factSentence, factWords } from './fact-words'

it('reads a fact’s name as words for chips and sentences', () => {
  expect(['lamp-lit', 'chest_known', 'lonely', 'defeated:Vane'].map((fact) => factWords(fact, (id) => `Captain ${id}`))).toEqual([
    'lamp lit',
    'chest known',
    'lonely',
    'Captain Vane defeated'
  ])
  const sentences = {
    'the-stair-is-clear': 'The stair is clear.',
    'jory-is-safe': 'Jory is safe.',
    'lamp-lit': 'The lamp is lit.',
    'tolls-returned': 'The tolls are returned.',
    'county-paid': 'The county is paid.',
    'ferry-rope-cut': 'The ferry rope is cut.',
    'glass-broken': 'The glass is broken.',
    'the-children-freed': 'The children are freed.',
    'jory-tallow-found': 'Jory Tallow is found.',
    'silas-freed': 'Silas is freed.',
    'toll-shed': 'Noted: toll shed.',
    'tide-mark': 'Noted: tide mark.',
    lonely: 'Noted: lonely.',
    found: 'Noted: found.'
  }
  for (const [fact, sentence] of Object.entries(sentences)) expect(factSentence(fact, ['Jory Tallow', 'Silas'])).toBe(sentence)
  const names = { actor: (id: string) => id, place: (id: string) => id }
  expect(changeWords({ facts: { 'lamp-lit': true, 'horn-blown': null, 'tide-mark': 3 } }, names).map(({ words }) => words)).toEqual([
    'lamp lit',
    'no longer: horn blown',
    'tide mark: 3'
  ])
})
