import { z } from 'zod'
import type { OfferedParam } from '../../../shared/story/game'
import { defusedLine } from './fence'

/** The maximum number of characters of a text, as in the engine. */
const MAX_TEXT = 20_000
/** If there are more choices than this, they are not listed one by one. */
export const MAX_CHOICES = 60
/** The maximum number of characters of a description. */
export const MAX_DESCRIPTION = 1000

const remembered = new Map<string, Record<string, unknown>>()

/** The JSON Schema of an object with these fields, and with `as` for the acting character if there are several. It allows no other fields. */
export function schemaOf(fields: readonly [string, OfferedParam][], through: readonly string[]): Record<string, unknown> {
  const key = JSON.stringify([fields, through])
  const known = remembered.get(key)
  if (known) return known
  const acts: [string, z.ZodType][] = through.length > 0 ? [['as', choice(through).describe(`Who does it.${listed(through)}`)]] : []
  const shape = Object.fromEntries([...acts, ...fields.map(([name, def]): [string, z.ZodType] => [name, fieldOf(def)])])
  const { $schema: _, ...schema } = z.toJSONSchema(z.strictObject(shape)) as Record<string, unknown>
  if (remembered.size > 500) remembered.clear()
  remembered.set(key, schema)
  return schema
}

function fieldOf(def: OfferedParam): z.ZodType {
  const max = def.maxCharacters ?? MAX_TEXT
  const text = def.required && !def.many ? z.string().min(1).max(max) : z.string().max(max)
  const one = def.enum ? choice(def.enum) : def.type === 'number' ? z.number() : text
  const field = def.many ? (def.required ? z.array(one).min(1) : z.array(one)) : one
  const description = defusedLine(def.description.slice(0, MAX_DESCRIPTION))
  const values = listed(def.enum, def.labels)
  const words = field.describe(`${values === '' ? description : sentence(description)}${values}`.trim())
  return def.required ? words : words.optional()
}

/** The text with a full stop added if it ends without one, so that a new sentence can follow. */
export const sentence = (text: string): string => (/[\p{L}\p{N})"'’”]$/u.test(text) ? `${text}.` : text)

/** The schema of a choice. A long list of values becomes a text; its values are listed in the description, and checked when the tool is used. */
function choice(values: readonly string[]): z.ZodType {
  return values.length > MAX_CHOICES || values.length === 0 ? z.string().min(1).max(200) : z.enum(values as [string, ...string[]])
}

/** A sentence with the meanings of values whose names don't say it; for a long list, with its first values. */
function listed(values: readonly string[] | undefined, labels: Readonly<Record<string, string>> = {}): string {
  if (!values) return ''
  if (values.length === 0) return ' There is nothing to choose now.'
  const long = values.length > MAX_CHOICES
  const choices = values.slice(0, MAX_CHOICES).flatMap((value) => {
    const label = defusedLine((Object.hasOwn(labels, value) ? labels[value] : value) ?? value)
    return label !== value ? [`${defusedLine(value)} (${label})`] : long ? [value] : []
  })
  if (choices.length === 0) return ''
  return ` Values: ${choices.join(', ')}${long ? ` and ${values.length - MAX_CHOICES} more` : ''}.`
}
