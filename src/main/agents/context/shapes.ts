import { equal } from '../../../shared/base/json'
import type { Offer, OfferedParam, PossibleOffer } from '../../../shared/story/game'
import type { ToolShape } from '../../../shared/table/turns'
import { defusedLine } from './fence'
import { MAX_CHOICES, MAX_DESCRIPTION, schemaOf, sentence, type SchemaParam } from './schema'

export { useOf } from './use-of'

/** The maximum number of NPCs with different choices that get separate tools for one action; more NPCs share one tool. */
const MAX_TWINS = 6

/**
 * The tools offered now, in the form in which a model sees them. An action that can be done through several NPCs is one tool with `as` if their
 * choices are the same or they are many, otherwise one tool for each NPC. Names match `[a-zA-Z0-9_-]{1,64}` and are unique.
 */
export const shapesOf = (offers: readonly Offer[]): ToolShape[] => shapesBy(alike(offers), false)

/** Like `shapesOf`, with one tool for each action. Its `as` may be left out if only one could do it. */
export const sharedShapes = (offers: readonly Offer[]): ToolShape[] => shapesBy(sharing(offers), true)

function shapesBy(groups: readonly Group[], isShared: boolean): ToolShape[] {
  const names = new Set<string>()
  const shared = new Map<string, number>()
  for (const [offer] of groups) shared.set(offer.name, (shared.get(offer.name) ?? 0) + 1)
  return groups.map((group) => shapeOf(group, (shared.get(group[0].name) ?? 0) > 1, names, isShared))
}

/**
 * The tools that a whole conversation declares once, each with every parameter that it may ever have. Choices are declared only where they are the same
 * in every form. `every` has the tools that may be offered later. If no form of an action is known, its schema accepts any parameters, and they are
 * checked when the tool is used.
 */
