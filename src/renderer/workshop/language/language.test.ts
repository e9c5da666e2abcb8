import { expect, it } from 'vitest'
import type { FileSchema } from '../../../shared/contract/language-calls'
import { codePlace } from './code-place'
import { aboutAt, keysAt, valuesAt } from './schema'
import { yamlPlace, type YamlPlace } from './yaml-place'

/** The position of `|` in a text. */
function placeIn(text: string): YamlPlace {
  const at = text.indexOf('|')
  const lines = text.replace('|', '').split('\n')
  const before = text.slice(0, at).split('\n')
  return yamlPlace((line) => lines[line] ?? '', lines.length, before.length - 1, before.at(-1)?.length ?? 0)
}
const brief = (text: string): string => {
  const { keys, at, word, siblings } = placeIn(text)
  return `${keys.join('/')} ${at} "${word}"${siblings.length > 0 ? ` beside ${siblings.join(', ')}` : ''}`
}

it.each([
  ['|', ' key ""'],
  ['name: Wet\ndes|\nstacks: keep', ' key "des" beside name, stacks'],
  ['stacks: ke|', 'stacks value "ke"'],
  ['stats:\n  ST|', 'stats key "ST"'],
  ['stats:\n  STR: 1\n  |\nmax: {}', 'stats key "" beside STR'],
  ['inventory:\n  a:\n    item: wet-|', 'inventory/a/item value "wet-"'],
  ['inventory:\n  a: { item: wet-|', 'inventory/a/item value "wet-"'],
  ['inventory: { a: { item: x, co|', 'inventory/a key "co" beside item'],
  ['entry_actions: [rest, tal|', 'entry_actions/* value "tal"'],
  ['entry_actions:\n  - rest\n  - ta|', 'entry_actions/* key "ta"'],
  ['entry_actions:\n- ta|', 'entry_actions/* key "ta"'],
  ['execute:\n  - say: Hello.\n  - add_it|', 'execute/* key "add_it"'],
  ['execute:\n  - roll: d6\n    then:\n      da|', 'execute/*/then key "da"'],
  ['execute:\n  - if: { fact: a }\n    th|', 'execute/* key "th" beside if'],
  ["journeys:\n  'a: b':\n    to: |", 'journeys/a: b/to value ""'],
  ['# a comment: here\nrows:\n  1-3:\n    tab|', 'rows/1-3 key "tab"'],
  ['a: {{{{ [[ ,,:|', 'a'],
  ['__proto__:\n  x: |', '__proto__/x value ""']
])('finds the place in %j', (text, place) => expect(brief(text)).toContain(place.trim()))

it('takes keys, values and help from the schema, through references and alternatives', () => {
  const root: FileSchema = {
    properties: {
      stacks: { enum: ['keep', 'count'], default: 'keep', description: 'What happens twice.' },
      stats: { type: 'object', propertyNames: { names: 'stat' }, additionalProperties: { type: 'number' } },
      run: { $ref: '#/definitions/effects' },
      list: { type: 'array', items: { type: 'string', names: 'action' } }
    },
    definitions: {
      effects: {
        anyOf: [
          { properties: { give: { names: 'item' }, again: { $ref: '#/definitions/effects' } } },
          { type: 'array', items: { $ref: '#/definitions/effects' } }
        ]
      }
    }
  }
  expect(keysAt(root, []).keys.map(({ key, isBlock }) => [key, isBlock])).toEqual([
    ['stacks', false],
    ['stats', true],
    ['run', true],
    ['list', true]
  ])
  expect(keysAt(root, ['stats']).names).toEqual(['stat'])
  expect(keysAt(root, ['run', '*', 'again', '*']).keys.map(({ key }) => key)).toEqual(['give', 'again'])
  expect(valuesAt(root, ['run', 'give']).names).toEqual(['item'])
  expect(valuesAt(root, ['list', '*']).names).toEqual(['action'])
  expect(aboutAt(root, ['stacks'])).toBe('What happens twice.\n\nOne of `keep`, `count`.\n\n`keep` if left out.')
  expect([keysAt(root, ['__proto__', 'constructor']).keys, aboutAt(root, ['toString'])]).toEqual([[], undefined])
})

it.each([
  ["draft.addCondition(actor, 'wi", 'condition', 'wi'],
  ["draft.hasCondition(target(state, [1, 2]), 'win", 'condition', 'win'],
  ["state.actors[id].conditions['we", 'condition', 'we'],
  ["game.equipment?.['wet-", 'item', 'wet-'],
  ['rollTable("mis', 'table', 'mis'],
  ["return draft.result([{ action: 'wri", 'action', 'wri'],
  ["return draft.result(['wri", 'action', 'wri'],
  ["draft.setStat(actor, 'S", 'stat', 'S']
])('expects a name in %j', (code, kind, word) => expect(codePlace(code)).toMatchObject({ kind, word }))

it.each([
  "draft.addCondition('wi",
  "const a = 'wi",
  "// draft.addCondition(a, 'wi",
  "draft.addCondition(actor, 'wet') + 'x",
  'draft.addCondition(actor, wet'
])('expects no name in %j', (code) => expect(codePlace(code)).toBeUndefined())
