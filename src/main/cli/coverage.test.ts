import { expect, it } from 'vitest'
import { covered } from './answers.fixture'
import { command } from './program.fixture'

it('reports what a branch or session exercised and never exercised, as words or JSON', async () => {
  const { code, asked, out } = await command(['coverage', '/stories/well', '--session', '2', '--branch', "the hare's way"])
  expect([code, asked]).toEqual([
    0,
    [
      ['open', '/stories/well'],
      ['coverage', { session: 2, branch: "the hare's way" }]
    ]
  ])
  expect(out.join('').split('\n')).toEqual([
    '12 beats played, 10 of them replayed.',
    '2 beats not replayed: Their rules can’t be loaded.',
    '1 beat ran an earlier version of rules/actions/climb.ts. Not counted here.',
    "The statements of rules/lib/odd.ts can't be counted.",
    '',
    'Actions                1 of 2',
    'TypeScript statements  1 of 2',
    '',
    'Actions, never',
    '  flee  rules/actions/flee.yaml:1',
    '',
    'TypeScript statements, never',
    '  rules/actions/climb.ts: 1 of 2'
  ])
  expect((await command(['coverage', '/stories/well', '--json'])).out).toEqual([JSON.stringify(covered)])
  expect((await command(['coverage', '/stories/well', '--session', '0'])).code).toBe(2)
})
