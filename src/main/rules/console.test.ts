import { describe, expect, it } from 'vitest'
import type { ConsoleLine } from '../../shared/contract/try-calls'
import { loadGame } from './load-game'
import { probeFiles, probeGame } from './probe.fixture'
import { scriptedDice } from './scripted-dice.fixture'
import { tinyWorld } from './tiny-world.fixture'

const NOTHING = "return { stateDelta: {}, narrative: 'Done.' }"

/** The console output of a rule with this body, and its result. The body begins on line 3. */
async function heard(body: string): Promise<{ lines: ConsoleLine[]; ended: string }> {
  const lines: ConsoleLine[] = []
  const game = await loadGame(probeFiles(body), { hear: (line) => lines.push(line) })
  try {
    return { lines, ended: game.execute(tinyWorld(), 'Wren', 'probe', {}, scriptedDice(3, 4)).narrative }
  } catch (thrown) {
    return { lines, ended: thrown instanceof Error ? thrown.message : '' }
  }
}
const texts = async (body: string): Promise<string[]> => (await heard(`${body}\n${NOTHING}`)).lines.map(({ text }) => text)

describe('the console of a rule', () => {
  it('tells whoever listens what a rule says, and where', async () => {
    expect(await heard(`console.log('at', roll('d6').total)\n\nconsole.warn(state.clock)\n${NOTHING}`)).toEqual({
      lines: [
        { text: 'at 3', file: 'actions/probe.ts', line: 3 },
        { text: '{ minutes: 0, start: "1312-03-01T14:00:00Z" }', file: 'actions/probe.ts', line: 5 }
      ],
      ended: 'Done.'
    })
  })

  it('changes nothing at a table, where nobody listens', async () => {
    const quiet = await probeGame(`console.log(roll('d6'), state)\nreturn { stateDelta: {}, narrative: String(typeof console.log) }`)
    expect(quiet.execute(tinyWorld(), 'Wren', 'probe', {}, scriptedDice(3)).narrative).toBe('function')
  })

  it.each([
    ['what leads to itself', 'const a = {}\na.a = a\nconsole.log(a)', '{ a: { a: { a: { a: {…} } } } }'],
    ['getters', 'console.log({ get boom() { throw 1 } })', '{ boom: [getter] }'],
    ['proxies that throw', 'console.log(new Proxy({}, { ownKeys() { throw 1 } }), 2)', '[unreadable] 2'],
    [
      'maps, sets, errors and functions',
      "console.log(new Map([[1, 'a']]), new Set([2]), new TypeError('x'), () => 1)",
      'Map {1 => "a"} Set {2} TypeError: x [function]'
    ],
    ['nothing', 'console.log()\nconsole.log(undefined, null, NaN, Symbol.iterator)', ''],
    ['half a letter', "console.log('Wren \\ud800')", 'Wren \uFFFD']
  ])('writes %s as text', async (_, body, first) => {
    expect((await texts(body))[0]).toBe(first)
  })

  it('has room for 200 lines of 2000 characters, and long lists are cut', async () => {
    const many = await texts("for (let n = 0; n < 1000; n++) console.log('x'.repeat(9000))")
    expect([many.length, many[0]?.length, many.at(-1)]).toEqual([200, 2000, '… no more than 199 lines of one call are shown'])
    expect((await texts('console.log(Array.from({ length: 1e5 }, (_, n) => n))'))[0]).toMatch(/^\[0, 1, .*, 39, …\]$/)
  })

  it('tells what was said before a rule failed or was stopped', async () => {
    const failed = await heard("console.log('one')\nthrow new Error('no')")
    expect([failed.lines.length, failed.ended]).toEqual([1, 'The rule "probe" failed: no. Look at actions/probe.ts line 4.'])
    const stopped = await heard("console.log('two')\nfor (let n = 0; ; n++) n *= 2")
    expect([stopped.lines[0]?.text, stopped.ended]).toEqual(['two', expect.stringContaining('ran too long and was stopped')])
  })

  it('can not be replaced', async () => {
    expect((await heard(`console.log = () => 1\n${NOTHING}`)).ended).toContain("'log' is read-only")
    expect((await heard(`globalThis.console = {}\n${NOTHING}`)).ended).toContain("'console' is read-only")
  })

  it('says nothing new of what was said before', async () => {
    const lines: string[] = []
    const ear: { hear?: (line: ConsoleLine) => void } = {}
    const game = await loadGame(probeFiles(`console.log('x')\n${NOTHING}`), ear)
    const run = (): unknown => game.execute(tinyWorld(), 'Wren', 'probe', {}, scriptedDice())
    run()
    ear.hear = ({ text }) => lines.push(text)
    run()
    expect(lines).toEqual(['x'])
  })
})
