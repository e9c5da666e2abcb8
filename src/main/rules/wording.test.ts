import { expect, it } from 'vitest'
import { readGame } from './read-game'
import { conditions } from './vm/conditions'
import { effects } from './vm/effects'
import { sketchFiles } from './vocabulary.fixture'

const problemsOf = (files: Map<string, string>): unknown[] =>
  readGame(files).problems.map(({ code, message, data }) => [code, data?.['file'], data?.['line'], message])
const action = (rest: string): string => `name: do\ndescription: Do it.\n${rest}`
const game = (rest: string, more: Record<string, string> = {}): Map<string, string> =>
  sketchFiles({ do: {} }, { 'actions/do.yaml': action(rest), ...more })

it('every word takes its example', () => {
  const names = {
    'conditions/warded.yaml': 'name: Warded',
    'conditions/frightened.yaml': 'name: Frightened',
    'equipment/more.yaml': 'torch: { name: Torch, kind: light }',
    'actions/end-combat.yaml': 'name: end-combat\ndescription: End.\nexecute: { end_combat: true }'
  }
  const params =
    'params:\n' + ['item', 'who', 'way', 'weapon'].map((name) => `  - { name: ${name}, type: enum, from: inventory, description: It }\n`).join('')
  const steps = Object.entries(conditions).map(([word, { example }]) => `  - if: { ${word}: ${example} }\n    then: { say: So. }\n`)
  const done = Object.entries(effects).map(
    ([word, { example, beside }]) => `  - { ${beside === undefined ? '' : `${beside}: { fact: a }, `}${word}: ${example} }\n`
  )
  expect(problemsOf(game(`${params}execute:\n${steps.join('')}${done.join('')}`, names))).toEqual([])
})

it.each<[string, string, number, string]>([
  [
    'a condition there is not',
    'available:\n  all:\n    - not: { has_voice: true }\nexecute: { say: La. }',
    5,
    `"has_voice" is not a condition. Use one of ${Object.keys(conditions).join(', ')}`
  ],
  [
    'an effect deep inside',
    'execute:\n  save:\n    stat: WIL\n    failure:\n      - say: La.\n      - explode: now',
    8,
    `"explode" is not an effect. Use one of ${Object.keys(effects).join(', ')}`
  ],
  ['a thing there is not', 'execute:\n  say: La.\n  add_item: { item: bel }', 5, '"bel" is not an item in equipment/. Use one of bell'],
  [
    'a condition of people there is not',
    'execute:\n  remove_condition: [poisoned, posioned]',
    4,
    '"posioned" is not a condition in conditions/. Use one of blessed, poisoned'
  ],
  ['a table there is not', 'execute:\n  roll_table: omen', 4, '"omen" is not a table in tables/. Use one of mishap'],
  [
    'a stat there is not',
    'available: { stat_at_least: { LUCK: 3 } }\nexecute: { say: La. }',
    3,
    '"LUCK" is not a stat of the manifest. Use one of DEX, STR, WIL, hp'
  ],
  ['an action there is not', 'execute:\n  follow_up: dance', 4, '"dance" is not an action of this game. Use one of do'],
  ['another type', 'available: { stat_at_least: { STR: strong } }\nexecute: { say: La. }', 3, '"STR" must be a number'],
  ['nothing to compare', 'available: { stat_at_least: { target: Wren } }\nexecute: { say: La. }', 3, '"stat_at_least" names no stat'],
  ['dice that are none', 'execute:\n  damage:\n    dice: 2x6', 5, '"dice" must be a number from 0 or dice such as d6 or 2d6+1'],
  [
    'a field there is not',
    'execute:\n  damage:\n    dice: d6\n    much: true',
    6,
    '"damage" has no field "much". It takes dice, amount, stat, label, target'
  ],
  ['a field that is missing', 'execute:\n  save: { success: { say: La. } }', 4, '"save" needs the field "stat"'],
  ['no amount', 'execute:\n  heal: { stat: STR }', 4, '"heal" needs "dice" or "amount"'],
  ['two goals', 'execute:\n  roll: { dice: d6, under: 3, over: 3 }', 4, '"roll" has both "under" and "over". Remove one of them'],
  ['an outcome without a goal', 'execute:\n  roll: { dice: d6, success: { say: La. } }', 4, '"roll" needs "under" or "over" to succeed or fail'],
  ['an else without an if', 'execute:\n  say: La.\n  else: { say: Lo. }', 5, '"else" also needs "if"'],
  ['an empty choice', 'available: { any: [] }\nexecute: { say: La. }', 3, '"any" must be a list, each a map of conditions'],
  [
    'a name that stands for nothing',
    'execute:\n  say: "{actor.name} hits {who.name}."',
    4,
    '"{who.name}" has no value. It can begin with actor, clock, facts, place, roll, row, target'
  ],
  [
    'a field that nobody has',
    'execute:\n  say: "{actor.nmae} sighs."',
    4,
    '"{actor.nmae}" has no value. "actor" has id, name, kind, location, tags, attitude, stats'
  ],
  [
    'a parameter where none is chosen yet',
    'params: [{ name: who, type: target, description: Who }]\navailable: { has_item: "{who}" }\nexecute: { say: La. }',
    4,
    '"{who}" has no value. It can begin with actor, clock, facts, place'
  ],
  ['a half-filled number', 'execute:\n  damage: "1{roll.total}"', 4, '"damage" must be a number from 0, or a single {…}'],
  [
    'a parameter with a taken name',
    'params: [{ name: actor, type: target, description: Who }]\nexecute: { say: La. }',
    3,
    'a parameter can\'t be called "actor", because the name has another meaning in {…}'
  ],
  [
    'a parameter twice',
    'params:\n  - { name: a, type: string, description: A }\n  - { name: a, type: string, description: A }\nexecute: { say: La. }',
    5,
    'there are two parameters "a"'
  ],
  [
    'an unchosen parameter',
    'execute:\n  if: { chosen: weapon }\n  then: { say: La. }',
    4,
    '"weapon" is not a parameter of this action, because there are none'
  ]
])('an action with %s', (_, rest, line, message) => {
  expect(problemsOf(game(rest))).toEqual([['bad-file', 'actions/do.yaml', line, `actions/do.yaml line ${line}: ${message}. Correct it.`]])
})

