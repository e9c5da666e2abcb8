import { z } from 'zod'
import { ToolUse } from '../table/agents'
import { Commit, mutation, query, stream, Who, type Methods } from './calls'
import type { ListedModel } from '../table/model-access'
import { DirectionPath, MAX_DIRECTION_CHARACTERS } from '../table/direction'
import type { Offer } from '../story/game'
import { ActionCall, type Beat } from '../story/play'
import type { Refusal, TableStatus } from '../table/present'
import type { ProblemData } from '../base/problem'
import {
  MachineChange,
  Rerun,
  TableSettings,
  type Context,
  type DirectionFileInfo,
  type MachineSettings,
  type Preview,
  type PromptLength,
  type Retry,
  type TryOut,
  type TurnRecord,
  type TurnPage,
  type WholeTurn
} from '../table/turns'

/**
 * An event of a table that plays: a beat with the refusals before it, a retry of a model's request after a wait, files set aside before the first
 * beat, and last a summary. `problem`: the record of the beat's turn was lost; reported once until a record is saved again.
 */
export type PlayNews =
  | { kind: 'beat'; beat: Beat; refused: readonly Refusal[]; problem?: ProblemData }
  | { kind: 'retry'; who: string; retry: Retry }
  | { kind: 'aside'; folder: string }
  | { kind: 'played'; played: Played }

/** A summary of play: completed beats, scenes and sessions, whether nobody in the party can go on, and whether the campaign has ended. */
export interface Played {
  beats: number
  scenes: number
  sessions: number
  lost: boolean
  ended: boolean
}

/** How far to play; the first limit that is reached stops the table. */
const Limit = z.int().min(0).optional()

/** The location of a tool: the campaign, or the user's own folder on this machine. */
export type ToolPlace = 'campaign' | 'own'

/** `new`: not decided yet; `changed`: the decision was about other content. Only a trusted tool runs. */
export type ToolTrust = 'trusted' | 'declined' | 'new' | 'changed'

/** A tool beside the campaign, and whether it may run. */
export interface ToolInfo {
  name: string
  description: string
  /** Its folder, as shown to users. */
  folder: string
  place: ToolPlace
  /** `agent`: it plays seats and is not a skill. */
  kind: 'program' | 'mcp' | 'agent'
  command: string
  /** The parts of the state that it requests. */
  state: string[]
  environment: string[]
  trust: ToolTrust
  /** Identifies it for trust: its name on this machine, and the hash of its content. */
  key: string
  hash: string
}

/** The tools of the open campaign, and the faults of unusable ones. */
export interface CampaignTools {
  tools: ToolInfo[]
  findings: ProblemData[]
}

const Decision = z.object({ key: z.string().min(1).max(4096), hash: z.string().regex(/^[0-9a-f]{64}$/), trust: z.boolean() })
/** A decision about the content of one tool. */
export type ToolDecision = z.infer<typeof Decision>

