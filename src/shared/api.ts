import { tracked } from '@trpc/server'
import { z } from 'zod'
import { call, Commit, Dir, makeRouter, never, Who, type Stop } from './calls'
import { NewCampaign, type CampaignInfo, type Folder, type HostInfo, type RecentCampaign } from './campaign'
import type { Odds } from './odds'
import type { FileLines } from './compare'
import { foreignProcedures, type ForeignCalls } from './foreign-calls'
import { momentProcedures, type MomentCalls } from './moment-calls'
import { placesProcedures, type PlacesCalls } from './places-calls'
import { oddsProcedures, type OddsCalls } from './odds-calls'
import { ActionCall, type Beat, type BeatDetail } from './play'
import type { Branch, HandEdit, Moment, Present, PresentSince, SceneLog, Standings, StudioEvent, TableStatus, TimelinePage } from './present'
import type { CheckReport, VerifyReport } from './reports'
import { tableProcedures, type TableCalls } from './table-calls'
import { remoteProcedures, type RemoteCalls } from './remote-calls'
import { timelineProcedures, type TimelineCalls } from './timeline-calls'
import { transcriptProcedures, type TranscriptCalls } from './transcript-calls'
import { worldProcedures, type WorldCalls } from './world-calls'
import type { LinksLeft } from './world-edits'

/** Everything the app can do, for every host. Every failure is a Problem. */
export interface Studio
  extends ForeignCalls, MomentCalls, OddsCalls, PlacesCalls, RemoteCalls, TableCalls, TimelineCalls, TranscriptCalls, WorldCalls {
  host(): Promise<HostInfo>
  recent(): Promise<RecentCampaign[]>
  forget(dir: string): Promise<RecentCampaign[]>
  browse(dir?: string): Promise<Folder>
  /** Opens the host's folder dialog; undefined if cancelled or if the host has none. */
  pickFolder(): Promise<string | undefined>
  /**
   * Saves a file where the host's dialog says, whole or not at all; `content` is base64. Returns its path; undefined if the dialog was cancelled
   * or the host has none. Throws Problem `not-found`, `bad-input` (a folder), `disk`.
   */
  saveFile(name: string, content: string): Promise<string | undefined>
  create(input: NewCampaign): Promise<CampaignInfo>
  open(dir: string): Promise<CampaignInfo>
  /** Opens the sample campaign in the user's folder, creating it first if it isn't there. */
  openSample(): Promise<CampaignInfo>
  close(): Promise<void>

  /** The open campaign, or undefined on the start page. */
  present(): Promise<Present | undefined>
  /** Like `present`, for a client that knows the campaign at a commit: only the differences in state and prose. */
  presentSince(head: string): Promise<PresentSince | undefined>
  at(commit: string, have?: string): Promise<Moment>
  /** Beats of every branch, newest first, or with `line` of the current line only. `before` is the last beat of the previous page. */
  timeline(limit: number, before?: string, line?: boolean): Promise<TimelinePage>
  /** The log of one scene as of a commit; of the active scene if none is named. */
  log(commit: string, scene?: string): Promise<SceneLog | undefined>
  beat(commit: string): Promise<BeatDetail>
  /** Every action of the game, with the reason why `as` may not do it, at a commit; now if none is named. */
  actions(as: string, at?: string): Promise<Standings>
  /** Exact odds of everybody, or of one actor, at a commit; now if none is named. */
  odds(as?: string, at?: string, stop?: Stop): Promise<Odds>

  /** The one verb that changes the story. */
  play(call: ActionCall): Promise<Beat>
  /**
   * The agent whose turn it is plays one beat. Undefined if nothing is left to play. Throws Problem `dirty` with `data.choose` while files are
   * changed outside: `adopt`, `setAside` or `leaveEdits` resolves it.
   */
  step(): Promise<Beat | undefined>
  /** Starts autoplay, with `pace` ms between beats. Throws like `step`. */
  autoplay(pace: number): Promise<TableStatus>
  pause(): Promise<TableStatus>
  /** Continues from `at` on a new branch and switches to it; with a seed, the dice change (one beat). Returns the new branch. */
  branch(at: string, name?: string, seed?: string): Promise<Branch>
  switchTo(branch: string): Promise<Branch>

  edits(): Promise<HandEdit[]>
  /** How a file that was changed outside differs from the committed one. */
  editLines(path: string): Promise<FileLines>
  /** Chooses to play the committed world without the current external changes. The question comes again when other files change. */
  leaveEdits(): Promise<HandEdit[]>
  /** Adopts the external changes as one beat by the designer. `links`: where texts linked to a world file that was moved. */
  adopt(): Promise<Beat & { links?: LinksLeft }>
  /** Copies the changed files to a folder outside the repository's tree and restores HEAD's version. Returns the folder of the copies. */
  setAside(): Promise<string>
  /** Replays every beat of the line, or with `sinceChecked` only those after the last one that this machine has verified. */
  verify(sinceChecked?: boolean, stop?: Stop): Promise<VerifyReport>
  /** Checks the game and its world, external changes included. Plays in memory and changes nothing. */
  check(): Promise<CheckReport>

  events(after: { epoch: string; seq: number } | undefined, stop: Stop): AsyncIterable<StudioEvent>
}

