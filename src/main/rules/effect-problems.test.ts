import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Game } from '../../shared/story/game'
import type { Params } from '../../shared/story/play'
import { Problem } from '../../shared/base/problem'
import { scriptedDice } from './scripted-dice.fixture'
import { sketchGame, type Sketch, world } from './vocabulary.fixture'

const problemOf = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (thrown) {
    return thrown instanceof Problem ? [thrown.code, thrown.message, thrown.data['line']] : thrown
  }
}
const text = '[{ name: words, type: string, required: true, description: Words }]'
const wrong: [string, string, string, Params, string, string, number?][] = [
  ['a thing not carried', '{ remove_item: bell }', '[]', {}, 'refused', "Wren doesn't carry the bell."],
  ['more of a thing than carried', '{ remove_item: { item: ration, count: 4 } }', '[]', {}, 'refused', 'Wren has only 3 of the ration.'],
  ['more than can be carried', '{ add_item: { item: bell, count: 9 } }', '[]', {}, 'refused', 'Wren can carry no more.'],
  ['somebody there is not', '{ damage: { amount: 1, target: "{words}" } }', text, { words: 'Zed' }, 'refused', 'There is nobody called Zed.'],
  [
    'a place there is not',
    '\n  set_fact: tried\n  move: moon',
    '[]',
    {},
    'rule-failed',
    'The rule "wrong-4" uses the place "moon", which this campaign doesn\'t have. Look at actions/wrong-4.yaml line 7.',
    7
  ],
  [
    'a path that leads nowhere',
    '\n  - say: Well.\n  - if: { in_combat: false }\n    then:\n      say: "{facts.nmae}"',
    '[]',
    {},
    'rule-failed',
    'The rule "wrong-5" can\'t fill "{facts.nmae}", because it has no "nmae". Look at actions/wrong-5.yaml line 9.',
    9
  ],
  [
    'a path through a text',
    '{ say: "{actor.name.first}" }',
    '[]',
    {},
    'rule-failed',
    'The rule "wrong-6" can\'t fill "{actor.name.first}", because it has no "first". Look at actions/wrong-6.yaml line 5.',
    5
  ],
  [
    'a path into what everything has',
    '{ say: "{facts.constructor}" }',
    '[]',
    {},
    'rule-failed',
    'The rule "wrong-7" can\'t fill "{facts.constructor}", because it has no "constructor". Look at actions/wrong-7.yaml line 5.',
    5
  ],
  [
    'a map in a text',
    '{ say: "{actor.stats} are many." }',
    '[]',
    {},
    'rule-failed',
    'The rule "wrong-8" can\'t write "{actor.stats}" into a text, because it is a map. Look at actions/wrong-8.yaml line 5.',
    5
  ],
  [
    'a total before a roll',
    '{ say: "{roll.total}" }',
    '[]',
    {},
    'rule-failed',
    'The rule "wrong-9" can\'t fill "{roll.total}", because it has no value here. Look at actions/wrong-9.yaml line 5.',
    5
  ],
  [
    'a text for a number',
    '\n  save:\n    stat: WIL\n    failure:\n      pass_time: "{words}"',
    text,
    { words: 'soon' },
    'rule-failed',
    'The rule "wrong-10" is wrong: "pass_time" must be a number from 0 or a span such as "2 hours". Look at actions/wrong-10.yaml line 9.',
    9
  ],
  [
    'a condition by a made-up name',
    '{ add_condition: "{words}" }',
    text,
    { words: '__proto__' },
    'rule-failed',
    'The rule "wrong-11" is wrong: "__proto__" is not a condition in conditions/. Use one of blessed, poisoned. Look at actions/wrong-11.yaml line 5.',
    5
  ],
  [
    'effects that are a text',
    '{ apply_effect: "{words}" }',
    text,
    { words: '{ heal: 99 }' },
    'rule-failed',
    'The rule "wrong-12" is wrong: "apply_effect" must be a map of effects, or a list of such maps or a map of effect and target. Look at actions/wrong-12.yaml line 5.',
    5
  ],
  [
    'dice that are none',
    '{ heal: "{words}" }',
    text,
    { words: '999999d999999' },
    'rule-failed',
    'The rule "wrong-13" is wrong: "heal" must be a number from 0, dice such as d6 or 2d6+1 or a map of dice, amount, stat, label and target. Look at actions/wrong-13.yaml line 5.',
    5
  ],
  [
    'effects that go round',
    '{ roll_table: endless }',
    '[]',
    {},
    'rule-failed',
    'The rule "wrong-14" nests effects more than 40 levels deep. Look at actions/wrong-14.yaml line 5.',
    5
  ]
]
let game: Game
beforeAll(async () => {
  const actions = Object.fromEntries(wrong.map(([, execute, params], i): [string, Sketch] => [`wrong-${i}`, { execute, params }]))
  game = await sketchGame(actions, {
    'tables/endless.yaml': 'name: Endless\ndice: d1\nrows: { 1: { text: On, effect: { roll_table: endless } } }\n'
  })
})
afterAll(() => game.dispose())

it.each(wrong.map((one, i) => [...one.slice(0, 1), one, `wrong-${i}`] as unknown as [string, (typeof wrong)[number], string]))(
  '%s',
  (_, [, , , params, code, message, line], name) => {
    const dice = scriptedDice(...Array.from({ length: 100 }, () => 1).map((one, i) => (name === 'wrong-10' && i === 0 ? 19 : one)))
    expect(problemOf(() => game.execute(world(), 'Wren', name, params, dice))).toEqual([code, message, line])
  }
)
