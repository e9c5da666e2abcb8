import { z } from 'zod'
import { ToolUse } from './agents'
import { call, Commit, Who } from './calls'
import type { Offer } from './game'
import { ActionCall, type Beat } from './play'
import type { TableStatus } from './present'
import {
  MachineChange,
  Rerun,
  TableSettings,
  type Context,
  type MachineSettings,
  type Preview,
  type PromptLength,
  type TryOut,
  type TurnPage,
  type WholeTurn
} from './turns'

/** The calls about seats: what they are told and offered, who sits there, what it cost. */
export interface TableCalls {
  /** Turns that led to the commit `along`, the present when none is named, and those broken off on the way, newest first; `before` is the id of the last one of the page before. */
  turns(limit: number, before?: string, search?: string, along?: string): Promise<TurnPage>
  /** What led to a beat (by its commit id), or a turn by its own id; undefined when it was not recorded here. */
  turn(id: string): Promise<WholeTurn | undefined>
  /** What an agent at that seat is told at a commit, or would have been told, whoever decides there; now when none is named. */
  context(who: string, at?: string): Promise<Context>
  /** How long that prompt is: the provider counts where a model sits and this machine may ask it for this campaign, else it is estimated. */
  promptLength(who: string, at?: string): Promise<PromptLength>
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
}

/** How these calls come over the wire. */
export const tableProcedures = {
  turns: call
    .input(
      z.object({
        limit: z.int().min(1).max(1000).default(100),
        before: z.string().max(500).optional(),
        search: z.string().max(200).optional(),
        along: Commit.optional()
      })
    )
    .query(({ ctx, input }) => ctx.studio.turns(input.limit, input.before, input.search, input.along)),
  turn: call.input(z.object({ id: z.string().min(1).max(500) })).query(({ ctx, input }) => ctx.studio.turn(input.id)),
  context: call.input(z.object({ who: Who, at: Commit.optional() })).query(({ ctx, input }) => ctx.studio.context(input.who, input.at)),
  promptLength: call.input(z.object({ who: Who, at: Commit.optional() })).query(({ ctx, input }) => ctx.studio.promptLength(input.who, input.at)),
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
  rerun: call.input(Rerun).mutation(({ ctx, input }) => ctx.studio.rerun(input))
}
