import { z } from 'zod'
import { equal, isObject, type Json, type JsonObject, own } from '../../shared/base/json'
import { badName, fold, RESERVED_ACTORS } from '../../shared/story/names'
import { misfitProblem } from '../../shared/base/schema-errors'
import { Problem } from '../../shared/base/problem'
import { Actor, GameState, Journey, Place } from '../../shared/story/state'
import { Seat, TableSettings } from '../../shared/table/turns'
import { visible } from '../../shared/base/visible'
import { splitFrontMatter } from './front-matter'
import { itemsById } from './item-list'
import type { LayoutNode } from './yaml/layout'
import { parseFully } from './yaml/parse'
import { memoized } from '../../shared/base/memoized'

/** An actor's file: `kind` follows from the folder, and maps may be omitted. */
export const SheetFile = Actor.omit({ kind: true }).extend({
  max: z.record(z.string(), z.number()).default({}),
  conditions: Actor.shape.conditions.default({}),
  inventory: z.preprocess(itemsById, Actor.shape.inventory.default({})),
  tags: Actor.shape.tags.default({})
})
/** A location's file: `region` follows from the folder. Its prose is read separately. */
export const PlaceFile = Place.omit({ region: true }).extend({
  features: Place.shape.features.default({}),
  inventory: z.preprocess(itemsById, Place.shape.inventory.default({})),
  tags: Place.shape.tags.default({})
})
/** The ends of a journey are written `from/to` or `from_id/to_id`. */
export const withEnds = (value: unknown): unknown => {
  if (!isObject(value)) return value
  const { from_id, to_id, ...rest } = value
  return { ...(from_id === undefined ? {} : { from: from_id }), ...(to_id === undefined ? {} : { to: to_id }), ...rest }
}
/** A journey of journeys.yaml. */
export const JourneyFile = z.preprocess(
  withEnds,
  Journey.omit({ region: true }).extend({
    direction: z.string().default(''),
    duration: z.string().default('1 minute'),
    difficulty: z.number().int().min(0).default(0),
    risks: z.array(z.string()).default([])
  })
)
/** journeys.yaml: journeys by their id. */
export const JourneysFile = z.record(z.string(), JourneyFile)
/** world/STATE.yaml. */
export const WorldFile = GameState.pick({ clock: true, combat: true, plays: true }).extend({
  facts: GameState.shape.facts.default({}),
  quests: GameState.shape.quests.default({}),
  factions: GameState.shape.factions.default({}),
  relationships: GameState.shape.relationships.default({}),
  threads: GameState.shape.threads.default({})
})
/** A seat, in the short form `anthropic` or with model and effort. */
const SeatFile = z.preprocess(
  (value) => (typeof value === 'string' ? { agent: value } : value),
  z.object(
    Seat.shape,
    'a seat is offline, anthropic, replay or hand, or a map with agent, model, effort, fallback and profile, or agent: command and command'
  )
)
/** table.yaml: who plays, in which order, the size of contexts and the cost limit. It never contains keys or base URLs. */
export const TableFile = TableSettings.extend({
  agents: z.record(z.string(), SeatFile).default({}),
  party: TableSettings.shape.party.default([]),
  k: TableSettings.shape.k.default(18),
  tiers: TableSettings.shape.tiers
    .partial()
    .default({})
    .transform((tiers) => ({ ...TIERS, ...tiers }))
})
export type TableFile = z.infer<typeof TableFile>
/** The default size of each tier, in tokens. */
const TIERS: TableSettings['tiers'] = { frame: 4000, hot: 6000, warm: 2000, cold: 4000 }

/** Checks that actor ids can be folder names on every system, aren't reserved, and don't fold alike. */
export function checkIds(ids: readonly string[]): void {
  const seen = new Map<string, string>()
  for (const id of ids) {
    const reserved = RESERVED_ACTORS.find((name) => fold(name) === fold(id))
    const why = reserved === undefined ? badName(id) : `${reserved} is reserved for the table`
    const twin = seen.get(fold(id))
    if (why !== undefined)
      throw new Problem('bad-file', `"${visible(id)}" can't be the id of a character: ${why}. Rename the folder.`, { file: `world/${id}` })
    if (twin !== undefined)
      throw new Problem('bad-file', `Some systems can't tell "${twin}" from "${id}". Rename one of the folders.`, { file: `world/${id}` })
    seen.set(fold(id), id)
  }
}

