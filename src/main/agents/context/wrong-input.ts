import type { core } from 'zod'
import type { ToolShape } from '../../../shared/turns'
import { defusedLine } from './fence'

/** Choices that are named in a sentence. */
const NAMED = 20

/** The parts of a JSON Schema that our tools use. */
interface Field {
  type?: string
  enum?: string[]
  items?: Field
}

/** What is wrong with a tool's input, in one sentence that says how to mend it. */
export function wrongInput(shape: ToolShape, issues: readonly core.$ZodIssue[]): string {
  const { name } = shape
  const fields = (shape.input_schema['properties'] ?? {}) as Record<string, Field>
  const [issue] = issues
  if (issue?.code === 'unrecognized_keys') {
    const known = Object.keys(fields)
    return `${name} has no parameter ${issue.keys.map(quoted).join(', ')}. ${known.length > 0 ? `It takes: ${known.join(', ')}.` : 'It takes none.'}`
  }
  const key = issue?.path[0]
  const field = typeof key === 'string' && Object.hasOwn(fields, key) ? fields[key] : undefined
  if (!issue || typeof key !== 'string' || !field) return `${name} takes one object with its parameters. ${takes(fields)}`
  const choices = field.enum ?? field.items?.enum
  const mend = choices
    ? ` Choose among: ${choices.slice(0, NAMED).join(', ')}${choices.length > NAMED ? ` and ${choices.length - NAMED} more` : ''}.`
    : ''
  if (issue.code === 'too_big') return `${name} takes at most ${Number(issue.maximum)} characters for "${key}". Say it in less.`
  if (issue.code === 'too_small') return `${name} needs something for "${key}"; it was empty.${mend}`
  if (issue.code === 'invalid_value') return `${name} cannot take that for "${key}".${mend}`
  const list = field.type === 'array' && issue.path.length === 1
  return `${name} needs ${list ? 'a list of texts' : field.type === 'number' ? 'a number' : 'a text'} for "${key}".${mend}`
}

const takes = (fields: Record<string, Field>): string =>
  Object.keys(fields).length > 0 ? `It takes: ${Object.keys(fields).join(', ')}.` : 'It takes none: {}.'
const quoted = (key: string): string => `"${defusedLine(key).slice(0, 60)}"`
