import { expect, it } from 'vitest'
import { asMessage, listed, distinctLabels } from './labels'

it('keeps labels that differ and distinguishes equal ones', () => {
  expect(distinctLabels({})).toEqual({})
  expect(distinctLabels({ bread: 'Loaf of bread', lamp: 'Lamp', 'bread-2': 'Loaf of bread', 'bread-3': 'Loaf of bread' })).toEqual({
    bread: 'Loaf of bread',
    lamp: 'Lamp',
    'bread-2': 'Loaf of bread (2nd)',
    'bread-3': 'Loaf of bread (3rd)'
  })
})

it('counts things in singular and plural', () => {
  const many = Object.values(distinctLabels(Object.fromEntries(Array.from({ length: 112 }, (_, i) => [`k${i}`, 'Nail']))))
  expect([3, 10, 11, 12, 20, 21, 110, 111].map((i) => many[i])).toEqual(
    ['4th', '11th', '12th', '13th', '21st', '22nd', '111th', '112th'].map((n) => `Nail (${n})`)
  )
})

it('joins names with "and", and with "or" after a negation', () => {
  expect([[], ['A'], ['A', 'B'], ['A', 'B', 'C']].map((names) => listed(names))).toEqual(['', 'A', 'A and B', 'A, B and C'])
  expect(listed(['A', 'B', 'C'], 'or')).toBe('A, B or C')
})

it('capitalises messages but not ids, files or paths', () => {
  expect(["the Bilgeman can't do that.", 'an eel is here.', 'a: no.'].map(asMessage)).toEqual([
    "The Bilgeman can't do that.",
    'An eel is here.',
    'a: no.'
  ])
  for (const sentence of ['main is the current branch.', 'world/npcs/Bet/STATS.yaml is missing.', '"search" is refused.', 'thermal is a tag.', ''])
    expect(asMessage(sentence)).toBe(sentence)
})
