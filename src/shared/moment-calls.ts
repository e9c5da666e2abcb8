import { z } from 'zod'
import { call, Commit, never, type Stop } from './calls'
import type { Comparison, FileLines } from './compare'
import { ExpressionText, type FindNews, type Watched } from './moments'
import type { Vocabulary } from './predicate/vocabulary'

/** The calls that ask of many moments at once: where something holds, how a value went, what differs between two. */
export interface MomentCalls {
  /** Names that expressions can use at a commit; now when none is named. */
  vocabulary(at?: string): Promise<Vocabulary>
  /**
   * Where an expression holds on the line that ends with a commit (now when none is named): how far the search is, what may be, and
   * as the last news what is. Ends when stopped. Throws Problem `bad-input`, with the place in the expression as `at` and `end`.
   */
  find(expression: string, at?: string, stop?: Stop): AsyncIterable<FindNews>
  /** What an expression comes to along the line that ends with a commit; only what comes behind `after`, where that lies on the line. */
  watch(expression: string, at?: string, after?: string, stop?: Stop): Promise<Watched>
  /** Two commits in words of the game. Throws Problem `not-found`, or `bad-file` where one of them cannot be read. */
  compare(a: string, b: string): Promise<Comparison>
  /** How one file of the campaign differs between two commits, line by line. */
  compareFile(a: string, b: string, path: string): Promise<FileLines>
}

/** How these calls come over the wire. */
export const momentProcedures = {
  vocabulary: call.input(z.object({ at: Commit.optional() })).query(({ ctx, input }) => ctx.studio.vocabulary(input.at)),
  find: call.input(z.object({ expression: ExpressionText, at: Commit.optional() })).subscription(async function* ({ ctx, input, signal }) {
    yield* ctx.studio.find(input.expression, input.at, signal ?? never)
  }),
  watch: call
    .input(z.object({ expression: ExpressionText, at: Commit.optional(), after: Commit.optional() }))
    .query(({ ctx, input, signal }) => ctx.studio.watch(input.expression, input.at, input.after, signal)),
  compare: call.input(z.object({ a: Commit, b: Commit })).query(({ ctx, input }) => ctx.studio.compare(input.a, input.b)),
  compareFile: call
    .input(z.object({ a: Commit, b: Commit, path: z.string().min(1).max(1000) }))
    .query(({ ctx, input }) => ctx.studio.compareFile(input.a, input.b, input.path))
}
