import { z } from 'zod'
import { Commit, query, Who, type Methods, mutation, stream, type WorkNews, Dir } from './calls'
import type { Contradiction, BeatContradictions, JudgePrice, JudgeProgress, JudgeReport } from '../analysis/contradictions'
import { RunsAsked, type MarksDraft, type RubricShown, type RunsPrice } from '../analysis/run-verdicts'
import type { BeatDetail, LogEntry, Beat } from '../story/play'
import type { StateAt, Refusal, SceneLog, Availabilities, Branch, CarriedEdits, TimelinePage } from '../table/present'
import { Recall, type Recalled } from '../story/recall'
import type { NoteDraft } from '../story/ruling'
import { KnownPosition, type ChroniclePage, type DeletedBranch, type BeatHits } from '../analysis/chronicle'
import type { Comparison, FileLines } from '../analysis/compare'
import type { FindNews, Watched } from '../analysis/analysis'
import { MAX_EXPRESSION_LENGTH } from '../predicate/tokens'
import type { Vocabulary } from '../predicate/vocabulary'
import type { PlaceLore } from '../story/lore'
import { Span, type Visits } from '../analysis/visits'
import type { CoverageProgress, CoverageReport } from '../analysis/coverage'
import type { ActorInteractions, Attempt, Odds, OddsProgress, Preparing } from '../analysis/odds'
import type { Reach } from '../analysis/reach'
import type { CheckProgress, CheckReport, VerifyReport } from '../analysis/reports'
import type { TextPart } from '../story/writers'
import { TranscriptAsked, type TranscriptNews } from '../story/transcript'

/** A line of the story: an entry of a scene's log, and the commit of its beat. `refused`: the refusals between it and the next one. */
export interface StoryLine {
  entry: LogEntry
  commit: string
  scene: string
  refused?: Refusal[]
  /** The contradictions of a narration or speech with the record. */
  contradictions?: Contradiction[]
  /** Who wrote each part of its text, if that was asked for. */
  parts?: TextPart[]
}

/** The game's names for items, conditions and stats, by id. */
export type GameNames = Record<'items' | 'conditions' | 'stats', Readonly<Record<string, string>>>

const Name = z.string().min(1).max(200)

/** An expression over the state; `predicate/parse.ts` defines the grammar. */
const ExpressionText = z.string().max(MAX_EXPRESSION_LENGTH * 2)

/** Beats that happened in a place, newest first. */
export interface PlacePage {
  beats: Beat[]
  /** How many beats were read for this page. */
  examined: number
  /** The start of the next page; absent at the beginning of the story. A page may be short or empty and still have a next one. */
  before?: string
}

const Judge = z.object({ model: z.string().min(1).max(200).optional() })

