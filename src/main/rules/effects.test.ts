import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Game } from '../../shared/story/game'
import { mergePatch } from '../../shared/base/json'
import type { Params } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { scriptedDice } from './scripted-dice.fixture'
import { effects } from './vm/effects'
import { sketchGame, type Sketch, world } from './vocabulary.fixture'

const wren = (patch: Record<string, unknown>): Record<string, unknown> => ({ actors: { Wren: patch } })
const poisoned = { since: 0, until: 10 }
const who = '[{ name: who, type: target, required: true, description: Who }]'
const many = '[{ name: who, type: target, required: true, many: true, description: Who }]'
const item = '[{ name: item, type: enum, from: inventory, required: true, description: What }]'
const way = '[{ name: way, type: enum, from: ways, required: true, description: Where }]'

interface Case extends Sketch {
  does: string
  params?: string
  input?: Params
  faces?: number[]
  state?: GameState
  delta: Record<string, unknown>
  narrative: string
  follow?: unknown
}
const fight = world({ actors: { Ghoul: { location: 'inn' } }, combat: { initiative: { Ghoul: 2, Oswin: 1, Wren: 3 } } })

/** A state with one quest. */
const quest = (fields: Record<string, unknown>): GameState => world({ quests: { bell: { name: 'The bell', ...fields } } })