it('a choice that nothing fills', () => {
  const [[, , line, message] = []] = problemsOf(
    game('params: [{ name: it, type: enum, description: It }]\navailable: { has_consumable: false }\nexecute: { say: La. }')
  ) as unknown[][]
  expect([line, message]).toEqual([
    3,
    expect.stringMatching(/the parameter "it" has no choices\. Give it an "enum" or "from:" \(consumables, inventory/)
  ])
})

it.each<[string, string, string, number, string]>([
  [
    'a thing',
    'equipment/odd.yaml',
    'hat: { name: Hat, kind: tool }\nbomb:\n  name: Bomb\n  kind: consumable\n  effect:\n    explode: now\n',
    6,
    `"explode" is not an effect. Use one of ${Object.keys(effects).join(', ')}`
  ],
  [
    'a thing with a name there is not',
    'equipment/odd.yaml',
    'bomb: { name: Bomb, kind: consumable, effect: { add_condition: ablaze } }\n',
    1,
    '"ablaze" is not a condition in conditions/. Use one of blessed, poisoned'
  ],
  [
    'a row',
    'tables/odd.yaml',
    'name: Odd\ndice: d2\nrows:\n  1: Nothing\n  2: { text: Something, effect: { damage: much } }\n',
    5,
    '"damage" must be a number from 0, dice such as d6 or 2d6+1 or a map of dice, amount, stat, label and target'
  ]
])('%s has effects in the same words', (_, file, text, line, message) => {
  expect(problemsOf(game('execute: { say: La. }', { [file]: text }))).toEqual([
    ['bad-file', file, line, `${file} line ${line}: ${message}. Correct it.`]
  ])
})

const deep = (open: string, close: string, times: number): string => open.repeat(times) + close.repeat(times)
it.each<[string, string, RegExp]>([
  [
    'brackets in brackets',
    action(`execute: { any: ${deep('[', ']', 20_000)} }`),
    /line 3 is nested more than 48 levels deep\. Write it with less nesting\.$/
  ],
  [
    'conditions in conditions',
    action(`available: ${deep('{ not: ', ' }', 40)}\nexecute: { say: La. }`),
    /line 3: "not" is nested more than 32 levels deep\. Correct it\.$/
  ],
  ['dashes after dashes', action(`execute:\n  ${'- '.repeat(5000)}x`), /line 4 is nested more than 48 levels deep/],
  ['question marks after question marks', action(`execute:\n  ${'? '.repeat(5000)}x`), /line 4 is nested more than 48 levels deep/],
  ['a stair of indents', action(Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')), /is indented too far/],
  [
    'a hundred thousand entries',
    action(`execute: { set_fact: [${'a,'.repeat(100_000)}b] }`),
    /exceeds the limit of 30000 entries\. Split the file\.$/
  ],
  ['more than can be read', action(`execute: { say: "${'a'.repeat(300_000)}" }`), /is larger than 256 KB\. Split it\.$/],
  [
    '__proto__',
    action('execute:\n  set_fact:\n    __proto__: { polluted: true }'),
    /line 5 uses the key "__proto__", which is reserved\. Choose another name\.$/
  ],
  ['what everything has', action('execute:\n  constructor: now'), /line 4: "constructor" is not an effect/],
  [
    'an anchor bomb',
    action(
      `a: &a [x, x, x, x, x, x, x, x, x]\n${['b', 'c', 'd', 'e'].map((name, i) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${'abcd'[i] ?? ''}`).join(', ')}]`).join('\n')}\n`
    ),
    /can't be read: .*Write it without aliases\.$/
  ],
  ['a value that holds itself', action('execute: &a { apply_effect: *a }'), /can't be read: .*Write it without aliases\.$/],
  ['a map for a name', action('execute:\n  ? { a: 1 }\n  : Lo.'), /line 4 has a list or a map as a key\. Write a word before the colon\.$/],
  ['a key twice', action('execute:\n  say: La.\n  say: Lo.'), /line 5 repeats the key "say"\. Keys must be unique\. Remove one of them\.$/]
])('a hostile file (%s) is one clear problem', (_, text, message) => {
  const problems = problemsOf(sketchFiles({ do: {} }, { 'actions/do.yaml': text })) as [string, string, number, string][]
  const [first, ...others] = problems.filter(([, file]) => file === 'actions/do.yaml')
  expect([first?.[0], others]).toEqual(['bad-file', []])
  expect(first?.[3]).toMatch(message)
})
