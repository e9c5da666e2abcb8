import { expect, it } from 'vitest'
import { factId, findFacts, findNames } from './find-names'

const names = ['lit', 'not-lit', 'gone'].map((id) => ({ kind: 'fact' as const, id }))

it('a list of needed facts offers each fact also as one that must not hold, and a new one in both ways', () => {
  const labels = (query: string, without?: (id: string) => boolean): string[] => findFacts(names, without)(query).map(({ label }) => label)
  expect(labels('gone')).toEqual(['gone', 'not gone'])
  expect(labels('gone', (id) => id === 'gone')).toEqual(['not gone'])
  expect(labels('!li')).toEqual(['not lit', 'not not-lit', 'New fact “li”, which must not hold'])
  expect(findFacts(names)('not gone')).toEqual([{ id: '!gone', label: 'not gone' }])
})

it('a list of facts that become true offers no negation, and never a new fact with the name of one that is left out', () => {
  expect(findNames(names, 'fact')('lit').map(({ label }) => label)).toEqual(['lit', 'not-lit'])
  expect(findNames(names, 'fact', (id) => id === 'gone')('gone')).toEqual([])
})

it('words typed for a fact become an id, and find the fact that has it', () => {
  expect(['oil found', '!Oil found', 'lamp-lit', ' tide_known ', '', '!'].map(factId)).toEqual([
    'oil-found',
    '!oil-found',
    'lamp-lit',
    'tide_known',
    '',
    '!'
  ])
  expect(findNames(names, 'fact')('not lit').map(({ label }) => label)).toEqual(['not-lit'])
})
