import { initTRPC, tracked, TRPCError } from '@trpc/server'
import { z } from 'zod'
import { Standing, type Offer } from './game'
import { StateChange } from './json'
import { Lore } from './lore'
import { ActionCall, AgentKind, Beat, BeatDetail, LogEntry, ToolCall } from './play'
import type { Odds } from './odds'
import { Problem, ProblemData, toProblem } from './problem'
import { GameState } from './state'
import {
  Live,
  MachineChange,
  Rerun,
  TableSettings,
  Usage,
  type Context,
  type MachineSettings,
  type Preview,
  type TryOut,
  type TurnPage,
  type TurnRecord
} from './turns'
import { ToolUse } from './agents'

/** The part of an abort signal that a stream needs; DOM and Node both have it. */
export interface Stop {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
}

/** A game that comes with the app, and the campaign that shows it off. */
export const BundledGame = z.object({
  id: z.string(),
  name: z.string(),
  /** What it is like, in a sentence. */
  about: z.string(),
  sample: z.object({ title: z.string(), premise: z.string() }).optional()
})
export type BundledGame = z.infer<typeof BundledGame>

export const HostInfo = z.object({
  kind: z.enum(['electron', 'browser', 'terminal']),
  version: z.string(),
  home: z.string(),
  canPickFolder: z.boolean(),
  games: z.array(BundledGame)
})
export type HostInfo = z.infer<typeof HostInfo>

export const RecentCampaign = z.object({ dir: z.string(), title: z.string(), game: z.string(), opened: z.number(), missing: z.boolean() })
export type RecentCampaign = z.infer<typeof RecentCampaign>

/** A folder as the in-app folder browser shows it. */
export const Folder = z.object({
  dir: z.string(),
  parent: z.string().optional(),
  isCampaign: z.boolean(),
  folders: z.array(z.object({ name: z.string(), dir: z.string(), isCampaign: z.boolean() })),
  truncated: z.boolean()
})
export type Folder = z.infer<typeof Folder>

export const CampaignInfo = z.object({
  dir: z.string(),
  title: z.string(),
  premise: z.string(),
  game: z.string(),
  gameVersion: z.string(),
  /** Words for the stats of a sheet, in the game's order. */
  statLabels: z.record(z.string(), z.string()),
  readOnly: z.string().optional()
})
export type CampaignInfo = z.infer<typeof CampaignInfo>

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

export const Branch = z.object({ name: z.string(), head: z.string(), current: z.boolean() })
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
  problems: z.array(ProblemData)
})
export type Present = z.infer<typeof Present>

/** Beats of every branch, newest first, and the branch heads. */
export const TimelinePage = z.object({ beats: z.array(Beat), branches: z.array(Branch), more: z.boolean() })
export type TimelinePage = z.infer<typeof TimelinePage>

/** State at a commit: whole, or as changes from the commit the asker has. */
export const Moment = z.object({ commit: z.string(), state: GameState.optional(), changes: z.array(StateChange).optional() })
export type Moment = z.infer<typeof Moment>

/** What somebody may do at a commit, judged as if it were their turn, and whose turn it really is. For the designer only. */
export const Standings = z.object({ turn: z.string(), list: z.array(Standing) })
export type Standings = z.infer<typeof Standings>

/** One scene's public log and the private talk of each player, as of a commit. */
export const SceneLog = z.object({
  scene: z.string(),
  title: z.string(),
  entries: z.array(LogEntry),
  private: z.record(z.string(), z.array(z.object({ beat: z.number(), by: z.string(), text: z.string() }))),
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
    z.object({ kind: z.literal('problem'), problem: ProblemData }),
    /** News of the turn that is being played. It has the number of the event before it and is not told again to who comes later. */
    z.object({ kind: z.literal('live'), live: Live })
  ])
)
export type StudioEvent = z.infer<typeof StudioEvent>

export const VerifyReport = z.object({
  play: z.number(),
  edit: z.number(),
  foreign: z.number(),
  /** Beats played by another engine than this one, whose results may differ: not comparable. */
  otherEngine: z.number(),
  mismatches: z.array(z.object({ beat: Beat, message: z.string(), paths: z.array(z.string()) }))
})
export type VerifyReport = z.infer<typeof VerifyReport>

