import { describe, expect, it, vi } from 'vitest'
import type { ActionKind } from '../../../shared/story/guide'
import type { Game } from '../../../shared/story/game'
import { bundledFiles } from '../bundled.fixture'
import { checkGame, loadGame } from '../load-game'
import { Sandbox } from '../sandbox'
import { sketchFiles } from '../vocabulary.fixture'

const kindsOf = (game: Game): Record<string, ActionKind> =>
  Object.fromEntries(Object.entries(game.guide().actions).map(([name, { kind }]) => [name, kind]))
/** A bundled game without any declarations. */
const silent = (game: string): Map<string, string> =>
  new Map(
    [...bundledFiles(game)].map(([path, text]) => [
      path,
      path.startsWith('actions/')
        ? text.replace(/^ {0,2}(kind|power): .*\n/gm, '')
        : path.startsWith('equipment/')
          ? text.replace(/^ {2}(purpose|worth): .*\n/gm, '').replace(/,? (purpose|worth): \w+/g, '')
          : text.replace(/^care: .*\n/gm, '')
    ])
  )

/** Actions of a game without declarations whose guessed kind differs from the declared one, with the guess. */
const UNSEEN: Readonly<Record<string, Readonly<Record<string, ActionKind>>>> = {
  // A light counts as any good condition. Actions that only follow others or need a lock or a wanderer show nothing in a trial.
  totm: { 'come-to': 'other', encounter: 'other', help: 'other', interact: 'talk', light: 'protect', pick: 'other' },
  'cairn-hack': { encounter: 'other' }
}
/** The same for items. */
const UNSEEN_ITEMS: Readonly<Record<string, Readonly<Record<string, ActionKind>>>> = {
  totm: { 'spell-book': 'other' },
  'cairn-hack': {
    'book-kind-words': 'attack',
    'book-lamp-black': 'protect',
    'book-long-dread': 'attack',
    'courage-spirit': 'heal',
    eyebright: 'protect'
  }
}

describe.each(['totm', 'cairn-hack'])('%s', (name) => {
  it('declares the kind of every action', async () => {
    const game = await loadGame(bundledFiles(name))
    expect(Object.values(game.actions).filter(({ kind }) => kind === undefined)).toEqual([])
    game.dispose()
  })

  it('shows what its actions and items are for when it declares nothing', async () => {
    const [declared, shown] = await Promise.all([loadGame(bundledFiles(name)), loadGame(silent(name))])
    const differing = (as: Readonly<Record<string, ActionKind>>, is: Readonly<Record<string, ActionKind>>): unknown =>
      Object.fromEntries(Object.entries(is).filter(([id, kind]) => as[id] !== kind))
    expect(differing(kindsOf(declared), kindsOf(shown))).toEqual(UNSEEN[name])
    const purposes = (game: Game): Record<string, ActionKind> =>
      Object.fromEntries(Object.entries(game.guide().items).map(([id, { purpose }]) => [id, purpose]))
    expect(differing(purposes(declared), purposes(shown))).toEqual(UNSEEN_ITEMS[name])
    for (const game of [declared, shown]) game.dispose()
  })
})

const ACTION = `export default { name: 'yodel', KIND description: 'Yodel.', params: [], available: () => true, execute: () => ({ stateDelta: {}, narrative: 'La.' }) }`
const yodel = (kind: string): string => ACTION.replace('KIND', `\n  ${kind},\n `)

