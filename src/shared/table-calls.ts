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

/** The calls about seats: their context and offers, their agents, their cost. */
export interface TableCalls {
  /**
   * Turns that led to the commit `along` (now if none is named), and those broken off on the way, newest first. `before` is the id of the last
   * one of the previous page.
   */
  turns(limit: number, before?: string, search?: string, along?: string): Promise<TurnPage>
  /** The turn that led to a beat (by its commit id), or a turn by its own id; undefined if it was not recorded here. */
  turn(id: string): Promise<WholeTurn | undefined>
  /** The context of a seat at a commit, whatever agent sits there; now if none is named. */
  context(who: string, at?: string): Promise<Context>
  /**
   * The length of that prompt. The provider counts it if a model has the seat and this machine may call it for this campaign; otherwise it is
   * estimated.
   */
  promptLength(who: string, at?: string): Promise<PromptLength>
  /** Exactly what the agent in that seat would be offered now. */
  offers(who: string): Promise<Offer[]>
  /** Answers a read-only tool as the agent in that seat would be answered now. */
  look(who: string, use: ToolUse): Promise<string>
  /** The settings in table.yaml. */
  tableSettings(): Promise<TableSettings>
  /** Writes table.yaml as a beat by the designer. Unchanged lines keep their bytes. Throws Problem `refused` if nothing changed. */
  setTable(settings: TableSettings): Promise<Beat>
  /** This machine's model settings, and whether the open campaign may call models. */
  machine(): Promise<MachineSettings>
  setMachine(change: MachineChange): Promise<MachineSettings>
  /** Makes one cheap call to a model and says what is wrong if it fails. */
  tryModel(model?: string): Promise<TryOut>
  /** The designer takes a seat, for one turn or every turn, or hands it back. The table waits there for `play`. */
  take(who: string, how: 'turn' | 'always' | 'off'): Promise<TableStatus>
  /** What a call would do now, with its actual dice. For the designer only; nothing is saved. */
  preview(call: ActionCall): Promise<Preview>
  /** Reruns a turn on a branch of its own and switches to it. If nothing comes of it, everything stays as it was. */
  rerun(again: Rerun): Promise<{ branch: string; beat: string }>
}

/** The tRPC procedures of these calls. */
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