/** What `check` says of a game and its campaign. Each finding has `data.file` and mostly `data.line`; `data.level` is "remark" for what may be meant so. */
export const CheckReport = z.object({
  findings: z.array(ProblemData),
  /** States looked at and calls played between them, in the campaign's world or in one made up for a game alone. 0: the game does not load. */
  states: z.number().int(),
  calls: z.number().int(),
  world: z.enum(['campaign', 'made up'])
})
export type CheckReport = z.infer<typeof CheckReport>

export const NewCampaign = z.object({
  dir: z.string().min(1).max(4096),
  title: z.string().max(120).optional(),
  game: z.string().default('cairn-hack'),
  /** Seed of the dice; any text. */
  seed: z.string().max(200).default('1'),
  /** What to start from: the game's sample campaign where it has one, or an empty world with the game in it. */
  template: z.enum(['sample', 'blank']).default('sample')
})
export type NewCampaign = z.input<typeof NewCampaign>

/** Everything the app can do, whoever asks. Every failure is a Problem. */
export interface Studio {
  host(): Promise<HostInfo>
  recent(): Promise<RecentCampaign[]>
  forget(dir: string): Promise<RecentCampaign[]>
  browse(dir?: string): Promise<Folder>
  /** The host's own folder dialog; undefined when cancelled or the host has none. */
  pickFolder(): Promise<string | undefined>
  create(input: NewCampaign): Promise<CampaignInfo>
  open(dir: string): Promise<CampaignInfo>
  /** Opens the sample campaign in the user's folder, making it first where it is not there. */
  openSample(): Promise<CampaignInfo>
  close(): Promise<void>

  /** The open campaign, or undefined on the start page. */
  present(): Promise<Present | undefined>
  at(commit: string, have?: string): Promise<Moment>
  timeline(limit: number, before?: string): Promise<TimelinePage>
  /** The log of one scene as of a commit; of the active scene when none is named. */
  log(commit: string, scene?: string): Promise<SceneLog | undefined>
  beat(commit: string): Promise<BeatDetail>
  /** Every action of the game with why `as` may not do it, at a commit; now when none is named. */
  actions(as: string, at?: string): Promise<Standings>
  /** Exact chances of everybody, or of one actor, at a commit; now when none is named. */
  odds(as?: string, at?: string, stop?: Stop): Promise<Odds>

  /** Turns that led to the present branch, and those broken off on the way, newest first; `before` is the id of the last one of the page before. */
  turns(limit: number, before?: string, search?: string): Promise<TurnPage>
  /** What led to a beat (by its commit id), or a turn by its own id; undefined when it was not recorded here. */
  turn(id: string): Promise<TurnRecord | undefined>
  /** What an agent at that seat is told at a commit, or would have been told, whoever decides there; now when none is named. */
  context(who: string, at?: string): Promise<Context>
  /** Exactly what the agent at that seat would be offered now. */
  offers(who: string): Promise<Offer[]>
  /** Answers a tool that only looks, as the agent at that seat would be answered now. */
  look(who: string, use: ToolUse): Promise<string>
  /** table.yaml as people set it. */
  tableSettings(): Promise<TableSettings>
  /** Sets table.yaml, as a beat by the designer; lines that say the same keep their bytes. Throws Problem `refused` when nothing is other. */
  setTable(settings: TableSettings): Promise<Beat>
  /** What this machine knows for asking models, and whether the open campaign may. */
  machine(): Promise<MachineSettings>
  setMachine(change: MachineChange): Promise<MachineSettings>
  /** One cheap call to a model, and in words what is wrong if it fails. */
  tryModel(model?: string): Promise<TryOut>
  /** The designer takes a seat, until the turn is over or for good, or gives it back. The table waits there for `play`. */
  take(who: string, how: 'turn' | 'always' | 'off'): Promise<TableStatus>
  /** What a call would do now, with the dice it would have. For the designer only; nothing is saved. */
  preview(call: ActionCall): Promise<Preview>
  /** Plays a turn again on a branch of its own, and moves there. When nothing comes of it everything is as it was. */
  rerun(again: Rerun): Promise<{ branch: string; beat: string }>

