import { own } from '../../shared/base/json'
import { z } from 'zod'
import { Condition, Equipment, Manifest, Table } from '../../shared/story/game'
import { ACTION_KINDS, CARE } from '../../shared/story/guide'
import { YamlAction } from './read-game'
import { WeightedTable } from './table-files'
import { choices } from './vm/choices'
import { conditions } from './vm/conditions'
import { effects } from './vm/effects'
import { DICE, inWords, type Shape, type Words } from './vm/shapes'
import { HEADS } from './vm/templates'

type Schema = Record<string, unknown>

const TEMPLATE = '\\{[^{}]*\\}'
const WHOLE: Schema = { type: 'string', pattern: `^${TEMPLATE}$`, description: 'What a {…} stands for.' }
const or = (schema: Schema, other: Schema): Schema => ({ anyOf: [schema, other] })

/** Texts that are ids of things of the world. */
const IDS: Readonly<Record<string, string>> = { 'the id of a place': 'place', 'the id of a character': 'character' }

/** The JSON Schema (draft 7) of a shape. A name from the game's own lists is any text, with its kind in our own keyword `names`. */
function schemaOf(shape: Shape): Schema {
  const schema = bare(shape)
  return shape.about === undefined ? schema : { description: shape.about, ...schema }
}
function bare(shape: Shape): Schema {
  switch (shape.is) {
    case 'boolean':
      return { type: 'boolean' }
    case 'flag':
      return { type: ['boolean', 'number', 'string'] }
    case 'text':
      return {
        type: 'string',
        minLength: 1,
        ...(shape.pattern === undefined ? {} : { pattern: `${shape.pattern}|${TEMPLATE}` }),
        ...(Object.hasOwn(IDS, shape.of) ? { names: IDS[shape.of] } : {})
      }
    case 'name':
      return { type: 'string', minLength: 1, names: shape.of }
    case 'dice':
      return { type: 'string', pattern: `${DICE.source}|${TEMPLATE}` }
    case 'number':
      return or({ type: shape.whole ? 'integer' : 'number', ...(shape.least > Number.MIN_SAFE_INTEGER ? { minimum: shape.least } : {}) }, WHOLE)
    case 'among':
      return or({ enum: [...shape.words] }, WHOLE)
    case 'list':
      return or({ type: 'array', minItems: 1, items: schemaOf(shape.each) }, WHOLE)
    case 'map':
      return {
        type: 'object',
        properties: Object.fromEntries(Object.entries(shape.fields).map(([key, field]) => [key, schemaOf(field)])),
        ...(shape.needs ? { required: [...shape.needs] } : {}),
        ...(shape.rest?.key.is === 'name' ? { propertyNames: { names: shape.rest.key.of } } : {}),
        additionalProperties: shape.rest ? schemaOf(shape.rest.value) : false
      }
    case 'conditions':
      return { $ref: '#/definitions/conditions' }
    case 'effects':
      return { $ref: '#/definitions/effects' }
    case 'either':
      break
  }
  return { anyOf: shape.of.map(schemaOf) }
}

function mapOf(words: Words): Schema {
  const beside = Object.entries(words).flatMap(([word, rule]) => (rule.beside === undefined ? [] : [[word, [rule.beside]]]))
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(words).map(([word, { about, example, takes }]) => [word, { description: `${about}\n\n${word}: ${example}`, ...bare(takes) }])
    ),
    additionalProperties: false,
    ...(beside.length > 0 ? { dependencies: Object.fromEntries(beside) } : {})
  }
}

const plain = (schema: z.ZodType): Schema => z.toJSONSchema(schema, { target: 'draft-7', io: 'input' })
const at = (schema: Schema, ...keys: string[]): Schema => keys.reduce((inner, key) => own(inner, key) as Schema, schema)

/** The schemas of a table's rows, at any depth. */
const rowsIn = (schema: unknown): Schema[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties } = schema as { properties?: Schema }
  const rows = properties && 'text' in properties && 'table' in properties ? [schema as Schema] : []
  return [...rows, ...Object.values(schema).flatMap(rowsIn)]
}

/** The schemas for editors, by file under rules/schema/: one for actions, and one for each other YAML file of a game. */
export function schemas(): Record<string, Schema> {
  const action = plain(YamlAction)
  Object.assign(at(action, 'properties'), { available: { $ref: '#/definitions/conditions' }, execute: { $ref: '#/definitions/effects' } })
  Object.assign(at(action, 'properties', 'params', 'items', 'properties', 'from'), { enum: Object.keys(choices) })
  const map = mapOf(effects)
  const definitions = {
    conditions: { anyOf: [{ type: 'boolean' }, mapOf(conditions)] },
    effects: { anyOf: [map, { type: 'array', minItems: 1, items: map }, WHOLE] }
  }
  const effect: Schema = { description: 'What it does, as YAML effects.', $ref: 'action.json#/definitions/effects' }
  const equipment = plain(z.record(z.string(), Equipment.extend({ effect: z.unknown() })))
  Object.assign(at(equipment, 'additionalProperties', 'properties'), { effect })
  const table = plain(z.union([Table, WeightedTable]))
  for (const row of rowsIn(table)) Object.assign(at(row, 'properties'), { effect })
  return {
    'action.json': { title: 'An action', ...action, definitions },
    'condition.json': { title: 'A condition', ...plain(Condition) },
    'equipment.json': { title: 'Items, by id', ...equipment },
    'manifest.json': { title: 'A game', ...plain(Manifest) },
    'table.json': { title: 'A table', ...table }
  }
}

const cell = (text: string): string => text.replaceAll('|', '\\|')
const rows = (words: Words): string[] =>
  Object.entries(words).map(([word, { about, example, takes }]) => `| \`${word}: ${cell(example)}\` | ${cell(about)} | ${cell(inWords(takes))} |`)

/** The vocabulary's reference in Markdown, as rules/README.md contains it. */
export function reference(): string {
  return [
    '| condition | holds when | takes |',
    '| --- | --- | --- |',
    ...rows(conditions),
    '',
    '| effect | what happens | takes |',
    '| --- | --- | --- |',
    ...rows(effects),
    '',
    '| `from:` | choices |',
    '| --- | --- |',
    ...Object.entries(choices).map(([name, { about }]) => `| \`${name}\` | ${about} |`),
    '',
    `\`{…}\` begins with a parameter or with ${HEADS.map((head) => `\`${head}\``).join(', ')}.`
  ].join('\n')
}

const meanings = (title: string, words: Readonly<Record<string, string>>): string[] => [
  `| ${title} | meaning |`,
  '| --- | --- |',
  ...Object.entries(words).map(([word, about]) => `| \`${word}\` | ${cell(about)} |`)
]

/** The reference of the kinds of actions and of care in Markdown, as contained in rules/README.md. */
export const kindReference = (): string => [...meanings('kind', ACTION_KINDS), '', ...meanings('care', CARE)].join('\n')
