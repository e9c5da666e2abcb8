import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { APP_ROOT, VERSION } from '../place'
import { createStudio } from '../studio/studio'
import { commandLine } from '../playthroughs/commands.fixture'
import { runProgram } from '../campaign/git/testing/small-process'

const STEERING = String.raw`[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]`
const EVIL = 'The \u001b]0;pwned\u0007 Well\u202etxt.exe\u009b2J'
const SHOWN = String.raw`The \u001b]0;pwned\u0007 Well\u202etxt.exe\u009b2J`

const home = mkdtempSync(join(tmpdir(), 'terminal-'))
const dir = join(home, 'campaign')
afterAll(() => rmSync(home, { recursive: true, force: true }))

beforeAll(async () => {
  const studio = createStudio({ kind: 'terminal', version: VERSION, home, resources: APP_ROOT })
  await studio.create({ dir, seed: '7', title: EVIL })
  while ((await studio.present())?.state.next.phase !== 'player') await studio.step()
  const who = (await studio.present())?.state.next.actor ?? ''
  await studio.play({ kind: 'play', action: 'speak', actor: who, params: { text: EVIL }, agent: 'hand' })
  await studio.dispose()
})

test('what a title and a player say stands in no commit as it would steer a terminal', () => {
  const log = runProgram('git', ['-C', dir, 'log', '--format=%an%n%ae%n%B'])
  expect(log).not.toMatch(new RegExp(STEERING, 'u'))
  expect(log).toContain(SHOWN)
})

test.each([
  ['log', ['log', dir]],
  ['state', ['state', dir]],
  ['play', ['play', dir, '--beats', '2']]
])('%s prints it and is not steered', async (_name, argv) => {
  const { out, err } = await commandLine(argv)
  expect([...out, ...err].join('\n')).not.toMatch(new RegExp(STEERING, 'u'))
})

test('JSON holds the words without the characters that steer', async () => {
  const { out } = await commandLine(['log', dir, '--json'])
  expect(out.join('')).not.toMatch(new RegExp(STEERING, 'u'))
  // Characters that no text of a story may hold were left out when it was recorded.
  expect(JSON.stringify(JSON.parse(out.join('')))).toContain('Welltxt.exe')
})