  /** The one verb that changes the story. */
  play(call: ActionCall): Promise<Beat>
  /** The agent whose turn it is plays one beat. Undefined when nothing is left to play. */
  step(): Promise<Beat | undefined>
  autoplay(pace: number): Promise<TableStatus>
  pause(): Promise<TableStatus>
  /** Continues from `at` on a new branch and moves there, with other dice when a seed is given (one beat). Returns the new branch. */
  branch(at: string, name?: string, seed?: string): Promise<Branch>
  switchTo(branch: string): Promise<Branch>

  edits(): Promise<HandEdit[]>
  /** Takes the hand edits as one beat by the designer. */
  adopt(): Promise<Beat>
  /** Keeps a copy of the edited files beside the repository and puts HEAD's version back. Returns the folder of the copies. */
  setAside(): Promise<string>
  verify(stop?: Stop): Promise<VerifyReport>
  /** Everything that can be said of the game and its world, edits by hand included; plays for it aside, and changes nothing. */
  check(): Promise<CheckReport>

  events(after: { epoch: string; seq: number } | undefined, stop: Stop): AsyncIterable<StudioEvent>
}

const t = initTRPC.context<{ studio: Studio }>().create({
  // Stacks and paths of the machine never leave the core; people get the sentence, programs the code.
  errorFormatter: ({ shape, error }) => ({
    ...shape,
    message: sentence(error),
    data: { code: shape.data.code, httpStatus: shape.data.httpStatus, path: shape.data.path, problem: problemOf(error) }
  })
})

function problemOf(error: TRPCError): ProblemData {
  if (error.cause instanceof z.ZodError) {
    const issue = error.cause.issues[0]
    const where = issue?.path.length ? `"${issue.path.join('.')}": ` : ''
    return { code: 'bad-input', message: `This call does not fit: ${where}${issue?.message ?? 'wrong input'}. Correct it and call again.` }
  }
  if (error.code === 'NOT_FOUND') return { code: 'bad-input', message: `${error.message}. Check the name of the call.` }
  if (error.code === 'PARSE_ERROR' || error.code === 'BAD_REQUEST')
    return { code: 'bad-input', message: 'This call could not be read. Send a JSON call of the Studio contract.' }
  return toProblem(error.cause ?? error).toJSON()
}
const sentence = (error: TRPCError): string => problemOf(error).message

/** What a call made through `router.createCaller` threw, as the Problem a client would be told. */
export function problemFrom(thrown: unknown): Problem {
  if (!(thrown instanceof TRPCError)) return toProblem(thrown)
  const { code, message, data } = problemOf(thrown)
  return new Problem(code, message, data)
}

/** Problems keep their class on the way through tRPC: it wraps them as `cause`. */
const call = t.procedure
const Dir = z.string().min(1).max(4096)
const Who = z.string().min(1).max(200)
const Commit = z.string().regex(/^[0-9a-f]{40}$/, 'a commit id has 40 hexadecimal digits')

