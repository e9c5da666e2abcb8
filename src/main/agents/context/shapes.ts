import type { Offer, ParamDef, PossibleOffer } from '../../../shared/story/game'
import type { ToolShape } from '../../../shared/table/turns'
import { defusedLine } from './fence'
import { MAX_CHOICES, MAX_DESCRIPTION, schemaOf, sentence } from './schema'

export { useOf } from './use-of'

/** The maximum number of NPCs with different choices that get separate tools for one action; more NPCs share one tool. */
const MAX_TWINS = 6

/**
 * The tools offered now, in the form in which a model sees them. An action that can be done through several NPCs is one tool with `as` if their
 * choices are the same or they are many, otherwise one tool for each NPC. Names match `[a-zA-Z0-9_-]{1,64}` and are unique.
 */
export const shapesOf = (offers: readonly Offer[]): ToolShape[] => shapesBy(offers, false)

/** Like `shapesOf`, with one tool for each action if the NPCs' parameters have the same form, and with `as` even for one NPC. */
export const sharedShapes = (offers: readonly Offer[]): ToolShape[] => shapesBy(offers, true)

function shapesBy(offers: readonly Offer[], isShared: boolean): ToolShape[] {
  const names = new Set<string>()
  const groups = alike(offers, isShared ? 1 : MAX_TWINS)
  const shared = new Map<string, number>()
  for (const [offer] of groups) shared.set(offer.name, (shared.get(offer.name) ?? 0) + 1)
  return groups.map((group) => shapeOf(group, (shared.get(group[0].name) ?? 0) > 1, names, isShared))
}

/**
 * The tools that a whole conversation declares once, without choices, because those change. `every` has the tools that may be offered later. If the
 * parameters of an action are still unknown, its schema accepts any, and they are checked when the tool is used.
 */
