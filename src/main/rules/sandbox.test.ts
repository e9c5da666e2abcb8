import { describe, expect, it } from 'vitest'
import type { Game } from '../../shared/story/game'
import { mergePatch } from '../../shared/base/json'
import { Problem, type ProblemData } from '../../shared/base/problem'
import type { GameState } from '../../shared/story/state'
import { probeGame } from './probe.fixture'
import { scriptedDice } from './scripted-dice.fixture'
import { tinyWorld } from './tiny-world.fixture'

function problemOf(work: () => unknown): ProblemData | undefined {
  try {
    work()
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown.toJSON()
    throw thrown
  }
  return undefined
}
const probe = (game: Game, state: GameState = tinyWorld(), ...faces: number[]): unknown =>
  game.execute(state, 'Wren', 'probe', {}, scriptedDice(...faces))
const plain = (game: Game, state: GameState = tinyWorld()): unknown => game.execute(state, 'Wren', 'plain', {}, scriptedDice(2, 3))
const untouched = { stateDelta: { facts: { seen: 'Ghoul,Mira,Oswin,Wren' } }, narrative: 'Wren sees 5, 123, {}' }

/** Answers with the value of an expression, as text. */
const tells = (expression: string): string => `return { stateDelta: {}, narrative: String(${expression}) }`

it('a map by id that a rule looks into holds nothing but its own ids', async () => {
  const ids = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__']
  const maps = [
    'state.facts',
    'state.actors',
    'state.places',
    'state.actors[actor].tags',
    'state.actors[actor].conditions',
    'game.equipment',
    'game.conditions'
  ]
  const game = await probeGame(
    tells(`JSON.stringify([${maps.map((map) => `${JSON.stringify(ids)}.filter((id) => (${map})[id] !== undefined)`).join()}])`)
  )
  expect(probe(game)).toEqual({ stateDelta: {}, narrative: JSON.stringify(maps.map(() => [])) })
  const known = await probeGame(
    "return { stateDelta: { facts: { toString: true } }, narrative: String(state.facts['constructor']) + state.facts.valueOf }"
  )
  const at = (facts: GameState['facts']): GameState => ({ ...tinyWorld(), facts })
  expect(probe(known, at({ constructor: true }))).toMatchObject({ narrative: 'trueundefined' })
  // Changes are applied to the state that is already there.
  expect(probe(known, at({ constructor: false, valueOf: true }))).toMatchObject({ narrative: 'falsetrue' })
})

describe('a rule answers', () => {
  it('with what changes and what is told', async () => {
    const game = await probeGame(
      "return { stateDelta: { facts: { seen: true } }, narrative: `${state.actors[actor].name} rolls ${roll('d6').total}.` }"
    )
    expect(probe(game, tinyWorld(), 4)).toEqual({ stateDelta: { facts: { seen: true } }, narrative: 'Wren rolls 4.' })
  })
  it('no, with a sentence, when it refuses', async () => {
    const game = await probeGame("throw refuse('The door is locked')")
    expect(problemOf(() => probe(game))).toEqual({ code: 'refused', message: 'The door is locked.', data: { rule: 'probe' } })
  })
  it('as a row of a table', async () => {
    const tables = { 'tables/omen.yaml': 'name: Omen\ndice: 2d6\nrows:\n  2-6: A crow.\n  7-12: { text: A bell., loud: true }\n' }
    const game = await probeGame(
      "const row = table('omen')\nreturn { stateDelta: { facts: { loud: row.loud === true, total: row.total } }, narrative: row.text }",
      tables
    )
    expect(probe(game, tinyWorld(), 1, 3)).toEqual({ stateDelta: { facts: { loud: false, total: 4 } }, narrative: 'A crow.' })
    expect(probe(game, tinyWorld(), 3, 4)).toEqual({ stateDelta: { facts: { loud: true, total: 7 } }, narrative: 'A bell.' })
  })
  it('with an imported follow-up that is in no list', async () => {
    const file = { 'manifest.yaml': 'game: Probe\nversion: "1"\nentry_actions: [probe]\n' }
    for (const request of ['./plain', './plain.ts']) {
      const game = await probeGame("return { stateDelta: {}, narrative: 'And then.', followUp: [plain] }", file, `import plain from '${request}'`)
      expect(probe(game)).toMatchObject({ followUp: ['plain'] })
    }
  })
  it('with follow-ups by name, by call, or as an imported action', async () => {
    const game = await probeGame(
      "return { stateDelta: {}, narrative: 'And then.', followUp: ['plain', { action: 'plain', actor: 'Mira', params: { n: 1 } }, plain] }",
      {},
      "import plain from './plain'"
    )
    expect(probe(game)).toEqual({
      stateDelta: {},
      narrative: 'And then.',
      followUp: ['plain', { action: 'plain', actor: 'Mira', params: { n: 1 } }, 'plain']
    })
  })
})

