import { z } from 'zod'
import { Who } from '../contract/calls'
import { DirectionPath } from '../table/direction'
import { MAX_BEATS, MAX_PARTIES, MAX_SEED, MAX_SESSIONS, MAX_SHARE, MAX_STORY_SESSIONS, MAX_WATCHED, OWN_PARTY } from './limits'

/** The longest expression in characters. */
const MAX_EXPRESSION = 2000

/** An expression of the predicate language, as in a search for beats. It is parsed when a run begins. */
export const Expression = z.string().trim().min(1).max(MAX_EXPRESSION)

/** A persona for the built-in table: a direction file of the campaign, or the id of one that comes with the app, such as `explorer`. */
export const PersonaId = z.union([DirectionPath, z.string().regex(/^[a-z][a-z-]{0,39}$/, 'must be the id of a persona, such as explorer')])

/**
 * A party in a mix of parties: the persona of each player, by the player's id or `all`; players without one keep the campaign's own. `share`: how many
 * sessions it gets beside the others.
 */
export const LabParty = z.strictObject({
  name: z.string().trim().min(1).max(80),
  personas: z.record(Who, PersonaId).default({}),
  share: z.int().min(1).max(MAX_SHARE).default(1)
})
export type LabParty = z.infer<typeof LabParty>

/** When a session ends, at the latest. It also ends when nothing is left to play. */
export const LabEnd = z.strictObject({
  /** The number of story sessions that are played; a campaign may end before. */
  storySessions: z.int().min(1).max(MAX_STORY_SESSIONS).default(3),
  beats: z.int().min(1).max(MAX_BEATS).default(2000),
  /** An expression; the session ends at the first beat after which it holds. */
  when: Expression.optional()
})
export type LabEnd = z.infer<typeof LabEnd>

/** A value that a run records whenever it changes: an expression and its name in tables and charts. */
export const Watched = z.strictObject({ name: z.string().trim().min(1).max(60), expression: Expression })
export type Watched = z.infer<typeof Watched>

const Value = z.union([z.boolean(), z.number(), z.string().max(200)])

/**
 * A fact that a game outside the story owns, and the values with which sessions begin: from a list in turn, drawn by weight, or a whole number from a
 * range; drawn values depend on the session's seed alone. Or a script: values that the fact gets one after the other while a session is played, each
 * before the first turn at which its expression holds.
 */
export const Driver = z.strictObject({
  fact: z.string().min(1).max(120),
  values: z.union([
    z.strictObject({ list: z.array(Value).min(1).max(1000) }),
    z.strictObject({
      weighted: z
        .array(z.strictObject({ value: Value, weight: z.number().positive() }))
        .min(1)
        .max(100)
    }),
    z.strictObject({ from: z.int(), to: z.int() }),
    z.strictObject({
      script: z
        .array(z.strictObject({ when: Expression, value: Value }))
        .min(1)
        .max(100)
    })
  ])
})
export type Driver = z.infer<typeof Driver>

/**
 * What a run plays: `sessions` sessions from a commit, with the seeds `firstSeed`, `firstSeed` + 1 … A session is a pure function of the commit, its
 * seed and its party, so the same plan gives the same sessions.
 */
export const LabPlan = z.strictObject({
  name: z.string().trim().max(80).default(''),
  sessions: z.int().min(1).max(MAX_SESSIONS).default(200),
  firstSeed: z.int().min(0).max(MAX_SEED).default(1),
  parties: z.array(LabParty).min(1).max(MAX_PARTIES).default([OWN_PARTY]),
  end: LabEnd.default({ storySessions: 3, beats: 2000 }),
  drivers: z.array(Driver).max(50).default([]),
  watch: z.array(Watched).max(MAX_WATCHED).default([])
})
export type LabPlan = z.infer<typeof LabPlan>

/** The seed of a session by its number, which counts from 0. */
export const seedOf = ({ firstSeed }: Pick<LabPlan, 'firstSeed'>, session: number): string => String(firstSeed + session)

/** The party of a session by its number. Parties take turns, each as often in a row as its share. */
export function partyOf({ parties }: Pick<LabPlan, 'parties'>, session: number): LabParty {
  let at = session % parties.reduce((sum, { share }) => sum + share, 0)
  for (const party of parties) {
    if (at < party.share) return party
    at -= party.share
  }
  return OWN_PARTY
}

/**
 * A queue of sessions in Redis that workers on other machines take them from. `url`: redis://host:6379; `password`: where it has none. `source`: the
 * address of a repository that workers fetch the commit from.
 */
export const LabQueue = z.strictObject({
  url: z.string().min(1).max(2000),
  password: z.string().max(1000).optional(),
  source: z.string().min(1).max(2000).optional()
})
export type LabQueue = z.infer<typeof LabQueue>

/** A queue, or the one of this machine's settings, if there is one. */
export const LabQueueChoice = z.union([LabQueue, z.literal('settings')])
export type LabQueueChoice = z.infer<typeof LabQueueChoice>