export function generalShapes(offers: readonly Offer[], every: readonly PossibleOffer[]): ToolShape[] {
  const names = new Set<string>()
  const known = new Set(offers.map(({ name }) => name))
  const later = every.filter(({ name }) => !known.has(name))
  const groups = alike([...offers, ...later.map((offer): Offer => ({ ...offer, params: offer.params ?? [] }))], 1)
  const open = new Set(later.flatMap(({ name, params }) => (params ? [] : [name])))
  const shapes = groups.map((group): ToolShape => {
    const [offer] = group
    const fields = fieldsOf(merged(group))
    const through = group.some(({ as }) => as !== undefined) || open.has(offer.name)
    const acts =
      through && !fields.some(([name]) => name === 'as') ? { as: { type: 'string', description: 'Who does it, where several could.' } } : {}
    const properties = { ...acts, ...Object.fromEntries(fields.map(([name, def]) => [name, generalField(def)])) }
    const required = fields.flatMap(([name, def]) => (def.required ? [name] : []))
    return {
      name: unique(plain(offer.name, 'tool'), names),
      description: `${sentence(defusedLine(offer.description.slice(0, MAX_DESCRIPTION)))}${endsWords(offer)}`.trim(),
      input_schema: { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: open.has(offer.name) },
      action: offer.name,
      ...aliasesOf(fields)
    }
  })
  return shapes.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

const generalField = ({ type, many, description }: ParamDef): Record<string, unknown> => {
  const one = { type: type === 'number' ? 'number' : 'string' }
  return { ...(many ? { type: 'array', items: one } : one), description: defusedLine(description.slice(0, MAX_DESCRIPTION)) }
}

/**
 * The available tools with the values that can be chosen, for a message beside `generalShapes`. `unknown`: the tools that were declared without their
 * parameters, whose parameters are listed in full.
 */
export function listingOf(offers: readonly Offer[], unknown: ReadonlySet<string>): string {
  const names = new Set<string>()
  const plainNames: string[] = []
  const lines = alike(offers, 1).flatMap((group) => {
    const [offer] = group
    const name = unique(plain(offer.name, 'tool'), names)
    const through = group.flatMap(({ as }) => as ?? [])
    const acts = through.length === 0 ? [] : [`as = ${through.map(listedWord).join(' | ')}`]
    const fields = fieldsOf(merged(group)).filter(([, def]) => def.enum !== undefined || unknown.has(name))
    const params = [...acts, ...fields.map(([shown, def]) => `${shown}${def.required ? '' : '?'}${choicesOf(def)}`)]
    if (params.length > 0) return [`- ${name}: ${params.join('; ')}`]
    plainNames.push(name)
    return []
  })
  if (lines.length === 0 && plainNames.length === 0) return 'You can use no tool now.'
  const rest = plainNames.length === 0 ? [] : [`- without values to choose: ${plainNames.join(', ')}`]
  return ['You can use these tools now, with these values; any other use is refused:', ...lines, ...rest].join('\n')
}

/** The values of a parameter, with the meanings of those whose names don't say it. */
function choicesOf({ enum: values, labels = {} }: ParamDef): string {
  if (!values) return ''
  const shown = values.slice(0, MAX_CHOICES).map((value) => {
    const label = Object.hasOwn(labels, value) ? listedWord(labels[value] ?? value) : value
    return label === value ? listedWord(value) : `${listedWord(value)} (${label})`
  })
  return ` = ${shown.join(' | ')}${values.length > MAX_CHOICES ? ` and ${values.length - MAX_CHOICES} more` : ''}`
}

/** A text of the story in a list that uses `|` and `;` as separators. */
const listedWord = (text: string): string => defusedLine(text).replace(/[|;]/g, ',')

type Group = [Offer, ...Offer[]]

function shapeOf(group: Group, twins: boolean, names: Set<string>, isShared: boolean): ToolShape {
  const [offer] = group
  const through = group.flatMap(({ as }) => as ?? [])
  const single = through.length === 1 && !isShared ? through[0] : undefined
  const several = single === undefined ? through : []
  const acts = single === undefined ? '' : ` Done by ${defusedLine(single)}.`
  const fields = fieldsOf(merged(group))
  const renamed = fields.filter(([shown, def]) => shown !== def.name).map(([shown, def]): [string, string] => [shown, def.name])
  return {
    name: unique(plain(single !== undefined && twins ? `${offer.name}__${single}` : offer.name, 'tool'), names),
    description: `${sentence(defusedLine(offer.description.slice(0, MAX_DESCRIPTION)))}${acts}${endsWords(offer)}`.trim(),
    input_schema: schemaOf(fields, several),
    action: offer.name,
    ...(single === undefined ? {} : { as: single }),
    ...(several.length > 0 ? { through: several } : {}),
    ...(renamed.length > 0 ? { renamed: Object.fromEntries(renamed) } : {}),
    ...aliasesOf(fields)
  }
}

/** The names that a tool accepts besides the shown ones. */
function aliasesOf(fields: readonly [string, ParamDef][]): Pick<ToolShape, 'aliases'> {
  const taken = new Set(fields.map(([shown]) => shown))
  const aliases = fields.flatMap(([shown, { name, aliases: others }]) =>
    (others ? [name, ...others] : []).filter((alias) => !taken.has(alias)).map((alias): [string, string] => [alias, shown])
  )
  return aliases.length > 0 ? { aliases: Object.fromEntries(aliases) } : {}
}

const endsWords = ({ cost }: Offer): string => (cost === 'turn' ? ' This ends your turn.' : cost === 'look' ? ' This only looks.' : '')

/** Groups the offers that can share a tool, in the order of the first offer of each group. */
function alike(offers: readonly Offer[], maxTwins: number): Group[] {
  const byName = new Map<string, Offer[]>()
  for (const offer of offers) push(byName, offer.name, offer)
  return [...byName.values()].flatMap((same) => {
    if (same.length === 1) return [same as Group]
    return grouped(same, exactly, maxTwins) ?? grouped(same, inForm, same.length) ?? []
  })
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
 * The parameters of a tool that several offers share, with every choice of any of them. A choice that the acting character doesn't have is refused
 * when the tool is used.
 */
function merged(group: Group): readonly ParamDef[] {
  const [first, ...rest] = group
  if (rest.length === 0) return first.params
  return first.params.map((def, at) => {
    if (def.enum === undefined) return def
    const twins = group.map((offer) => offer.params[at] as ParamDef)
    const labels = Object.fromEntries(twins.flatMap((twin) => Object.entries(twin.labels ?? {})))
    return { ...def, enum: [...new Set(twins.flatMap((twin) => twin.enum ?? []))], labels }
  })
}

/**
 * Parameters under the names that a model sees: the first alias, which is the documents' name, otherwise the own name, as providers accept it. Of two
 * with the same name the first one counts, as in the engine.
 */
function fieldsOf(params: readonly ParamDef[]): [string, ParamDef][] {
  const names = new Set<string>()
  const known = new Map(params.toReversed().map((def) => [def.name, def]))
  const shownName = ({ name, aliases: [alias = name] = [] }: ParamDef): string => (known.has(alias) ? name : alias)
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