describe('what a rule sees', () => {
  it('is the state without what the engine does next, and never the seed', async () => {
    const game = await probeGame(tells('JSON.stringify([Object.keys(state), state.table, state.next])'))
    expect(probe(game)).toEqual({
      stateDelta: {},
      narrative:
        '[["actors","clock","factions","facts","journeys","places","quests","regions","relationships","scene","table","threads"],{"mode":"story","played":{},"round":0},null]'
    })
  })
  it('follows every change by patches, as if it had been sent whole', async () => {
    const game = await probeGame(tells('JSON.stringify(state)'))
    const patches: Record<string, unknown>[] = [
      { facts: { bridge: true } },
      { actors: { Wren: { stats: { hp: 1 }, inventory: { dagger: null } } }, clock: { minutes: 3 } },
      { combat: { initiative: { Wren: 3, Ghoul: 1 } }, next: { mode: 'combat', round: 1 } },
      { actors: { Mira: { reveals: { 'mira-cold': { after: [] } } } }, scene: null },
      { combat: null, facts: { bridge: null }, next: { mode: 'story', round: 0 } },
      { journeys: { 'inn--cellar': { risks: ['trap', 'steep'] } } }
    ]
    let state = tinyWorld()
    for (const patch of patches) {
      state = mergePatch(state, patch)
      const fresh = await probeGame(tells('JSON.stringify(state)'))
      expect(probe(game, state)).toEqual(probe(fresh, state))
      fresh.dispose()
    }
    // Back to the start, with states that share nothing.
    expect(probe(game, tinyWorld())).toEqual(probe(await probeGame(tells('JSON.stringify(state)')), tinyWorld()))
  })
  it('has the ways out of a place, those of a state that the rule made up itself too', async () => {
    const game = await probeGame(
      "const mine = { ...state, journeys: { there: { ...state.journeys['inn--cellar'], from: 'cave' } } }\n" +
        "return { stateDelta: {}, narrative: JSON.stringify([waysFrom(state, 'inn'), waysFrom(mine, 'cave'), waysFrom(mine, 'inn'), waysFrom(state, 'inn')]) }",
      {},
      "import { waysFrom } from 'proscenium'"
    )
    const seen = (state: GameState): unknown => JSON.parse((probe(game, state) as { narrative: string }).narrative)
    const state = tinyWorld()
    const out = Object.keys(state.journeys).filter((id) => state.journeys[id]?.from === 'inn')
    expect(out).not.toEqual([])
    expect(seen(state)).toEqual([out, ['there'], [], out])
    const more = mergePatch(state, { journeys: { [out[0] ?? '']: null, 'inn--attic': { ...state.journeys['inn--cellar'] } } })
    expect(seen(more)).toEqual([['inn--attic', ...out.slice(1)], ['there'], [], ['inn--attic', ...out.slice(1)]])
    expect(seen(state)).toEqual([out, ['there'], [], out])
  })
  it('does not depend on the order of keys', async () => {
    const shuffled = (value: unknown): unknown =>
      typeof value !== 'object' || value === null || Array.isArray(value)
        ? value
        : Object.fromEntries(
            Object.entries(value)
              .map(([key, inner]) => [key, shuffled(inner)] as const)
              .toReversed()
          )
    const game = await probeGame(tells('JSON.stringify(state)'))
    const other = await probeGame(tells('JSON.stringify(state)'))
    expect(probe(game, shuffled(tinyWorld()) as GameState)).toEqual(probe(other))
  })
  it('has no clock, no chance, no shared memory and no way to new source', async () => {
    const names = [
      'Date',
      'performance',
      'setTimeout',
      'WeakRef',
      'Atomics',
      'SharedArrayBuffer',
      'BigInt',
      'eval',
      'require',
      'process',
      'hostRoll',
      'std',
      'os'
    ]
    const game = await probeGame(tells(`[${names.map((name) => `typeof ${name}`).join()}, typeof Math.random].join()`))
    expect(probe(game)).toEqual({ stateDelta: {}, narrative: Array.from({ length: names.length + 1 }, () => 'undefined').join() })
  })
})

