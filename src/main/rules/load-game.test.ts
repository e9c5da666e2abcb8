import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mergePatch } from '../../shared/base/json'
import type { ProblemData } from '../../shared/base/problem'
import { bundledFiles } from './bundled.fixture'
import { checkGame, loadGame } from './load-game'
import { probeFiles } from './probe.fixture'
import { scriptedDice } from './scripted-dice.fixture'
import { tinyWorld } from './tiny-world.fixture'

const action = (name: string, body = ''): string =>
  `export default { name: '${name}', description: '', params: [], available: () => true, execute: () => ({ stateDelta: {}, narrative: '.' }) }\n${body}`
const here = (problems: ProblemData[]): unknown[] => problems.map(({ message, data }) => [data?.['file'], data?.['line'], message])
/** The problems of a sound little game with some files added or changed. */
const problems = async (files: Record<string, string>): Promise<unknown[]> =>
  here(await checkGame(probeFiles('return { stateDelta: {}, narrative: "." }', files)))

describe('a game', () => {
  it('has the same hash whatever the order and line ends of its files', async () => {
    const files = [...bundledFiles('cairn-hack')]
    const crlf = files.map(([path, text]): [string, Buffer] => [path, Buffer.from(text.replaceAll('\n', '\r\n'))])
    const [one, two, three] = [
      await loadGame(new Map(files)),
      await loadGame(new Map(crlf.toReversed())),
      await loadGame(new Map([...files, ['notes.md', 'new']]))
    ]
    expect(one.hash).toMatch(/^[0-9a-f]{40}$/)
    expect([two.hash === one.hash, three.hash === one.hash]).toEqual([true, false])
  })
  it('tells what it holds', async () => {
    const game = await loadGame(bundledFiles('cairn-hack'))
    expect(game.actions['use-item']).toEqual({
      name: 'use-item',
      description: 'Use a consumable item from your inventory',
      file: 'actions/use-item.yaml',
      kind: 'use'
    })
    expect(game.actions['travel']).toEqual({
      name: 'travel',
      description: 'Take one of the exits, together with everybody of the party who is here.',
      file: 'actions/travel.ts',
      kind: 'move'
    })
    expect(game.manifest.limits).toEqual({ turns_per_scene: 40, scenes_per_session: 6 })
    expect(game.conditions['critical']).toMatchObject({ name: 'Critically wounded', cannot_act: true, visible: true })
    expect(game.equipment['axe']).toEqual({ name: 'Hand axe', kind: 'weapon', damage: 'd6', slots: 1 })
    expect(Object.keys(game.tables).length).toBeGreaterThanOrEqual(6)
    expect(() => Object.assign(game.manifest.limits, { turns_per_scene: 1 })).toThrow(TypeError)
  })
  it('has tables without gaps or overlaps', async () => {
    const { tables } = await loadGame(bundledFiles('cairn-hack'))
    for (const { name, dice, rows } of Object.values(tables)) {
      const [, count = '', sides = ''] = /^(\d*)d(\d+)$/.exec(dice) ?? []
      const [least, most] = [Number(count || 1), Number(count || 1) * Number(sides)]
      const covered = Object.keys(rows).flatMap((range) => {
        const [from = 0, to = from] = range.split('-').map(Number)
        return Array.from({ length: to - from + 1 }, (_, i) => from + i)
      })
      expect([name, covered.toSorted((a, b) => a - b)]).toEqual([name, Array.from({ length: most - least + 1 }, (_, i) => least + i)])
    }
  })
})

