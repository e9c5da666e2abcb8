import { z } from 'zod'
import { Commit, query, stream, type Methods } from './calls'
import type { Comparison, FileLines } from '../analysis/compare'
import type { FindNews, Watched } from '../analysis/analysis'
import { MAX_EXPRESSION_LENGTH } from '../predicate/tokens'
import type { Vocabulary } from '../predicate/vocabulary'

/** An expression over the state; `predicate/parse.ts` defines the grammar. */
const ExpressionText = z.string().max(MAX_EXPRESSION_LENGTH * 2)

/** Queries over many commits: where an expression holds, how a value changed, how two commits differ. */
export const analysisCalls = {
  /** The names that expressions can use at a commit; now if none is named. */
  vocabulary: query(z.object({ at: Commit.optional() })).returns<Vocabulary>(),
  /**
   * Where an expression holds on the line of history that ends at a commit (the current one by default): progress, a preliminary finding, and last
   * the final answer. Ends when the caller cancels it. Throws Problem `bad-input`, with the position in the expression as `at` and `end`.
   */
  find: stream(z.object({ expression: ExpressionText, at: Commit.optional() })).returns<FindNews>(),
  /** The values of an expression along the line of history that ends at a commit; only those after `after`, if that commit is on the line. */
  watch: query(z.object({ expression: ExpressionText, at: Commit.optional(), after: Commit.optional() })).returns<Watched>(),
  /** Compares two commits in the game's words. Throws Problem `not-found`, or `bad-file` if one of them can't be read. */
  compare: query(z.object({ a: Commit, b: Commit })).returns<Comparison>(),
  /** How one file of the campaign differs between two commits, line by line. */
  compareFile: query(z.object({ a: Commit, b: Commit, path: z.string().min(1).max(1000) })).returns<FileLines>()
}
export type AnalysisCalls = Methods<typeof analysisCalls>