export function generalShapes(offers: readonly Offer[], every: readonly PossibleOffer[]): ToolShape[] {
  const names = new Set<string>()
  const possible = new Map(every.map((one) => [one.name, one]))
  const groups = sharing(offers)
  const known = new Set(groups.map(([{ name }]) => name))
  const later = every.filter(({ name }) => !known.has(name))
  const shapes = [
    ...groups.map((group) => generalShape(group, possible.get(group[0].name), names)),
    ...later.map((one) => generalShape([], one, names))
  ]
  return shapes.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

function generalShape(group: readonly Offer[], possible: PossibleOffer | undefined, names: Set<string>): ToolShape {
  const { name, description, cost } = (possible ?? group[0]) as Pick<Offer, 'name' | 'description' | 'cost'>
  const [before, now] = [possible?.forms ?? [], group.map(({ params }) => params)].map((forms) => forms.map((params) => new Map(fieldsOf(params))))
  const forms = [...(before ?? []), ...(now ?? [])]
  const shown = [...new Set(forms.flatMap((fields) => [...fields.keys()]))]
  const fields = shown.map((field): [string, SchemaParam] => {
    const defs = (all = forms): OfferedParam[] => all.flatMap((form) => form.get(field) ?? [])
    return [field, generalParam(defs(), defs().length === forms.length, fixedChoices(defs(before), defs(now)))]
  })
  const acts = (possible?.through === true || group.some(({ as }) => as !== undefined)) && !shown.includes('as')
  return {
    name: unique(plain(name, 'tool'), names),
    description: `${sentence(defusedLine(description.slice(0, MAX_DESCRIPTION)))}${endsWords(cost)}`.trim(),
    input_schema: { ...schemaOf(fields, acts ? { required: false } : undefined), ...(forms.length === 0 ? { additionalProperties: true } : {}) },
    action: name,
    ...aliasesOf(fields)
  }
}

/** One parameter for all of its forms. */
function generalParam(defs: readonly OfferedParam[], isAlways: boolean, choices: readonly string[] | undefined): SchemaParam {
  const [{ enum: _, labels, ...first }] = defs as [OfferedParam]
  const numbers = defs.filter(({ type }) => type === 'number').length
  return {
    ...first,
    type: numbers === defs.length ? 'number' : 'string',
    required: isAlways && defs.every(({ required }) => required),
    ...(choices ? { enum: [...choices], ...(labels ? { labels } : {}) } : {}),
    ...(numbers > 0 && numbers < defs.length ? { orNumber: true } : {}),
    ...(defs.some(({ many }) => many !== first.many) ? { isAny: true } : {})
  }
}

/** The choices of a parameter that are the same in at least two states and have all the present ones; undefined if there are none. */
function fixedChoices(before: readonly OfferedParam[], now: readonly OfferedParam[]): readonly string[] | undefined {
  const choices = before[0]?.enum ?? []
  const isFixed = before.length > 1 && choices.length > 0 && choices.length <= MAX_CHOICES && before.every((def) => equal(def.enum, choices))
  return isFixed && now.every((def) => def.enum?.every((value) => choices.includes(value))) ? choices : undefined
}

type Group = [Offer, ...Offer[]]

function shapeOf(group: Group, twins: boolean, names: Set<string>, isShared: boolean): ToolShape {
  const [offer] = group
  const fields = fieldsOf(merged(group))
  const through = group.flatMap(({ as }) => as ?? [])
  const [only] = through
  const single = through.length === 1 && group.length === 1 ? only : undefined
  const isHidden = single !== undefined && (!isShared || fields.some(([name]) => name === 'as'))
  const several = isHidden ? [] : through
  const acts = !isHidden ? '' : ` Done by ${defusedLine(single)}.`
  const renamed = fields.filter(([shown, def]) => shown !== def.name).map(([shown, def]): [string, string] => [shown, def.name])
  return {
    name: unique(plain(isHidden && twins ? `${offer.name}__${single}` : offer.name, 'tool'), names),
    description: `${sentence(defusedLine(offer.description.slice(0, MAX_DESCRIPTION)))}${acts}${endsWords(offer.cost)}`.trim(),
    input_schema: schemaOf(
      fields,
      several.length > 0 ? { values: several, required: through.length === group.length && through.length > 1 } : undefined
    ),
    action: offer.name,
    ...(single === undefined ? {} : { as: single }),
    ...(several.length > 0 ? { through: several } : {}),
    ...(renamed.length > 0 ? { renamed: Object.fromEntries(renamed) } : {}),
    ...aliasesOf(fields)
  }
}

/** The names that a tool accepts besides the shown ones. */
function aliasesOf(fields: readonly [string, OfferedParam][]): Pick<ToolShape, 'aliases'> {
  const taken = new Set(fields.map(([shown]) => shown))
  const aliases = fields.flatMap(([shown, { name, aliases: others }]) =>
    (others ? [name, ...others] : []).filter((alias) => !taken.has(alias)).map((alias): [string, string] => [alias, shown])
  )
  return aliases.length > 0 ? { aliases: Object.fromEntries(aliases) } : {}
}

const endsWords = (cost: Offer['cost']): string => (cost === 'turn' ? ' This ends your turn.' : cost === 'look' ? ' This only looks.' : '')

/** Groups the offers that can share a tool, in the order of the first offer of each group. */
const alike = (offers: readonly Offer[]): Group[] =>
  sameNames(offers).flatMap((same) =>
    same.length === 1 ? [same as Group] : (grouped(same, exactly, MAX_TWINS) ?? grouped(same, inForm, same.length) ?? [])
  )

/** Groups all offers of an action. */
export const sharing = (offers: readonly Offer[]): Group[] => sameNames(offers).flatMap((same) => grouped(same, () => '', same.length) ?? [])

function sameNames(offers: readonly Offer[]): Offer[][] {
  const byName = new Map<string, Offer[]>()
  for (const offer of offers) push(byName, offer.name, offer)
  return [...byName.values()]
}

const exactly = ({ as, cost, params }: Offer): string => JSON.stringify([as === undefined, cost, params])

/** A key that is equal for two offers that differ only in their choices. */
const inForm = ({ as, cost, params }: Offer): string =>
  JSON.stringify([
    as === undefined,
    cost,
    params.map(({ name, type, required, many, enum: values }) => [name, type, required, many, values === undefined])
  ])

/** Groups offers by a key, in the order of the first offer of each group; undefined if there are more than `maxGroups`. */
function grouped(offers: readonly Offer[], keyOf: (offer: Offer) => string, maxGroups: number): Group[] | undefined {
  const groups = new Map<string, Offer[]>()
  for (const offer of offers) {
    // If a game has its own parameter "as", the tool can't have another one for the acting character.
    const asActor = offer.params.some((def) => def.name === 'as') ? String(offer.as) : ''
    push(groups, asActor + keyOf(offer), offer)
    if (groups.size > maxGroups) return undefined
  }
  return [...groups.values()] as Group[]
}

function push(lists: Map<string, Offer[]>, key: string, offer: Offer): void {
  const list = lists.get(key)
  if (list) list.push(offer)
  else lists.set(key, [offer])
}

/**
 * The parameters that have a value of a tool that several offers share, with every choice of any of them, each required if all offers require it. A choice that the acting
 * character doesn't have is refused when the tool is used.
 */
export function merged(group: Group): readonly OfferedParam[] {
  const [first, ...rest] = group
  if (rest.length === 0) return first.params.filter(({ enum: values }) => values?.length !== 0)
  const names = [...new Set(group.flatMap(({ params }) => params.map(({ name }) => name)))]
  return names.flatMap((name): OfferedParam[] => {
    const twins = group.flatMap(({ params }) => params.find((def) => def.name === name) ?? [])
    const [{ enum: values, labels: _, ...def }] = twins as [OfferedParam]
    const required = twins.length === group.length && twins.every((twin) => twin.required)
    const all = [...new Set(twins.flatMap((twin) => twin.enum ?? []))]
    if (values === undefined) return [{ ...def, required }]
    const labels = Object.fromEntries(twins.flatMap((twin) => Object.entries(twin.labels ?? {})))
    return all.length === 0 ? [] : [{ ...def, required, enum: all, labels }]
  })
}

/** Parameters under a model's names: the first alias, the documents' name, else their own. Of two with one name the first counts. */
export function fieldsOf(params: readonly OfferedParam[]): [string, OfferedParam][] {
  const names = new Set<string>()
  const known = new Map(params.toReversed().map((def) => [def.name, def]))
  const shownName = ({ name, aliases: [alias = name] = [] }: OfferedParam): string => (known.has(alias) ? name : alias)
  return params.filter((def) => known.get(def.name) === def).map((def) => [unique(plain(shownName(def), 'value'), names), def])
}

/** A name that providers accept: diacritics are removed, other characters become dashes. */
function plain(name: string, otherwise: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-zA-Z0-9_-]+/g, '-')
    .slice(0, 60)
  return /^[-_]*$|^__proto__$/.test(ascii) ? otherwise : ascii
}

/** The name, or the name with a number if it is in use. */
function unique(name: string, taken: Set<string>): string {
  let free = name
  for (let n = 2; taken.has(free); n++) free = `${name.slice(0, 58)}-${n}`
  taken.add(free)
  return free
}
