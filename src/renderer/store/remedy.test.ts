import { expect, test } from 'vitest'
import type { ProblemData } from '../../shared/base/problem'
import { remedyOf } from './remedy'
import { present } from './tiny.fixture'

const { table } = present()
const stopped = 'The provider rejected the key. Check the key in Settings.'
const problem = (more: Partial<ProblemData>): ProblemData => ({ code: 'agent-failed', message: stopped, ...more })

test('a table that an agent stopped is helped by the settings, or by playing on', () => {
  const of = (more: Partial<ProblemData>) =>
    remedyOf({ table: { ...table, stopped }, problems: [problem({ message: 'An older one.' }), problem(more)] })
  expect(of({ data: { remedy: 'settings' } })).toBe('settings')
  expect(of({})).toBe('again')
  expect(of({ code: 'disk' })).toBeUndefined()
})

test('a table that plays, or whose session is over, needs no help', () => {
  const problems = [problem({ data: { remedy: 'settings' } })]
  expect(remedyOf({ table: { ...table, running: true, stopped }, problems })).toBeUndefined()
  expect(remedyOf({ table: { ...table, stopped: 'The session is over.' }, problems })).toBeUndefined()
  expect(remedyOf({ table, problems })).toBeUndefined()
})
