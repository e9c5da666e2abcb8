import { z } from 'zod'
import { Commit, query, stream, Who, type Methods, type WorkNews } from './calls'
import type { ChangeLine, ComparedGroup } from '../analysis/compare'
import type { ParamDef } from '../story/game'
import type { Average, Chance } from '../analysis/odds'
import { Params, type Roll } from '../story/play'
import type { ProblemData } from '../base/problem'
import { MAX_TRIES, DEFAULT_TRIES } from './try-limits'

const MAX_DRAFT_CHARACTERS = 8 << 20
const MAX_DRAFTS = 200

/** Unsaved texts of files by their path in the campaign; null for a file that is deleted. */
export const Drafts = z
  .record(z.string().min(1).max(1000), z.string().max(MAX_DRAFT_CHARACTERS).nullable())
  .refine((drafts) => Object.keys(drafts).length <= MAX_DRAFTS, `must have at most ${MAX_DRAFTS} files`)
export type Drafts = z.infer<typeof Drafts>

/** A line of `console.log`, and its position in the campaign. `by`: the actor of the query. */
export interface ConsoleLine {
  text: string
  by?: string
  file?: string
  line?: number
}

/** An action of the game, the file that defines it, and the line that says who can take it. */
export interface TryAction {
  action: string
  description: string
  file: string
  line: number
}

/** An actor who may take an action. `reason`: why the table doesn't offer it now; `params` if the rule allows it, `problem` if it fails. */
export interface TryActor {
  id: string
  name: string
  place?: string
  reason?: string
  params?: ParamDef[]
  problem?: ProblemData
}

/**
 * The actions and actors to try in the state of a commit, under the present rules with drafts and external changes. `broken`: the faults of those that
 * are left out, so that the text in the story applies; `data.file` and `data.line` give the position.
 */
export interface Tryable {
  commit: string
  n: number
  broken: ProblemData[]
  actions: TryAction[]
  /** For the requested action: the actors who can take it, and the console output of its `available` and `params`. */
  actors: TryActor[]
  /** The number of further actors, in large worlds. */
  more: number
  console: ConsoleLine[]
}

/** A value that occurred, how often, and its exact chance. `runs`: the first runs with it. */
export interface TryRow {
  words: string
  count: number
  runs: number[]
  chance?: Chance
}

/** A measure by which runs differ: the status, the damage, an actor's hit points. `many`: several rows can hold at once. */
export interface TryMeasure {
  id: string
  label: string
  rows: TryRow[]
  many?: true
  /** The average, if the values are numbers. */
  mean?: { tried: number; exact?: Average }
}

/** One combined outcome of runs, in words. */
export interface TryOutcome extends Omit<TryRow, 'words'> {
  words: string[]
  problem?: ProblemData
}

/** The results of many runs of a call. */
export interface Tries {
  /** The number of runs. Less than requested if the rule failed too often. */
  runs: number
  asked: number
  seed: string
  measures: TryMeasure[]
  /** The most frequent first. `more`: the number of others that are left out. */
  outcomes: TryOutcome[]
  more: number
  /** Why there are no exact odds, in words; absent while they are being computed, and if they are available. */
  inexact?: string
  /** How often the rule ran to compute the exact odds. */
  counted?: number
}

/** An event of many tries: the number done, the results without exact odds, and last the results with them. */
export type TryNews = WorkNews<{ done: number; of: number } | { tries: Tries }, Tries>

/** A step of a run: the action or a followUp. */
export interface TryStep {
  actor: string
  action: string
  narrative: string
  rolls: { roll: Roll; words: string }[]
  changes: ChangeLine[]
  /** The rest of the rule's result. */
  result?: string
}

/** One run, roll by roll. `problem`: why it ended. */
export interface TryRun {
  run: number
  seed: string
  steps: TryStep[]
  console: ConsoleLine[]
  problem?: ProblemData
}

