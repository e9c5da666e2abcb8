import { z } from 'zod'
import { Flag } from './state'

const Id = z.string().min(1)
/** An item that somebody carries or that lies somewhere, with its name at that time. */
export const Thing = z.strictObject({ item: Id, name: z.string(), count: z.number().int().min(1) })
/** A condition that begins, ends, or applies `count` times now. */
const ConditionChange = z.strictObject({ condition: Id, name: z.string(), on: z.boolean(), count: z.number().int().min(1).optional() })

/** What became of one actor. */
export const ActorChanges = z.strictObject({
  /** Stats by id; without `from` the sheet had none before, without `to` it has none now. */
  stats: z.record(Id, z.strictObject({ from: z.number().optional(), to: z.number().optional() })).optional(),
  /** Points that the game's hit points fell by, all of them together. */
  damage: z.number().optional(),
  gained: z.array(Thing).optional(),
  lost: z.array(Thing).optional(),
  conditions: z.array(ConditionChange).optional(),
  /** Whether they can act, where that changed: `down` can't, `dead` never will, `able` can again. */
  now: z.enum(['able', 'down', 'dead']).optional(),
  /** Ids of places; without `from` the actor is new. */
  place: z.strictObject({ from: Id.optional(), to: Id }).optional(),
  attitude: z.strictObject({ from: z.string().optional(), to: z.string().optional() }).optional()
})
export type ActorChanges = z.infer<typeof ActorChanges>

/**
 * What a system entry of the log is about, as data: everything that the rules changed since the entry before it. Actors and places by id, facts with
 * their new values (null: no longer set). An entry that changed nothing has none, nor has one that an older engine wrote.
 */
export const EntryChanges = z.strictObject({
  /** What the rule said of its own result. */
  result: z.strictObject({ status: z.string().optional(), damage: z.number().optional(), effect: z.string().optional() }).optional(),
  actors: z.record(Id, ActorChanges).optional(),
  places: z
    .record(Id, z.strictObject({ searched: z.array(z.string()).optional(), gained: z.array(Thing).optional(), lost: z.array(Thing).optional() }))
    .optional(),
  facts: z.record(Id, z.union([Flag, z.null()])).optional(),
  /** Minutes that passed. */
  minutes: z.number().optional(),
  fight: z.enum(['begins', 'ends']).optional()
})
export type EntryChanges = z.infer<typeof EntryChanges>
export type Thing = z.infer<typeof Thing>
