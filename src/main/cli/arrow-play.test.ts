import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { textOf } from '../../arrow/documents.fixture'
import { command } from './program.fixture'

const home = mkdtempSync(join(tmpdir(), "o'play-"))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const file = (name: string, text: string): string => {
  writeFileSync(join(home, name), text)
  return join(home, name)
}
const fixture = (name: string): string => fileURLToPath(new URL(`../../arrow/fixtures/${name}`, import.meta.url))
const CONF = fixture('conf-flow.arrow')
const TRACE = fixture('traces/conf-flow.first.s1.jsonl')

it('replays a recorded play, or names the first difference with its line and node', async () => {
  const same = await command(['arrow', 'replay', CONF, TRACE])
  expect(same).toEqual({ code: 0, asked: [], out: ['The play is the same as recorded: 123 events, 14 of them actions.'], err: [] })
  const changed = file('changed.arrow', textOf('conf-flow.arrow').replace('"one {v}"', '"one"'))
  const { code, out } = await command(['arrow', 'replay', changed, TRACE])
  expect([code, out]).toEqual([
    1,
    [`${TRACE}:17 node “dialog_12” (dialog, 12): expected its lines ["one 0","two","three"]; came ["one","two","three"].`]
  ])
  const { out: json } = await command(['arrow', 'replay', changed, TRACE, '--json'])
  expect(JSON.parse(json.join(''))).toMatchObject({ difference: { line: 17, node: 'node “dialog_12” (dialog, 12)' } })
})

it('reports an unreadable file in one sentence with a remedy', async () => {
  const cases: [string[], number, RegExp][] = [
    [['replay', CONF, join(home, 'none.jsonl')], 1, /^Couldn't read .*none\.jsonl\. Name a trace\.$/],
    [['replay', CONF, file('half.jsonl', '{"trace":"x"}\n{"ev":"pl')], 1, /^Line 2 of the trace is not JSON\. Record the play again\.$/],
    [
      ['replay', CONF, file('odd.jsonl', '{"trace":"x"}\n{"ev":"rand","r":1}')],
      1,
      /^Line 2 of the trace is not an event: .*Record the play again\.$/
    ],
    [['replay', CONF, CONF], 1, /^Line 1 of the trace is not JSON/],
    [['replay', TRACE, TRACE], 1, /^Line 2, column 1: /],
    [['replay', CONF], 2, /missing required argument/i],
    [['play', CONF, '--seed', '-1'], 2, /whole number from 0 to 4294967295/],
    [['play', CONF, '--from', 'nowhere'], 1, /^No node is called “nowhere”\./]
  ]
  for (const [argv, code, sentence] of cases) {
    const { code: came, out, err } = await command(['arrow', ...argv])
    expect([argv, came, [...out, ...err].join('\n')]).toEqual([argv, code, expect.stringMatching(sentence)])
  }
})

it('plays in the terminal: choices by number, inputs as typed, values on request', async () => {
  const { code, out } = await command(['arrow', 'play', CONF, '--seed', '1'], {}, [
    '',
    '',
    '',
    '4',
    '1',
    ':back',
    '2',
    ':vars',
    '1',
    'eleven',
    '7',
    ':tags',
    ':quit'
  ])
  expect(code).toBe(0)
  const page = out.join('\n')
  expect(page).toContain('# T 0\nv=0 st=init bo=false tag=calm bad={Ann.bad} {nope}\n(Enter: continue)')
  expect(page).toContain('Ann: Bold calm\n(Enter: continue)')
  expect(page).toContain('Ann:\n  1. one 0\n  2. two\n  3. three\nChoose a number from 1 to 3.')
  expect(page).toContain('v = 0\nst = "init"\nbo = false')
  expect(page).toMatch(/num \d+\?\n\(Enter a value: a number from 0 to 10, or :skip\)\nGive a whole number\.\n/)
  expect(out.at(-1)).toBe('Ann: mood = calm')
})

it('prints events as JSON, and ends where the story does', async () => {
  const { out, code } = await command(['arrow', 'play', fixture('example1-home.arrow'), '--json'])
  expect(code).toBe(0)
  expect(out.map((line) => (JSON.parse(line) as { ev: string }).ev)).toEqual(['play', 'play', 'play', 'status', 'pause'])
})
