import { z } from 'zod'
import { call, Commit, never, type Stop } from './calls'
import type { Comparison, FileLines } from './compare'
import { ExpressionText, type FindNews, type Watched } from './moments'
import type { Vocabulary } from './predicate/vocabulary'

/** Queries over many commits: where an expression holds, how a value went, what differs between two. */
export interface MomentCalls {
  /** The names that expressions can use at a commit; now if none is named. */
  vocabulary(at?: string): Promise<Vocabulary>
  /**
   * Where an expression holds on the line that ends at a commit (now if none is named): progress, a preliminary finding, and as the last news
   * the answer. Ends when stopped. Throws Problem `bad-input`, with the position in the expression as `at` and `end`.
   */
  find(expression: string, at?: string, stop?: Stop): AsyncIterable<FindNews>
  /** The values of an expression along the line that ends at a commit; only those after `after`, if that is on the line. */
  watch(expression: string, at?: string, after?: string, stop?: Stop): Promise<Watched>
  /** Compares two commits in the game's words. Throws Problem `not-found`, or `bad-file` if one of them can't be read. */
  compare(a: string, b: string): Promise<Comparison>
  /** How one file of the campaign differs between two commits, line by line. */
  compareFile(a: string, b: string, path: string): Promise<FileLines>
}

/** The tRPC procedures of these calls. */
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
