import { expect, it } from 'vitest'
import { Versus } from '../../shared/lab/comparison'
import { comparisonDraft, comparisonFaults, versusOf, watchChoices, type ComparisonDraft } from './comparison-draft'

const [one, other] = ['1'.repeat(40), '2'.repeat(40)]
const careful = { name: "Ada's משה 🪔", personas: { all: 'caretaker' }, share: 2 }
const withParty = (draft: ComparisonDraft): ComparisonDraft => ({
  ...draft,
  b: { ...draft.b, parties: [{ ...careful, share: '2', key: -1 }] }
})

it('two commits are named by their branches, two parties at one commit by their names, and the core takes the comparison', () => {
  const draft = comparisonDraft('main~1', 'main')
  const commits = versusOf(draft, { a: one, b: other })
  expect([commits.a.name, commits.b.name]).toEqual(['main~1', 'main'])
  expect(Versus.parse(commits)).toEqual(commits)
  const parties = versusOf(withParty(draft), { a: one, b: one })
  expect([parties.a.name, parties.b.name]).toEqual(['As written', careful.name])
  expect(parties.b.parties).toEqual([careful])
  const both = versusOf(withParty(draft), { a: one, b: other })
  expect(both.b.name).toBe(`main, ${careful.name}`)
})

it('sides that are the same are refused once their commits are known, and other parties make a difference', () => {
  const draft = comparisonDraft('main', 'HEAD')
  expect(comparisonFaults(draft)).toEqual({})
  expect(comparisonFaults(draft, { a: one, b: one })).toEqual({
    'revision-b': 'Both sides are the same. Choose another commit, or other parties, for one of them.'
  })
  expect(comparisonFaults(draft, { a: one, b: other })).toEqual({})
  expect(comparisonFaults(withParty(draft), { a: one, b: one })).toEqual({})
  expect(comparisonFaults({ ...draft, a: { ...draft.a, revision: ' ' }, sessions: '0' })).toEqual({
    'revision-a': 'Enter a branch or a commit.',
    sessions: 'Enter a whole number from 1 to 100,000.'
  })
})

it('a watched share stops within so many sessions in a hundred, a watched number within its own unit', () => {
  const choices = watchChoices([
    { kind: 'fact', id: 'bell-sold' },
    { kind: 'place', id: 'yard', title: 'The yard' },
    { kind: 'note', id: 'n' }
  ])
  const choose = (label: string): ComparisonDraft['watched'] => choices.find((choice) => choice.label === label)
  expect(choices[0]?.watch).toBeUndefined()
  expect(choices.filter(({ group }) => group === 'Fact' || group === 'Visited').map(({ label }) => label)).toEqual(['bell-sold', 'The yard'])
  const draft = { ...comparisonDraft('main~1', 'main'), watched: choose('The yard') }
  expect(versusOf({ ...draft, width: '12.5' }, { a: one, b: other }).narrow).toEqual({
    on: { mark: { kind: 'visited', place: 'yard' } },
    width: 0.125
  })
  expect(comparisonFaults({ ...draft, width: '101' })).toEqual({ width: 'Enter a number of sessions in a hundred, above 0 and at most 100.' })
  const number = { ...draft, watched: choose('Beats') }
  expect(versusOf({ ...number, width: '250' }, { a: one, b: other }).narrow).toEqual({ on: { number: 'beats' }, width: 250 })
  expect(comparisonFaults({ ...number, width: '' })).toEqual({ width: 'Enter a number above 0.' })
})
