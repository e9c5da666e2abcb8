import { describe, expect, it } from 'vitest'
import { checkGame, loadGame } from './load-game'
import { probeFiles } from './probe.fixture'
import { scriptedDice } from './scripted-dice.fixture'
import { tinyWorld } from './tiny-world.fixture'

const plain = (name: string): string =>
  `export default { name: '${name}', description: '', params: [], available: () => true, execute: () => ({ stateDelta: {}, narrative: '.' }) }`
const fine = "return { stateDelta: {}, narrative: '.' }"
/** File, line and sentence of the first problem that a sound little game has with some files added or changed. */
async function firstProblem(files: Record<string, string>): Promise<unknown[]> {
  const [first] = await checkGame(probeFiles(fine, files))
  return [first?.data?.['file'], first?.data?.['line'], first?.message]
}
const unusable = (odd: string, path: string): string =>
  `"${odd}" can't be the name of a rule file. Use plain letters, digits and single dashes. Rename ${path}.`

describe('a game with a doubtful name in it is refused with a sentence:', () => {
  it.each<[string, Record<string, string>, unknown[]]>([
    ['the prototype', { 'actions/__proto__.ts': plain('__proto__') }, ['actions/__proto__.ts', 1, unusable('__proto__', 'actions/__proto__.ts')]],
    [
      'the prototype as a condition',
      { 'conditions/__proto__.yaml': 'name: P' },
      ['conditions/__proto__.yaml', 1, unusable('__proto__', 'conditions/__proto__.yaml')]
    ],
    [
      'a Cyrillic letter',
      { 'actions/pl\u0430in.ts': plain('pl\u0430in') },
      ['actions/pl\u0430in.ts', 1, unusable('pl\\u{430}in', 'actions/pl\\u{430}in.ts')]
    ],
    [
      'a letter without width',
      { 'actions/plain\u200b.ts': plain('plain') },
      ['actions/plain\u200b.ts', 1, unusable('plain\\u{200b}', 'actions/plain\\u{200b}.ts')]
    ],
    ['text from right to left', { 'lib/a\u202eb.ts': '' }, ['lib/a\u202eb.ts', 1, unusable('a\\u{202e}b', 'lib/a\\u{202e}b.ts')]],
    ['half a letter', { 'actions/a\ud800.ts': plain('a') }, ['actions/a\ud800.ts', 1, unusable('a\\u{d800}', 'actions/a\\u{d800}.ts')]],
    ['a way out of the game', { 'lib/../../x.ts': '' }, ['lib/../../x.ts', 1, unusable('..', 'lib/../../x.ts')]],
    [
      'a line without end',
      { 'lib/long.ts': `\nexport const a = '${'x'.repeat(30_000)}'` },
      ['lib/long.ts', 2, 'lib/long.ts line 2 is longer than 20000 characters. Break it up.']
    ],
    [
      'another name inside than outside',
      { 'actions/plain.ts': plain('pl\u0430in') },
      [
        'actions/plain.ts',
        1,
        `The rule "plain" has the name "pl\\u{430}in", but the name must be the same as the file's. Look at actions/plain.ts line 1.`
      ]
    ],
    [
      'no name but a number',
      { 'actions/plain.ts': plain('plain').replace("'plain'", '7') },
      [
        'actions/plain.ts',
        1,
        'The rule "plain" has the name "number", but the name must be the same as the file\'s. Look at actions/plain.ts line 1.'
      ]
    ]
  ])('%s', async (_, files, wanted) => expect(await firstProblem(files)).toEqual(wanted))
})