/** A beat of the span that could not be replayed or applied again. `instead`: what was possible of it, in a sentence. */
export interface Skipped {
  commit: string
  n: number
  subject: string
  problem: ProblemData
  instead?: string
}

/** The first beat with another result. */
export interface FirstDifference {
  commit: string
  n: number
  was: string
  is: string
  rollsWere: string[]
  rollsAre: string[]
  changes: ComparedGroup[]
}

/** A session or scene that can be replayed: the beats after `from` up to `to`. `n`: the number of its first beat. */
export interface ReplaySpan {
  kind: 'session' | 'scene'
  title: string
  n: number
  beats: number
  from: string
  to: string
}

/** The result of a span of the story under other rules. Nothing is saved. */
export interface Replayed {
  from: string
  to: string
  /** The number of beats in the span, of those replayed or applied again, and of those with the same words and dice as before. */
  beats: number
  replayed: number
  same: number
  first?: FirstDifference
  /** Calls that the other rules or world refuse, wholly or in part. */
  skipped: Skipped[]
  /** Edits by the designer that no longer fit; their fitting parts are applied. */
  conflicts: Skipped[]
  /** Why it ended before the end of the span. */
  stopped?: string
  /** The differences at the end of the story. */
  groups: ComparedGroup[]
  /** Problems in drafts that are left out. */
  broken: ProblemData[]
  /** The span was recorded by an older engine, so that other results may come from the engine. */
  otherEngine?: true
}

const Tried = z.object({
  at: Commit.optional(),
  drafts: Drafts.default({}),
  action: z.string().min(1).max(200),
  actor: Who,
  params: Params.default({})
})
const Seed = z.string().min(1).max(200).default('1')

/**
 * A span of the line that ends at `to`, without `from` itself, and the rules to play it under: those at a commit, or those in the folder, with drafts
 * over them. With `world`, it is played in the world of that commit, with its rules and prose, and the story's state of `from`.
 */
export const Span = z.object({ from: Commit, to: Commit, rules: Commit.optional(), world: Commit.optional(), drafts: Drafts.default({}) })
export type Span = z.infer<typeof Span>

/** The calls that try rules in progress: one call many times, and a span of the story again. Drafts replace the folder's files. */
export const tryCalls = {
  /** The actions to try at a commit (by default the current one) under the folder's rules, and who can take one. Throws Problem `not-found`. */
  tryable: query(z.object({ at: Commit.optional(), drafts: Drafts.default({}), action: z.string().min(1).max(200).optional() })).returns<Tryable>(),
  /** Runs a call many times with different dice until cancelled. Equal seeds, equal runs. Throws Problem `refused` if the rule refuses it. */
  tryMany: stream(Tried.extend({ runs: z.int().min(1).max(MAX_TRIES).default(DEFAULT_TRIES), seed: Seed })).returns<TryNews>(),
  /** One of these runs, roll by roll. Throws as `tryMany` does. */
  tryOne: query(Tried.extend({ run: z.int().min(0).max(MAX_TRIES), seed: Seed })).returns<TryRun>(),
  /** Replays the calls of a span with the same dice under other rules. Saves nothing. Throws Problem `bad-input` if the span isn't on one line. */
  replayWith: stream(Span).returns<WorkNews<{ done: number; of: number }, Replayed>>(),
  /**
   * The same, saved as a new branch, whose first beat is the change of rules or world. The current branch stays. `first`: a beat of the span; the answer
   * names the commit that replays it. Throws Problem `bad-input` for an invalid name or one in use.
   */
  keepReplay: stream(Span.extend({ name: z.string().min(1).max(200), first: Commit.optional() })).returns<
    WorkNews<{ done: number; of: number }, { branch: string; head: string; skipped: number; first?: string }>
  >(),
  /** The sessions and scenes on the line that ends at a commit (now if none is named), newest first. */
  replaySpans: query(z.object({ at: Commit.optional() })).returns<ReplaySpan[]>()
}
export type TryCalls = Methods<typeof tryCalls>
