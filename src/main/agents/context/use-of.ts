import { attempt } from '../../../shared/base/attempt'
import { isObject, own } from '../../../shared/base/json'
import { z, type core } from 'zod'
import { choicesCalled, foldedName } from '../../../shared/base/meant'
import { understand, unfenced, type Form } from '../../../shared/base/understand'
import type { Offer, OfferedParam } from '../../../shared/story/game'
import { byParamName } from '../../../shared/story/param-aliases'
import type { ToolUse, View } from '../../../shared/table/agents'
import type { ToolShape } from '../../../shared/table/turns'
import { defusedLine } from './fence'
import { jsonForm } from './json-forms'

/** The checks of schemas, by the schema object: `shapesOf` returns the same object for the same tool. */
const checks = new WeakMap<object, z.ZodType>()

/** What a model may call things: the labels of the present offers, and names by id. `who`: the id of the seat. */
export interface Meanings {
  offers?: readonly Offer[]
  names?: Readonly<Record<string, string>>
  who?: string
}

/** The names that a seat knows, by id. */
export const namesIn = ({ actors, cast = {} }: View): Record<string, string> =>
  Object.fromEntries([...Object.entries(cast), ...actors.map((one) => [one.id, one] as const)].map(([id, { name }]) => [id, name]))

/**
 * Converts a model's use of a tool, after checking it against the schema that the model saw; or returns a sentence that says what to correct. A near
 * miss is understood first: the use then has the exact form, and `understood` says what was understood. The table decides whether the story allows
 * the use now.
 */
export function useOf(shapes: readonly ToolShape[], name: string, input: unknown, meanings: Meanings = {}): ToolUse | string {
  const shape = shapeCalled(shapes, name)
  if (!shape) return `There is no tool "${defusedLine(name.slice(0, 60))}" now. Choose one of: ${shapes.map((one) => one.name).join(', ')}.`
  if (shape.isDoor) return throughDoor(shapes, shape, input, meanings)
  const { named, words: renamed } = isObject(input) ? withoutAliases(shape, input) : { named: input, words: '' }
  const other = isObject(named) ? actsAsOther(shape, named, meanings) : undefined
  if (other !== undefined) return other
  const { value, words, question } = understand(formOf(shape, meanings), named, meanings.names)
  if (question !== undefined) return `${shape.name}: ${defusedLine(question)}`
  const check = checks.get(shape.input_schema) ?? z.fromJSONSchema(shape.input_schema)
  checks.set(shape.input_schema, check)
  const checked = check.safeParse(value)
  if (!checked.success) return wrongInput(shape, value, checked.error.issues)
  const fields = Object.entries(checked.data as ToolUse['input']).map(([shown, one]): [string, ToolUse['input'][string]] => [
    realName(shape, shown),
    one
  ])
  const tool = shape.name === name ? '' : `Understood the tool as ${shape.name}. `
  const understood = `${tool}${renamed}${defusedLine(words)}`.trim()
  const said = understood === '' ? {} : { understood }
  if (!shape.through) return { tool: shape.action, input: Object.fromEntries(fields), ...(shape.as === undefined ? {} : { as: shape.as }), ...said }
  const { as = shape.as, ...rest } = Object.fromEntries(fields)
  return { tool: shape.action, input: rest, ...(as === undefined ? {} : { as: String(as) }), ...said }
}

/** The use of the action that the input of a door names, with its parameters in `inputs` or beside the name. */
function throughDoor(shapes: readonly ToolShape[], door: ToolShape, input: unknown, meanings: Meanings): ToolUse | string {
  const { action, inputs, ...beside } = isObject(input) ? input : {}
  const others = shapes.filter((shape) => shape !== door)
  if (typeof action !== 'string') return `${door.name} needs the name of an action in "action": ${others.map(({ name }) => name).join(', ')}.`
  return useOf(others, action, isObject(inputs) ? inputs : typeof inputs === 'string' ? asObject(inputs) : beside, meanings)
}

/** The object in a JSON text; the text itself if it is none. */
const asObject = (text: string): unknown => attempt(() => JSON.parse(unfenced(text)) as unknown, text)

/** A refusal of an `as` that the tool doesn't take, unless it names who acts anyway: leaving out another one would change who acts. */
function actsAsOther(shape: ToolShape, input: Readonly<Record<string, unknown>>, { names = {}, who }: Meanings): string | undefined {
  const { properties = {}, additionalProperties } = shape.input_schema as Form
  const actor = shape.as ?? who
  const [key, as] = Object.entries(input).find(([one, value]) => foldedName(one) === 'as' && value !== null) ?? []
  if (key === undefined || Object.hasOwn(properties, 'as') || additionalProperties !== false) return undefined
  if (actor !== undefined && typeof as === 'string' && choicesCalled({ values: [actor], labels: names }, as).length > 0) return undefined
  return wrongInput(shape, input, [{ code: 'unrecognized_keys', keys: [key], path: [], message: '' }])
}

/** The tool with that name, or the only one whose name differs from it in nothing but case and signs. */
function shapeCalled(shapes: readonly ToolShape[], name: string): ToolShape | undefined {
  const exact = shapes.find((one) => one.name === name)
  if (exact) return exact
  const [alike, ...others] = shapes.filter((one) => foldedName(one.name) === foldedName(name))
  return others.length === 0 ? alike : undefined
}

