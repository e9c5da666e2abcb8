import { expect, it } from 'vitest'
import { LabPlan } from '../../shared/lab/plan'
import type { LabRun } from '../../shared/lab/report'
import { Versus } from '../../shared/lab/comparison'
import { comparisonDraft, comparisonFaults, draftOfRuns, hasDifferentSides, versusOf, watchChoices, type ComparisonDraft } from './comparison-draft'

const [one, other] = ['1'.repeat(40), '2'.repeat(40)]
const run = (commit: string, plan: Partial<LabPlan> = {}): LabRun => ({
  id: 'r',
  name: '',
  begun: 0,
  commit,
  subject: 'Begin',
  plan: { ...LabPlan.parse({}), ...plan },
  status: 'done',
  done: 10,
  pinned: false,
  remarks: []
})
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

it('two runs are played again on the same dice: their commits, parties and seeds, as often as the shorter one', () => {
  const a = run(one, { sessions: 300, parties: [careful] })
  const b = run(other, { sessions: 1000, firstSeed: 5, drivers: [{ fact: 'tide', values: { from: 0, to: 5 } }] })
  const { a: sideA, b: sideB, plan } = versusOf(draftOfRuns(a, b), { a: one, b: other })
  expect([sideA.parties, sideB.parties]).toEqual([[careful], [{ name: 'As written', personas: {}, share: 1 }]])
  expect([plan.sessions, plan.firstSeed, plan.drivers]).toEqual([300, 5, b.plan.drivers])
  expect([hasDifferentSides(a, b), hasDifferentSides(a, run(one)), hasDifferentSides(b, run(other))]).toEqual([true, true, false])
})
