import type { CampaignInfo, NewCampaign } from '../../shared/story/campaign'
import type { Theme } from '../../shared/map-image/palette'
import type { NewHere } from '../../shared/contract/foreign-calls'
import type { Refusal, Availabilities } from '../../shared/table/present'
import type { JudgePrice, JudgeProgress, JudgeReport } from '../../shared/analysis/contradictions'
import type { CoverageProgress, CoverageReport } from '../../shared/analysis/coverage'
import type { CheckProgress, CheckReport, VerifyReport } from '../../shared/analysis/reports'
import type { Odds, OddsProgress } from '../../shared/analysis/odds'
import type { Beat, Params } from '../../shared/story/play'
import type { Reach } from '../../shared/analysis/reach'
import type { ProblemData } from '../../shared/base/problem'
import type { Played } from '../../shared/contract/table-calls'
import type { GameState } from '../../shared/story/state'
import type { GameNames, StoryLine } from '../../shared/contract/story-calls'
import type { Remote } from '../../shared/contract/remote-calls'
import type { Retry, Seat, TurnRecord } from '../../shared/table/turns'
import type { MapFormat } from '../../shared/contract/world-edits'
import type { Recall, Recalled } from '../../shared/story/recall'
import type { CampaignTools } from '../../shared/contract/tool-calls'
import type { AppliedMutations, PlanReport, WeighedNarrative, WhoBelieves } from '../../shared/contract/narrator-calls'
import type { Comparison, FileLines } from '../../shared/analysis/compare'
import type { FindResult } from '../../shared/analysis/analysis'
import type { Replayed, Tries, Tryable, TryRun } from '../../shared/contract/try-calls'
import type { TranscriptFile, TranscriptFormat } from '../../shared/story/transcript'
import type { PagePlayer } from '../../arrow/export/html'
import type { ReachReport, ReachWish } from '../../arrow/play/reach/report'
import type { ExitCode } from './terminal'

/** What to do with external changes before the first beat. */
export type EditsAnswer = 'adopt' | 'set-aside' | 'leave'

/** Called with each beat after its commit, with the calls that were refused before it, and with the problem if the record of its turn was lost. */
export type OnBeat = (beat: Beat, refused: readonly Refusal[], problem?: ProblemData) => void

/** A summary of play. `aside`: the folder to which changed files were moved before the first beat. */
export type PlayedHere = Played & { aside?: string | undefined }

/** A state, with its game's names for things. */
export interface NamedState {
  state: GameState
  names: GameNames
}

/** When `play` stops; exactly one of them is set. */
export interface PlayLimits {
  beats?: number
  scenes?: number
  sessions?: number
}

/** The agents by actor id, `DM` or `all`. */
export type Seats = Readonly<Record<string, Seat>>

/** Settings of one run: seats that override table.yaml, and what to do with external changes. */
export interface PlayOptions {
  seats?: Seats | undefined
  edits?: EditsAnswer | undefined
  /** Called for every wait for a model before it begins. */
  onRetry?: ((who: string, retry: Retry) => void) | undefined
}

/** The contents of a transcript, by revision: branches, commit ids (also abbreviated) or HEAD~n. */
export interface TranscriptWish {
  from?: string
  to?: string
  format: TranscriptFormat
  private: boolean
  stills: boolean
}

/** A call to try. */
export interface TriedCall {
  action: string
  actor: string
  params: Params
  seed: string
}

/** A replay, by revision. */
export interface ReplayWish {
  from?: string
  to?: string
  rules?: string
}

/** The options for serving the Arrow assistant. */
export interface ArrowServeWish {
  port?: number | undefined
  origins: readonly string[]
  model?: string | undefined
  budget?: number | undefined
}

