import { z } from 'zod'
import { RunsAsked, type RunsProgress, type RunsReport } from '../analysis/run-verdicts'
import { type LabComparison, Versus, type VersusProgress } from '../lab/comparison'
import { MAX_MARKS } from '../lab/limits'
import { ContinueGrid, type ContinueProgress, type ContinueResult, type GridPrice, type ListedContinuation } from '../lab/continuation'
import { LabPlan, LabQueueChoice } from '../lab/plan'
import { LabFilter, type LabMap, type LabProgress, type LabReport, type LabRun, type ListedSession, NO_FILTER, type QueryResult } from '../lab/report'
import type { SessionRow } from '../lab/rows'
import type { Beat } from '../story/play'
import type { OddSessions } from '../lab/odd'
import { type LabSummary, SummariesAsked, type SummariesPrice, type SummariesReport } from '../lab/summaries'
import { type FoundNumber, LabTarget, NumberPath, type LabSolution, type SolveProgress } from '../lab/solution'
import { type TestProgress, type TestReport, WantedTests } from '../lab/story-tests'
import { EXPERIMENTS, type LabExperiments } from '../lab/experiment'
import { Commit, mutation, query, stream, type Methods, type WorkNews } from './calls'

export const MAX_SQL_CHARACTERS = 20_000
/** The number of sessions that a page of a list has at most. */
export const MAX_LISTED_SESSIONS = 500
/** The most unusual sessions that are listed. */
export const MAX_ODD_SESSIONS = 50

const RunId = z.string().regex(/^[a-z0-9-]{1,60}$/, 'must be the id of a run')
const Run = z.strictObject({ run: RunId })

