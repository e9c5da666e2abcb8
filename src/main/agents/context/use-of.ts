import { isObject, own } from '../../../shared/base/json'
import { z, type core } from 'zod'
import { byParamName } from '../../../shared/story/param-aliases'
import type { ToolUse } from '../../../shared/table/agents'
import type { ToolShape } from '../../../shared/table/turns'
import { defusedLine } from './fence'

/** The checks of schemas, by the schema object: `shapesOf` returns the same object for the same tool. */
const checks = new WeakMap<object, z.ZodType>()

/**
 * Converts a model's use of a tool, after checking it against the schema that the model saw; or returns a sentence that says what to correct. The
 * table decides whether the story allows the use now.
 */
export function useOf(shapes: readonly ToolShape[], name: string, input: unknown): ToolUse | string {
  const shape = shapes.find((one) => one.name === name)
  if (!shape) return `There is no tool "${defusedLine(name.slice(0, 60))}" now. Choose one of: ${shapes.map((one) => one.name).join(', ')}.`
  const check = checks.get(shape.input_schema) ?? z.fromJSONSchema(shape.input_schema)
  checks.set(shape.input_schema, check)
  const named = isObject(input) ? withoutAliases(shape, input) : input
  const checked = check.safeParse(named)
  if (!checked.success) return wrongInput(shape, named, checked.error.issues)
  const fields = Object.entries(checked.data as ToolUse['input']).map(([shown, value]): [string, ToolUse['input'][string]] => [
    realName(shape, shown),
    value
  ])
  if (!shape.through) return { tool: shape.action, input: Object.fromEntries(fields), ...(shape.as === undefined ? {} : { as: shape.as }) }
  const { as, ...rest } = Object.fromEntries(fields)
  return { tool: shape.action, input: rest, as: String(as) }
}

const realName = ({ renamed }: ToolShape, shown: string): string => own(renamed, shown) ?? shown

/** An input under the names in the schema. A list of texts may be given as an object of values, as in {"brawn": 8}. */
function withoutAliases({ aliases = {}, input_schema }: ToolShape, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const params = Object.entries(aliases).map(([alias, name]) => ({ name, aliases: [alias] }))
  const fields = (input_schema['properties'] ?? {}) as Record<string, { type?: string }>
  return Object.fromEntries(
    Object.entries(byParamName(params, input)).map(([name, value]) => [
      name,
      own(fields, name)?.type === 'array' && isObject(value)
        ? Object.entries(value).map(([key, one]) => `${key} ${typeof one === 'object' ? JSON.stringify(one) : one}`)
        : value
    ])
  )
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
