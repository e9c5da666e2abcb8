import { z } from 'zod'
import { CampaignInfo } from './campaign'
import { Standing } from './game'
import { StateChange } from './json'
import { Lore } from './lore'
import { AgentKind, Beat, LogEntry, ToolCall } from './play'
import { ProblemData } from './problem'
import { Verified } from './reports'
import { GameState } from './state'
import { Live, Usage } from './turns'

/** The table's status. `thinking` is the actor whose agent is deciding now. */
export const TableStatus = z.object({
  running: z.boolean(),
  /** The pause between beats, in ms. */
  pace: z.number(),
  thinking: z.string().optional(),
  agents: z.record(z.string(), AgentKind),
  /** The seats that the designer plays: until the turn is over, or until they hand it back. */
  hands: z.record(z.string(), z.enum(['turn', 'always'])),
  /** The seat that waits for the designer. */
  waiting: z.string().optional(),
  /** What models have used for this campaign on this machine. */
  usage: Usage,
  /** The limit in US dollars after which no model is called. */
  cap: z.number().optional(),
  /** Why it stopped by itself: the session is over, a problem, or external changes. */
  stopped: z.string().optional()
})
export type TableStatus = z.infer<typeof TableStatus>

/** A file that differs from HEAD. */
export const HandEdit = z.object({
  path: z.string(),
  change: z.enum(['added', 'changed', 'removed']),
  staged: z.boolean(),
  problem: z.string().optional()
})
export type HandEdit = z.infer<typeof HandEdit>

/** How many beats a branch is ahead of and behind the branch of the same name in another copy. */
export const Apart = z.object({ ahead: z.number().int(), behind: z.number().int() })
export type Apart = z.infer<typeof Apart>

/**
 * `there`: how far it is ahead or behind its upstream, as last fetched. `fetched`: it is itself a fetched branch of another copy
 * (`origin/main`). It can be viewed like any other; playing on creates a branch from it.
 */
export const Branch = z.object({ name: z.string(), head: z.string(), current: z.boolean(), there: Apart.optional(), fetched: z.boolean().optional() })
export type Branch = z.infer<typeof Branch>

/** The present of the open campaign: the whole state, and the position of the event stream. */
export const Present = z.object({
  campaign: CampaignInfo,
  epoch: z.string(),
  seq: z.number().int(),
  head: z.string(),
  branch: z.string(),
  branches: z.array(Branch),
  state: GameState,
  lore: Lore,
  table: TableStatus,
  edits: z.array(HandEdit),
  problems: z.array(ProblemData),
  /** Absent until the table rests for the first time. */
  verified: Verified.optional()
})
export type Present = z.infer<typeof Present>

/** The present for a client that knows an earlier commit: only the differences in state and prose, or everything if that commit is unknown. */
export const PresentSince = Present.extend({ state: GameState.optional(), changes: z.array(StateChange).optional(), lore: Lore.optional() })
export type PresentSince = z.infer<typeof PresentSince>

/** Beats of every branch, newest first, and the branch heads. */
export const TimelinePage = z.object({ beats: z.array(Beat), branches: z.array(Branch), more: z.boolean() })
export type TimelinePage = z.infer<typeof TimelinePage>

/** The state at a commit, whole or as changes from the commit that the client has, and the world's prose if it differs. */
export const Moment = z.object({
  commit: z.string(),
  state: GameState.optional(),
  changes: z.array(StateChange).optional(),
  lore: Lore.optional()
})
export type Moment = z.infer<typeof Moment>

/** What an actor may do at a commit, as if it were their turn, and whose turn it really is. For the designer only. */
export const Standings = z.object({
  turn: z.string(),
  /** Actions of the game, as if it were their turn. */
  list: z.array(Standing),
  /** Verbs of the table as they are now; [] for actors without a seat. */
  verbs: z.array(Standing)
})
export type Standings = z.infer<typeof Standings>

/** A tool use that was refused or failed before a beat. It changed nothing and is not part of the story. */
export const Refusal = z.object({
  /** The number of the beat that was made instead. */
  beat: z.number().int(),
  /** The actor. */
  by: z.string(),
  action: z.string(),
  reason: z.string(),
  /** The id of the place where it happened. */
  place: z.string().optional(),
  /** If a rule failed: its file in the campaign, and the line. */
  file: z.string().optional(),
  line: z.number().int().optional()
})
export type Refusal = z.infer<typeof Refusal>

/** What was refused before the call that made the beat of that number. What a model requests after that is not part of its turn. */
export function refusalsOf(beat: number, calls: readonly ToolCall[]): Refusal[] {
  const made = calls.findIndex((call) => call.beat !== undefined)
  return calls.slice(0, made < 0 ? calls.length : made).flatMap(({ tool, by, as = by, problem, place, file, line }) =>
    problem === undefined
      ? []
      : [
          {
            beat,
            by: as,
            action: tool,
            reason: problem,
            ...(place === undefined ? {} : { place }),
            ...(file === undefined ? {} : { file }),
            ...(line === undefined ? {} : { line })
          }
        ]
  )
}

/** One scene's public log and the private talk of each player, as of a commit. */
export const SceneLog = z.object({
  scene: z.string(),
  title: z.string(),
  entries: z.array(LogEntry),
  private: z.record(z.string(), z.array(z.object({ beat: z.number(), by: z.string(), text: z.string() }))),
  /** The refusals on the way, if they were recorded here; absent if there were none. */
  refused: z.array(Refusal).optional(),
  summary: z.string().optional()
})
export type SceneLog = z.infer<typeof SceneLog>

/** One ordered stream. After a gap in `seq` or a new `epoch`, fetch `present` again. */
export const StudioEvent = z.intersection(
  z.object({ epoch: z.string(), seq: z.number().int() }),
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('beat'),
      beat: Beat,
      branch: z.string(),
      changes: z.array(StateChange),
      log: z.array(LogEntry),
      private: z.array(z.object({ player: z.string(), beat: z.number(), by: z.string(), text: z.string() })),
      toolCalls: z.array(ToolCall)
    }),
    /** The present changed in another way: branch switched, history rewritten, campaign opened or closed, too many events waiting. */
    z.object({ kind: z.literal('head') }),
    z.object({ kind: z.literal('table'), table: TableStatus }),
    z.object({ kind: z.literal('edits'), edits: z.array(HandEdit) }),
    z.object({ kind: z.literal('verified'), verified: Verified }),
    z.object({ kind: z.literal('problem'), problem: ProblemData }),
    /** Progress of the current turn. It has the number of the event before it and is not sent again to clients that connect later. */
    z.object({ kind: z.literal('live'), live: Live })
  ])
)
export type StudioEvent = z.infer<typeof StudioEvent>

/** An event before the stream numbers it. */
export type NewEvent = StudioEvent extends infer E ? (E extends StudioEvent ? Omit<E, 'epoch' | 'seq'> : never) : never