describe('a rule that looks like an attack and is none', () => {
  it('a proxy changes nothing', async () => {
    const game = await probeGame(
      "const mine = new Proxy({}, { get: () => ({ Ghoul: 1 }) })\nreturn { stateDelta: { facts: { n: Object.keys(mine.actors).length } }, narrative: 'A proxy.' }"
    )
    expect(probe(game)).toEqual({ stateDelta: { facts: { n: 1 } }, narrative: 'A proxy.' })
    expect(plain(game)).toEqual(untouched)
  })
  it('a key called __proto__ is a key like any other', async () => {
    const game = await probeGame(`return { stateDelta: { facts: JSON.parse('{"__proto__": {"hp": 9}}') }, narrative: String({}.hp) }`)
    const { stateDelta, narrative } = game.execute(tinyWorld(), 'Wren', 'probe', {}, scriptedDice())
    expect([JSON.stringify(stateDelta), narrative, Object.hasOwn(Object.prototype, 'hp')]).toEqual([
      '{"facts":{"__proto__":{"hp":9}}}',
      'undefined',
      false
    ])
  })
  it('own objects may still have their own toString', async () => {
    const game = await probeGame(
      "const thing = {}\nthing.toString = () => 'mine'\nconst error = new Error('a')\nerror.message = 'b'\n" + tells('thing + error.message')
    )
    expect(probe(game)).toEqual({ stateDelta: {}, narrative: 'mineb' })
  })
})

describe('nothing is kept between calls:', () => {
  it('not in a module', async () => {
    const game = await probeGame(tells('++calls'), {}, 'let calls = 0')
    expect([probe(game), probe(game), probe(game)]).toEqual(Array.from({ length: 3 }, () => ({ stateDelta: {}, narrative: '1' })))
  })
  it('not in a module that two rules share', async () => {
    const game = await probeGame(tells('kept.push(1)'), { 'lib/kept.ts': 'export const kept: number[] = []' }, "import { kept } from '../lib/kept'")
    expect([probe(game), probe(game, mergePatch(tinyWorld(), { facts: { a: 1 } })), probe(game)]).toEqual(
      Array.from({ length: 3 }, () => ({ stateDelta: {}, narrative: '1' }))
    )
  })
  it('not from asking what is offered', async () => {
    const game = await probeGame(tells('asked'), {
      'actions/plain.ts': `let asked = 0
export default { name: 'plain', description: '', params: [], available: () => ++asked === 1, execute: () => ({ stateDelta: {}, narrative: String(asked) }) }`
    })
    const names = () => game.offers({ ...tinyWorld() }, 'Wren', ['plain']).map(({ name }) => name)
    expect([names(), names(), plain(game)]).toEqual([['plain'], ['plain'], { stateDelta: {}, narrative: '0' }])
  })
})