const realName = ({ renamed }: ToolShape, shown: string): string => own(renamed, shown) ?? shown

/** Texts with a form of their own: the short name of a fact, which every game takes, and the path of a note. */
const TEXT_FORMS: Readonly<Record<string, Form>> = { fact: { isSlug: true }, note_path: { isNote: true } }

/** What the inputs of a tool may be: its schema, with the choices of the present offers and their labels. */
function formOf(shape: ToolShape, { offers = [] }: Meanings): Form {
  const schema = shape.input_schema as Form
  const params: readonly OfferedParam[] = offers.flatMap((one) => (one.name === shape.action && (shape.as ?? one.as) === one.as ? one.params : []))
  const fields = Object.entries(schema.properties ?? {}).map(([shown, field]): [string, Form] => {
    if (shape.through && shown === 'as') return [shown, { ...field, enum: shape.through, isName: true }]
    const defs = params.filter(({ name }) => name === realName(shape, shown))
    const [json] = defs.flatMap(({ json, skills }) => (json ? [jsonForm(json, skills)] : []))
    if (json) return [shown, { ...field, json }]
    const values = [...new Set(defs.flatMap((def) => def.enum ?? []))]
    if (values.length === 0) return [shown, field.type === 'string' ? { ...field, ...own(TEXT_FORMS, realName(shape, shown)) } : field]
    const labels = Object.fromEntries(defs.flatMap((def) => Object.entries(def.labels ?? {})))
    const choice: Form = { type: 'string', enum: values, labels, ...(defs.some(({ type }) => type === 'target') ? { isName: true } : {}) }
    return [shown, defs.some(({ many }) => many) ? { ...field, items: choice } : { ...field, ...choice }]
  })
  return { ...schema, properties: Object.fromEntries(fields) }
}

/** An input under the names in the schema. An alias may have another case and other signs; then `words` says so. */
function withoutAliases(
  { aliases = {}, input_schema }: ToolShape,
  input: Readonly<Record<string, unknown>>
): { named: Record<string, unknown>; words: string } {
  const { properties = {} } = input_schema as Form
  const known = Object.keys(aliases)
  const aliasOf = (key: string): string => {
    if (known.includes(key) || Object.keys(properties).some((name) => foldedName(name) === foldedName(key))) return key
    const [alias = key, ...others] = known.filter((one) => foldedName(one) === foldedName(key))
    return others.length > 0 || Object.hasOwn(input, alias) ? key : alias
  }
  const read = Object.keys(input).map((key): [string, string] => [key, aliasOf(key)])
  const named = byParamName(
    Object.entries(aliases).map(([alias, name]) => ({ name, aliases: [alias] })),
    Object.fromEntries(read.map(([key, alias]) => [alias, input[key]]))
  )
  const changed = read.flatMap(([key, alias]) => (key === alias ? [] : [`${defusedLine(key)} as ${own(aliases, alias) ?? alias}`]))
  return { named, words: changed.length === 0 ? '' : `Understood ${changed.join(', ')}. ` }
}

/** The maximum number of choices that a sentence names. */
const MAX_NAMED_CHOICES = 20

/** The parts of a JSON Schema that our tools use. */
interface Field {
  type?: string
  enum?: string[]
  items?: Field
}

/** A sentence that says what is wrong with a tool's input and how to correct it. */
function wrongInput(shape: ToolShape, input: unknown, issues: readonly core.$ZodIssue[]): string {
  const { name } = shape
  const fields = (shape.input_schema['properties'] ?? {}) as Record<string, Field>
  const names = Object.keys(fields)
  const takes = names.length > 0 ? `It takes: ${names.join(', ')}.` : 'It takes no parameters.'
  const [issue] = issues
  if (issue?.code === 'unrecognized_keys') return `${name} has no parameter ${issue.keys.slice(0, 3).map(quoted).join(', ')}. ${takes}`
  const key = issue?.path[0]
  if (!issue || typeof key !== 'string' || !Object.hasOwn(fields, key)) return `${name} takes one object with its parameters. ${takes}`
  const field = fields[key] as Field
  const choices = field.enum ?? field.items?.enum
  const remedy = choices
    ? ` Choose one of: ${choices.slice(0, MAX_NAMED_CHOICES).join(', ')}${choices.length > MAX_NAMED_CHOICES ? ` and ${choices.length - MAX_NAMED_CHOICES} more` : ''}.`
    : ''
  const missing = !Object.hasOwn(input as object, key)
  if (missing) return `${name} needs "${key}".${remedy || ' Call it again with it.'}`
  if (issue.code === 'too_big') return `${name} takes at most ${Number(issue.maximum)} characters for "${key}". Shorten it.`
  if (issue.code === 'too_small') return `${name} needs a value for "${key}", but it was empty.${remedy}`
  const value = issue.path.reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown> | undefined)?.[step], input)
  if (issue.code === 'invalid_value' && typeof value === 'string') return `${name} can't take ${quoted(value)} for "${key}".${remedy}`
  const expected = field.type === 'array' && issue.path.length === 1 ? 'a list of texts' : field.type === 'number' ? 'a number' : 'a text'
  return `${name} needs ${expected} for "${key}".${remedy}`
}

const quoted = (text: string): string => `"${defusedLine(text.slice(0, 60))}"`
