import { expect, test } from 'vitest'
import { readGame } from './read'
import { conditions } from './vm/conditions'
import { effects } from './vm/effects'
import { sketchFiles } from './vocabulary.fixture'

const found = (files: Map<string, string>): unknown[] =>
  readGame(files).problems.map(({ code, message, data }) => [code, data?.['file'], data?.['line'], message])
const action = (rest: string): string => `name: do\ndescription: Do it.\n${rest}`
const game = (rest: string, more: Record<string, string> = {}): Map<string, string> =>
  sketchFiles({ do: {} }, { 'actions/do.yaml': action(rest), ...more })

test('every word takes its example', () => {
  const names = {
    'conditions/warded.yaml': 'name: Warded',
    'conditions/frightened.yaml': 'name: Frightened',
    'equipment/more.yaml': 'torch: { name: Torch, kind: light }',
    'actions/end-combat.yaml': 'name: end-combat\ndescription: End.\nexecute: { end_combat: true }'
  }
  const params =
    'params:\n' + ['item', 'who', 'way', 'weapon'].map((name) => `  - { name: ${name}, type: enum, from: inventory, description: It }\n`).join('')
  const asked = Object.entries(conditions).map(([word, { example }]) => `  - if: { ${word}: ${example} }\n    then: { say: So. }\n`)
  const done = Object.entries(effects).map(
    ([word, { example, beside }]) => `  - { ${beside === undefined ? '' : `${beside}: { fact: a }, `}${word}: ${example} }\n`
  )
  expect(found(game(`${params}execute:\n${asked.join('')}${done.join('')}`, names))).toEqual([])
})

test.each<[string, string, number, string]>([
  [
    'a condition there is not',
    'available:\n  all:\n    - not: { has_voice: true }\nexecute: { say: La. }',
    5,
    `"has_voice" is no condition; it can be ${Object.keys(conditions).join(', ')}`
  ],
  [
    'an effect deep inside',
    'execute:\n  save:\n    stat: WIL\n    failure:\n      - say: La.\n      - explode: now',
    8,
    `"explode" is no effect; it can be ${Object.keys(effects).join(', ')}`
  ],
  ['a thing there is not', 'execute:\n  say: La.\n  add_item: { item: bel }', 5, '"bel" is no thing in equipment/; there is bell'],
  [
    'a condition of people there is not',
    'execute:\n  remove_condition: [poisoned, posioned]',
    4,
    '"posioned" is no condition in conditions/; there is blessed, poisoned'
  ],
  ['a table there is not', 'execute:\n  roll_table: omen', 4, '"omen" is no table in tables/; there is mishap'],
  [
    'a stat there is not',
    'available: { stat_at_least: { LUCK: 3 } }\nexecute: { say: La. }',
    3,
    '"LUCK" is no stat of the manifest; there is DEX, STR, WIL, hp'
  ],
  ['an action there is not', 'execute:\n  follow_up: dance', 4, '"dance" is no action of this game; there is do'],
  ['another type', 'available: { stat_at_least: { STR: strong } }\nexecute: { say: La. }', 3, '"STR" needs a number'],
  ['nothing to compare', 'available: { stat_at_least: { target: Wren } }\nexecute: { say: La. }', 3, '"stat_at_least" names no stat'],
  ['dice that are none', 'execute:\n  damage:\n    dice: 2x6', 5, '"dice" needs a number from 0 or dice such as d6 or 2d6+1'],
  [
    'a field there is not',
    'execute:\n  damage:\n    dice: d6\n    much: true',
    6,
    '"damage" knows no "much"; it takes dice, amount, stat, label, target'
  ],
  ['a field that is missing', 'execute:\n  save: { success: { say: La. } }', 4, '"save" lacks "stat"'],
  ['no amount', 'execute:\n  heal: { stat: STR }', 4, '"heal" needs "dice" or "amount"'],
  ['two goals', 'execute:\n  roll: { dice: d6, under: 3, over: 3 }', 4, '"roll" has both "under" and "over"; take one out'],
  ['an outcome without a goal', 'execute:\n  roll: { dice: d6, success: { say: La. } }', 4, '"roll" needs "under" or "over" to succeed or fail'],
  ['an else without an if', 'execute:\n  say: La.\n  else: { say: Lo. }', 5, '"else" needs "if" beside it'],
  ['an empty choice', 'available: { any: [] }\nexecute: { say: La. }', 3, '"any" needs a list, each a map of conditions'],
  [
    'a name that stands for nothing',
    'execute:\n  say: "{actor.name} hits {who.name}."',
    4,
    'nothing fills "{who.name}"; it can begin with actor, clock, facts, place, roll, row, target'
  ],
  [
    'a field that nobody has',
    'execute:\n  say: "{actor.nmae} sighs."',
    4,
    'nothing fills "{actor.nmae}"; "actor" has id, name, kind, location, tags, attitude, stats'
  ],
  [
    'a parameter where none is chosen yet',
    'params: [{ name: who, type: target, description: Who }]\navailable: { has_item: "{who}" }\nexecute: { say: La. }',
    4,
    'nothing fills "{who}"; it can begin with actor, clock, facts, place'
  ],
  ['a half-filled number', 'execute:\n  damage: "1{roll.total}"', 4, '"damage" needs a number from 0, or one {…} and nothing beside it'],
  [
    'a parameter with a taken name',
    'params: [{ name: actor, type: target, description: Who }]\nexecute: { say: La. }',
    3,
    'a parameter cannot be called "actor", which stands for something else in {…}'
  ],
  [
    'a parameter twice',
    'params:\n  - { name: a, type: string, description: A }\n  - { name: a, type: string, description: A }\nexecute: { say: La. }',
    5,
    'there are two parameters "a"'
  ],
  ['an unchosen parameter', 'execute:\n  if: { chosen: weapon }\n  then: { say: La. }', 4, '"weapon" is no parameter of this action; there is none']
])('an action with %s', (_, rest, line, message) => {
  expect(found(game(rest))).toEqual([['bad-file', 'actions/do.yaml', line, `actions/do.yaml line ${line}: ${message}. Correct it.`]])
})