export const router = makeRouter({
  host: call.query(({ ctx }) => ctx.studio.host()),
  recent: call.query(({ ctx }) => ctx.studio.recent()),
  forget: call.input(z.object({ dir: Dir })).mutation(({ ctx, input }) => ctx.studio.forget(input.dir)),
  browse: call.input(z.object({ dir: Dir.optional() })).query(({ ctx, input }) => ctx.studio.browse(input.dir)),
  pickFolder: call.mutation(({ ctx }) => ctx.studio.pickFolder()),
  saveFile: call
    .input(z.object({ name: z.string().min(1).max(200), content: z.string().max(400 << 20) }))
    .mutation(({ ctx, input }) => ctx.studio.saveFile(input.name, input.content)),
  create: call.input(NewCampaign).mutation(({ ctx, input }) => ctx.studio.create(input)),
  open: call.input(z.object({ dir: Dir })).mutation(({ ctx, input }) => ctx.studio.open(input.dir)),
  openSample: call.mutation(({ ctx }) => ctx.studio.openSample()),
  close: call.mutation(({ ctx }) => ctx.studio.close()),
  present: call.query(({ ctx }) => ctx.studio.present()),
  presentSince: call.input(z.object({ head: Commit })).query(({ ctx, input }) => ctx.studio.presentSince(input.head)),
  at: call.input(z.object({ commit: Commit, have: Commit.optional() })).query(({ ctx, input }) => ctx.studio.at(input.commit, input.have)),
  timeline: call
    .input(z.object({ limit: z.int().min(1).max(100_000).default(500), before: Commit.optional(), line: z.boolean().optional() }))
    .query(({ ctx, input }) => ctx.studio.timeline(input.limit, input.before, input.line)),
  log: call
    .input(z.object({ commit: Commit, scene: z.string().max(300).optional() }))
    .query(({ ctx, input }) => ctx.studio.log(input.commit, input.scene)),
  beat: call.input(z.object({ commit: Commit })).query(({ ctx, input }) => ctx.studio.beat(input.commit)),
  actions: call.input(z.object({ as: Who, at: Commit.optional() })).query(({ ctx, input }) => ctx.studio.actions(input.as, input.at)),
  odds: call
    .input(z.object({ as: Who.optional(), at: Commit.optional() }))
    .query(({ ctx, input, signal }) => ctx.studio.odds(input.as, input.at, signal)),
  ...placesProcedures,
  ...tableProcedures,
  ...foreignProcedures,
  ...momentProcedures,
  ...remoteProcedures,
  ...timelineProcedures,
  ...transcriptProcedures,
  ...worldProcedures,
  ...oddsProcedures,
  play: call.input(ActionCall).mutation(({ ctx, input }) => ctx.studio.play(input)),
  step: call.mutation(({ ctx }) => ctx.studio.step()),
  autoplay: call.input(z.object({ pace: z.number().min(0).max(60_000) })).mutation(({ ctx, input }) => ctx.studio.autoplay(input.pace)),
  pause: call.mutation(({ ctx }) => ctx.studio.pause()),
  branch: call
    .input(z.object({ at: Commit, name: z.string().min(1).max(100).optional(), seed: z.string().min(1).max(200).optional() }))
    .mutation(({ ctx, input }) => ctx.studio.branch(input.at, input.name, input.seed)),
  switchTo: call.input(z.object({ branch: z.string().min(1).max(200) })).mutation(({ ctx, input }) => ctx.studio.switchTo(input.branch)),
  edits: call.query(({ ctx }) => ctx.studio.edits()),
  editLines: call.input(z.object({ path: z.string().min(1).max(4096) })).query(({ ctx, input }) => ctx.studio.editLines(input.path)),
  leaveEdits: call.mutation(({ ctx }) => ctx.studio.leaveEdits()),
  adopt: call.mutation(({ ctx }) => ctx.studio.adopt()),
  setAside: call.mutation(({ ctx }) => ctx.studio.setAside()),
  check: call.query(({ ctx }) => ctx.studio.check()),
  verify: call
    .input(z.object({ sinceChecked: z.boolean() }).optional())
    .query(({ ctx, input, signal }) => ctx.studio.verify(input?.sinceChecked, signal)),
  events: call.input(z.object({ lastEventId: z.string().max(100).optional() }).optional()).subscription(async function* ({ ctx, input, signal }) {
    const [epoch, seq] = input?.lastEventId?.split(':') ?? []
    const after = epoch && seq ? { epoch, seq: Number(seq) } : undefined
    for await (const event of ctx.studio.events(after, signal ?? never)) yield tracked(`${event.epoch}:${event.seq}`, event)
  })
})
export type Router = typeof router
