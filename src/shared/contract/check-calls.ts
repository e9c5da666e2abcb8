import { z } from 'zod'
import { Commit, Dir, query, stream, type WorkNews, type Methods } from './calls'
import type { BeatContradictions, JudgePrice, JudgeProgress, JudgeReport } from '../analysis/contradictions'
import type { CheckProgress, CheckReport, VerifyReport } from '../analysis/reports'

const Judge = z.object({ model: z.string().min(1).max(200).optional() })

/** The calls that look for mistakes in the game, its world and the history. */
export const checkCalls = {
  /** Checks the game and its world, external changes included. Plays in memory and changes nothing. */
  check: query().returns<CheckReport>(),
  /** The same for any folder with a campaign (even one that can't be opened) or a game. Throws Problem for a folder with neither. */
  checkFolder: stream(z.object({ dir: Dir })).returns<WorkNews<CheckProgress, CheckReport>>(),
  /**
   * The contradictions between narrations or speeches and the record, on the line of history that ends at a commit (the current one by default),
   * oldest first. With `after`, only those of later beats. Each beat is checked once on this machine.
   */
  contradictions: query(z.object({ at: Commit.optional(), after: Commit.optional() })).returns<BeatContradictions[]>(),
  /**
   * The estimated cost of having a model judge the narrations that it has not judged yet; by default the model in the settings. Sends nothing. Throws
   * Problem `refused` if there is no such model.
   */
  judgePrice: query(Judge).returns<JudgePrice>(),
  /** Has the model judge them, batch by batch; each answer is stored at once. Also throws as a model's turn does. */
  judge: stream(Judge).returns<WorkNews<JudgeProgress, JudgeReport>>(),
  /** Replays every beat of the line, or with `sinceChecked` only those after the last one that this machine has verified. */
  verify: query(z.object({ sinceChecked: z.boolean() }).optional()).returns<VerifyReport>()
}
export type CheckCalls = Methods<typeof checkCalls>
