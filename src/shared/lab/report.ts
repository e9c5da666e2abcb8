import { z } from 'zod'
import type { CoveredPlace } from '../analysis/coverage'
import type { ProblemData } from '../base/problem'
import type { LabKind } from './kinds'
import { MAX_FLOW_STEPS, MAX_MARKS } from './limits'
import type { LabPlan } from './plan'
import { OUTCOME_KINDS, SESSION_ENDS, type SessionEnd, type SessionRow } from './rows'

const Name = z.string().max(400)
const Count = z.int().min(0).max(1e9)

/** Steps of a flow by their ids, or with `isNot` any but these. The end is the step without an id. */
const Steps = z.strictObject({ ids: z.array(Name).max(MAX_FLOW_STEPS), isNot: z.literal(true).optional() })
export type Steps = z.infer<typeof Steps>

/** What the steps of a flow are: the places of the scenes, or the story events in the order in which they were over. */
export const FLOWS = ['scenes', 'events'] as const
export type FlowOf = (typeof FLOWS)[number]

/** Something that is true of a session, or not. Every number and mark of a report is the number of sessions of which its mark holds. */
export const LabMark = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('party'), name: Name }),
  z.strictObject({ kind: z.literal('ending'), ending: z.enum(SESSION_ENDS), lastEvent: Name.optional() }),
  /** `value`: of a fact, or the status of a quest. A fall or death is that of a member of the party, unless `id` or `actor` says whose. */
  z.strictObject({
    kind: z.literal('outcome'),
    of: z.enum(OUTCOME_KINDS),
    id: Name.optional(),
    value: Name.optional(),
    place: Name.optional(),
    actor: Name.optional()
  }),
  z.strictObject({ kind: z.literal('visited'), place: Name }),
  /** A member of the party went from one place to the other. */
  z.strictObject({ kind: z.literal('moved'), from: Name, to: Name }),
  /** One story event was over, and the other was the next. Empty: before the first one, and after the last one. */
  z.strictObject({ kind: z.literal('followed'), from: Name, to: Name }),
  /** The `n`th step of a flow, from 1, is one of `at` and, if `next` is given, the step after it one of those. After the last step comes the end. */
  z.strictObject({ kind: z.literal('step'), of: z.enum(FLOWS), n: Count, at: Steps, next: Steps.optional() }),
  z.strictObject({ kind: z.literal('exercised'), of: Name, id: Name }),
  /** Dice were rolled for this, and needed this total. */
  z.strictObject({ kind: z.literal('rolled'), action: Name, label: Name, dice: Name, need: z.number() }),
  z.strictObject({ kind: z.literal('offered'), action: Name }),
  z.strictObject({ kind: z.literal('refused'), action: Name }),
  z.strictObject({ kind: z.literal('failure'), where: Name }),
  z.strictObject({ kind: z.literal('scene'), least: Count }),
  /** A number of the session's row is at least `least`, at most `most`, and less than `below`. */
  z.strictObject({
    kind: z.literal('number'),
    of: z.enum(['beats', 'minutes', 'scenes', 'story_sessions', 'stuck', 'repeated', 'refused', 'failures', 'dead']),
    least: z.number().min(0).max(1e9).optional(),
    most: z.number().min(0).max(1e9).optional(),
    below: z.number().min(0).max(1e9).optional()
  }),
  /** A value that was recorded is between the two at a beat. */
  z.strictObject({ kind: z.literal('value'), name: Name, beat: Count, least: z.number(), most: z.number() })
])
export type LabMark = z.infer<typeof LabMark>

/** Sessions of a run of which all of these marks hold, and of those under `not` none. */
export const LabFilter = z.strictObject({ is: z.array(LabMark).max(MAX_MARKS).default([]), not: z.array(LabMark).max(MAX_MARKS).default([]) })
export type LabFilter = z.infer<typeof LabFilter>
export const NO_FILTER: LabFilter = { is: [], not: [] }

/** How far a run has come. `interrupted`: its app ended before it did. */
export type LabStatus = 'running' | 'done' | 'stopped' | 'interrupted'

/** A run as lists show it. */
export interface LabRun {
  id: string
  name: string
  /** Milliseconds since 1970. */
  begun: number
  commit: string
  /** The subject of the commit. */
  subject: string
  plan: LabPlan
  status: LabStatus
  /** Which other process plays it, in a sentence. */
  elsewhere?: string
  /** The number of sessions played, of `plan.sessions`. */
  done: number
  pinned: boolean
  /** Why it can't be read or continued here, such as results of another version. */
  problem?: ProblemData
  /** Remarks on what was played, in sentences: unsaved changes that were left out. */
  remarks: string[]
}

/** The progress of a run while it plays: beats a second over all workers, and the sessions whose rules failed. */
export interface LabProgress {
  run: string
  done: number
  of: number
  beats: number
  beatsPerSecond: number
  failures: number
  /** What there is to say about the workers on other machines, in sentences. */
  news?: string
}