/** Checks a parsed file against its schema. Throws Problem `bad-file` that names every mismatch, with its line if the file's text is given. */
export function checkSchema<T>(schema: z.ZodType<T>, value: unknown, file: string, text?: string): T {
  const fits = schema.safeParse(value)
  if (fits.success) return fits.data
  throw misfitProblem(file, fits.error, text === undefined ? undefined : linesIn(text, file))
}

/**
 * Like `check`, for a file that was valid before. `before` has the values that the schema produced at that time: a key with the same value is not
 * checked again, at any depth of plain objects and maps, and its value keeps its identity.
 */
export function checkChanged<T extends object>(schema: z.ZodObject & z.ZodType<T>, value: unknown, before: object, file: string, text: string): T {
  const checked = changedPart(schema, value, before)
  // If anything is wrong, the check against the whole schema names every mismatch.
  return checked === MISFIT ? checkSchema(schema, value, file, text) : (checked as T)
}

const MISFIT = Symbol('misfit')

/** Checks a value, given a valid value of the same schema: equal members are not checked. Returns `MISFIT` if it doesn't fit. */
function changedPart(schema: z.core.$ZodType, value: unknown, known: unknown): unknown {
  if (isObject(value) && isObject(known) && !Object.hasOwn(value, '__proto__')) {
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return changedPart(schema.def.innerType, value, known)
    if (schema instanceof z.ZodObject && isPlain(schema)) return changedMembers(schema, value, known)
    if (schema instanceof z.ZodRecord && isPlain(schema) && schema.def.keyType instanceof z.ZodString) return changedEntries(schema, value, known)
  }
  const fits = z.safeParse(schema, value)
  return fits.success ? fits.data : MISFIT
}

/** Returns whether a schema checks only its members, and keeps or drops unknown ones without a check. */
const isPlain = ({ def }: z.ZodObject | z.ZodRecord): boolean =>
  !def.checks?.length && (def.type !== 'object' || !def.catchall || def.catchall instanceof z.ZodUnknown)

/** The members of each schema, computed once, because they never change. */
const membersOf = memoized((schema: z.ZodObject) => Object.entries<z.core.$ZodType>(schema.shape))

function changedMembers(schema: z.ZodObject, value: JsonObject, known: JsonObject): unknown {
  const out: JsonObject = schema.def.catchall ? { ...value } : {}
  for (const [key, part] of membersOf(schema)) {
    const checked = memberOf(part, own(value, key), own(known, key))
    if (checked === MISFIT) return MISFIT
    if (checked !== undefined) out[key] = checked as Json
  }
  return out
}

function changedEntries({ def }: z.ZodRecord, value: JsonObject, known: JsonObject): unknown {
  const out: JsonObject = {}
  for (const [key, entry] of Object.entries(value)) {
    const before = own(known, key)
    const checked = before === undefined && !z.safeParse(def.keyType, key).success ? MISFIT : memberOf(def.valueType, entry, before)
    if (checked === MISFIT) return MISFIT
    out[key] = checked as Json
  }
  return out
}

const memberOf = (schema: z.core.$ZodType, member: unknown, known: unknown): unknown =>
  member !== undefined && equal(member, known) ? known : changedPart(schema, member, known)

/** Tells the line (from 1) of the deepest key or list element of a path that a text contains. */
export function linesIn(text: string, file: string): (path: readonly string[]) => number {
  // The front matter of a Markdown file is YAML that begins one line below its fence.
  const isProse = file.endsWith('.md')
  const yaml = isProse ? splitFrontMatter(text, file).raw : text
  const root = parseFully(yaml, file)
  return (path) => {
    let node = root
    let start = node?.start ?? 0
    for (const key of path) {
      const entry = node?.kind === 'map' ? node.entries.get(key) : undefined
      const next: LayoutNode | undefined = entry?.node ?? (node?.kind === 'leaf' ? node.items?.[Number(key)] : undefined)
      if (!next) break
      start = entry?.start ?? next.start
      node = next
    }
    return yaml.slice(0, start).split('\n').length + (isProse ? 1 : 0)
  }
}