describe('what a game declares', () => {
  it.each<[what: string, file: string, text: string, line: number, says: string]>([
    [
      'a kind in TypeScript',
      'actions/yodel.ts',
      yodel("kind: 'atack'"),
      2,
      'The rule "yodel" has the kind "atack", which doesn\'t exist. Use one of move, explore,'
    ],
    [
      'a kind that is not text',
      'actions/yodel.ts',
      yodel('kind: { attack: true }'),
      1,
      'The rule "yodel" has the kind of type object, which doesn\'t exist.'
    ],
    [
      'a power in TypeScript',
      'actions/yodel.ts',
      yodel("kind: 'attack', power: 99"),
      2,
      'The rule "yodel" has a "power" that is not a number from 0 to 10.'
    ],
    ['a kind in YAML', 'actions/yodel.yaml', 'name: yodel\nkind: atack\ndescription: Yodel.\nexecute: { say: La. }\n', 2, 'atack'],
    ['a purpose', 'equipment/horns.yaml', 'horn:\n  name: Horn\n  kind: tool\n  purpose: nois\n', 4, 'nois'],
    ['a worth', 'equipment/horns.yaml', 'horn:\n  name: Horn\n  kind: tool\n  worth: a lot\n', 4, 'a number'],
    ['a care', 'conditions/hoarse.yaml', 'name: Hoarse\ncare: [tea]\n', 2, 'tea']
  ])('is refused with file and line: %s', async (_, file, text, line, says) => {
    const files = sketchFiles(file.startsWith('actions/') ? {} : { wait: {} }, { [file]: text })
    files.set('manifest.yaml', `${files.get('manifest.yaml')}npc_actions: [${file.startsWith('actions/') ? 'yodel' : ''}]\n`)
    const findings = await checkGame(files)
    expect(findings).toHaveLength(1)
    expect(findings[0]?.message).toContain(says)
    expect(findings[0]?.data).toMatchObject({ file, line })
  })

  it('counts before what its effects show', async () => {
    const actions = {
      tickle: { execute: '{ damage: 1 }' },
      prod: { params: '[{ name: who, type: target, required: true, description: Whom }]', execute: '{ damage: { amount: 1, target: "{who}" } }' }
    }
    const game = await loadGame(sketchFiles(actions))
    const declared = sketchFiles(actions)
    declared.set('actions/prod.yaml', `${declared.get('actions/prod.yaml')}kind: help\npower: 3\n`)
    const other = await loadGame(declared)
    expect([game.guide().actions, other.guide().actions['prod']]).toEqual([
      { tickle: { kind: 'other', power: 1 }, prod: { kind: 'attack', power: 1 } },
      { kind: 'help', power: 3 }
    ])
    for (const each of [game, other]) each.dispose()
  })
})

/** Fifty actions in TypeScript without declarations. */
const FIFTY = Array.from({ length: 50 }, (_, i) => `act-${i}`)
const undeclared = (name: string, execute: string): [string, string] => [
  `actions/${name}.ts`,
  `export default {
  name: '${name}',
  description: 'Act.',
  params: (state, actor) => [{ name: 'who', type: 'target', description: 'Whom', required: true, enum: Object.keys(state.actors).filter((id) => id !== actor) }],
  available: () => true,
  execute(state, actor, params) { ${execute} }
}`
]
const fifty = (execute: string): Map<string, string> =>
  new Map([
    ['manifest.yaml', `game: Fifty\nversion: "1"\nentry_actions: [${FIFTY.join(', ')}]\nstats: { hp: { label: Hits, has_max: true } }\n`],
    ...FIFTY.map((name) => undeclared(name, execute))
  ])

describe('trying actions', () => {
  it('takes few calls for fifty of them, and none the second time', async () => {
    const execute = vi.spyOn(Sandbox.prototype, 'execute')
    const game = await loadGame(fifty("return { stateDelta: { actors: { [params.who]: { stats: { hp: 1 } } } }, narrative: 'Ow.' }"))
    expect(new Set(Object.values(game.guide().actions).map(({ kind }) => kind))).toEqual(new Set(['attack']))
    const calls = execute.mock.calls.length
    expect(calls).toBeLessThan(20 * FIFTY.length)
    game.guide()
    const again = await loadGame(fifty("return { stateDelta: { actors: { [params.who]: { stats: { hp: 1 } } } }, narrative: 'Ow.' }"))
    again.guide()
    expect(execute.mock.calls.length).toBe(calls)
    for (const each of [game, again]) each.dispose()
    execute.mockRestore()
  })

  it('gives up on rules that never end', async () => {
    const execute = vi.spyOn(Sandbox.prototype, 'execute')
    const game = await loadGame(fifty('for (;;);'))
    expect(new Set(Object.values(game.guide().actions).map(({ kind }) => kind))).toEqual(new Set(['other']))
    expect(execute.mock.calls.length).toBeLessThan(5)
    game.dispose()
    execute.mockRestore()
  })
})