/** The calls about seats and tools: their context and offers, their agents, their cost. */
export const tableCalls = {
  // The calls about seats: their context and offers, their agents, their cost.
  /** The one verb that changes the story. Throws like `step`; the designer's own calls don't ask about changed files. */
  play: mutation(ActionCall).returns<Beat>(),
  /** The seat whose turn it is plays a beat; undefined if nothing is left. Throws Problem `dirty` (`data.choose`) for external changes. */
  step: mutation().returns<Beat | undefined>(),
  /** Starts autoplay, with `pace` ms between beats. Throws like `step`. */
  autoplay: mutation(z.object({ pace: z.number().min(0).max(60_000) })).returns<TableStatus>(),
  pause: mutation().returns<TableStatus>(),
  /**
   * Lets the table play up to the first limit, or until nothing is left to play. `edits` says how to treat external changes. Throws Problem `dirty`
   * if it is absent and there are some, and `stalled` if a seat passed repeatedly for the same reason.
   */
  playOn: stream(
    z.object({ beats: Limit, scenes: Limit, sessions: Limit, edits: z.enum(['adopt', 'set-aside', 'leave']).optional() })
  ).returns<PlayNews>(),
  /** The turns that led to the present, oldest first, in a form for replay; with a limit only the last ones. */
  recording: stream(z.object({ limit: z.int().min(1).optional() })).returns<TurnRecord>(),
  /** Imports a recording for replay, and returns its number of turns. `name` is that of its file. Throws Problem `bad-file`. */
  takeRecording: mutation(z.object({ text: z.string().max(512 << 20), name: z.string().max(4096) })).returns<number>(),
  /** Turns that led to `along` (by default the current commit), with interrupted ones, newest first. `before`: the last page's last id. */
  turns: query(
    z.object({
      limit: z.int().min(1).max(1000).default(100),
      before: z.string().max(500).optional(),
      search: z.string().max(200).optional(),
      along: Commit.optional()
    })
  ).returns<TurnPage>(),
  /** The turn that led to a beat (by its commit id), or a turn by its own id; undefined if it was not recorded here. */
  turn: query(z.object({ id: z.string().min(1).max(500) })).returns<WholeTurn | undefined>(),
  /** The context of a seat at a commit, whatever its agent; by default the current commit. */
  context: query(z.object({ who: Who, at: Commit.optional() })).returns<Context>(),
  /** That prompt's length: counted by the provider if a model has the seat and this machine may call it here; otherwise estimated. */
  promptLength: query(z.object({ who: Who, at: Commit.optional() })).returns<PromptLength>(),
  /** Exactly the tools that the agent in that seat would be offered now. */
  offers: query(z.object({ who: Who })).returns<Offer[]>(),
  /** Answers a read-only tool exactly as for the agent in that seat now. */
  lookUp: query(z.object({ who: Who, use: ToolUse })).returns<string>(),
  tableSettings: query().returns<TableSettings>(),
  /** Writes table.yaml as a beat by the designer. Unchanged lines keep their bytes. Throws Problem `refused` if nothing changed. */
  setTable: mutation(z.strictObject(TableSettings.shape)).returns<Beat>(),
  /** The files in direction/, by path. */
  directionFiles: query().returns<DirectionFileInfo[]>(),
  /** Writes a direction file as a beat by the designer. Throws Problem `refused` if nothing changed, `bad-file` if the text doesn't fit. */
  saveDirection: mutation(z.strictObject({ path: DirectionPath, text: z.string().max(MAX_DIRECTION_CHARACTERS) })).returns<Beat>(),
  /** This machine's model settings, and whether the open campaign may call models. */
  machine: query().returns<MachineSettings>(),
  setMachine: mutation(MachineChange).returns<MachineSettings>(),
  /** The models that the server at this machine's address lists. Throws Problem `agent-failed` if it lists none. */
  endpointModels: query().returns<ListedModel[]>(),
  /** Makes one cheap call to a model, which shows what it can do, and reports the problem if it fails. */
  tryModel: mutation(z.object({ model: z.string().min(1).max(200).optional() })).returns<TryOut>(),
  /** The designer takes a seat, for one turn or every turn, or hands it back. The table waits there for `play`. */
  take: mutation(z.object({ who: Who, how: z.enum(['turn', 'always', 'off']) })).returns<TableStatus>(),
  /** The effect of a call if it were made now, with its actual dice. For the designer only; nothing is saved. */
  preview: query(ActionCall).returns<Preview>(),
  /** Reruns a turn on a branch of its own and switches to it. If no beat results, nothing changes. */
  rerun: mutation(Rerun).returns<{ branch: string; beat: string }>(),

  // The calls about tools: programs beside the campaign.
  /** Every tool of the campaign and of the user's own folder. Starts none of them. */
  tools: query().returns<CampaignTools>(),
  /** Decides which tools may run with this campaign, on this machine only. A tool that has changed since it was shown stays undecided. */
  trustTools: mutation(z.object({ decisions: z.array(Decision).min(1).max(500) })).returns<CampaignTools>()
}
export type TableCalls = Methods<typeof tableCalls>