const cases: Case[] = [
  { does: 'remove_item: ration', delta: wren({ inventory: { rations: { count: 2 } } }), narrative: 'Wren uses the ration.' },
  { does: 'remove_item: { item: ration, count: 3 }', delta: wren({ inventory: { rations: null } }), narrative: 'Wren uses the ration.' },
  {
    does: 'remove_item: { item: axe, target: Oswin }',
    delta: { actors: { Oswin: { inventory: { axe: null } } } },
    narrative: 'Oswin uses the hand axe.'
  },
  {
    does: 'remove_item: dagger, add_item: bell',
    delta: wren({ inventory: { dagger: null, bell: { item: 'bell' } } }),
    narrative: 'Wren uses the dagger. Wren now has the bell.'
  },
  {
    does: 'remove_item: { item: ration, count: 3 }, add_item: ration',
    delta: wren({ inventory: { rations: null, ration: { item: 'ration' } } }),
    narrative: 'Wren uses the ration. Wren now has the ration.'
  },
  { does: 'add_item: { item: ration, count: 2 }', delta: wren({ inventory: { rations: { count: 5 } } }), narrative: 'Wren now has the ration.' },
  {
    does: 'add_item: { item: bell, name: Bell of Tam }',
    delta: wren({ inventory: { bell: { item: 'bell', name: 'Bell of Tam' } } }),
    narrative: 'Wren now has the Bell of Tam.'
  },
  {
    does: 'add_item: { item: bell, place: "{place}" }',
    delta: { places: { inn: { inventory: { bell: { item: 'bell' } } } } },
    narrative: 'Wren does it.'
  },
  { does: 'apply_effect: { heal: 1, set_fact: well }', delta: { facts: { well: true } }, narrative: 'Wren has nothing to heal.' },
  {
    does: 'remove_item: "{item}", apply_effect: { effect: "{item.effect}", target: Oswin }',
    params: item,
    input: { item: 'draught' },
    faces: [4],
    state: world({ actors: { Oswin: { stats: { hp: 0 } } } }),
    delta: { actors: { Wren: { inventory: { draught: { count: 1 } } }, Oswin: { stats: { hp: 4 } } } },
    narrative: 'Oswin drinks. Oswin regains 4 vigour.'
  },
  { does: 'damage: d4', faces: [2], delta: wren({ stats: { hp: 1 } }), narrative: 'Wren is hurt for 2.' },
  { does: 'damage: 9', delta: wren({ stats: { hp: 0 } }), narrative: 'Wren is hurt for 3.' },
  { does: 'damage: { amount: 5, stat: [hp, STR] }', delta: wren({ stats: { hp: 0, STR: 8 } }), narrative: 'Wren is hurt for 5.' },
  { does: 'damage: { dice: d4-3 }', faces: [1], delta: {}, narrative: 'Wren does it.' },
  {
    does: 'damage: { dice: d4, target: "{who}", label: stones }',
    params: many,
    input: { who: ['Mira', 'Oswin'] },
    faces: [1, 3],
    delta: { actors: { Mira: { stats: { hp: 2 } }, Oswin: { stats: { hp: 2 } } } },
    narrative: 'Mira is hurt for 1. Oswin is hurt for 3.'
  },
  { does: 'damage: 2, heal: d6', faces: [6], delta: wren({ stats: { hp: 3 } }), narrative: 'Wren is hurt for 2. Wren regains 2 vigour.' },
  {
    does: 'add_condition: { condition: poisoned, minutes: 10 }',
    state: world(wren({ conditions: { poisoned } })),
    delta: wren({ conditions: { poisoned: { since: 0, until: 20 } } }),
    narrative: 'Wren is poisoned.'
  },
  {
    does: 'add_condition: { condition: blessed, rounds: 2, target: "{who}" }, remove_condition: blessed',
    params: who,
    input: { who: 'Oswin' },
    delta: { actors: { Oswin: { conditions: { blessed: { since: 0, rounds: 2 } } } } },
    narrative: 'Oswin is blessed.'
  },
  {
    does: 'remove_condition: [poisoned, blessed]',
    state: world(wren({ conditions: { poisoned } })),
    delta: wren({ conditions: { poisoned: null } }),
    narrative: 'Wren is no longer poisoned.'
  },
  { does: 'set_attitude: { attitude: wary, target: Mira }', delta: { actors: { Mira: { attitude: 'wary' } } }, narrative: 'Wren does it.' },
  {
    does: 'save: { stat: WIL, success: { set_fact: held }, failure: { damage: 1 } }',
    faces: [11],
    delta: { facts: { held: true } },
    narrative: 'Wren does it.'
  },
  {
    does: 'save: { stat: WIL, success: { set_fact: held }, failure: { damage: 1 } }',
    faces: [12],
    delta: wren({ stats: { hp: 2 } }),
    narrative: 'Wren is hurt for 1.'
  },
  {
    does: 'save: { stat: STR, target: "{who}", label: to stand, failure: { damage: { amount: 1, target: "{target}" }, say: "{target.name} staggers." } }',
    params: many,
    input: { who: ['Mira', 'Oswin'] },
    faces: [9, 14],
    delta: { actors: { Mira: { stats: { hp: 2 } }, Oswin: { stats: { hp: 4 } } } },
    narrative: 'Mira staggers. Oswin staggers. Mira is hurt for 1. Oswin is hurt for 1.'
  },
  { does: 'roll: 2d6+1, set_fact: { fell: "{roll.total}" }', faces: [2, 3], delta: { facts: { fell: 6 } }, narrative: 'Wren does it.' },
  {
    does: 'roll: { dice: d6, over: 4, label: luck, success: { set_fact: lucky }, failure: { say: "No luck with {roll.total}." } }',
    faces: [3],
    delta: {},
    narrative: 'No luck with 3.'
  },
  {
    does: 'roll: { dice: d6, under: "{actor.stats.hp}", success: { set_fact: "lucky-{roll.total}" } }',
    faces: [3],
    delta: { facts: { 'lucky-3': true } },
    narrative: 'Wren does it.'
  },
  { does: 'roll_table: mishap, say: "{row.text} It was {row.total}."', faces: [1], delta: {}, narrative: 'A foot slips. It was 1.' },
  {
    does: 'roll_table: mishap, say: "{row.text}, and it is {row.colour}."',
    faces: [2],
    delta: wren({ stats: { hp: 2 }, conditions: { poisoned } }),
    narrative: 'A thorn, and it is black. Wren is hurt for 1. Wren is poisoned.'
  },
  { does: 'roll_table: { table: mishap, apply: false }', faces: [2], delta: {}, narrative: 'Wren does it.' },
  {
    does: 'if: { fact: bridge }, then: { set_fact: over }, else: { set_fact: under }',
    delta: { facts: { under: true } },
    narrative: 'Wren does it.'
  },
  {
    does: 'set_fact: bridge, if: { fact: bridge, stat_at_least: { hp: 1, target: "{who}" } }, then: { say: "{who.name} is over." }',
    params: who,
    input: { who: 'Mira' },
    delta: { facts: { bridge: true } },
    narrative: 'Mira is over.'
  },
  {
    does: 'if: { chosen: who }, then: { say: "{who}" }, else: { say: Nobody. }',
    params: '[{ name: who, type: target, description: Who }]',
    delta: {},
    narrative: 'Nobody.'
  },
  { does: 'move: { to: "{way.to}" }', params: way, input: { way: 'inn--cellar' }, delta: wren({ location: 'cellar' }), narrative: 'Wren does it.' },
  { does: 'move: cave', state: fight, delta: { ...wren({ location: 'cave' }), combat: { initiative: { Wren: null } } }, narrative: 'Wren does it.' },
  { does: 'set_fact: [rung, heard]', delta: { facts: { rung: true, heard: true } }, narrative: 'Wren does it.' },
  {
    does: 'set_fact: { "met:{who}": true, candles: 3 }',
    params: who,
    input: { who: 'Mira' },
    delta: { facts: { 'met:Mira': true, candles: 3 } },
    narrative: 'Wren does it.'
  },
  { does: 'set_tag: swift', delta: wren({ tags: { swift: true } }), narrative: 'Wren does it.' },
  {
    does: 'set_tag: { tag: safe, value: false, place: "{place}" }',
    delta: { places: { inn: { tags: { safe: null } } } },
    narrative: 'Wren does it.'
  },
  { does: 'set_tag: { tag: rank, value: 2, target: Oswin }', delta: { actors: { Oswin: { tags: { rank: 2 } } } }, narrative: 'Wren does it.' },
  { does: 'pass_time: 10', delta: { clock: { minutes: 10 } }, narrative: 'Wren does it.' },
  { does: 'pass_time: "2-4 hours"', delta: { clock: { minutes: 180 } }, narrative: 'Wren does it.' },
  {
    does: 'start_combat: { foes: Mira, save: DEX }',
    faces: [10, 14],
    delta: { actors: { Mira: { attitude: 'hostile' } }, combat: { initiative: { Mira: 2, Oswin: 1, Wren: 3 } } },
    narrative: 'Wren does it.'
  },
  {
    does: 'start_combat: [Oswin]',
    delta: { combat: { initiative: { Oswin: 2, Wren: 3 }, sides: { Oswin: 'foes', Wren: 'party' } } },
    narrative: 'Wren does it.'
  },
  { does: 'end_combat: true', state: fight, delta: { combat: null }, narrative: 'Wren does it.' },
  { does: 'end_combat: true', delta: {}, narrative: 'Wren does it.' },
  { does: 'follow_up: case-0', delta: {}, narrative: 'Wren does it.', follow: [{ action: 'case-0', actor: 'Wren' }] },
  {
    does: 'say: "{who.name} and {actor.name} nod. {place.name} is warm."',
    params: who,
    input: { who: 'Mira' },
    delta: {},
    narrative: 'Mira and Wren nod. The Drowned Lamb is warm.'
  },
  {
    does: 'start_quest: bell',
    state: quest({ status: 'inactive' }),
    delta: { quests: { bell: { status: 'active' } } },
    narrative: 'Wren does it.'
  },
  { does: 'start_quest: bell', state: quest({ status: 'failed' }), delta: {}, narrative: 'Wren does it.' },
  { does: 'complete_quest: bell', state: quest({}), delta: { quests: { bell: { status: 'completed' } } }, narrative: 'Wren does it.' },
  { does: 'fail_quest: bell', state: quest({ status: 'active' }), delta: { quests: { bell: { status: 'failed' } } }, narrative: 'Wren does it.' },
  {
    does: 'complete_objective: { quest: bell, objective: rope }',
    state: quest({ objectives: { rope: 'Find a rope.', tower: { text: 'Climb.' } } }),
    delta: { quests: { bell: { objectives: { rope: { text: 'Find a rope.', done: true } } } } },
    narrative: 'Wren does it.'
  },
  {
    does: 'change_relationship: { to: Mira, by: 250 }',
    delta: { relationships: { 'wren-mira': { from: 'Wren', to: 'Mira', type: 'KNOWS', value: 100 } } },
    narrative: 'Wren does it.'
  },
  {
    does: 'change_relationship: { from: Mira, to: Wren, by: -15 }',
    state: world({ relationships: { debt: { from: 'Mira', to: 'Wren', type: 'OWES', value: 5 } } }),
    delta: { relationships: { debt: { value: -10 } } },
    narrative: 'Wren does it.'
  },
  {
    does: "open_thread: { thread: key, text: The miller's key is gone., payoff: It fits. }",
    delta: { threads: { key: { text: "The miller's key is gone.", open: true, intended_payoff: 'It fits.' } } },
    narrative: 'Wren does it.'
  },
  {
    does: 'pay_off: { thread: key, outcome: It fits. }',
    state: world({ threads: { key: { text: 'A key.', open: true } } }),
    delta: { threads: { key: { open: false, outcome: 'It fits.' } } },
    narrative: 'Wren does it.'
  },
  {
    does: 'say: "{who.name} listen to {words}."',
    params: many.replace(']', ', { name: words, type: string, required: true, description: Words }]'),
    input: { who: ['Mira', 'Oswin'], words: '{actor.name} $& {nothing}' },
    delta: {},
    narrative: 'Mira and Oswin listen to {actor.name} $& {nothing}.'
  }
]

let game: Game
beforeAll(async () => {
  game = await sketchGame(
    Object.fromEntries(
      cases.map(({ does, params }, i): [string, Sketch] => [`case-${i}`, { execute: `{ ${does} }`, ...(params === undefined ? {} : { params }) }])
    )
  )
})
afterAll(() => game.dispose())

it.each(cases.map((one, i) => [one.does, one, `case-${i}`] as const))(
  '%s',
  (_, { input = {}, faces = [], state = world(), delta, narrative: expected, follow }, name) => {
    const dice = scriptedDice(...faces)
    const { stateDelta, narrative, followUp } = game.execute(state, 'Wren', name, input, dice)
    expect({ changed: mergePatch(state, stateDelta), narrative, rolled: dice.rolled.flatMap((roll) => roll.dice) }).toEqual({
      changed: mergePatch(state, delta),
      narrative: expected,
      rolled: faces
    })
    expect(followUp).toEqual(follow)
  }
)

it('every effect happens here', () => {
  expect(Object.keys(effects).filter((word) => !cases.some(({ does }) => new RegExp(`\\b${word}: `).test(does)))).toEqual([])
})