/** The calls that read the story: commits, branches, queries over the history, odds, checks, and what an export shows. */
export const storyCalls = {
  // The calls that read the story at any commit; by default the current one.
  /** The commit of a revision: a branch, an id (full or abbreviated), or HEAD~3. Throws Problem `not-found`. */
  commitOf: query(z.object({ revision: z.string().min(1).max(300) })).returns<string>(),
  at: query(z.object({ commit: Commit, have: Commit.optional() })).returns<StateAt>(),
  /** The game's names; empty if its rules don't load. */
  gameNames: query(z.object({ at: Commit.optional() })).returns<GameNames>(),
  /** The log of one scene as of a commit; by default the active scene. */
  log: query(z.object({ commit: Commit, scene: z.string().max(300).optional() })).returns<SceneLog | undefined>(),
  /** Every public entry of the story, oldest first, with the refusals that were recorded here, and `writers` if they are asked for. */
  storyLog: query(z.object({ at: Commit.optional(), writers: z.boolean().optional() })).returns<StoryLine[]>(),
  beat: query(z.object({ commit: Commit })).returns<BeatDetail>(),
  /** An unsaved draft of the note for a ruling about a beat. Throws Problem `refused` for a beat of another branch, `not-found`. */
  rulingDraft: query(z.object({ commit: Commit })).returns<NoteDraft>(),
  /** Every action of the game, with the reason why `as` may not do it. */
  actions: query(z.object({ as: Who, at: Commit.optional() })).returns<Availabilities>(),
  /** The search results of `as` in their notes. */
  recall: query(z.object({ as: Who, recall: Recall, at: Commit.optional() })).returns<Recalled>(),

  // The calls about the timeline: every beat of every branch.
  /** Beats of every branch, newest first, or with `line` of the current line only. `before` is the last beat of the previous page. */
  timeline: query(
    z.object({ limit: z.int().min(1).max(100_000).default(500), before: Commit.optional(), line: z.boolean().optional() })
  ).returns<TimelinePage>(),
  /**
   * Continues from `at` on a new branch and switches to it; with a seed, the dice change (one beat). `editsTo`: the designer's edits between `at` and
   * this commit are made again there, each as a beat. Returns the new branch.
   */
  branch: mutation(
    z.object({ at: Commit, name: z.string().min(1).max(100).optional(), seed: z.string().min(1).max(200).optional(), editsTo: Commit.optional() })
  ).returns<Branch & { edits: CarriedEdits }>(),
  /** The number of the designer's edits between `at` and a later commit of its line; 0 if it isn't on that line. */
  editsBetween: query(z.object({ at: Commit, end: Commit })).returns<number>(),
  switchTo: mutation(z.object({ branch: z.string().min(1).max(200) })).returns<Branch>(),
  /** The properties of all beats, page by page, without those that the client has already. */
  chronicle: query(z.object({ having: KnownPosition.optional() })).returns<ChroniclePage>(),
  /** The subject of each of these commits. Throws Problem `not-found`. */
  subjects: query(z.object({ commits: z.array(Commit).max(500) })).returns<string[]>(),
  /** Beats whose subject or log has a text, ignoring case: on the line to a commit, else on all branches. `after`: the last answer's `next`. */
  searchBeats: query(z.object({ text: z.string().max(200), along: Commit.optional(), after: z.string().max(40).optional() })).returns<BeatHits>(),
  /** Renames a branch, even the current one. Throws Problem `bad-input` for an invalid name or one in use. */
  renameBranch: mutation(z.object({ branch: Name, name: Name })).returns<Branch>(),
  /** Deletes a branch other than the current one. It can be restored. */
  deleteBranch: mutation(z.object({ branch: Name })).returns<DeletedBranch>(),
  /** Deleted branches that can be restored, the most recently deleted first. */
  deletedBranches: query().returns<DeletedBranch[]>(),
  /** Restores a deleted branch by its old name, the next free one, or the given one. */
  restoreBranch: mutation(z.object({ ref: z.string().regex(/^refs\/proscenium\/trash\/.{1,300}$/), name: Name.optional() })).returns<Branch>(),

  // Queries over many commits: where an expression holds, how a value changed, how two commits differ.
  /** The names that expressions can use at a commit; now if none is named. */
  vocabulary: query(z.object({ at: Commit.optional() })).returns<Vocabulary>(),
  /**
   * Where an expression holds on the line of history that ends at a commit (the current one by default): progress, a preliminary finding, and last
   * the final answer. Ends when the caller cancels it. Throws Problem `bad-input`, with the position in the expression as `at` and `end`.
   */
  find: stream(z.object({ expression: ExpressionText, at: Commit.optional() })).returns<FindNews>(),
  /** The values of an expression along the line of history that ends at a commit; only those after `after`, if that commit is on the line. */
  watch: query(z.object({ expression: ExpressionText, at: Commit.optional(), after: Commit.optional() })).returns<Watched>(),
  /** Compares two commits in the game's words. Throws Problem `not-found`, or `bad-file` if one of them can't be read. */
  compare: query(z.object({ a: Commit, b: Commit })).returns<Comparison>(),
  /** How one file of the campaign differs between two commits, line by line. */
  compareFile: query(z.object({ a: Commit, b: Commit, path: z.string().min(1).max(1000) })).returns<FileLines>(),

  // The calls about what happened in a place.
  /**
   * Beats of the line that ends at a commit (by default the current one) whose actor was in a place, entered or left it (for the DM: where most of
   * the party is), or that changed the place itself. `before` is that of the previous page. Throws Problem `not-found`.
   */
  beatsAt: query(
    z.object({ place: z.string().min(1).max(120), limit: z.int().min(1).max(500).default(50), at: Commit.optional(), before: Commit.optional() })
  ).returns<PlacePage>(),
  /**
   * The party's visits to places up to a commit (by default the current one): in the last session before it, or on the whole line. The party is where
   * most of the players are. If stopped, covers only the newest beats. Throws Problem `not-found`.
   */
  visits: query(z.object({ span: Span, at: Commit.optional() })).returns<Visits>(),
  /** The prose of a place, journey or region at a commit. Journeys and regions have only a description. Throws Problem `not-found`. */
  proseAt: query(z.object({ what: z.enum(['place', 'journey', 'region']), id: z.string().min(1).max(120), at: Commit })).returns<PlaceLore>(),

  // The calls about coverage: what play exercised.
  /**
   * The coverage of a part of the story: a branch (the current one by default), one of its sessions, or the beats after `from` up to `to`. Reruns the
   * recorded calls that this machine has not counted yet, and stores the counts beside the history. Throws Problem `not-found`, and `bad-input` if
   * the span isn't on the branch.
   */
  coverage: stream(
    z.object({
      branch: z.string().min(1).max(400).optional(),
      session: z.int().min(1).max(100_000).optional(),
      from: Commit.optional(),
      to: Commit.optional()
    })
  ).returns<WorkNews<CoverageProgress, CoverageReport>>(),

  // The calls that compute odds.
  /** Exact odds of all actors, or of one, at a commit; by default the current one. */
  odds: query(z.object({ as: Who.optional(), at: Commit.optional() })).returns<Odds>(),
  /** The same and how far players get, as a stream for a long computation: progress, and last the answer. */
  countOdds: stream(z.object({ as: Who.optional(), at: Commit.optional() })).returns<WorkNews<OddsProgress, Odds & { reach: Reach }>>(),
  /** How far one actor gets, or each player, at a commit; by default the current one. Throws Problem `not-found`, `refused` when stopped. */
  reach: query(z.object({ as: Who.optional(), at: Commit.optional() })).returns<Reach>(),
  /** Only the nearest journeys, as `reach` reports them; the first answer in a large world. No findings. Throws as `reach` does. */
  reachNear: query(z.object({ as: Who.optional(), at: Commit.optional() })).returns<Reach>(),
  /** The choices that players have to make before the first risky action; null if no player has to. */
  preparing: query(z.object({ at: Commit.optional() })).returns<Preparing | null>(),
  /** The odds of interactions with a place's actors that roll, for one actor or each player. Throws Problem `not-found`, `refused` when stopped. */
  interactions: query(z.object({ place: z.string().min(1).max(200), as: Who.optional(), at: Commit.optional() })).returns<ActorInteractions[]>(),
  /** The odds of a journey for each party member if it had this difficulty. Throws Problem `not-found`, `refused` when stopped. */
  attempts: query(z.object({ journey: z.string().min(1).max(200), difficulty: z.int().min(0).max(1000), at: Commit.optional() })).returns<
    Attempt[]
  >(),

  // The calls that look for mistakes in the game, its world and the history.
  /** Checks the game and its world, external changes included. Plays in memory and changes nothing. */
  check: query().returns<CheckReport>(),
  /** The same for any folder with a campaign (even one that can't be opened) or a game. Throws Problem for a folder with neither. */
  checkFolder: stream(z.object({ dir: Dir })).returns<WorkNews<CheckProgress, CheckReport>>(),
  /**
   * The contradictions between narrations or speeches and the record, on the line of history that ends at a commit (the current one by default),
   * oldest first. With `after`, only those of later beats. Each beat is checked once on this machine.
   */
  contradictions: query(z.object({ at: Commit.optional(), after: Commit.optional() })).returns<BeatContradictions[]>(),
  /** The estimated cost of having a model (by default the settings') judge new narrations. Throws Problem `refused` without a model. */
  judgePrice: query(Judge).returns<JudgePrice>(),
  /** Has the model judge them, batch by batch; each answer is stored at once. Also throws as a model's turn does. */
  judge: stream(Judge).returns<WorkNews<JudgeProgress, JudgeReport>>(),
  /** The rubric by which judges compare runs: direction/rubric.md in the folder, or the default. Throws Problem `bad-file`. */
  rubric: query().returns<RubricShown>(),
  /** The designer's marks on runs, direction/marks.yaml, with every pair of these runs to be filled in. Saves nothing. Throws Problem `bad-file`. */
  marksDraft: query(z.object({ runs: RunsAsked.shape.runs })).returns<MarksDraft>(),
  /** The estimated cost of having judges compare runs. Sends nothing. Throws Problem `bad-input`, `not-found`, `bad-file`. */
  runsPrice: query(RunsAsked).returns<RunsPrice>(),
  /** Replays every beat of the line, or with `sinceChecked` only those after the last one that this machine has verified. */
  verify: query(z.object({ sinceChecked: z.boolean() }).optional()).returns<VerifyReport>(),

  // The call that exports a transcript.
  /**
   * Makes a transcript of the story between two beats of a line: progress, and last the file. Writes nothing to disk. Ends when the caller cancels
   * it. Throws Problem `not-found`, or `bad-input` if the first beat is not on the line that leads to the last.
   */
  transcript: stream(TranscriptAsked).returns<TranscriptNews>()
}
export type StoryCalls = Methods<typeof storyCalls>