describe('where it went wrong is told in the file that the author wrote:', () => {
  const lib = (source: string): Record<string, string> => ({ 'lib/deep/harm.ts': source })
  const importing = "import { harm } from '../lib/deep/harm'"
  const run = async (body: string, files: Record<string, string>, before = importing): Promise<unknown> => {
    try {
      const game = await loadGame(probeFiles(body, files, before))
      return game.execute(tinyWorld(), 'Wren', 'probe', {}, scriptedDice())
    } catch (thrown) {
      const { code, message, data } = thrown as { code: string; message: string; data: Record<string, unknown> }
      return [code, message, data['file'], data['line']]
    }
  }
  it.each<[string, string, Record<string, string>, unknown[]]>([
    [
      'an exception in an imported file',
      'return harm(1)',
      lib(
        "type N = number\ninterface Hurt {\n  by: N\n}\n\nexport function harm(by: N): Hurt {\n  if (by > 0)\n    throw new Error('too much')\n  return { by }\n}\n"
      ),
      ['rule-failed', 'The rule "probe" failed: too much. Look at lib/deep/harm.ts line 8.', 'lib/deep/harm.ts', 8]
    ],
    [
      'something that is not there, called in an imported file',
      'return harm(state)',
      lib('export const harm = (state: GameState) =>\n\n  state.actors.Nobody.name\n'),
      [
        'rule-failed',
        'The rule "probe" failed: TypeError: cannot read property \'name\' of undefined. Look at lib/deep/harm.ts line 3.',
        'lib/deep/harm.ts',
        3
      ]
    ],
    [
      'an exception under a function of the library',
      'return harm(state)',
      lib(
        "import { Draft } from 'proscenium'\nexport function harm(state: GameState) {\n  const draft = new Draft(state)\n  draft.afflict('Wren', 'nothing')\n}\n"
      ),
      [
        'rule-failed',
        'The rule "probe" failed: There is no condition "nothing" in conditions/. Look at lib/deep/harm.ts line 4.',
        'lib/deep/harm.ts',
        4
      ]
    ],
    ['a refusal', 'return harm()', lib("export function harm() {\n  throw refuse('not here')\n}\n"), ['refused', 'not here.', undefined, undefined]],
    [
      'a syntax error',
      'return harm()',
      lib('export const a = 1\nexport function harm( {\n'),
      ['bad-file', 'lib/deep/harm.ts line 3 is not valid TypeScript: Unexpected token, expected ",". Correct it.', 'lib/deep/harm.ts', 3]
    ],
    [
      'a bad import',
      'return harm()',
      lib("export const harm = 1\nimport { x } from './nowhere'\nx()"),
      ['bad-file', 'lib/deep/harm.ts imports "./nowhere", but there is no rules/lib/deep/nowhere.ts.', 'lib/deep/harm.ts', 2]
    ],
    [
      'a name that is not exported',
      'return harm()',
      lib('export const harms = 1'),
      ['bad-file', "Loading the rules failed: SyntaxError: Could not find export 'harm' in module 'lib/deep/harm.ts'.", undefined, undefined]
    ],
    [
      'an exception while it loads',
      'return harm()',
      lib("export const harm = () => 1\n\nthrow new Error('no')"),
      ['bad-file', 'Loading the rules failed: no. Look at lib/deep/harm.ts line 3.', 'lib/deep/harm.ts', 3]
    ],
    [
      'an endless loop while it loads',
      'return harm()',
      lib('export const harm = () => 1\n\n\nfor (let n = harm(); ; n++);'),
      ['bad-file', 'Loading the rules ran too long and was stopped. Look at lib/deep/harm.ts line 4.', 'lib/deep/harm.ts', 4]
    ],
    [
      'an async function',
      'return harm()',
      lib("export const harm = async () => ({ stateDelta: {}, narrative: '.' })"),
      ['rule-failed', 'The rule "probe" returned a promise, but "execute" can\'t be async. Look at actions/probe.ts line 2.', 'actions/probe.ts', 2]
    ]
  ])('%s', async (_, body, files, wanted) => expect(await run(body, files)).toEqual(wanted))
  it('imports in a circle are no problem', async () => {
    const files = {
      'lib/one.ts': "import { two } from './two'\nexport const harm = () => two()\nexport const end = 'round'",
      'lib/two.ts': "import { end } from './one'\nexport const two = () => end"
    }
    expect(await run('return { stateDelta: {}, narrative: harm() }', files, "import { harm } from '../lib/one'")).toEqual({
      stateDelta: {},
      narrative: 'round'
    })
  })
})

describe('asking cannot be turned into an attack:', () => {
  it.each<[string, string, string]>([
    [
      'a choice of too many',
      "params: () => [{ name: 'n', type: 'enum', description: '', required: true, enum: Array.from({ length: 20001 }, String) }]",
      'gives "n" an enum that is not a list of at most 20000 texts'
    ],
    [
      'a choice that is a novel',
      "params: () => [{ name: 'n', type: 'enum', description: '', required: true, enum: ['x'.repeat(401)] }]",
      'gives "n" a choice longer than 400 characters'
    ],
    [
      'a choice made on demand',
      "params: () => [{ name: 'n', type: 'enum', description: '', required: true, enum: [{ toString: () => 'x' }] }]",
      'gives "n" a choice that is not a text'
    ],
    [
      'half a letter to choose',
      "params: () => [{ name: 'n', type: 'enum', description: '', required: true, enum: ['\\ud800'] }]",
      'returned an invalid character (a lone surrogate) in "n"'
    ],
    [
      'a list that is a proxy of everything',
      "params: () => new Proxy([], { get: (list, key) => key === 'length' ? 1e9 : list[key] })",
      'ran too long and was stopped'
    ],
    ['params that never end', 'params: () => { for (;;); }', 'ran too long and was stopped'],
    ['a parameter that writes itself without end', 'params: () => [{ toJSON() { for (;;); } }]', 'ran too long and was stopped'],
    [
      'a parameter that writes itself as something else',
      'params: () => [{ toJSON: () => 7 }]',
      'returned something other than an object as "params[0]"'
    ],
    ['a parameter that holds itself', 'params: () => { const one = {}; one.one = one; return [one] }', 'failed: TypeError: circular reference'],
    ['a parameter with luggage', "params: () => [{ luggage: 'x'.repeat(5e6) }]", 'returned more than 4096 KB of params'],
    [
      'params that call themselves',
      'params: function more(...all) { return more(...all) }',
      'exceeded the call stack, because it calls itself too often'
    ],
    [
      'an answer that is a promise',
      'params: [], available: async () => true',
      'returned a value of type object from "available". Return true, false or a reason'
    ]
  ])('%s', async (_, parts, ends) => {
    const available = parts.includes('available') ? '' : 'available: () => true,'
    const source = `export default { name: 'plain', description: '', ${available} ${parts}, execute: () => ({ stateDelta: {}, narrative: '.' }) }`
    const game = await loadGame(probeFiles(fine, { 'actions/plain.ts': source }))
    const ask = (names: string[]) => game.offers({ ...tinyWorld() }, 'Wren', names).map(({ name }) => name)
    expect(() => ask(['plain'])).toThrow(ends)
    expect([ask(['probe']), game.execute(tinyWorld(), 'Wren', 'probe', {}, scriptedDice())]).toEqual([['probe'], { stateDelta: {}, narrative: '.' }])
  })
})
