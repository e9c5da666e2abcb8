import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { textOf } from '../../arrow/documents.fixture'
import { command } from './program.fixture'

const home = mkdtempSync(join(tmpdir(), "o'arrow-"))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const file = (name: string, text: string | Uint8Array): string => {
  writeFileSync(join(home, name), text)
  return join(home, name)
}
const broken = (): string =>
  textOf('untitled-new-project.arrow').replace(
    '"io": [\n',
    '"io": [\n\t\t\t\t\t\t\t[\n\t\t\t\t\t\t\t\t1,\n\t\t\t\t\t\t\t\t0,\n\t\t\t\t\t\t\t\t2,\n\t\t\t\t\t\t\t\t0\n\t\t\t\t\t\t\t],\n'
  )

it('lists the findings of documents with their lines, and fails only for errors', async () => {
  const sound = file('sound.arrow', textOf('untitled-new-project.arrow'))
  expect(await command(['arrow', 'check', sound])).toEqual({
    code: 0,
    asked: [],
    out: [
      `${sound}:21 hint: The scene “scene_0” still has its default name. Name it after what happens in it. (default-name)\n${sound}: 0 errors, 0 warnings, 1 hint.`
    ],
    err: []
  })
  const jump = file('jump.arrow', textOf('err-jump_missing.arrow'))
  const both = await command(['arrow', 'check', sound, jump])
  expect(both.code).toBe(1)
  expect(both.out.join()).toContain(
    `${jump}:62 error: The jump “jump_2” refers to node 999, which does not exist. Choose another. (missing-reference)`
  )
  const { out } = await command(['arrow', 'check', jump, '--json'])
  expect(JSON.parse(out.join(''))).toMatchObject([
    {
      file: jump,
      remarks: [],
      findings: [{ rule: 'missing-reference', severity: 'error', scene: 0, node: 2, field: 'target', line: 62 }, { rule: 'orphan' }]
    }
  ])
})

it('says in one sentence why a file can’t be checked', async () => {
  const cases: [string, RegExp][] = [
    [file('half.arrow', '{"title": "x", '), /^.*half\.arrow: \S.*[.]$/],
    [file('other.arrow', '[1, 2]'), /no Arrow document/],
    [file('latin.arrow', new Uint8Array([0xff, 0xfe, 0x00])), /not a text in UTF-8/],
    [join(home, 'none.arrow'), /^Couldn't read .*none\.arrow\. Name an Arrow document\.$/],
    [home, /is not a file\. Name an Arrow document\.$/]
  ]
  for (const [path, sentence] of cases) {
    const { code, out, err } = await command(['arrow', 'check', path])
    expect([code, [...out, ...err].join('\n')]).toEqual([1, expect.stringMatching(sentence)])
  }
  expect((await command(['arrow', 'check'])).code).toBe(2)
})

it('shows what the safe fixes would change, and saves it only when told to', async () => {
  const text = broken()
  const path = file('twice.arrow', text)
  const shown = await command(['arrow', 'check', path, '--fix'])
  expect(shown.code).toBe(1)
  expect(shown.err.join('\n')).toContain('Keep the connection that plays: Output 1 of the entry “Start” leads to several nodes')
  expect(shown.err).toContain('- \t\t\t\t\t\t\t],')
  expect(shown.err.at(-1)).toBe(`${path} is unchanged. To save this, add --save.`)
  expect(readFileSync(path, 'utf8')).toBe(text)
  await command(['arrow', 'check', path, '--fix', '--save'])
  const saved = readFileSync(path, 'utf8')
  expect(saved.replace(/"last_save": .*/, '"last_save": null,')).toBe(textOf('untitled-new-project.arrow'))
  expect((await command(['arrow', 'check', path, '--fix'])).err).toEqual([`${path}: there is nothing that can be fixed safely.`])
  expect(readdirSync(home).filter((name) => name.endsWith('.part'))).toEqual([])
})

it('serves the assistant with a budget for its model, and refuses one without a model', async () => {
  const served = await command(['arrow', 'serve', '--model', 'claude-sonnet-5-5', '--budget', '$0.50', '--origin', 'http://localhost:6006'])
  expect(served).toMatchObject({
    code: 0,
    asked: [['serveArrow', { port: undefined, origins: ['http://localhost:6006'], model: 'claude-sonnet-5-5', budget: 0.5 }]],
    out: ['The assistant listens at ws://127.0.0.1:1/ws/chat?token=x']
  })
  const alone = await command(['arrow', 'serve', '--budget', '1'])
  expect([alone.code, alone.err]).toEqual([1, ['A budget is for a model; the built-in assistant costs nothing. Add --model, or leave out --budget.']])
  for (const sum of ['0', '-1', 'much', '1e9']) expect((await command(['arrow', 'serve', '--model', 'm', '--budget', sum])).code).toBe(2)
})
