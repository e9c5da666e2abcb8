import { z } from 'zod'
import { foldedWords } from '../../../shared/base/meant'
import type { OfferedParam } from '../../../shared/story/game'
import { defusedLine } from './fence'

/** The maximum number of characters of a text, as in the engine. */
const MAX_TEXT = 20_000
/** If there are more choices than this, a schema doesn't list them one by one. */
export const MAX_CHOICES = 60
/** A list with more choices than this shows the bare id of a choice whose name contains the words of its id. */
const MAX_NAMED_CHOICES = 12
/** The maximum number of ids that a list without names shows. */
const MAX_BARE_CHOICES = 200
/** The maximum number of characters of a description. */
export const MAX_DESCRIPTION = 1000

/** A parameter of a schema. `orNumber`: a text or a number. `isAny`: of a type that depends on the state. */
export type SchemaParam = OfferedParam & { orNumber?: boolean; isAny?: boolean }
/** Who can do it, where that is a choice; without `values`, anybody of the DM's characters. */
export interface Acting {
  values?: readonly string[]
  required: boolean
}

const remembered = new Map<string, Record<string, unknown>>()

/** The JSON Schema of an object with these fields, and with `as` for the acting character if there is a choice. It allows no other fields. */
export function schemaOf(fields: readonly [string, SchemaParam][], acting?: Acting): Record<string, unknown> {
  const key = JSON.stringify([fields, acting])
  const known = remembered.get(key)
  if (known) return known
  const shape = Object.fromEntries([
    ...(acting ? [['as', actingField(acting)] as const] : []),
    ...fields.map(([name, def]): [string, z.ZodType] => [name, fieldOf(def)])
  ])
  const { $schema: _, ...schema } = z.toJSONSchema(z.strictObject(shape)) as Record<string, unknown>
  if (remembered.size > 500) remembered.clear()
  remembered.set(key, schema)
  return schema
}

function actingField({ values, required }: Acting): z.ZodType {
  const field = values
    ? choice(values).describe(`Who does it.${listed(values)}`)
    : z.string().min(1).describe('Which character of yours does it, by id.')
  return required ? field : field.optional()
}

function fieldOf(def: SchemaParam): z.ZodType {
  const max = def.maxCharacters ?? MAX_TEXT
  const text = def.required && !def.many ? z.string().min(1).max(max) : z.string().max(max)
  const plain = def.type === 'number' ? z.number() : text
  const one = def.enum ? choice(def.enum) : def.orNumber ? z.union([text, z.number()]) : plain
  const field = def.isAny ? z.json() : def.many ? (def.required ? z.array(one).min(1) : z.array(one)) : one
  const description = defusedLine(def.description.slice(0, MAX_DESCRIPTION))
  const values = listed(def.enum, def.labels)
  const words = field.describe(`${values === '' ? description : sentence(description)}${values}`.trim())
  return def.required ? words : words.optional()
}

/** The text with a full stop added if it ends without one, so that a new sentence can follow. */
export const sentence = (text: string): string => (/[\p{L}\p{N})"'’”]$/u.test(text) ? `${text}.` : text)

/** The schema of a choice. A long list of values becomes a text; its values are listed in the description, and checked when the tool is used. */
function choice(values: readonly string[]): z.ZodType {
  return values.length > MAX_CHOICES ? z.string().min(1).max(200) : z.enum(values as [string, ...string[]])
}

/** A sentence with the meanings of values whose names don't say it; for values that the schema doesn't list, with the values themselves. */
function listed(values: readonly string[] | undefined, labels: Readonly<Record<string, string>> = {}): string {
  if (!values) return ''
  const isListed = values.length <= MAX_CHOICES
  const { shown, more } = choiceWords(values, labels)
  const choices = isListed ? shown.filter((words, at) => words !== defusedLine(values[at] ?? '')) : shown
  return choices.length === 0 ? '' : ` Values: ${choices.join(', ')}${more}.`
}

/**
 * Choices in words, as "rat (a long rat)": the id alone if that is the name. A long list has bare ids wherever the name only repeats the id's words, and
 * a very long one everywhere. `more`: how many are not shown. They can be chosen as well.
 */
export function choiceWords(values: readonly string[], labels: Readonly<Record<string, string>> = {}): { shown: string[]; more: string } {
  const isBare = values.length > MAX_CHOICES
  const most = values.length > MAX_BARE_CHOICES ? MAX_CHOICES : values.length
  const shown = values.slice(0, most).map((value) => {
    const label = defusedLine((Object.hasOwn(labels, value) ? labels[value] : value) ?? value)
    const isSaid = isBare || (values.length > MAX_NAMED_CHOICES && ` ${foldedWords(label)} `.includes(` ${foldedWords(value)} `))
    return label === value || isSaid ? defusedLine(value) : `${defusedLine(value)} (${label})`
  })
  return { shown, more: values.length > most ? ` and ${values.length - most} more, which you can name too` : '' }
}
