import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WorkNews } from '../../shared/contract/calls'
import type { Drafts } from '../../shared/contract/try-calls'
import { router } from '../../shared/api'
import { problemFrom } from '../../shared/contract/calls'
import { APP_ROOT, VERSION } from '../place'
import { createStudio } from '../studio/studio'
import { campaign } from './harness.fixture'
import { runProgram } from '../campaign/git/testing/small-process'

let dir = ''
let studio: ReturnType<typeof createStudio>
let calls: ReturnType<typeof router.createCaller>
beforeAll(async () => {
  dir = await campaign()
  studio = createStudio({ kind: 'terminal', version: VERSION, home: join(dir, '..', 'tries'), resources: APP_ROOT })
  calls = router.createCaller({ studio })
  await calls.open({ dir, readOnly: true })
})
afterAll(() => studio.dispose())

/** A rule whose `available` and `execute` have these bodies. */
const rule = (available: string, execute = "return { stateDelta: {}, narrative: '.' }"): Drafts => ({
  'rules/actions/rest.ts': `export default { name: 'rest', description: 'x', params: [],\navailable(state, actor) {\n${available}\n},\nexecute(state, actor) {\n${execute}\n} }\n`
})

async function answerOf<Answer>(news: AsyncIterable<WorkNews<unknown, Answer>>): Promise<Answer | undefined> {
  for await (const one of news) if (one.kind === 'answer') return one.answer
  return undefined
}

/** What a folder or a window might send to run in the sandbox, and the sentence about it. What has no limit does not come to an end. */
const DRAFTS: readonly [string, Drafts, RegExp][] = [
  ['an available that loops', rule('for (;;) state = state'), /ran too long/],
  ['an available that eats memory', rule('const all = []\nfor (;;) all.push(new Array(1e6).fill(0))'), /out of memory|ran too long/],
  ['an available that calls itself', rule('const again = () => again() + 1\nreturn again()'), /call stack|calls itself/],
  ['a console that is flooded', rule("for (let n = 0; n < 1e5; n++) console.log('x'.repeat(1e5))\nreturn 7"), /ran too long/],
  ['a console with a value that throws', rule('console.log(new Proxy({}, { ownKeys() { throw state } }))\nthrow new Error("no")'), /failed: no/],
  ['types that take for ever', { 'rules/actions/rest.ts': 'a\0b' }, /not a text file|NUL/],
  ['nine megabytes of YAML', { 'rules/tables/omen.yaml': 'a: 1\n'.repeat(1_600_000) }, /larger than|at most|Too big/i],
  [
    'aliases that multiply',
    { 'rules/tables/omen.yaml': `a: &a [x]\n${Array.from({ length: 40 }, (_, n) => `b${n}: [*a, *a]`).join('\n')}\n` },
    /omen/
  ],
  ['a file of git', { '.git/hooks/pre-commit': 'rm -rf /\n' }, /git/],
  ['a path out of the campaign', { '../../outside.ts': 'x' }, /outside\.ts|\.\./],
  ['the dice', { next: 'beat: 1\n' }, /table itself writes next/]
]

test.each(DRAFTS)('%s is refused with a sentence', async (_, drafts, says) => {
  let words: string
  try {
    const found = await calls.tryable({ drafts, action: 'rest' })
    words = [...found.broken, ...found.actors.flatMap(({ problem }) => problem ?? [])].map(({ message }) => message).join('\n')
    expect(found.console.length).toBeLessThanOrEqual(200 * found.actors.length)
  } catch (thrown) {
    words = problemFrom(thrown).message
  }
  expect(words).toMatch(says)
})

test('a thousand runs of a rule that loops end after a few', async () => {
  const tries = await answerOf(
    await calls.tryMany({ drafts: rule('return true', "roll('d100')\nfor (;;) state = state"), action: 'rest', actor: 'DM' })
  )
  expect([tries?.runs, tries?.outcomes[0]?.problem?.code]).toEqual([10, 'rule-failed'])
})

test('nothing was written', () => {
  expect(readdirSync(join(dir, '..')).filter((name) => name.includes('outside'))).toEqual([])
  expect(runProgram('git', ['-C', dir, 'status', '--porcelain'])).toBe('')
  expect(readFileSync(join(dir, 'next'), 'utf8')).not.toBe('beat: 1\n')
})