/** The playtest lab: runs of many sessions in memory, their results, and single sessions as branches. */
export const labCalls = {
  /** The campaign's runs, the newest first. */
  labRuns: query().returns<LabRun[]>(),
  /** The personas that parties can have: those that come with the app, and the campaign's own. */
  labPersonas: query().returns<{ id: string; name: string }[]>(),
  /**
   * Begins a run at a commit, by default the head; it plays on after the caller has gone. `queue`: workers on other machines play its sessions. Throws
   * Problem `bad-input` for a plan that can't be played, `refused` while another run is playing, `disk` if the queue can't be reached.
   */
  labBegin: mutation(z.object({ plan: LabPlan, at: Commit.optional(), queue: LabQueueChoice.optional() })).returns<LabRun>(),
  /** Continues a run that was stopped or interrupted. Throws Problem `refused` if its results are of another version, and as `labBegin` does. */
  labResume: mutation(Run.extend({ queue: LabQueueChoice.optional() })).returns<LabRun>(),
  /** Stops a run and keeps the sessions that are done. */
  labStop: mutation(Run).returns<LabRun>(),
  /** The progress of a run, at most ten times a second, until it is done or stopped. */
  labWatch: stream(Run).returns<WorkNews<LabProgress, LabRun>>(),
  /** Changes a run's name, or whether it is pinned. A pinned run can't be removed. */
  labEdit: mutation(Run.extend({ name: z.string().trim().max(80).optional(), pinned: z.boolean().optional() })).returns<LabRun>(),
  labRemove: mutation(Run).returns<void>(),
  labReport: query(Run.extend({ filter: LabFilter.default(NO_FILTER) })).returns<LabReport>(),
  /** The map on which a report shows where characters died, fell and turned back. */
  labMap: query(Run).returns<LabMap>(),
  /** The report as one HTML page that needs no other file. `words`: what the marks of the filter say. */
  labPage: query(
    Run.extend({
      filter: LabFilter.default(NO_FILTER),
      words: z
        .array(z.string().max(2000))
        .max(2 * MAX_MARKS)
        .default([])
    })
  ).returns<{
    html: string
  }>(),
  /** Sessions that pass a filter, in the order of a column. */
  labSessions: query(
    Run.extend({
      filter: LabFilter.default(NO_FILTER),
      by: z.enum(['session', 'beats', 'minutes', 'scenes', 'stuck', 'refused', 'repeated', 'ending']).default('session'),
      descending: z.boolean().default(false),
      from: z.int().min(0).default(0),
      count: z.int().min(1).max(MAX_LISTED_SESSIONS).default(100)
    })
  ).returns<{ sessions: ListedSession[]; of: number }>(),
  /** The most unusual sessions of a run, with why and from which beat on; none of a run with fewer than 20 sessions. */
  labOdd: query(Run.extend({ count: z.int().min(1).max(MAX_ODD_SESSIONS).default(10) })).returns<OddSessions>(),
  /** Makes ready to open sessions of a run, so that the first one opens as fast as the next. `session`: it is played ahead. */
  labPrepare: mutation(Run.extend({ session: z.int().min(0).optional() })).returns<void>(),
  /**
   * Saves a session as a new branch that is checked out, and names the commit of one of its beats. A session that was opened before opens its branch
   * again. Throws Problem `rule-failed` if it plays differently now.
   */
  labOpen: mutation(Run.extend({ session: z.int().min(0), beat: z.int().min(0).optional() })).returns<{
    branch: string
    head: string
    beat: string
    session: SessionRow
  }>(),
  /**
   * The estimated cost of letting models continue sessions of a run. Sends nothing and changes nothing. Throws Problem `not-found`, `rule-failed`,
   * `bad-input` for a beat after which nothing is left to play.
   */
  labContinuePrice: query(Run.extend({ grid: ContinueGrid })).returns<GridPrice>(),
  /**
   * Lets models continue sessions of a run, each as a branch of its own; the branch that is checked out stays. `cap`: in US dollars, for all of them
   * together: a request is sent only if it can't pass it. A continuation that is stopped, reaches the cap or fails keeps its beats. Throws Problem `agent-failed`
   * without a key, `refused` while others are played, and as `labContinuePrice` does.
   */
  labContinue: stream(Run.extend({ grid: ContinueGrid, cap: z.number().max(100_000).optional() })).returns<
    WorkNews<ContinueProgress, ContinueResult>
  >(),
  /** Stops continuations; their stream then ends with its answer. */
  labContinueStop: mutation().returns<void>(),
  /** The continuations of a run, the newest first. Throws Problem `bad-file`. */
  labContinuations: query(Run).returns<ListedContinuation[]>(),
  /** The estimated cost of summaries of continuations and sessions. Sends and changes nothing. Throws Problem `not-found`, `bad-input`. */
  labSummariesPrice: query(Run.extend({ asked: SummariesAsked })).returns<SummariesPrice>(),
  /**
   * Has a model write the summaries that aren't written yet, as one message batch; what was sent before is picked up. If it is stopped, the batch goes on.
   * Throws Problem `agent-failed` without a key, for a server without batches, or if it could cost more than a cap leaves; and as `labSummariesPrice` does.
   */
  labSummarise: stream(Run.extend({ asked: SummariesAsked })).returns<WorkNews<RunsProgress, SummariesReport>>(),
  /** The summaries of a run. Throws Problem `bad-file`. */
  labSummaries: query(Run).returns<LabSummary[]>(),
  /** Answers a query in SQL that only reads. Throws Problem `bad-input` with the database's words, `refused` when it takes too long. */
  labQuery: query(
    Run.extend({ sql: z.string().trim().min(1).max(MAX_SQL_CHARACTERS), rows: z.int().min(1).max(10_000).default(1000) })
  ).returns<QueryResult>(),
  /**
   * Runs the story tests of a commit, by default of the head: the files in tests/, or those that are named, with as many sessions as they
   * say or `sessions`. Sessions that were played for the same tests at the same commit aren't played again. An experiment: see `labVersus`.
   */
  labTest: stream(WantedTests.extend({ at: Commit.optional(), queue: LabQueueChoice.optional() })).returns<WorkNews<TestProgress, TestReport>>(),
  /** Two runs on the same seeds, in pairs. Throws Problem `bad-input` if they have none in common. */
  labCompare: query(z.object({ a: RunId, b: RunId })).returns<LabComparison>(),
  /**
   * Plays two sides on the same seeds and compares them. Like each experiment it goes on after the caller has gone. One that is running or isn't done is
   * followed or continued if the input is the same. Throws as `labBegin` does, and Problem `refused` while another one is running and when it is stopped.
   */
  labVersus: stream(Versus.extend({ queue: LabQueueChoice.optional() })).returns<WorkNews<VersusProgress, LabComparison>>(),
  /**
   * Looks for the value of a number in the rules or the world with which a goal is reached in a share of sessions. Changes nothing. Throws Problem
   * `bad-input`. An experiment: see `labVersus`.
   */
  labSolve: stream(z.object({ target: LabTarget, at: Commit.optional(), queue: LabQueueChoice.optional() })).returns<
    WorkNews<SolveProgress, LabSolution>
  >(),
  /**
   * Has the judges compare every pair of runs in both orders; each answer is stored at once, and only what isn't stored is asked. Throws Problem
   * `bad-input`, `not-found`, `bad-file`, `locked`, `agent-failed`. An experiment: see `labVersus`.
   */
  judgeRuns: stream(RunsAsked).returns<WorkNews<RunsProgress, RunsReport>>(),
  /** The last experiment of each kind, with what is known of those that aren't running. */
  labExperiments: query().returns<LabExperiments>(),
  /** Stops an experiment. What is done is kept. */
  labStopExperiment: mutation(z.object({ kind: z.enum(EXPERIMENTS) })).returns<void>(),
  /** The numbers in YAML files of the rules and the world, difficulties first. */
  labNumbers: query(z.object({ at: Commit.optional() })).returns<FoundNumber[]>(),
  /** Writes such a value into its file, as one edit. Throws Problem `bad-input`, and as an edit of the file does. */
  labApply: mutation(z.object({ of: NumberPath, value: z.number() })).returns<Beat>(),
  /** Writes a run's tables into a folder, one file each, and returns the files' names. Throws Problem `disk`. */
  labExport: mutation(Run.extend({ folder: z.string().min(1), format: z.enum(['parquet', 'csv']).default('parquet') })).returns<string[]>(),
  /** The tables of a run's results: their columns with types and what they hold. */
  labSchema: query().returns<{ table: string; about: string; columns: { name: string; type: string; about: string }[] }[]>()
}
export type LabCalls = Methods<typeof labCalls>
