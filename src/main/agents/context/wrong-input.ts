import type { core } from 'zod'
import type { ToolShape } from '../../../shared/table/turns'
import { defusedLine } from './fence'

/** The maximum number of choices that a sentence names. */
const MAX_NAMED_CHOICES = 20

/** The parts of a JSON Schema that our tools use. */
interface Field {
  type?: string
  enum?: string[]
  items?: Field
}

/** A sentence that says what is wrong with a tool's input and how to correct it. */
export function wrongInput(shape: ToolShape, input: unknown, issues: readonly core.$ZodIssue[]): string {
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