describe('in available and params', () => {
  const closed = (name: string) =>
    `The rule "${name}" failed: Only "execute" can roll dice. Don't call roll or rollTable in "available" or "params". Look at actions/${name}.ts line 2.`
  it.each([
    ['available', "params: [],\navailable: () => roll('d6').total > 3,"],
    ['params', "available: () => true,\nparams: () => [{ name: 'n', type: 'string', description: String(roll('d6').total), required: true }],"]
  ])('dice are closed: %s', async (_, parts) => {
    const game = await probeGame('', {
      'actions/plain.ts': `export default { name: 'plain', description: '', ${parts}\nexecute: () => ({ stateDelta: {}, narrative: '.' }) }`
    })
    expect(problemOf(() => game.offers(tinyWorld(), 'Wren', ['plain']))).toEqual({
      code: 'rule-failed',
      message: closed('plain'),
      data: { rule: 'plain', file: 'actions/plain.ts', line: 2 }
    })
  })
  it('a required choice with nothing to choose takes the action off the table, an optional one only itself', async () => {
    const game = await probeGame('', {
      'actions/plain.ts': `export default { name: 'plain', description: 'Plain.', available: (state) => !state.facts.done || 'it is done',
        params: (state) => [
          { name: 'must', type: 'enum', description: '', required: true, enum: Object.keys(state.facts) },
          { name: 'may', type: 'enum', description: '', required: false, enum: [] },
          { name: 'who', type: 'target', description: '', required: false }
        ], execute: () => ({ stateDelta: {}, narrative: '.' }) }`
    })
    const at = (facts: Record<string, boolean>) => mergePatch(tinyWorld(), { facts })
    expect(game.offers(at({}), 'Wren', ['plain', 'unheard-of'])).toEqual([])
    expect(game.whyNot(at({}), 'Wren', 'plain')).toBe('there is nothing to choose for "must"')
    expect(game.whyNot(at({ done: true }), 'Wren', 'plain')).toBe('it is done')
    expect(game.whyNot(at({ a: true }), 'Wren', 'plain')).toBeUndefined()
    expect(game.offers(at({ a: true }), 'Wren', ['plain'])).toEqual([
      {
        name: 'plain',
        description: 'Plain.',
        cost: 'turn',
        params: [
          { name: 'must', type: 'enum', description: '', required: true, enum: ['a'] },
          { name: 'who', type: 'target', description: '', required: false, enum: ['Mira', 'Oswin'], labels: { Mira: 'Mira', Oswin: 'Oswin' } }
        ]
      }
    ])
  })
})

it('a remembered value is computed once in a question, again in the next, and never for a state that the rule made', async () => {
  const game = await probeGame(
    tells("[list(state, actor), list(state, actor), list(state, 'Mira'), list({ ...state }, actor)].join()"),
    {
      'actions/plain.ts': `import { remembered } from 'proscenium'
let made = 0
export const list = remembered((state, of) => [of + ++made])
export default { name: 'plain', description: '', available: (state, actor) => list(state, actor).length > 0,
  params: (state, actor) => [{ name: 'n', type: 'enum', description: '', required: true, enum: list(state, actor) }],
  execute: () => ({ stateDelta: {}, narrative: '.' }) }`
    },
    "import { list } from './plain'"
  )
  const choicesIn = (state: GameState) => game.offers(state, 'Wren', ['plain']).map(({ params }) => params[0]?.enum)
  expect([choicesIn(tinyWorld()), choicesIn(mergePatch(tinyWorld(), { facts: { a: true } }))]).toEqual([[['Wren1']], [['Wren1']]])
  expect(probe(game)).toEqual({ stateDelta: {}, narrative: 'Wren1,Wren1,Mira2,Wren3' })
})

