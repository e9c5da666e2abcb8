import type { CampaignInfo, NewCampaign } from '../../shared/campaign'
import type { Look } from '../../shared/map-picture/palette'
import type { NewHere } from '../../shared/foreign-calls'
import type { Refusal, Availabilities } from '../../shared/present'
import type { CheckProgress, CheckReport, VerifyReport } from '../../shared/reports'
import type { Odds, OddsProgress } from '../../shared/odds'
import type { Beat } from '../../shared/play'
import type { Reach } from '../../shared/reach'
import type { Played } from '../../shared/table-calls'
import type { GameState } from '../../shared/state'
import type { GameNames, StoryLine } from '../../shared/story-calls'
import type { Remote } from '../../shared/remote-calls'
import type { Seat, TurnRecord } from '../../shared/turns'
import type { MapFormat } from '../../shared/world-edits'
import type { Recall, Recalled } from '../../shared/recall'
import type { Comparison, FileLines } from '../../shared/compare'
import type { Finding } from '../../shared/moments'
import type { TranscriptFile, TranscriptFormat } from '../../shared/transcript'
import type { ExitCode } from './terminal'

/** What to do before the first beat with files that were changed outside. */
export type EditsAnswer = 'adopt' | 'set-aside' | 'leave'

/** Hears of a beat after its commit, and of what was refused on the way to it. */
export type OnBeat = (beat: Beat, refused: readonly Refusal[]) => void

/** What was played; `aside` is the folder that changed files were moved to before the first beat. */
export type PlayedHere = Played & { aside?: string | undefined }

/** A state, with what its game calls things. */
export interface NamedState {
  state: GameState
  names: GameNames
}

/** How far `play` goes; one of them is given. */
export interface PlayLimits {
  beats?: number
  scenes?: number
  sessions?: number
}

/** Who decides, by actor id, `DM` or `all`. */
export type Seats = Readonly<Record<string, Seat>>

/** Settings of one run: seats that go before table.yaml, and what to do with files that were changed outside. */
export interface PlayOptions {
  seats?: Seats | undefined
  edits?: EditsAnswer | undefined
}

/** What a transcript is to hold, by revisions: branches, commit ids (also shortened) or HEAD~n. */
export interface TranscriptWish {
  from?: string
  to?: string
  format: TranscriptFormat
  private: boolean
  stills: boolean
}

/** What the commands do. Every folder is absolute; every failure is a Problem. */
export interface Commands {
  create(input: NewCampaign): Promise<CampaignInfo>
  /** Makes a campaign in a repository of something else: the branch it is on, sentences on the map, and what maps lie there, by absolute path. */
  createHere(input: NewHere): Promise<{ campaign: CampaignInfo; branch: string; notes: string[]; maps: string[] }>
  /** `onBeat` hears of a beat after its commit is on disk. Resolves with what was played, and whether nobody of the party can go on. */
  play(dir: string, limits: PlayLimits, onBeat: OnBeat, options?: PlayOptions): Promise<PlayedHere>
  log(dir: string): Promise<StoryLine[]>
  /** Every turn that led to the present, oldest first; the last ones with a limit. */
  recording(dir: string, limit: number | undefined, onTurn: (turn: TurnRecord) => void): Promise<void>
  /** Takes a recording in from a file; resolves with the number of turns that can be played again. */
  takeRecording(dir: string, file: string): Promise<number>
  state(dir: string, rev?: string): Promise<NamedState>
  actions(dir: string, as: string, rev?: string): Promise<Availabilities>
  /** Of everybody when nobody is named; how far they come, of the players then. `onProgress` hears how far the counting is. */
  odds(dir: string, as: string | undefined, rev: string | undefined, onProgress: (at: OddsProgress) => void): Promise<Odds & { reach: Reach }>
  /** What somebody finds in their notes, and the words it is answered in. */
  recall(dir: string, as: string, asked: Recall, rev?: string): Promise<Recalled>
  /** Where an expression holds on the line up to a revision; `onProgress` hears how far the search is, in beats. */
  find(dir: string, expression: string, rev: string | undefined, onProgress: (done: number, of: number) => void): Promise<Finding>
  /** Two revisions in words of the game; with `lines` also how each file differs. */
  compare(dir: string, a: string, b: string, lines: boolean): Promise<{ comparison: Comparison; files: FileLines[] }>
  clone(url: string, dir: string): Promise<CampaignInfo>
  /** The servers a campaign is shared by, after naming another one when it is given. */
  remotes(dir: string, added?: { name: string; url: string }): Promise<Remote[]>
  fetch(dir: string, remote: string): Promise<Remote[]>
  /** The present branch when none is named. */
  push(dir: string, remote: string, branch?: string): Promise<Remote[]>
  exportMap(dir: string, format: MapFormat, secrets: boolean, rev?: string): Promise<string>
  /** The text of an SVG, and how many lines have no room for their words. */
  mapImage(dir: string, look: Look, seenOnly: boolean, rev?: string): Promise<{ svg: string; untold: number; rows: boolean }>
  /** `region` is for places that name none. */
  importMap(dir: string, file: string, region?: string): Promise<{ beat: Beat; made: string[]; notes: string[] }>
  /** The story between two revisions as a file; `onProgress` hears how far that is. */
  transcript(dir: string, asked: TranscriptWish, onProgress: (done: number, of: number) => void): Promise<TranscriptFile>
  /** Marks a milestone and has it summed up: the two beats. */
  milestone(dir: string): Promise<Beat[]>
  /** With `sinceChecked` only what came after the beat that is remembered as checked. */
  verify(dir: string, sinceChecked: boolean): Promise<VerifyReport>
  /** `onProgress` hears how far that is. */
  check(dir: string, onProgress: (at: CheckProgress) => void): Promise<CheckReport>
  /** Serves until the process is told to stop. */
  serve(dir: string | undefined, port: number | undefined, onOpen: (url: string) => void): Promise<void>
  openApp(dir?: string): Promise<ExitCode>
  bench(args: string[]): Promise<ExitCode>
}