test('a choice that nothing fills', () => {
  const [[, , line, message] = []] = found(
    game('params: [{ name: it, type: enum, description: It }]\navailable: { has_consumable: false }\nexecute: { say: La. }')
  ) as unknown[][]
  expect([line, message]).toEqual([3, expect.stringMatching(/nothing fills the choice "it"; give it an "enum" or "from:" \(consumables, inventory/)])
})

test.each<[string, string, string, number, string]>([
  [
    'a thing',
    'equipment/odd.yaml',
    'hat: { name: Hat, kind: tool }\nbomb:\n  name: Bomb\n  kind: consumable\n  effect:\n    explode: now\n',
    6,
    `"explode" is no effect; it can be ${Object.keys(effects).join(', ')}`
  ],
  [
    'a thing with a name there is not',
    'equipment/odd.yaml',
    'bomb: { name: Bomb, kind: consumable, effect: { add_condition: ablaze } }\n',
    1,
    '"ablaze" is no condition in conditions/; there is blessed, poisoned'
  ],
  [
    'a row',
    'tables/odd.yaml',
    'name: Odd\ndice: d2\nrows:\n  1: Nothing\n  2: { text: Something, effect: { damage: much } }\n',
    5,
    '"damage" needs a number from 0, dice such as d6 or 2d6+1 or a map of dice, amount, stat, label and target'
  ]
])('%s has effects in the same words', (_, file, text, line, message) => {
  expect(found(game('execute: { say: La. }', { [file]: text }))).toEqual([['bad-file', file, line, `${file} line ${line}: ${message}. Correct it.`]])
})

const deep = (open: string, close: string, times: number): string => open.repeat(times) + close.repeat(times)
test.each<[string, string, RegExp]>([
  [
    'brackets in brackets',
    action(`execute: { any: ${deep('[', ']', 20_000)} }`),
    /line 3 is nested more than 48 levels deep\. Write it with less nesting\.$/
  ],
  [
    'conditions in conditions',
    action(`available: ${deep('{ not: ', ' }', 40)}\nexecute: { say: La. }`),
    /line 3: "not" is nested more than 32 deep\. Correct it\.$/
  ],
  ['dashes after dashes', action(`execute:\n  ${'- '.repeat(5000)}x`), /line 4 is nested more than 48 levels deep/],
  ['question marks after question marks', action(`execute:\n  ${'? '.repeat(5000)}x`), /line 4 is nested more than 48 levels deep/],
  ['a stair of indents', action(Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')), /is indented too far/],
  [
    'a hundred thousand entries',
    action(`execute: { set_fact: [${'a,'.repeat(100_000)}b] }`),
    /exceeds the limit of 30000 entries\. Split the file\.$/
  ],
  ['more than can be read', action(`execute: { say: "${'a'.repeat(300_000)}" }`), /is larger than 256 KB; split it\.$/],
  [
    '__proto__',
    action('execute:\n  set_fact:\n    __proto__: { polluted: true }'),
    /line 5 uses the name "__proto__", which nothing can have\. Choose another\.$/
  ],
  ['what everything has', action('execute:\n  constructor: now'), /line 4: "constructor" is no effect/],
  [
    'an anchor bomb',
    action(
      `a: &a [x, x, x, x, x, x, x, x, x]\n${['b', 'c', 'd', 'e'].map((name, i) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${'abcd'[i] ?? ''}`).join(', ')}]`).join('\n')}\n`
    ),
    /cannot be read: .*Write it without aliases\.$/
  ],
  ['a value that holds itself', action('execute: &a { apply_effect: *a }'), /cannot be read: .*Write it without aliases\.$/],
  ['a map for a name', action('execute:\n  ? { a: 1 }\n  : Lo.'), /line 4 has a list or a map for a name\. Write a word before the colon\.$/],
  ['a key twice', action('execute:\n  say: La.\n  say: Lo.'), /line 5 is not YAML: Map keys must be unique, and "say" is there twice\. Correct it\.$/]
])('a hostile file (%s) is one clear problem', (_, text, message) => {
  const problems = found(sketchFiles({ do: {} }, { 'actions/do.yaml': text })) as [string, string, number, string][]
  const [first, ...others] = problems.filter(([, file]) => file === 'actions/do.yaml')
  expect([first?.[0], others]).toEqual(['bad-file', []])
  expect(first?.[3]).toMatch(message)
})
