import { expect, it } from 'vitest'
import { LabPlan } from '../../shared/lab/plan'
import { planDraft, planFaults, planOf } from './plan-draft'

it('a plan becomes fields and the same plan again, without its name', () => {
  const plan = LabPlan.parse({
    name: "Mara's 🌒 حملة",
    sessions: 30,
    firstSeed: 0,
    parties: [
      { name: 'Bold', personas: { all: 'griefer' }, share: 3 },
      { name: 'משה', personas: {} }
    ],
    end: { storySessions: 2, beats: 50, when: 'fact.bell' },
    drivers: [{ fact: 'tide', values: { list: [1, 2] } }],
    watch: [{ name: 'oil', expression: "actor.Wren.count('oil')" }]
  })
  const draft = planDraft(plan, 'main')
  expect(planFaults(draft)).toEqual({})
  expect(planOf(draft)).toEqual({ ...plan, name: '' })
  expect(planOf(planDraft(undefined, 'main'))).toEqual(LabPlan.parse({}))
})

it('each field that does not fit has its fault, and a party whose name is taken is told', () => {
  const draft = planDraft(undefined, 'main')
  const [party] = draft.parties
  const faults = planFaults({
    ...draft,
    revision: ' ',
    beats: '1.5',
    when: 'fact. ==',
    parties: [party!, { ...party!, key: -1, name: 'As written ', share: '0' }],
    watch: [{ key: -2, name: '', expression: '1' }]
  })
  expect(Object.keys(faults).toSorted()).toEqual(['revision', 'beats', `name-${party!.key}`, 'name--1', 'name--2', 'share--1', 'when'].toSorted())
  expect(faults['name--1']).toBe('Another party has this name.')
})