/** The commands. Every folder is an absolute path; every failure is a Problem. */
export interface Commands {
  create(input: NewCampaign): Promise<CampaignInfo>
  /**
   * Creates a campaign in another project's repository. Returns its branch, notes on the imported map, and the maps in the repository, by absolute
   * path.
   */
  createHere(input: NewHere): Promise<{ campaign: CampaignInfo; branch: string; notes: string[]; maps: string[] }>
  /** Calls `onBeat` after each beat's commit is on disk. Returns a summary, and whether the party is lost. */
  play(dir: string, limits: PlayLimits, onBeat: OnBeat, options?: PlayOptions): Promise<PlayedHere>
  /** The story so far, with the names of its actors and places by id. */
  log(dir: string): Promise<{ lines: StoryLine[] } & Pick<GameState, 'actors' | 'places'>>
  /** Passes every turn that led to the present to `onTurn`, oldest first; with a limit only the last ones. */
  recording(dir: string, limit: number | undefined, onTurn: (turn: TurnRecord) => void): Promise<void>
  /** Imports a recording from a file. Returns the number of turns that can be replayed. */
  takeRecording(dir: string, file: string): Promise<number>
  state(dir: string, rev?: string): Promise<NamedState>
  actions(dir: string, as: string, rev?: string): Promise<Availabilities>
  /** The odds of `as`, or of all actors; how far an actor can get, for `as` or for the players. `onProgress` receives the progress. */
  odds(dir: string, as: string | undefined, rev: string | undefined, onProgress: (at: OddsProgress) => void): Promise<Odds & { reach: Reach }>
  /** The results of a recall in an actor's notes, and the answer in words. */
  recall(dir: string, as: string, request: Recall, rev?: string): Promise<Recalled>
  /** Applies the mutations in the text of a narrator's output as one beat. */
  applyMutations(dir: string, text: string): Promise<AppliedMutations>
  /** Validates, executes and narrates a plan in the DM's turn. */
  runPlan(dir: string, text: string): Promise<PlanReport>
  /** Every narrative, the weightiest first. */
  narratives(dir: string, rev?: string): Promise<WeighedNarrative[]>
  /** The beliefs of all characters, or of one. */
  beliefs(dir: string, of?: string, rev?: string): Promise<WhoBelieves[]>
  /** The tools of a campaign and the user's own, and whether they may run with it. */
  tools(dir: string): Promise<CampaignTools>
  /** Trusts every tool of a campaign on this machine, with its present files, or none. */
  trustTools(dir: string, trust: boolean): Promise<CampaignTools>
  /** Where an expression is true on the line up to a revision. `onProgress` receives the progress of the search, in beats. */
  find(dir: string, expression: string, rev: string | undefined, onProgress: (done: number, of: number) => void): Promise<FindResult>
  /** The difference between two revisions in the game's words; with `lines` also how each file differs. */
  compare(dir: string, a: string, b: string, lines: boolean): Promise<{ comparison: Comparison; files: FileLines[] }>
  /** Who can take an action with the rules in the folder, and why the others can't. */
  tryable(dir: string, action: string, rev?: string): Promise<Tryable>
  /** The results of many runs of a call. `onProgress` receives the progress. */
  tryMany(
    dir: string,
    call: TriedCall & { runs: number },
    rev: string | undefined,
    onProgress: (at: { done: number; of: number } | { tries: Tries }) => void
  ): Promise<Tries>
  tryOne(dir: string, call: TriedCall & { run: number }, rev?: string): Promise<TryRun>
  /** The result of a part of the story under the rules in the folder; with `keep` also saved as a branch of that name. */
  replay(
    dir: string,
    wish: ReplayWish,
    keep: string | undefined,
    onProgress: (at: { done: number; of: number }) => void
  ): Promise<{ replayed: Replayed; kept?: { branch: string; head: string; skipped: number } }>
  clone(url: string, dir: string): Promise<CampaignInfo>
  /** The campaign's remotes, after adding one if given. */
  remotes(dir: string, added?: { name: string; url: string }): Promise<Remote[]>
  fetch(dir: string, remote: string): Promise<Remote[]>
  /** By default pushes the current branch. */
  push(dir: string, remote: string, branch?: string): Promise<Remote[]>
  exportMap(dir: string, format: MapFormat, secrets: boolean, rev?: string): Promise<string>
  /** The text of an SVG, and the number of journeys without room for their labels. */
  mapImage(dir: string, theme: Theme, seenOnly: boolean, rev?: string): Promise<{ svg: string; unlabelled: number; rows: boolean }>
  /** `region`: the region of places that name none. */
  importMap(dir: string, file: string, region?: string): Promise<{ beat: Beat; created: string[]; notes: string[] }>
  /** A transcript between two revisions, as a file. `onProgress` receives the progress. */
  transcript(dir: string, wish: TranscriptWish, onProgress: (done: number, of: number) => void): Promise<TranscriptFile>
  /** Records a milestone and its summary: two beats. */
  milestone(dir: string): Promise<Beat[]>
  /** With `sinceChecked`, only the beats after the last verified one. */
  verify(dir: string, sinceChecked: boolean): Promise<VerifyReport>
  /** The coverage by a branch or one of its sessions. `onProgress` receives the progress of counting. */
  coverage(dir: string, wish: { branch?: string; session?: number }, onProgress: (at: CoverageProgress) => void): Promise<CoverageReport>
  /** The cost of having a model judge the story; by default the model in table.yaml. */
  judgePrice(dir: string, model: string | undefined): Promise<JudgePrice>
  /** Has the model judge, which costs money. `onProgress` receives the progress. */
  judge(dir: string, model: string | undefined, onProgress: (at: JudgeProgress) => void): Promise<JudgeReport>
  /** `onProgress` receives the progress. */
  check(dir: string, onProgress: (at: CheckProgress) => void): Promise<CheckReport>
  /** Plays an Arrow document many times. `onProgress` receives the number of finished plays. */
  /** The player for exported pages of Arrow documents. */
  pagePlayer(): Promise<PagePlayer>
  arrowReach(text: string, wish: ReachWish, onProgress: (at: { done: number; of: number }) => void): Promise<ReachReport>
  /** Serves until the process is told to stop. */
  serve(dir: string | undefined, port: number | undefined, onOpen: (url: string) => void): Promise<void>
  /**
   * Serves the Arrow assistant to editors until the process is told to stop. Pages of these origins need no token; `budget` is in US dollars. Throws
   * Problem `agent-failed`, `bad-input` for a budget that can't be kept.
   */
  serveArrow(wish: ArrowServeWish, onOpen: (url: string) => void): Promise<void>
  openApp(dir?: string): Promise<ExitCode>
  bench(args: string[]): Promise<ExitCode>
}
