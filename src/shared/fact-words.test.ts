import { expect, it } from 'vitest'
import { changeWords } from './change-words'
import { factSentence, factWords } from './fact-words'

it('reads a fact’s name as words, for chips and for sentences', () => {
  expect(['lamp-lit', 'chest_known', 'lonely', 'defeated:Vane'].map((fact) => factWords(fact, (id) => `Captain ${id}`))).toEqual([
    'lamp lit',
    'chest known',
    'lonely',
    'Captain Vane defeated'
  ])
  expect(['the-stair-is-clear', 'jory-is-safe', 'lamp-lit'].map((fact) => factSentence(fact, ['Jory Tallow']))).toEqual([
    'The stair is clear.',
    'Jory is safe.',
    'It is now true: lamp lit.'
  ])
  const names = { actor: (id: string) => id, place: (id: string) => id }
  expect(changeWords({ facts: { 'lamp-lit': true, 'horn-blown': null, 'tide-mark': 3 } }, names).map(({ words }) => words)).toEqual([
    'lamp lit',
    'no longer: horn blown',
    'tide mark: 3'
  ])
})
