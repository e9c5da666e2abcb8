import type { CampaignInfo } from '../story/campaign'
import type { Availability } from '../story/game'
import type { StateChange } from '../base/json'
import type { Lore } from '../story/lore'
import type { LoreChanges } from '../story/lore-changes'
import type { AgentKind, Beat, LogEntry, Params, ToolCall } from '../story/play'
import type { ProblemData } from '../base/problem'
import type { Verified } from '../analysis/reports'
import type { GameState } from '../story/state'
import type { Live, Usage } from './turns'

/** The table's status. `thinking` is the actor whose agent is deciding now. */
export interface TableStatus {
  running: boolean
  /** The pause between beats, in ms. */
  pace: number
  /** The seats whose answers are pending, the DM first, then in party order. */
  thinking?: string[]
  agents: Record<string, AgentKind>
  /** The seats under manual control: until the turn is over, or until the designer hands them back. */
  hands: Record<string, 'turn' | 'always'>
  /** The seat that waits for the designer. */
  waiting?: string
  /** The seat whose MCP client the running table waits for. */
  awaits?: string
  /** The models' usage for this campaign on this machine. */
  usage: Usage
  /** The limit in US dollars after which no model is called. */
  cap?: number
  /** The model that judges narrations at the designer's request. */
  judge?: string
  /** Why the table stopped: the session is over, a problem, or external changes. */
  stopped?: string
}

/** A file that differs from HEAD. */
export interface ExternalChange {
  path: string
  change: 'added' | 'changed' | 'removed'
  staged: boolean
  /** The problem because of which a file that was saved here is kept out of the story. */
  problem?: ProblemData
}

/** How many beats a branch is ahead of and behind the branch of the same name in another copy. */
export interface AheadBehind {
  ahead: number
  behind: number
}

/**
 * `upstream`: the beats that it is ahead or behind, as last fetched. `fetched`: it is itself a fetched branch of another copy (`origin/main`). It can
 * be viewed like any other; playing on creates a branch from it.
 */
export interface Branch {
  name: string
  head: string
  current: boolean
  upstream?: AheadBehind
  fetched?: boolean
}

/** What became of the designer's edits when they were made again on another branch: how many, and the labels of those that were left out. */
export interface CarriedEdits {
  made: number
  left: string[]
}

/** The present of the open campaign: the whole state, and the position of the event stream. */
export interface Present {
  campaign: CampaignInfo
  epoch: string
  seq: number
  head: string
  branch: string
  branches: Branch[]
  state: GameState
  lore: Lore
  /** The commit whose prose a window has: the beats of play that it applies by itself bring none. */
  loreAt?: string
  table: TableStatus
  edits: ExternalChange[]
  problems: ProblemData[]
  /** Absent until the table rests for the first time. */
  verified?: Verified
  /** A text that changes with the director's notes; absent without notes. */
  notes?: string | undefined
  /** A number that changes with the runs of the lab. */
  runs?: number
}

/** The present for a client that knows an earlier commit: only the differences in state and prose, or everything if that commit is unknown. */
export interface PresentSince extends Omit<Present, 'state' | 'lore'> {
  state?: GameState
  changes?: StateChange[]
  lore?: Lore
  loreChanges?: LoreChanges
}

/** Beats of every branch, newest first, and the branch heads. */
export interface TimelinePage {
  beats: Beat[]
  branches: Branch[]
  more: boolean
}

/** The state at a commit, whole or as changes from the commit that the client has, and the world's prose if it differs. */
export interface StateAt {
  commit: string
  state?: GameState
  changes?: StateChange[]
  lore?: Lore
}

/** An actor's actions at a commit, as if it were their turn, and whose turn it really is. For the designer only. */
export interface Availabilities {
  turn: string
  /** Actions of the game, as if it were their turn. */
  list: Availability[]
  /** The currently available verbs of the table; [] for actors without a seat. */
  verbs: Availability[]
}

/** A tool use that was refused or failed before a beat. It changed nothing and is not part of the story. */
export interface Refusal {
  /** The number of the beat that was made instead. */
  beat: number
  /** The actor. */
  by: string
  action: string
  /** The parameters of the attempt; absent if there were none. */
  params?: Params
  reason: string
  /** The id of the place where it happened. */
  place?: string
  /** If a rule failed: its file in the campaign, and the line. */
  file?: string
  line?: number
}

/** The refusals before the call that made the beat of that number. Later requests of the model are not part of its turn. */
export function refusalsOf(beat: number, calls: readonly ToolCall[]): Refusal[] {
  const index = calls.findIndex((call) => call.beat !== undefined)
  return calls.slice(0, index < 0 ? calls.length : index).flatMap(({ tool, by, as = by, input, problem, place, file, line }) =>
    problem === undefined
      ? []
      : [
          {
            beat,
            by: as,
            action: tool,
            ...(Object.keys(input).length === 0 ? {} : { params: input }),
            reason: problem,
            ...(place === undefined ? {} : { place }),
            ...(file === undefined ? {} : { file }),
            ...(line === undefined ? {} : { line })
          }
        ]
  )
}

/** One scene's public log and the private talk of each player, as of a commit. */
export interface SceneLog {
  scene: string
  title: string
  /** Where it began, and the story event that it plays, by id. */
  place?: string
  story?: string
  entries: LogEntry[]
  private: Record<string, { beat: number; by: string; text: string }[]>
  /** The refusals between its beats, if they were recorded here; absent if there were none. */
  refused?: Refusal[]
  summary?: string
}

/** One ordered stream of events. After a gap in `seq` or a new `epoch`, fetch `present` again. */
export type StudioEvent = { epoch: string; seq: number } & (
  | {
      kind: 'beat'
      beat: Beat
      branch: string
      changes: StateChange[]
      log: LogEntry[]
      private: { player: string; beat: number; by: string; text: string }[]
      toolCalls: ToolCall[]
    }
  /** Another change of the present: branch switched, history rewritten, campaign opened or closed, too many events queued. */
  | { kind: 'head' }
  | { kind: 'table'; table: TableStatus }
  | { kind: 'edits'; edits: ExternalChange[] }
  /** A director's note was written or removed. */
  | { kind: 'notes'; notes?: string | undefined }
  /** A run of the lab has begun, goes on, is over or was removed, in this process or another one. */
  | { kind: 'runs'; runs: number }
  | { kind: 'verified'; verified: Verified }
  | { kind: 'problem'; problem: ProblemData }
  /** Progress of the current turn. It has the number of the previous event and is not sent again to clients that connect later. */
  | { kind: 'live'; live: Live }
)

/** An event before it gets its number in the stream. */
export type NewEvent = StudioEvent extends infer E ? (E extends StudioEvent ? Omit<E, 'epoch' | 'seq'> : never) : never