/** A share of sessions with its 95% confidence interval (Wilson), all three from 0 to 1. */
export interface Share {
  count: number
  of: number
  share: number
  low: number
  high: number
}

/** A part of a report: what it is called, how many sessions it holds for, and the mark that finds them. */
export interface Marked {
  label: string
  share: Share
  mark: LabMark
}

/** Numbers of sessions in bins of equal width, the tenth, half and nine tenths of all, and the mean with its 95% interval. */
export interface Distribution {
  of: 'beats' | 'minutes' | 'scenes'
  bins: { from: number; to: number; count: number }[]
  low: number
  median: number
  high: number
  mean: { value: number; low: number; high: number }
}

/** A value over the beats of sessions: the tenth, half and nine tenths of the sessions that were still played then. */
export interface Band {
  name: string
  points: { beat: number; low: number; median: number; high: number; sessions: number }[]
}

/** Something of the rules or the world that no session exercised, and what it would need, in sentences. A fact: no session set it. */
export interface NeverExercised {
  kind: LabKind
  id: string
  label: string
  place: CoveredPlace
  needs: string[]
}

/** Something that was exercised in some sessions: in how many, how often in all, and the median first beat. */
export interface Exercised extends Marked {
  kind: LabKind
  id: string
  times: number
  firstBeat: number
  place: CoveredPlace
}

/** A step of a flow in a column, which is its number from 1. `kind`: a single step, all those that few sessions took, or the end of sessions. */
export interface FlowStep extends Marked {
  column: number
  kind: 'one' | 'others' | 'end'
}

/** How sessions went from step to step. A link leads from a step to one of the next column, by their places in `steps`. */
export interface Flow {
  of: FlowOf
  steps: FlowStep[]
  links: (Marked & { from: number; to: number })[]
}

/** Everything that the lab shows of the sessions that pass a filter. Lists are sorted, the most telling first. */
export interface LabReport {
  run: LabRun
  /** The sessions that pass the filter, of those played. */
  sessions: number
  played: number
  beats: number
  parties: Marked[]
  endings: (Marked & { ending: SessionEnd })[]
  /**
   * By the number of the scene: the share of sessions in which a character could act when it would have begun, where a session that ended or was cut
   * off before counts until then (Kaplan–Meier). `share.count` of `share.of`: the sessions that played it, as by the mark. `atRisk`: those that played
   * the scene before.
   */
  survival: { scene: number; title: string; atRisk: number; share: Share; mark: LabMark }[]
  lengths: Distribution[]
  bands: Band[]
  /** By place: sessions in which a character died or fell there, and in which one turned back. */
  places: { place: string; name: string; visited: Share; dead: Share; down: Share; turnedBack: Share }[]
  /** The number of sessions that went from one place, or story event, to another. Events begin and end with an empty id, as in their mark. */
  moves: { from: string; to: string; fromName: string; toName: string; sessions: number; times: number }[]
  events: { from: string; to: string; fromName: string; toName: string; sessions: number }[]
  /** Each as far as more than a few sessions went on. */
  flows: Flow[]
  never: NeverExercised[]
  exercised: Exercised[]
  /** Actions that were never offered or, if offered, how often they were taken and refused. */
  actions: { action: string; offered: number; taken: number; refused: number; sessions: Share; mark: LabMark }[]
  /** Facts that were set, quests by the statuses that they got, and story events that were over, with the median first beat. */
  outcomes: (Marked & { of: 'fact' | 'quest' | 'event'; id: string; firstBeat: number })[]
  /**
   * The share of rolls that succeeded or gave a row of a table, beside the exact chance of the same. The intervals of all of them hold together at 95%;
   * `isOutside`: the chance isn't in this one.
   */
  rolls: { label: string; share: Share; exact: { share: number; words: string; fraction: string }; isOutside: boolean; mark: LabMark }[]
  failures: (Marked & { problem: string; where: string; session: number; beat: number })[]
  /** The sessions with the longest stretches without a change, and those with the most words said again. */
  stuck: { session: number; seed: string; beat: number; beats: number }[]
  repeated: { session: number; seed: string; times: number }[]
}

/** Where the places of a run's campaign are on its map, and the journeys between them. Of a large world only the places that a session visited. */
export interface LabMap {
  places: { place: string; name: string; x: number; y: number; visited: boolean }[]
  journeys: { from: string; to: string }[]
}

/** A session in a list, and the beat at which the last mark of the filter holds of it. */
export interface ListedSession extends SessionRow {
  at: number
}

/** The answer to a query in SQL. Values are texts, numbers, truths, or null. */
export interface QueryResult {
  columns: { name: string; type: string }[]
  rows: (string | number | boolean | null)[][]
  /** Set if there are more rows than were read. */
  more: boolean
  ms: number
}