export const router = t.router({
  host: call.query(({ ctx }) => ctx.studio.host()),
  recent: call.query(({ ctx }) => ctx.studio.recent()),
  forget: call.input(z.object({ dir: Dir })).mutation(({ ctx, input }) => ctx.studio.forget(input.dir)),
  browse: call.input(z.object({ dir: Dir.optional() })).query(({ ctx, input }) => ctx.studio.browse(input.dir)),
  pickFolder: call.mutation(({ ctx }) => ctx.studio.pickFolder()),
  create: call.input(NewCampaign).mutation(({ ctx, input }) => ctx.studio.create(input)),
  open: call.input(z.object({ dir: Dir })).mutation(({ ctx, input }) => ctx.studio.open(input.dir)),
  openSample: call.mutation(({ ctx }) => ctx.studio.openSample()),
  close: call.mutation(({ ctx }) => ctx.studio.close()),
  present: call.query(({ ctx }) => ctx.studio.present()),
  at: call.input(z.object({ commit: Commit, have: Commit.optional() })).query(({ ctx, input }) => ctx.studio.at(input.commit, input.have)),
  timeline: call
    .input(z.object({ limit: z.int().min(1).max(100_000).default(500), before: Commit.optional() }))
    .query(({ ctx, input }) => ctx.studio.timeline(input.limit, input.before)),
  log: call
    .input(z.object({ commit: Commit, scene: z.string().max(300).optional() }))
    .query(({ ctx, input }) => ctx.studio.log(input.commit, input.scene)),
  beat: call.input(z.object({ commit: Commit })).query(({ ctx, input }) => ctx.studio.beat(input.commit)),
  actions: call.input(z.object({ as: Who, at: Commit.optional() })).query(({ ctx, input }) => ctx.studio.actions(input.as, input.at)),
  odds: call
    .input(z.object({ as: Who.optional(), at: Commit.optional() }))
    .query(({ ctx, input, signal }) => ctx.studio.odds(input.as, input.at, signal)),
  turns: call
    .input(z.object({ limit: z.int().min(1).max(1000).default(100), before: z.string().max(500).optional(), search: z.string().max(200).optional() }))
    .query(({ ctx, input }) => ctx.studio.turns(input.limit, input.before, input.search)),
  turn: call.input(z.object({ id: z.string().min(1).max(500) })).query(({ ctx, input }) => ctx.studio.turn(input.id)),
  context: call.input(z.object({ who: Who, at: Commit.optional() })).query(({ ctx, input }) => ctx.studio.context(input.who, input.at)),
  offers: call.input(z.object({ who: Who })).query(({ ctx, input }) => ctx.studio.offers(input.who)),
  look: call.input(z.object({ who: Who, use: ToolUse })).query(({ ctx, input }) => ctx.studio.look(input.who, input.use)),
  tableSettings: call.query(({ ctx }) => ctx.studio.tableSettings()),
  setTable: call.input(z.strictObject(TableSettings.shape)).mutation(({ ctx, input }) => ctx.studio.setTable(input)),
  machine: call.query(({ ctx }) => ctx.studio.machine()),
  setMachine: call.input(MachineChange).mutation(({ ctx, input }) => ctx.studio.setMachine(input)),
  tryModel: call.input(z.object({ model: z.string().min(1).max(200).optional() })).mutation(({ ctx, input }) => ctx.studio.tryModel(input.model)),
  take: call
    .input(z.object({ who: Who, how: z.enum(['turn', 'always', 'off']) }))
    .mutation(({ ctx, input }) => ctx.studio.take(input.who, input.how)),
  preview: call.input(ActionCall).query(({ ctx, input }) => ctx.studio.preview(input)),
  rerun: call.input(Rerun).mutation(({ ctx, input }) => ctx.studio.rerun(input)),
  play: call.input(ActionCall).mutation(({ ctx, input }) => ctx.studio.play(input)),
  step: call.mutation(({ ctx }) => ctx.studio.step()),
  autoplay: call.input(z.object({ pace: z.number().min(0).max(60_000) })).mutation(({ ctx, input }) => ctx.studio.autoplay(input.pace)),
  pause: call.mutation(({ ctx }) => ctx.studio.pause()),
  branch: call
    .input(z.object({ at: Commit, name: z.string().min(1).max(100).optional(), seed: z.string().min(1).max(200).optional() }))
    .mutation(({ ctx, input }) => ctx.studio.branch(input.at, input.name, input.seed)),
  switchTo: call.input(z.object({ branch: z.string().min(1).max(200) })).mutation(({ ctx, input }) => ctx.studio.switchTo(input.branch)),
  edits: call.query(({ ctx }) => ctx.studio.edits()),
  adopt: call.mutation(({ ctx }) => ctx.studio.adopt()),
  setAside: call.mutation(({ ctx }) => ctx.studio.setAside()),
  check: call.query(({ ctx }) => ctx.studio.check()),
  verify: call.query(({ ctx, signal }) => ctx.studio.verify(signal)),
  events: call.input(z.object({ lastEventId: z.string().max(100).optional() }).optional()).subscription(async function* ({ ctx, input, signal }) {
    const [epoch, seq] = input?.lastEventId?.split(':') ?? []
    const after = epoch && seq ? { epoch, seq: Number(seq) } : undefined
    for await (const event of ctx.studio.events(after, signal ?? never)) yield tracked(`${event.epoch}:${event.seq}`, event)
  })
})
const never: Stop = { aborted: false, addEventListener: () => undefined }
export type Router = typeof router
export { Problem }
