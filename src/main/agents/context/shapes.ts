import type { Offer, ParamDef } from '../../../shared/game'
import type { ToolShape } from '../../../shared/turns'
import { defusedLine } from './fence'
import { MAX_DESCRIPTION, schemaOf, sentence } from './schema'

export { useOf } from './use-of'

/** NPCs with different choices that get a tool each for one action; when there are more, they share one. */
const MAX_TWINS = 6

/**
 * The tools offered now as a model is shown them. An action that can be done through several NPCs is one tool with `as` when
 * their choices are the same or they are many, else one for each. Names fit `[a-zA-Z0-9_-]{1,64}` and are unique.
 */
export function shapesOf(offers: readonly Offer[]): ToolShape[] {
  const names = new Set<string>()
  const groups = alike(offers)
  const shared = new Map<string, number>()
  for (const [offer] of groups) shared.set(offer.name, (shared.get(offer.name) ?? 0) + 1)
  return groups.map((group) => shapeOf(group, (shared.get(group[0].name) ?? 0) > 1, names))
}

type Group = [Offer, ...Offer[]]

function shapeOf(group: Group, twins: boolean, names: Set<string>): ToolShape {
  const [offer] = group
  const through = group.flatMap(({ as }) => as ?? [])
  const single = through.length === 1 ? through[0] : undefined
  const several = through.length > 1 ? through : []
  const ends = offer.cost === 'turn' ? ' This ends your turn.' : offer.cost === 'look' ? ' This only looks.' : ''
  const acts = single === undefined ? '' : ` Done by ${defusedLine(single)}.`
  const fields = fieldsOf(merged(group))
  const aliases = fields.flatMap(([shown, def]) => (def.aliases ?? []).map((alias): [string, string] => [alias, shown]))
  const renamed = fields.filter(([shown, def]) => shown !== def.name).map(([shown, def]): [string, string] => [shown, def.name])
  return {
    name: unique(plain(single !== undefined && twins ? `${offer.name}__${single}` : offer.name, 'tool'), names),
    description: `${sentence(defusedLine(offer.description.slice(0, MAX_DESCRIPTION)))}${acts}${ends}`.trim(),
    input_schema: schemaOf(fields, several),
    action: offer.name,
    ...(single === undefined ? {} : { as: single }),
    ...(several.length > 0 ? { through: several } : {}),
    ...(renamed.length > 0 ? { renamed: Object.fromEntries(renamed) } : {}),
    ...(aliases.length > 0 ? { aliases: Object.fromEntries(aliases) } : {})
  }
}

/** Offers that can share a tool, in the order of their first. */
function alike(offers: readonly Offer[]): Group[] {
  const byName = new Map<string, Offer[]>()
  for (const offer of offers) push(byName, offer.name, offer)
  return [...byName.values()].flatMap((same) => {
    if (same.length === 1) return [same as Group]
    return grouped(same, exactly, MAX_TWINS) ?? grouped(same, inForm, same.length) ?? []
  })
}

const exactly = ({ as, cost, params }: Offer): string => JSON.stringify([as === undefined, cost, params])

/** What two offers have in common that differ in their choices alone. */
const inForm = ({ as, cost, params }: Offer): string =>
  JSON.stringify([
    as === undefined,
    cost,
    params.map(({ name, type, required, many, enum: values }) => [name, type, required, many, values === undefined])
  ])

/** Offers by a key, in the order of their first; undefined when that makes too many groups. */
function grouped(offers: readonly Offer[], keyOf: (offer: Offer) => string, most: number): Group[] | undefined {
  const groups = new Map<string, Offer[]>()
  for (const offer of offers) {
    // A game's own parameter "as" leaves no room for saying who acts.
    const apart = offer.params.some((def) => def.name === 'as') ? String(offer.as) : ''
    push(groups, apart + keyOf(offer), offer)
    if (groups.size > most) return undefined
  }
  return [...groups.values()] as Group[]
}

function push(lists: Map<string, Offer[]>, key: string, offer: Offer): void {
  const list = lists.get(key)
  if (list) list.push(offer)
  else lists.set(key, [offer])
}

/** One list of parameters for offers that share a tool: every choice that one of them has. What does not fit who acts is refused in words when it is used. */
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

/** Parameters under names that providers take; of two with one name the first counts, as in the engine. */
function fieldsOf(params: readonly ParamDef[]): [string, ParamDef][] {
  const names = new Set<string>()
  const known = new Map(params.toReversed().map((def) => [def.name, def]))
  return params.filter((def) => known.get(def.name) === def).map((def) => [unique(plain(def.name, 'value'), names), def])
}

/** A name as providers take it: marks go, other signs become dashes. */
function plain(name: string, otherwise: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-zA-Z0-9_-]+/g, '-')
    .slice(0, 60)
  return /^[-_]*$|^__proto__$/.test(ascii) ? otherwise : ascii
}

/** The name, or with a number when it is taken. */
function unique(name: string, taken: Set<string>): string {
  let free = name
  for (let n = 2; taken.has(free); n++) free = `${name.slice(0, 58)}-${n}`
  taken.add(free)
  return free
}
