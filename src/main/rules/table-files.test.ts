import { describe, expect, it } from 'vitest'
import { diceFrom, spanOf } from '../engine/dice'
import { call, narratives, playOn } from '../engine/playing.fixture'
import { loadGame } from './load-game'
import { readGame } from './read-game'
import { tinyWorld } from './tiny-world.fixture'

const MANIFEST = 'game: T\nversion: "1"\nentry_actions: [look]\n'
const LOOK = `export default {
  name: 'look', description: 'Look', params: [], available: () => true,
  execute: () => {
    const row = table('outer')
    return { stateDelta: { facts: { row: JSON.stringify(row) } }, narrative: row.text, result: { frozen: Object.isFrozen(row) } }
  }
}`
const files = (tables: Record<string, string>) =>
  new Map([
    ['manifest.yaml', MANIFEST],
    ['actions/look.ts', LOOK],
    ...Object.entries(tables).map(([id, text]): [string, string] => [`tables/${id}.yaml`, text])
  ])
/** Problems as `line sentence`, the file's name left out. */
const problems = (tables: Record<string, string>): string[] =>
  readGame(files(tables)).problems.map(({ message, data }) => {
    const at = `${String(data?.['file'])} line ${String(data?.['line'])}`
    expect(message.startsWith(at)).toBe(true)
    return `${String(data?.['file']).slice(7, -5)}:${String(data?.['line'])}${message.slice(at.length)}`
  })
const rows = (dice: string, ...lines: string[]): string => ['name: T', `dice: "${dice}"`, 'rows:', ...lines.map((line) => `  ${line}`)].join('\n')

describe('B2 every total has one row', () => {
  it.each<[string, string, string[]]>([
    ['a gap', rows('d6', '1-2: a', '4-6: b'), ['t:5 has no row for 3.']],
    ['a gap at the end', rows('2d6', '2-7: a', '8-10: b'), ['t:5 has no row for 11 to 12.']],
    ['a gap at the beginning', rows('2d6', '7-12: a'), ['t:4 has no row for 2 to 6.']],
    ['an overlap', rows('d6', '1-4: a', '3-6: b'), ['t:5 has two rows for 3 to 4: "1-4" and "3-6".']],
    ['a row within another', rows('d6', '1-6: a', '3: b'), ['t:5 has two rows for 3: "1-6" and "3".']],
    ['a range the wrong way round', rows('d6', '3-1: a', '4-6: b'), ['t:4 has the reversed range "3-1". Write 1-3.']],
    [
      'a range of words',
      rows('d6', '1-5: a', 'six: b'),
      ['t:5 has the row "six", which is not a range. Write a number such as 4, or a range such as 1-3.']
    ],
    [
      'a range with a dash',
      rows('d6', '"1–6": a'),
      ['t:4 has the row "1–6", which is not a range. Write a number such as 4, or a range such as 1-3.']
    ],
    [
      'what the dice cannot give',
      rows('d6', '0-3: a', '4-6: b', '7: c'),
      ['t:6 has the row "7", but its dice roll 1 to 6.', 't:4 has the row "0-3", but its dice roll 1 to 6.']
    ],
    [
      'no dice',
      rows('2x6', '1: a'),
      ['t:2 can\'t be rolled: "2x6" is not a dice expression. Write something like 2d6+1 (at most 100 dice of 1000 sides).']
    ],
    [
      'nothing to tell',
      rows('d2', '1: { damage: 1 }', '2: ""'),
      ['t:4 has an empty row. Give it a text or another table.', 't:5 has an empty row. Give it a text or another table.']
    ],
    ['a weight and a range', rows('d2', '1-2: { text: a, weight: 2 }'), ['t:4 gives a row both a range and a weight. Remove one of them.']]
  ])('%s is named', (_what, text, expected) => {
    expect(problems({ t: text }).toSorted()).toEqual(expected.toSorted())
  })

  it.each(['d6', '2d6', 'd6-3', '3d4kh1+2', 'd4-d4', '7'])('%s is covered from its least to its most', (dice) => {
    const [least, most] = spanOf(dice)
    expect(problems({ t: rows(dice, `"${least}-${most}": a`) })).toEqual([])
    expect(problems({ t: rows(dice, `"${least - 1}-${most}": a`) })).toHaveLength(1)
    expect(problems({ t: rows(dice, `"${least}-${most + 1}": a`) })).toHaveLength(1)
  })
})

