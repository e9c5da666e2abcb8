import { z } from 'zod'
import { MAX_STANDING, MIN_STANDING, QUEST_STATUSES } from './story-state'

const Id = z.string().min(1).max(120)
const Text = z.string().max(10_000)
const Ids = z.record(Id, z.literal(true))
const Standing = z.number().min(MIN_STANDING).max(MAX_STANDING)
const Beat = z.number().int().min(0)
/** One fact, or several that must all hold (`!fact`: must not). */
const Facts = z.union([z.string(), z.array(z.string())])
/** `done_when`: facts that complete it. */
const Objective = z.union([Text, z.looseObject({ text: Text, done: z.boolean().optional(), done_when: Facts.optional() })])

/** The fields of an entry in a file; every other key is kept as it is. Old files use `title`, and lists where there are now maps. */
export const STORY_SCHEMAS = {
  quest: z.looseObject({
    name: Text.optional(),
    title: Text.optional(),
    /** Absent: active, and over as soon as `done_when` holds. */
    status: z.enum(QUEST_STATUSES).optional(),
    description: Text.optional(),
    /** The character or faction who gave it. */
    giver: Id.optional(),
    /** The player whose quest it is. */
    owner: Id.optional(),
    /** Further players who know of it, or `all`. */
    known_to: z.union([Ids, z.array(Id), Id]).optional(),
    objectives: z.union([z.record(Id, Objective), z.array(Text)]).optional(),
    /** Quests that must be completed first. */
    prerequisites: z.union([Ids, z.array(Id), Id]).optional(),
    /** Quantities by name, or plain words. */
    rewards: z.union([z.record(Id, z.number().min(0)), z.array(Text), Text]).optional(),
    /** Facts that make an inactive quest active, and an active one completed or failed. */
    starts_when: Facts.optional(),
    done_when: Facts.optional(),
    fails_when: Facts.optional(),
    /** A description of its end. */
    outcome: Text.optional()
  }),
  faction: z.looseObject({
    name: Text.optional(),
    description: Text.optional(),
    goals: z.union([z.record(Id, Text), z.array(Text), Text]).optional(),
    /** Characters, by id; the value may be their role. */
    members: z.union([z.record(Id, z.union([z.literal(true), Text])), z.array(Id)]).optional(),
    /** Its attitude to characters and other factions, by id, from −100 to 100. */
    standing: z.record(Id, Standing).optional()
  }),
  relationship: z.looseObject({
    /** A character, a faction or a place. */
    from: Id,
    to: Id,
    /** KIN, KNOWS, LOVES, HATES, OWES, SERVES, OWNS, ALLY, RIVAL, or any other word. */
    type: Text.optional(),
    /** Its warmth, from −100 to 100. */
    value: Standing.optional(),
    text: Text.optional()
  }),
  thread: z.looseObject({
    /** The setup: a promise, a debt or a mystery. */
    text: Text.optional(),
    setup: Text.optional(),
    intended_payoff: Text.optional(),
    open: z.boolean().optional(),
    /** A description of its end. */
    outcome: Text.optional(),
    /** The numbers of the beats that opened it and paid it off. */
    opened: Beat.optional(),
    paid: Beat.optional()
  })
} as const
