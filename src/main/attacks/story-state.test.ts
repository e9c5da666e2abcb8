import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toProblem } from '../../shared/base/problem'
import { editing, type Editing } from '../story/world/editing.fixture'

let at: Editing
beforeAll(async () => {
  at = await editing()
  writeFileSync(join(at.dir, BELIEFS), '{}\n')
  await at.studio.adopt()
})
afterAll(() => at.close())

const quests = (lines: string): string => `quests:\n${lines}`
const many = (line: (n: number) => string, length = 10_000): string => quests(Array.from({ length }, (_, n) => line(n)).join(''))
const STATE = 'world/STATE.yaml'
const BELIEFS = 'world/players/Hero/BELIEFS.yaml'

/** What a file says instead of its quests, and the one sentence with which it is refused; nothing if it is read. */
const ROWS: { name: string; file?: string; text: string; says?: RegExp }[] = [
  { name: 'a quest called __proto__, which nobody reads', text: quests('  __proto__: { status: active }\n') },
  { name: 'a member called __proto__', text: 'factions:\n  f: { members: [__proto__, toString] }\n', says: /names "__proto__" as a member/ },
  { name: 'quests in a circle', text: quests('  a: { prerequisites: [b] }\n  b: { prerequisites: [a] }\n'), says: /wait for each other/ },
  {
    name: 'hundreds of quests in a circle',
    text: many((n) => `  q${n}: { prerequisites: [q${(n + 1) % 300}] }\n`, 300),
    says: /^These quests wait for each other.{0,300}…\. Nothing was changed\.$/
  },
  { name: 'hundreds of wrong quests', text: many((n) => `  q${n}: { status: ${n} }\n`, 300), says: /There are 297 more of these\./ },
  {
    name: 'a relationship that is infinitely warm',
    text: 'relationships:\n  k: { from: Hero, to: Hero, value: .inf }\n',
    says: /line 5: this number/
  },
  { name: 'quests that are a list', text: 'quests: [a, b]\n', says: /quests/ },
  { name: 'a belief that weighs seven', file: BELIEFS, text: 'moon: { believes: 7 }\n', says: /believes.*at most 1/ },
  { name: 'a belief about __proto__, which nobody reads', file: BELIEFS, text: '__proto__: { believes: 1 }\n' },
  { name: 'a belief about nothing', file: BELIEFS, text: 'no-such-thing: { believes: 1, from_whom: nobody }\n' },
  { name: 'entries that are anything', text: 'quests: { a: 1, b: [1], c: true }\nthreads: { t: 5 }\n', says: /must be a map/ },
  { name: 'ten thousand quests', text: many((n) => `  q${n}: { name: Quest ${n}, status: active, done_when: [never] }\n`) }
]

const clock = 'clock:\n  start: 1000-01-01T08:00:00Z\n  minutes: 0\n'

/** Writes a row's file and adopts it; the sentence with which that is refused. */
async function adopted({ file = STATE, text }: (typeof ROWS)[number]): Promise<string | undefined> {
  writeFileSync(join(at.dir, file), file === STATE ? clock + text : text)
  return at.studio.adopt().then(
    () => undefined,
    (thrown: unknown) => toProblem(thrown).message
  )
}

test.each(ROWS.filter(({ says }) => says !== undefined))('$name is refused in one sentence', async (row) => {
  const path = join(at.dir, row.file ?? STATE)
  const before = readFileSync(path, 'utf8')
  const head = at.git('rev-parse', 'HEAD')
  const refused = await adopted(row)
  writeFileSync(path, before)
  expect(refused).toMatch(row.says ?? '')
  expect(refused).not.toMatch(/\n/)
  expect(at.git('rev-parse', 'HEAD')).toBe(head)
})

test.each(ROWS.filter(({ says }) => says === undefined))('$name is read, and play goes on', async (row) => {
  expect(await adopted(row)).toBeUndefined()
  expect([Object.getPrototypeOf({}), 'status' in {}, 'believes' in {}]).toEqual([Object.prototype, false, false])
  expect((await at.studio.step())?.kind).toBe('play')
  expect((await at.studio.verify()).mismatches).toEqual([])
})
