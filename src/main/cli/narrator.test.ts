import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { scene, talk } from '../../shared/narrator/outputs.fixture'
import { planReport } from './plan-report.fixture'
import { command } from './program.fixture'

const home = mkdtempSync(join(tmpdir(), "o'narrator-"))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const file = (name: string, text: string | Buffer): string => {
  writeFileSync(join(home, name), text)
  return join(home, name)
}

it('reports an output without violations', async () => {
  const checked = await command(['narrator', 'check', file('scene.json', JSON.stringify(scene()))])
  expect([checked.code, checked.out, checked.err]).toEqual([0, ['This output keeps to all rules.'], []])
})

it('lists every violation by path and rule, for people and as JSON', async () => {
  const path = file(
    'talk.json',
    JSON.stringify(talk({ time_elapsed: '1 minute', mutations: [{ type: 'new_edge', payload: { from: 'a', to: 'a', type: 'KIN' } }] }))
  )
  const checked = await command(['narrator', 'check', path])
  expect([checked.code, checked.out.join('\n').split('\n')]).toEqual([
    1,
    [
      'time_elapsed: A conversation takes no time. Leave out `time_elapsed`, or send a scene tree. (mode)',
      "mutations[0]/payload/to: a can't have a relation with themselves. Name somebody else. (mutation)",
      '2 violations.'
    ]
  ])
  const { violations } = JSON.parse((await command(['narrator', 'check', path, '--json'])).out.join('')) as { violations: object[] }
  expect(violations).toEqual([
    { path: 'time_elapsed', rule: 'mode', message: 'A conversation takes no time. Leave out `time_elapsed`, or send a scene tree.' },
    {
      path: 'mutations[0]/payload/to',
      rule: 'mutation',
      message: "a can't have a relation with themselves.",
      code: 'invalid_field',
      fix: 'Name somebody else.'
    }
  ])
})

it.each([
  ['a file that is not there', () => join(home, 'none.json'), /^Couldn't read .*none\.json\. Name the output of a narrator\.$/],
  ['a folder', () => home, /is not a file\. Name the output of a narrator\.$/],
  ['bytes that are not text', () => file('bytes.json', Buffer.from([0xff, 0xfe, 0])), /is not a text in UTF-8/]
])('says in one sentence why it can’t check %s', async (_, path, says) => {
  const { code, out, err } = await command(['narrator', 'check', path()])
  expect([code, out, err.length]).toEqual([1, [], 1])
  expect(err[0]).toMatch(says)
})

it('reads standard input up to the size limit', async () => {
  const piped = await command(['narrator', 'check', '-'], {}, JSON.stringify(talk(), null, 1).split('\n'))
  expect([piped.code, piped.out]).toEqual([0, ['This output keeps to all rules.']])
  const cut = await command(['narrator', 'check', '-'], {}, JSON.stringify(talk(), null, 1).split('\n').slice(0, -1))
  expect([cut.code, cut.out]).toEqual([1, ['the output: The output ends before it is complete. Ask for a shorter one. (json)\n1 violation.']])
  const long = await command(
    ['narrator', 'check', '-'],
    {},
    Array.from({ length: 10 }, () => ' '.repeat(1 << 20))
  )
  expect(long.out).toEqual(['the output: The output is longer than 4 million characters. Ask for a shorter one. (json)\n1 violation.'])
})

it('applies mutations, reports each, and ends with 1 if any was refused', async () => {
  const applied = await command(['narrator', 'apply', '/stories/well', file('apply.json', '[]')])
  expect([applied.code, applied.asked, applied.out.join('\n').split('\n')]).toEqual([
    1,
    [
      ['open', '/stories/well'],
      ['applyMutations', { text: '[]' }]
    ],
    [
      'Applied 1 of 2 mutations. Added Nan O’Dowd. Undo takes it back.',
      'mutations[1]/payload/narrative: There is no narrative "tolls". Add it. (missing_target)'
    ]
  ])
})

it('prints narratives with their weights, and beliefs in words', async () => {
  const narratives = await command(['narrator', 'narratives', '/stories/well', '--at', 'HEAD~1'])
  expect([narratives.asked, narratives.out.join('\n').split('\n')]).toEqual([
    [
      ['read', '/stories/well', 'HEAD~1'],
      ['narratives', { at: 'HEAD~1' }]
    ],
    ['0.81  Bren cut the rope (bren-cut-it): rumor, always told, focus 2', '0.00  The old debt (old-debt): debt, dormant']
  ])
  const beliefs = await command(['narrator', 'beliefs', '/stories/well', '--of', 'Dilly'])
  expect(beliefs.out.join('\n')).toBe('Dilly\n  father alive – believes it, and doubts it (told by Hask)')
})

it('runs a plan and reports each action, with exit code 1 if one failed', async () => {
  const path = file('plan.json', '{"actions":[]}')
  const done = await command(['narrator', 'plan', '/stories/well', path])
  expect(done.asked).toEqual([
    ['open', '/stories/well', { plays: true }],
    ['runPlan', { text: '{"actions":[]}' }]
  ])
  expect([done.code, done.out.join('\n').split('\n')]).toEqual([
    1,
    [
      'The text around it was left out.',
      "a  establish: done. Odo's bell hangs again.",
      'b  inventory: failed. There is no rope.',
      '   wrote: looked for rope'
    ]
  ])
  expect(JSON.parse((await command(['narrator', 'plan', '/stories/well', path, '--json'])).out.join(''))).toEqual(planReport)
  const missing = await command(['narrator', 'plan', '/stories/well'])
  expect([missing.code, missing.asked]).toEqual([2, []])
})