describe('a problem names file and line:', () => {
  it('none in a sound game', async () => expect(await problems({})).toEqual([]))
  it('no manifest', async () => {
    expect(here(await checkGame(new Map()))).toEqual([
      ['manifest.yaml', 1, 'rules/manifest.yaml is missing. Add one that lists the actions of the game.']
    ])
  })
  it.each<[string, Record<string, string>, [string, number, RegExp]]>([
    ['not YAML', { 'conditions/wet.yaml': 'name: Wet\ncannot_act: [true\n' }, ['conditions/wet.yaml', 3, /is not valid YAML.*Correct it\.$/]],
    ['a key twice', { 'conditions/wet.yaml': 'name: Wet\nname: Damp\n' }, ['conditions/wet.yaml', 2, /repeats the key "name"/]],
    [
      'not what the schema wants',
      { 'conditions/wet.yaml': 'name: Wet\n\ncannot_act: perhaps\n' },
      ['conditions/wet.yaml', 3, /`cannot_act` must be true or false, but it is "perhaps"\. Correct it\.$/]
    ],
    [
      'a kind of thing there is not',
      { 'equipment/x.yaml': 'rope: { name: Rope, kind: tool }\nhat: { name: Hat, kind: hat }\n' },
      ['equipment/x.yaml', 2, /`hat\.kind` must be one of weapon, .* but it is "hat"/]
    ],
    [
      'a thing twice',
      { 'equipment/x.yaml': 'hat: { name: Hat, kind: tool }\n', 'equipment/y.yaml': '\nhat: { name: Hat, kind: tool }\n' },
      ['equipment/y.yaml', 2, /defines "hat" a second time/]
    ],
    [
      'an action that is nowhere',
      { 'manifest.yaml': 'game: P\nversion: 1\nentry_actions:\n  - probe\n  - plain\n  - dance\n' },
      ['manifest.yaml', 6, /names the action "dance"/]
    ],
    [
      'a hook that is nowhere',
      { 'manifest.yaml': 'game: P\nversion: 1\nentry_actions: [probe, plain]\nhooks: { round_end: bleed }\n' },
      ['manifest.yaml', 4, /names the action "bleed"/]
    ],
    [
      'a risk met by no stat',
      { 'manifest.yaml': 'game: P\nversion: 1\nentry_actions: [probe, plain]\nrisks:\n  steep: STR\n' },
      ['manifest.yaml', 5, /uses "STR" against the risk "steep"/]
    ],
    ['a verb of the table', { 'actions/narrate.ts': action('narrate') }, ['actions/narrate.ts', 1, /"narrate" is an action of Proscenium itself/]],
    ['an action nothing leads to', { 'actions/dance.ts': `\n${action('dance')}` }, ['actions/dance.ts', 2, /The action "dance" is never used/]],
    [
      'another name than its file',
      { 'actions/plain.ts': action('dull') },
      ['actions/plain.ts', 1, /has the name "dull", but the name must be the same/]
    ],
    ['no action in it', { 'actions/plain.ts': 'export const a = 1' }, ['actions/plain.ts', 1, /exports no action/]],
    [
      'not TypeScript',
      { 'actions/plain.ts': 'const a = {\n  b: 1,\n  c: ;\n}' },
      ['actions/plain.ts', 3, /is not valid TypeScript: Unexpected token/]
    ],
    ['not JavaScript', { 'actions/plain.ts': `${action('plain')}\nbreak` }, ['actions/plain.ts', 3, /break/]],
    ['a BigInt', { 'actions/plain.ts': action('plain', '// 2n is fine here\nconst big = 3n') }, ['actions/plain.ts', 3, /uses a BigInt/]],
    ['throws while loading', { 'actions/plain.ts': action('plain', 'throw new Error("no")') }, ['actions/plain.ts', 2, /failed: no\./]],
    ['loops while loading', { 'actions/plain.ts': action('plain', 'for (;;);') }, ['actions/plain.ts', 1, /ran too long/]],
    ['waits while loading', { 'actions/plain.ts': action('plain', 'await new Promise(() => {})') }, ['actions/plain.ts', 1, /top-level "await"/]],
    [
      'an import of a package',
      { 'actions/plain.ts': action('plain', "import 'node:fs'") },
      ['actions/plain.ts', 2, /imports "node:fs", but a rule can import only "proscenium" and files of its own game/]
    ],
    [
      'an import of the kernel',
      { 'actions/plain.ts': action('plain', "import 'kernel:kernel'") },
      ['actions/plain.ts', 2, /imports "kernel:kernel"/]
    ],
    ['an import from outside', { 'actions/plain.ts': action('plain', "import '../../secret'") }, ['actions/plain.ts', 2, /which is outside rules\//]],
    [
      'an import of nothing',
      { 'actions/plain.ts': action('plain', "import {\n  x\n} from '../lib/x'\nx()") },
      ['actions/plain.ts', 4, /there is no rules\/lib\/x\.ts/]
    ],
    [
      'a name that is not exported',
      { 'actions/plain.ts': action('plain', "import { x } from '../lib/x'\nx()"), 'lib/x.ts': 'export const y = 1' },
      ['actions/plain.ts', 1, /Could not find export 'x'/]
    ],
    [
      'a YAML word there is not',
      {
        'actions/plain.ts': '',
        'actions/sing.yaml': 'name: sing\ndescription: Sing.\navailable:\n  all:\n    - has_voice: true\nexecute: { say: La. }\n'
      },
      ['actions/sing.yaml', 5, /"has_voice" is not a condition/]
    ],
    [
      'a YAML effect there is not',
      { 'actions/sing.yaml': 'name: sing\ndescription: Sing.\nexecute:\n  say: La.\n  explode: now\n' },
      ['actions/sing.yaml', 5, /"explode" is not an effect/]
    ]
  ])('%s', async (_, files, [file, line, message]) => {
    const list = await problems(files)
    expect(list).toContainEqual([file, line, expect.stringMatching(message)])
  })
  it('all of them, not only the first', async () => {
    const list = await problems({
      'conditions/a.yaml': 'name: [',
      'conditions/b.yaml': 'name: 1',
      'actions/plain.ts': 'const',
      'tables/t.yaml': 'name: T'
    })
    expect(list.map((problem) => (problem as string[])[0])).toEqual(['actions/plain.ts', 'conditions/a.yaml', 'conditions/b.yaml', 'tables/t.yaml'])
  })
  it('and loading throws the first', async () => {
    await expect(loadGame(probeFiles('', { 'conditions/wet.yaml': 'name: 1' }))).rejects.toMatchObject({
      code: 'bad-file',
      data: { file: 'conditions/wet.yaml', line: 1 }
    })
  })
})

it('a rule may import its own library and types that vanish', async () => {
  const files = {
    'actions/plain.ts': `import type { Nothing } from 'a-package'\nimport { two } from '../lib/deep/two.js'\nexport default { name: 'plain', description: String(two satisfies number as number), params: [], available: () => true, execute: () => ({ stateDelta: {}, narrative: '.' }) }`,
    'lib/deep/two.ts': "import { one } from '../one'\nexport const two: number = one + one",
    'lib/one.ts': 'export const one = 1'
  }
  const game = await loadGame(probeFiles('', files))
  expect(game.actions['plain']?.description).toBe('2')
})

it("the README's action works as it stands, in TypeScript and in YAML", async () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../rules/README.md'), 'utf8')
  const [ts = '', yaml = ''] = [/```ts\n([^]*?)```/, /```yaml\n([^]*?)```/].map((block) => block.exec(readme)?.[1] ?? '')
  const state = mergePatch(tinyWorld(), { facts: { 'altar-found': true }, places: { inn: { tags: { altar: true } } } })
  for (const [file, source, message] of [
    ['actions/pray.ts', ts, ''],
    ['actions/pray.yaml', yaml, ' Wren is warded.']
  ] as const) {
    const files = bundledFiles('cairn-hack').set(file, source)
    files.set('manifest.yaml', (files.get('manifest.yaml') ?? '').replace('entry_actions: [', 'entry_actions: [pray, '))
    expect(await checkGame(files)).toEqual([])
    const game = await loadGame(files)
    expect(game.offers(state, 'Wren', ['pray']).map(({ name }) => name)).toEqual(['pray'])
    expect(game.offers(tinyWorld(), 'Wren', ['pray'])).toEqual([])
    expect(game.execute(state, 'Wren', 'pray', {}, scriptedDice(11))).toEqual({
      stateDelta: { actors: { Wren: { conditions: { warded: { since: 0, until: 60 } } } } },
      narrative: `Wren kneels, and gets up standing straighter.${message}`
    })
  }
})
