import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { documentOf } from '../../arrow/made.fixture'
import { writeArrow } from '../../arrow'
import { command } from './program.fixture'

const home = mkdtempSync(join(tmpdir(), "o'reach-"))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const INN = join(home, 'inn.arrow')
writeFileSync(
  INN,
  writeArrow(
    documentOf(
      {
        8: {
          nodes: {
            1: { type: 'interaction', name: 'door', data: { actions: ["Knock at Tobit's door", 'Leave'] }, to: [2] },
            2: { type: 'condition', name: 'key?', data: { variable: 90, operator: 'eq', with: [0, true] }, to: [3, 4] },
            3: { type: 'content', name: 'street' },
            4: { type: 'content', name: 'cellar' },
            5: { type: 'content', name: 'draft' }
          }
        }
      },
      { variables: { 90: { name: 'has_key', type: 'bool', init: false } } }
    )
  )
)

it("prints what many plays reach, which choices run dry, and why the rest isn't reached", async () => {
  const { code, out, asked } = await command(['arrow', 'reach', INN, '--runs', '100', '--seed', '3'])
  expect([code, asked]).toEqual([1, [['arrowReach', { text: expect.any(String), runs: 100, steps: 200, seed: 3, assume: {} }]]])
  const words = out.join('\n').replaceAll(/ {2,}/g, '  ')
  expect(words).toContain('100 playthroughs: 100 ended, 0 used up their actions, 0 were stopped by a problem.\n3 of 5 nodes were reached.')
  expect(words).toMatch(/door  interaction  100%  100\n/)
  expect(words).toMatch(/door  Knock at Tobit's door  \d+%\s*\n\s*door  Leave  \d+%  100%/)
  expect(words).toMatch(/Nothing leads here\n.*why\n\s*draft  No connection, jump or macro leads here\./)
  expect(words).toMatch(
    /Needs a value that nothing sets\n.*\n\s*cellar  “key\?” \(`has_key` is true\): it is never true, and nothing sets `has_key`\./
  )
  expect(words).toMatch(/Set outside the document\n.*\n\s*has_key  false/)
})

it('assumes values that are set outside', async () => {
  const { out } = await command(['arrow', 'reach', INN, '--assume', 'has_key=true', '--json'])
  expect(JSON.parse(out.join(''))).toMatchObject({ wish: { assume: { 90: true } }, outside: [{ name: 'has_key', value: true, assumed: true }] })
})

it('rejects bad options with a reason', async () => {
  const cases: [string[], number, RegExp][] = [
    [['--assume', 'gold=5'], 1, /^“gold=5” names no variable of the document\. Use the form name=value\.$/],
    [['--assume', 'has_key=maybe'], 1, /^“maybe” isn't a value for has_key\. Use true or false\.$/],
    [['--runs', '0'], 2, /whole number from 1 to 1000000/],
    [['--from', 'attic'], 1, /^No node is called “attic”\./]
  ]
  for (const [flags, code, sentence] of cases) {
    const { code: came, out, err } = await command(['arrow', 'reach', INN, ...flags])
    expect([flags, came, [...out, ...err].join('\n')]).toEqual([flags, code, expect.stringMatching(sentence)])
  }
  const none = fileURLToPath(new URL('none.arrow', import.meta.url))
  expect((await command(['arrow', 'reach', none])).err).toEqual([`Couldn't read ${none}. Name an Arrow document.`])
})
