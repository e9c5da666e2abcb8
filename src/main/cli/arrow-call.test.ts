import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { textOf } from '../../arrow/documents.fixture'
import { readArrow } from '../../arrow'
import { command } from './program.fixture'

const home = mkdtempSync(join(tmpdir(), "o'arrow-"))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const file = (name: string, text: string): string => {
  writeFileSync(join(home, name), text)
  return join(home, name)
}
const NEW = textOf('untitled-new-project.arrow')
const batch = (...functions: object[]): string => JSON.stringify({ type: 'function_call_batch', data: { request_id: 'r1', functions } })

it('runs a batch, shows the changes and saves only with --save', async () => {
  const path = file('new.arrow', NEW)
  const calls = file(
    'calls.json',
    batch(
      { function: 'create_character', arguments: { name: "Tobit's aunt" } },
      { function: 'create_node', arguments: { type: 'dialog', data: { character: 'Tobit_s_aunt', lines: ['Tea?'] }, connect_from: 'selected' } }
    )
  )
  const shown = await command(['arrow', 'call', path, calls, '--select', '2'])
  expect([shown.code, shown.out]).toEqual([0, ['Created nodes 4 and 1 connections.']])
  expect(shown.err.join('\n')).toContain('+ \t\t\t\t\t\t"Tea?"')
  expect(shown.err.at(-1)).toBe(`${path} is unchanged. To save this, add --save.`)
  expect(readFileSync(path, 'utf8')).toBe(NEW)

  const saved = await command(['arrow', 'call', path, calls, '--select', '2', '--save', '--json'])
  expect(JSON.parse(saved.out.join(''))).toMatchObject({ request_id: 'r1', success: true, created_nodes: [4], created_connections: 1 })
  const { document } = readArrow(readFileSync(path, 'utf8'))
  expect(document.resources.nodes.get(4)?.data).toEqual({ character: 3, lines: ['Tea?'], playable: true })
  expect(document.meta.last_save).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
})

it('says why a call is refused, and changes nothing', async () => {
  const path = file('refused.arrow', NEW)
  const calls = file(
    'bad.json',
    batch({ function: 'create_node', arguments: { type: 'hub' } }, { function: 'delete_node', arguments: { node_id: 1 } })
  )
  const { code, out } = await command(['arrow', 'call', path, calls, '--save'])
  expect([code, out]).toEqual([1, [expect.stringMatching(/^PERMISSION_DENIED in call 2: Node 1 is where the document starts/)]])
  expect(readFileSync(path, 'utf8')).toBe(NEW)
  for (const [name, text, says] of [
    ['none.json', '{}', /contains no call/],
    ['half.json', '{"func', /is not JSON/]
  ] as const) {
    const wrong = await command(['arrow', 'call', path, file(name, text)])
    expect([wrong.code, wrong.err.join()]).toEqual([1, expect.stringMatching(says)])
  }
  expect((await command(['arrow', 'call', path, calls, '--scene', 'x'])).code).toBe(2)
})

it('shows a repair and saves it only with --save', async () => {
  const half = NEW.slice(0, -40)
  const path = file('half.arrow', half)
  const shown = await command(['arrow', 'repair', path])
  expect([shown.code, shown.out.join('\n')]).toEqual([1, expect.stringMatching(/^The file can’t be read beyond line \d+/)])
  expect(readFileSync(path, 'utf8')).toBe(half)
  expect((await command(['arrow', 'repair', path, '--save'])).code).toBe(0)
  expect(readArrow(readFileSync(path, 'utf8')).document.resources.nodes.size).toBe(2)
  expect((await command(['arrow', 'repair', path])).out).toEqual([`${path} needs no repair.`])
  const hopeless = await command(['arrow', 'repair', file('list.arrow', '[]')])
  expect([hopeless.code, hopeless.err.join()]).toEqual([1, expect.stringMatching(/no Arrow document/)])
})
