import { z } from 'zod'
import type { ToolUse } from '../../../shared/agents'
import type { Offer, ParamDef } from '../../../shared/game'
import type { ToolShape } from '../../../shared/turns'
import { defusedLine } from './fence'
import { wrongInput } from './wrong-input'

/** Texts are no longer than the engine takes. */
const MAX_TEXT = 20_000
/** More choices than these are not listed one by one. */
const MAX_CHOICES = 60
/** NPCs with different choices that get a tool each for one action; more share a tool. */
const MAX_TWINS = 6
const MAX_DESCRIPTION = 1000

/**
 * The tools offered now as a model is shown them. An action that can be done through several NPCs is one tool with `as` when
 * their choices are the same, else one for each. Names fit `[a-zA-Z0-9_-]{1,64}` and are unique.
 */
export function shapesOf(offers: readonly Offer[]): ToolShape[] {
  const names = new Set<string>()
  return alike(offers).map((group) => {
    const [offer] = group as [Offer]
    const through = group.flatMap(({ as }) => as ?? [])
    const single = through.length === 1 ? through[0] : undefined
    const name = unique(
      single !== undefined && offers.filter((other) => other.name === offer.name).length > 1 ? `${offer.name}__${single}` : offer.name,
      names
    )
    const ends = offer.cost === 'turn' ? ' This ends your turn.' : offer.cost === 'look' ? ' This only looks.' : ''
    const acts = single === undefined ? '' : ` Done by ${defusedLine(single)}.`
    return {
      name,
      description: `${defusedLine(offer.description).slice(0, MAX_DESCRIPTION)}${acts}${ends}`,
      input_schema: schemaOf(merged(group), through.length > 1 ? through : undefined),
      action: offer.name,
      ...(single === undefined ? {} : { as: single }),
      ...(through.length > 1 ? { through } : {})
    }
  })
}

/** Offers that can share a tool, in the order of their first. */
function alike(offers: readonly Offer[]): Offer[][] {
  const groups = new Map<string, Offer[]>()
  const kinds = new Map<string, Set<string>>()
  const exact = (offer: Offer): string => JSON.stringify([offer.name, offer.as === undefined, offer.params])
  for (const offer of offers) kinds.set(offer.name, (kinds.get(offer.name) ?? new Set()).add(exact(offer)))
  for (const offer of offers) {
    const many = (kinds.get(offer.name)?.size ?? 0) > MAX_TWINS
    // A game's own parameter of this name leaves no room for saying who acts.
    const apart = offer.as !== undefined && offer.params.some((def) => def.name === 'as')
    const key = apart ? JSON.stringify(offer) : many && offer.as !== undefined ? JSON.stringify([offer.name, 'as']) : exact(offer)
    groups.set(key, [...(groups.get(key) ?? []), offer])
  }
  return [...groups.values()]
}

/** One list of parameters for offers that share a tool: every choice that one of them has. What does not fit who acts is refused in words. */
function merged(group: readonly Offer[]): ParamDef[] {
  const [first] = group as [Offer]
  return first.params.map((def) => {
    const same = group.flatMap((offer) => offer.params.find((other) => other.name === def.name) ?? [])
    if (same.length === 1 || def.enum === undefined) return def
    return {
      ...def,
      enum: [...new Set(same.flatMap((other) => other.enum ?? []))],
      labels: Object.assign({}, ...same.map((other) => other.labels ?? {})) as Record<string, string>
    }
  })
}

function schemaOf(params: readonly ParamDef[], through: readonly string[] | undefined): Record<string, unknown> {
  const fields = Object.fromEntries(params.map((def) => [def.name, fieldOf(def)]))
  const acts = through ? { as: choice(through).describe('Who does it.') } : {}
  const { $schema: _, ...schema } = z.toJSONSchema(z.strictObject({ ...acts, ...fields })) as Record<string, unknown>
  return schema
}

function fieldOf(def: ParamDef): z.ZodType {
  const one = def.enum ? choice(def.enum) : def.type === 'number' ? z.number() : z.string().max(MAX_TEXT)
  const filled = def.required && one instanceof z.ZodString ? one.min(1) : one
  const field = def.many ? (def.required ? z.array(filled).min(1) : z.array(filled)) : filled
  const words = field.describe(`${defusedLine(def.description).slice(0, MAX_DESCRIPTION)}${labelsOf(def)}`)
  return def.required ? words : words.optional()
}

/** One of some values. A long list is a text: which values it takes is said in words, and checked when it is used. */
function choice(values: readonly string[]): z.ZodType {
  return values.length > MAX_CHOICES || values.length === 0 ? z.string().min(1).max(200) : z.enum(values as [string, ...string[]])
}

/** What the values mean, where their names do not say it. */
function labelsOf({ enum: values, labels = {} }: ParamDef): string {
  if (!values) return ''
  if (values.length === 0) return ' Nothing can be chosen now.'
  const shown = values.slice(0, MAX_CHOICES)
  const told = shown.flatMap((value) => {
    const label = defusedLine(labels[value] ?? value)
    return values.length > MAX_CHOICES || label !== value ? [label === value ? value : `${value} (${label})`] : []
  })
  if (told.length === 0) return ''
  return ` ${told.join(', ')}${values.length > shown.length ? ` and ${values.length - shown.length} more` : ''}.`
}

/** A name as providers take it: other signs become dashes, a name that is taken gets a number. */
function unique(wanted: string, taken: Set<string>): string {
  const plain =
    wanted
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[^a-zA-Z0-9_-]+/g, '-')
      .slice(0, 60) || 'tool'
  let name = plain
  for (let n = 2; taken.has(name); n++) name = `${plain.slice(0, 60)}-${n}`
  taken.add(name)
  return name
}

const parsers = new WeakMap<ToolShape, z.ZodType>()

/**
 * What a model's use of a tool means, checked by the very schema it was shown; or a sentence that says what to mend. Whether the
 * story allows it now is for the table to say.
 */
export function useOf(shapes: readonly ToolShape[], name: string, input: unknown): ToolUse | string {
  const shape = shapes.find((one) => one.name === name)
  if (!shape) return `There is no tool "${defusedLine(name).slice(0, 60)}" now. Choose among: ${shapes.map((one) => one.name).join(', ')}.`
  const parser = parsers.get(shape) ?? z.fromJSONSchema(shape.input_schema)
  parsers.set(shape, parser)
  const checked = parser.safeParse(input)
  if (!checked.success) return wrongInput(shape, checked.error.issues)
  const params = checked.data as ToolUse['input']
  if (!shape.through) return { tool: shape.action, input: params, ...(shape.as === undefined ? {} : { as: shape.as }) }
  const { as, ...rest } = params
  return { tool: shape.action, input: rest, as: String(as) }
}
