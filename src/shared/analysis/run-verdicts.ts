import { z } from 'zod'
import type { Usage } from '../table/turns'
import { RUN_TOKENS } from './run-limits'

/** Which runs are compared, by whom. `models`: one for all judges, or one for each; by default the campaign's. `tokens`: the longest transcript. */
export const RunsAsked = z.object({
  runs: z.array(z.string().min(1).max(300)).max(100),
  models: z.array(z.string().min(1).max(200)).max(100).optional(),
  tokens: z.int().min(RUN_TOKENS.min).max(RUN_TOKENS.max).optional(),
  /** Asks everything at once at half the price, for answers within a day. */
  batch: z.boolean().optional(),
  /** In US dollars. A request that could cost more than is left isn't sent. */
  cap: z.number().max(100_000).optional()
})
export type RunsAsked = z.infer<typeof RunsAsked>

/** A run in a result: its name, the numbers of its first and last beats, and its log entries. */
export interface RunInfo {
  name: string
  from: number
  to: number
  entries: number
}

/** What a judge answers: the transcript that is better, by its position in the request, or neither. */
export const Position = z.enum(['A', 'B', 'equal'])
export type Position = z.infer<typeof Position>

/** Which run of a pair is better: the pair's first one, its second one, or neither. */
export type Preferred = 'first' | 'second' | 'equal'

/** An entry of a run that a judge names as evidence. `commit`: that of its beat. */
export interface Evidence {
  run: 'first' | 'second'
  beat: number
  commit?: string
  text: string
}

/** One judge's verdict on one criterion, given with one order of the transcripts. */
export interface RunVote {
  /** The number of the judge, from 1. */
  judge: number
  model: string
  /** The run whose transcript came first. */
  shownFirst: 'first' | 'second'
  verdict: Preferred
  reason: string
  evidence: Evidence[]
  /** What the judge named as evidence although it isn't a beat of either transcript. */
  unknown: string[]
  /** What was understood of the answer, if it was nearly right. */
  understood?: string
}

/** The verdict on one criterion for one pair of runs. */
export interface CriterionVerdict {
  criterion: string
  /** The verdict with the most votes, `equal` if none has; absent without any vote. */
  verdict?: Preferred
  counts: Record<Preferred, number>
  /** The judges who gave the same verdict in both orders, among those who answered both. */
  kept: number
  inBothOrders: number
  votes: RunVote[]
}

/** The verdicts on one pair of runs, by their positions in the list of runs. */
export interface PairVerdict {
  first: number
  second: number
  /** The run that is better by more criteria; absent without any vote. */
  verdict?: Preferred
  /** Entries that the judges didn't see, because a transcript was too long. */
  leftOut: { first: number; second: number; both: number }
  /** Entries with which both runs begin. They are no evidence. */
  shared: number
  criteria: CriterionVerdict[]
}

/** A run's place among all runs, by the pairs that it wins. Runs with equally many points share a place; a tie is half a point. */
export interface RunPlace {
  run: number
  place: number
  wins: number
  ties: number
  losses: number
}

/** How far the judges agree. `questions`: those that all judges answered. */
export interface Agreement {
  questions: number
  /** The share of pairs of judges that gave the same verdict; absent without a question. */
  share?: number
  /** Fleiss' kappa; absent if it isn't defined. */
  kappa?: number
}

/** How far judges agree with the designer. `n`: verdicts of both, of which `agreed` are the same. `kappa`: Cohen's; absent if it isn't defined. */
export interface MarkAgreement {
  n: number
  agreed: number
  kappa?: number
}

/** The judges against the designer's marks. `marks`: all of them; `about`: those of the judged runs. Pairs are named by their positions. */
export interface Calibration extends MarkAgreement {
  marks: number
  about: number
  criteria: (MarkAgreement & { criterion: string })[]
  disagreements: { first: number; second: number; criterion: string; mark: Preferred; verdict: Preferred }[]
}

/** How much the order of the transcripts matters: of all verdicts given in both orders, those that were kept, and those that followed the position. */
export interface OrderEffect {
  kept: number
  of: number
  /** The transcript that came first was better both times, or the one that came second. */
  first: number
  second: number
}

/** The estimated cost of the requests that have no recorded answer. */
export interface RunsPrice {
  models: string[]
  rubric: string
  pairs: number
  criteria: number
  /** Requests to send, and those whose answers are recorded. */
  requests: number
  recorded: number
  input: number
  output: number
  /** An estimate in US dollars; absent if the price of a model is unknown. */
  cost?: number
  /** The models whose price is unknown. */
  unpriced: string[]
  /** Set if the requests would be sent as a batch; `cost` is half then. */
  batch?: boolean
  /** The requests in batches that were sent before; their answers aren't there yet. */
  waiting?: number
}

/** The progress of judges, in requests. */
export interface RunsProgress {
  done: number
  of: number
}

/** The result of judging runs. `left`: requests that weren't answered, with the reasons in `problems`. */
export interface RunsReport {
  runs: RunInfo[]
  rubric: string
  criteria: string[]
  models: string[]
  pairs: PairVerdict[]
  ranking: RunPlace[]
  agreement: Agreement
  order: OrderEffect
  /** Absent if the designer has marked nothing. */
  calibration?: Calibration
  requests: number
  recorded: number
  usage: Usage
  left: number
  problems: string[]
  /** The requests in batches whose answers aren't there yet. They are no part of `left`. */
  waiting?: number
}

/** The rubric of a campaign. `path`: its file; absent for the default. `text`: the whole file. */
export interface RubricShown {
  path?: string
  text: string
  criteria: string[]
}

/** The file of the designer's marks with pairs to be filled in. `before`: its text now; absent if there is none. */
export interface MarksDraft {
  path: string
  text: string
  before?: string
}
