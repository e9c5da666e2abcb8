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

/** How the table is running. `thinking` is the actor whose agent is deciding now. */
export const TableStatus = z.object({
  running: z.boolean(),
  /** Pause between beats, in ms. */
  pace: z.number(),
  thinking: z.string().optional(),
  agents: z.record(z.string(), AgentKind),
  /** Seats that the designer plays: until the turn is over, or until they are given back. */
  hands: z.record(z.string(), z.enum(['turn', 'always'])),
  /** Whose turn waits for the designer's hand. */
  waiting: z.string().optional(),
  /** What models used for this campaign so far, on this machine. */
  usage: Usage,
  /** US dollars after which no model is asked any more. */
  cap: z.number().optional(),
  /** Why it stopped by itself: session over, a problem, hand edits in the way. */
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

/** How far a branch here is from the one of its name in another copy: beats that only this one has, and that only the other has. */
export const Apart = z.object({ ahead: z.number().int(), behind: z.number().int() })
export type Apart = z.infer<typeof Apart>

/**
 * `there`: how far it is from the shared copy, as that was fetched last. `fetched`: it is such a copy itself, of another name than any branch
 * here (`origin/main`): it can be looked at like any other, and is played on by a branch made from it.
 */
export const Branch = z.object({ name: z.string(), head: z.string(), current: z.boolean(), there: Apart.optional(), fetched: z.boolean().optional() })
export type Branch = z.infer<typeof Branch>

/** The present of the open campaign: the whole state, and where the stream of events stands. */
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
  /** Absent until the table rested for the first time. */
  verified: Verified.optional()
})
export type Present = z.infer<typeof Present>

/** The present for who had it at some commit: of state and prose only what is other since; whole where that commit is not known. */
export const PresentSince = Present.extend({ state: GameState.optional(), changes: z.array(StateChange).optional(), lore: Lore.optional() })
export type PresentSince = z.infer<typeof PresentSince>

/** Beats of every branch, newest first, and the branch heads. */
export const TimelinePage = z.object({ beats: z.array(Beat), branches: z.array(Branch), more: z.boolean() })
export type TimelinePage = z.infer<typeof TimelinePage>

/** State at a commit: whole, or as changes from the commit the asker has; and the prose of the world, where the asker's is another. */
export const Moment = z.object({
  commit: z.string(),
  state: GameState.optional(),
  changes: z.array(StateChange).optional(),
  lore: Lore.optional()
})
export type Moment = z.infer<typeof Moment>

/** What somebody may do at a commit, judged as if it were their turn, and whose turn it really is. For the designer only. */
export const Standings = z.object({
  turn: z.string(),
  /** Actions of the game, judged as if it were their turn. */
  list: z.array(Standing),
  /** Verbs of the table, as they are now; [] for who does not sit there. */
  verbs: z.array(Standing)
})
export type Standings = z.infer<typeof Standings>

/** A use of a tool that was refused or failed on the way to a beat: it changed nothing, and stands beside the story. */
export const Refusal = z.object({
  /** Number of the beat that was made instead. */
  beat: z.number().int(),
  /** Who was to do it. */
  by: z.string(),
  action: z.string(),
  reason: z.string(),
  /** Id of the place where that was. */
  place: z.string().optional(),
  /** Where a rule failed: its file in the campaign, and the line. */
  file: z.string().optional(),
  line: z.number().int().optional()
})
export type Refusal = z.infer<typeof Refusal>

/** What was refused before the call that made a beat of that number; what a model asks for after it is no part of its turn. */
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
  /** What was refused on the way, as far as it was recorded here; absent where nothing was. */
  refused: z.array(Refusal).optional(),
  summary: z.string().optional()
})
export type SceneLog = z.infer<typeof SceneLog>

/** One ordered stream. A gap in `seq` or a new `epoch` means: fetch `present` again. */
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
    /** The present moved in another way: branch switched, history rewritten, campaign opened or closed, too many events waiting. */
    z.object({ kind: z.literal('head') }),
    z.object({ kind: z.literal('table'), table: TableStatus }),
    z.object({ kind: z.literal('edits'), edits: z.array(HandEdit) }),
    z.object({ kind: z.literal('verified'), verified: Verified }),
    z.object({ kind: z.literal('problem'), problem: ProblemData }),
    /** News of the turn that is being played. It has the number of the event before it and is not told again to who comes later. */
    z.object({ kind: z.literal('live'), live: Live })
  ])
)
export type StudioEvent = z.infer<typeof StudioEvent>
