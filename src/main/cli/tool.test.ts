import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { command } from './program.fixture'

const home = mkdtempSync(join(tmpdir(), "o'tools-"))
afterAll(() => rmSync(home, { recursive: true, force: true }))

it('writes a tool, runs it, tests it, and reports its faults', async () => {
  const folder = join(home, 'greeter')
  const created = await command(['tool', 'new', folder])
  expect([created.code, created.out]).toEqual([0, [`Wrote ${folder}/tool.yaml and ${folder}/tool.mjs. Test it: proscenium tool test ${folder}`]])
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

it('writes the same tool for javascript, for node and when no language is named', async () => {
  const program = async (name: string, ...language: string[]): Promise<string> => {
    const folder = join(home, name)
    expect(await command(['tool', 'new', folder, ...language])).toMatchObject({ code: 0 })
    return readFileSync(join(folder, 'tool.mjs'), 'utf8')
  }
  const unnamed = await program('unnamed')
  expect(await program('javascript', '--language', 'javascript')).toBe(unnamed)
  expect(await program('node', '--language', 'node')).toBe(unnamed)
})

it.each(['inventory-tool', 'quest-tool'])('copies %s, which keeps to the contract', async (name) => {
  const folder = join(home, name)
  expect(await command(['tool', 'new', folder, '--from', name])).toMatchObject({ code: 0 })
  expect(await command(['tool', 'test', folder])).toMatchObject({ code: 0, out: [expect.stringMatching(/\nThis tool keeps to the contract\.$/)] })
  expect(await command(['tool', 'new', join(home, 'other'), '--from', 'no-tool'])).toMatchObject({
    code: 1,
    err: [expect.stringMatching(/Name one of inventory-tool, quest-tool\.$/)]
  })
})

it('lists the tools of a campaign with their commands, and trusts them', async () => {
  const words = (trust: string): string => `lamp (${trust}): Lights lamps.\n  runs node lamp.mjs in /stories/well/tools/lamp, is given actors\n`
  const finding = '/stories/well/tools/odd is a link. Replace it by a copy.'
  const hint = 'A tool can read and write your files like any program. Let them run with: proscenium tool trust\n'
  expect(await command(['tool', 'list', '/stories/well'])).toMatchObject({ code: 1, out: [`${words('not trusted yet')}${hint}${finding}`] })
  expect(await command(['tool', 'trust', '/stories/well'])).toMatchObject({
    asked: [
      ['read', '/stories/well', undefined],
      ['tools'],
      ['trustTools', { decisions: [{ key: 'tools/lamp', hash: 'a'.repeat(64), trust: true }] }]
    ],
    out: [`${words('may run')}${finding}`]
  })
  expect(await command(['tool', 'distrust', '/stories/well'])).toMatchObject({ out: [`${words('may not run')}${finding}`] })
})
