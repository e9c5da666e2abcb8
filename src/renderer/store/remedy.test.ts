import { expect, it } from 'vitest'
import type { ProblemData } from '../../shared/base/problem'
import { missingSheetOf, remedyOf } from './remedy'
import { present } from './tiny.fixture'

const { table } = present()
const stopped = 'The provider rejected the key. Check the key in Settings.'
const problem = (more: Partial<ProblemData>): ProblemData => ({ code: 'agent-failed', message: stopped, ...more })

it('offers the settings or Resume for a table that an agent stopped', () => {
  const of = (more: Partial<ProblemData>) =>
    remedyOf({ table: { ...table, stopped }, problems: [problem({ message: 'An older one.' }), problem(more)] })
  expect(of({ data: { remedy: 'settings' } })).toBe('settings')
  expect(of({})).toBe('again')
  expect(of({ code: 'disk' })).toBeUndefined()
})

it('offers nothing for a running table or an ended session', () => {
  const problems = [problem({ data: { remedy: 'settings' } })]
  expect(remedyOf({ table: { ...table, running: true, stopped }, problems })).toBeUndefined()
  expect(remedyOf({ table: { ...table, stopped: 'The session is over.' }, problems })).toBeUndefined()
  expect(remedyOf({ table, problems })).toBeUndefined()
})

it('offers to create a missing sheet, and nothing else that is missing', () => {
  const file = 'world/npcs/Agnes/STATS.yaml'
  expect(missingSheetOf(problem({ data: { file, missing: { kind: 'sheet', name: 'Agnes' } } }))).toEqual({ path: file, id: 'Agnes' })
  expect(missingSheetOf(problem({ data: { file, missing: { kind: 'item', name: 'rope' } } }))).toBeUndefined()
  expect(missingSheetOf(problem({}))).toBeUndefined()
})
