import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { command } from './program.fixture'

const home = mkdtempSync(join(tmpdir(), "o'tools-"))
afterAll(() => rmSync(home, { recursive: true, force: true }))

it('writes a tool, runs it, tests it, and says what is wrong with it', async () => {
  const folder = join(home, 'greeter')
  const made = await command(['tool', 'new', folder])
  expect([made.code, made.out]).toEqual([0, [`Wrote ${folder}/tool.yaml and ${folder}/tool.mjs. Test it: proscenium tool test ${folder}`]])
  expect(await command(['tool', 'new', folder])).toMatchObject({ code: 1, err: [expect.stringMatching(/is not empty\. Name a new folder\.$/)] })

  const ran = await command(['tool', 'run', folder, '{"name": "O\'Hara"}', '--json'])
  expect([ran.code, JSON.parse(ran.out.join(''))]).toEqual([
    0,
    { success: true, output: { greeting: "Good evening, O'Hara." }, stateChanges: [], errors: [] }
  ])
  expect(await command(['tool', 'run', folder, '{"whom": 1}'])).toMatchObject({
    code: 1,
    out: [],
    err: [expect.stringMatching(/^greeter: .*`name` must be/)]
  })
  expect(await command(['tool', 'run', folder, 'Wren'])).toMatchObject({ code: 2 })

  const tested = await command(['tool', 'test', folder])
  expect([tested.code, tested.out.join('\n').split('\n').at(-1)]).toEqual([0, 'This tool keeps to the contract.'])
  const program = join(folder, 'tool.mjs')
  writeFileSync(program, readFileSync(program, 'utf8').replace('process.exitCode = success ? 0 : 1', ''))
  const again = await command(['tool', 'test', folder])
  expect([again.code, again.out.join('\n').split('\n').slice(-3)]).toEqual([
    1,
    ["  It ended with exit code 0. End with another one when the input can't be read.", 'passed: it ends when it is asked to', '1 check failed.']
  ])
})