describe('B3 weights', () => {
  it('stand for the faces of one die', async () => {
    const game = await loadGame(
      files({ t: 'name: T\nrows:\n  - { weight: 3, text: often, cold: true }\n  - seldom\n  - { table: u, weight: 2 }\n', u: rows('d4', '1-4: c') })
    )
    expect(game.tables['t']).toEqual({
      name: 'T',
      dice: 'd6',
      rows: { '1-3': { text: 'often', cold: true }, '4': { text: 'seldom' }, '5-6': { table: 'u' } }
    })
    game.dispose()
  })
  it.each<[string, string, string[]]>([
    ['dice besides', 'name: T\ndice: d6\nrows:\n  - a\n', ['t:2 has dice and a list of rows. Remove the dice, or give every row a range.']],
    [
      'no whole number',
      'name: T\nrows:\n  - a\n  - { text: b, weight: 0.5 }\n',
      ['t:4: `rows.1`: a row must be a text, or a map whose weight is a whole number of at least 1. Correct it.']
    ],
    [
      'too many',
      'name: T\nrows:\n  - { text: a, weight: 1000 }\n  - b\n',
      ['t:2 has weights that add up to 1001, but a die has at most 1000 sides.']
    ],
    ['no rows', 'name: T\nrows: []\n', ['t:2: `rows` must not be empty. Correct it.']]
  ])('%s: named', (_what, text, expected) => expect(problems({ t: text })).toEqual(expected))
})

describe('B1 and B2 tables that lead on', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['nowhere', { t: rows('d2', '1: a', '2: { table: moon }') }, ['t:5 uses the table "moon", but there is no tables/moon.yaml.']],
    ['to themselves', { t: 'name: T\nrows:\n  - a\n  - table: t\n' }, ['t:4 leads back to itself: t → t. Remove one of these links.']],
    [
      'round in a circle',
      { a: rows('d1', '1: { table: b }'), b: rows('d1', '1: { table: c }'), c: rows('d2', '1: x', '2: { table: b }') },
      ['c:5 leads back to itself: b → c → b. Remove one of these links.']
    ],
    [
      'to one that is broken',
      { t: rows('d1', '1: { table: u }'), u: 'name: U\n' },
      ['u:1: `dice` must be text, but it is missing; line 1: `rows` must be a map of texts or maps, but it is missing. Correct them.']
    ],
    [
      'too far',
      Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`t${i}`, i === 9 ? rows('d1', '1: end') : rows('d1', `1: { table: t${i + 1} }`)])),
      ['t1:3 chains more than 8 tables. Merge some of them.']
    ]
  ])('%s are named', (_what, tables, expected) => expect(problems(tables)).toEqual(expected))

  const nested = {
    outer: rows('d6', '1-3: Nothing.', '4-6: { text: A beast., table: beast, mood: sly, total: 99 }'),
    beast: rows('d4', '1: { text: It is a wolf., mood: hungry, legs: 4 }', '2-4: { table: small }'),
    small: rows('d8', '1-8: { text: It is a hen., legs: 2 }')
  }
  it('B4 roll and tell all the same in a rule and at the table; every table is counted', async () => {
    const game = await loadGame(files(nested))
    const face = (faces: number[]) => diceFrom((k) => faces[k] ?? 1)
    const wolf = playOn(tinyWorld(), call('Wren', 'look'), game, face([5, 1]))
    expect(JSON.parse(String(wolf.state.facts['row']))).toEqual({ text: 'A beast. It is a wolf.', total: 5, mood: 'sly', legs: 4 })
    expect([wolf.results, narratives(wolf), wolf.rolls.map(({ label, total }) => [label, total])]).toEqual([
      [{ actor: 'Wren', action: 'look', result: { frozen: true } }],
      ['Wren look'],
      [
        ['T', 5],
        ['T', 1]
      ]
    ])
    const hen = playOn(tinyWorld(), call('Wren', 'look'), game, face([4, 2, 7]))
    const counted = { 'row:beast:2-4': 1, 'row:outer:4-6': 1, 'row:small:1-8': 1, 'table:beast': 1, 'table:outer': 1, 'table:small': 1 }
    expect([hen.subject, hen.state.next.exercised.session]).toEqual(['A beast. It is a hen.', { look: 1, ...counted }])
    const dm = { ...tinyWorld(), next: { ...tinyWorld().next, phase: 'dm' as const, actor: 'DM', waiting: [] } }
    const beat = playOn(dm, call('DM', 'roll_table', { table: 'outer' }), game, face([4, 2, 7]))
    expect([beat.answer, beat.rolls, beat.state.next.exercised.session]).toEqual(['A beast. It is a hen.', hen.rolls, counted])
    expect(beat.writes).toMatchObject([{ entry: { kind: 'roll', text: 'A beast. It is a hen.', table: 'outer', rolls: hen.rolls } }])
    game.dispose()
  })
})
