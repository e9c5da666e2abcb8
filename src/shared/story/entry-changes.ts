import { z } from 'zod'
import { Flag } from './state'
import { QUEST_STATUSES } from './story-state'

const Id = z.string().min(1)
/** An item that an actor carries or that lies at a place, with its name at that time. */
export const Thing = z.strictObject({ item: Id, name: z.string(), count: z.number().int().min(1) })
/** A condition that begins or ends, or whose count changes to `count`. */
const ConditionChange = z.strictObject({ condition: Id, name: z.string(), on: z.boolean(), count: z.number().int().min(1).optional() })

/** The changes of one actor. */
export const ActorChanges = z.strictObject({
  /** Stats by id; without `from` the stat is new on the sheet, without `to` it was removed. */
  stats: z.record(Id, z.strictObject({ from: z.number().optional(), to: z.number().optional() })).optional(),
  /** The total loss of the game's hit points. */
  damage: z.number().optional(),
  gained: z.array(Thing).optional(),
  lost: z.array(Thing).optional(),
  conditions: z.array(ConditionChange).optional(),
  /** Whether they can act, if that changed: `down` can't, `dead` never will, `able` can again. */
  now: z.enum(['able', 'down', 'dead']).optional(),
  /** Ids of places; without `from` the actor is new. */
  place: z.strictObject({ from: Id.optional(), to: Id }).optional(),
  attitude: z.strictObject({ from: z.string().optional(), to: z.string().optional() }).optional()
})
export type ActorChanges = z.infer<typeof ActorChanges>

/**
 * The data of a system entry of the log: everything that the rules changed since the previous entry. Actors and places by id, facts with their new
 * values (null: no longer set). Absent if nothing changed, and in entries of an older engine.
 */
export const EntryChanges = z.strictObject({
  /** The rule's own description of its result. */
  result: z.strictObject({ status: z.string().optional(), damage: z.number().optional(), effect: z.string().optional() }).optional(),
  actors: z.record(Id, ActorChanges).optional(),
  places: z
    .record(Id, z.strictObject({ searched: z.array(z.string()).optional(), gained: z.array(Thing).optional(), lost: z.array(Thing).optional() }))
    .optional(),
  facts: z.record(Id, z.union([Flag, z.null()])).optional(),
  /** Quests that moved: with `status` to another one, with `done` by the texts of objectives that are done now, with `outcome` by an end in words. */
  quests: z
    .record(
      Id,
      z.strictObject({
        name: z.string(),
        status: z.enum(QUEST_STATUSES).optional(),
        done: z.array(z.string()).optional(),
        outcome: z.string().optional()
      })
    )
    .optional(),
  /** Threads that were opened or closed; `outcome` says how one was closed. */
  threads: z.record(Id, z.strictObject({ text: z.string(), open: z.boolean(), outcome: z.string().optional() })).optional(),
  /** Relationships whose value changed, by how much. */
  ties: z.record(Id, z.strictObject({ from: Id, to: Id, by: z.number() })).optional(),
  minutes: z.number().optional(),
  fight: z.enum(['begins', 'ends']).optional()
})
export type EntryChanges = z.infer<typeof EntryChanges>
export type Thing = z.infer<typeof Thing>