describe('the machine', () => {
  it('gives the same answer whatever went before', async () => {
    const body = 'let n = 0\nfor (let i = 0; i < 300000; i++) n += Math.sin(i)\n' + tells("n + ' ' + roll('3d6').total")
    const used = await probeGame(body)
    for (let i = 0; i < 3; i++) used.offers(mergePatch(tinyWorld(), { facts: { i } }), 'Wren', ['probe'])
    problemOf(() => used.execute(tinyWorld(), 'Nobody', 'probe', {}, scriptedDice()))
    expect(probe(used, tinyWorld(), 1, 2, 3)).toEqual(probe(await probeGame(body), tinyWorld(), 1, 2, 3))
  })
  it('is where the question is, however often it was asked, how far it lies and what stood there before', async () => {
    const body = tells('JSON.stringify([Object.keys(state.actors), state.actors.Wren, state.facts, state.clock])')
    const asking = `export default { name: 'asking', description: 'Asks.', available: (state) => Object.keys(state.facts).length < 4,
      params: (state) => [{ name: 'fact', type: 'enum', description: 'A fact.', required: true, enum: Object.keys(state.facts) }],
      execute: () => ({ stateDelta: {}, narrative: '' }) }`
    const extra = { 'actions/asking.ts': asking, 'manifest.yaml': 'game: Probe\nversion: "1"\nentry_actions: [probe, plain, asking]\n' }
    const game = await probeGame(body, extra)
    const oswin = tinyWorld().actors['Oswin']
    const crowd = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`passer-by-${i}`, oswin]))
    let state = tinyWorld()
    const patches = [
      { facts: { a: 1 } },
      { facts: { a: 2 } },
      { facts: { a: 1 } },
      { actors: { Wren: { tags: { seen: true } } } },
      { actors: crowd },
      { actors: { ...Object.fromEntries(Object.keys(crowd).map((id) => [id, null])), Mira: null } },
      { actors: { Wren: { tags: { seen: null } } }, facts: { a: null } },
      { facts: { a: { deep: 1 } } },
      { facts: { a: 3, b: 1, c: 1, d: 1 } },
      { facts: { b: null, c: null, d: null } }
    ]
    for (const [index, patch] of [...patches, ...patches].entries()) {
      state = mergePatch(state, patch)
      // First once, then often enough to be marked.
      for (let times = 0; times < 1 + (index % 4); times++) {
        const offers = game.offers(state, 'Wren', ['plain', 'asking'])
        const { narrative } = game.execute(state, 'Wren', 'probe', {}, scriptedDice())
        expect(JSON.parse(narrative)).toEqual([Object.keys(state.actors), state.actors['Wren'], state.facts, state.clock])
        const facts = Object.keys(state.facts)
        const open = facts.length > 0 && facts.length < 4
        expect(offers.map(({ name }) => name)).toEqual(open ? ['plain', 'asking'] : ['plain'])
        expect(offers[1]?.params[0]?.enum).toEqual(open ? facts : undefined)
      }
    }
    game.dispose()
  })
  it('stops a rule at the same turn of its loop every time', async () => {
    const body = "for (let i = 0; i < params.turns; i++);\nreturn { stateDelta: {}, narrative: '.' }"
    const [game, fresh] = [await probeGame(body), await probeGame(body)]
    const ends = (one: Game, turns: number) => problemOf(() => one.execute(tinyWorld(), 'Wren', 'probe', { turns }, scriptedDice())) === undefined
    let [least, most] = [2.3e6, 2.7e6]
    while (most - least > 2000) {
      const middle = Math.floor((least + most) / 2)
      if (ends(game, middle)) least = middle
      else most = middle
    }
    expect([ends(fresh, least), ends(fresh, most)]).toEqual([true, false])
  })
  it('is as good as new after one attack upon another', async () => {
    const game = await probeGame("const list = []\nfor (;;) list.push('x'.repeat(65536) + list.length)")
    for (let i = 0; i < 3; i++) {
      expect(problemOf(() => probe(game))).toMatchObject({ code: 'rule-failed' })
      // Lets the new instance be created in the background.
      await new Promise(setImmediate)
    }
    expect(plain(game)).toEqual(untouched)
  })
})
