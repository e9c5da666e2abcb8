import { Problem } from '../../../shared/problem'
import type { Finding } from '../../../shared/moments'
import { momentsOf } from '../moment-calls'
import { reading, revision } from '../terminal'

/** Where an expression holds on the line up to a revision; now when none is named. Throws Problem `bad-input`, `not-found`. */
export const findUpTo = (
  dir: string,
  expression: string,
  rev: string | undefined,
  onProgress: (done: number, of: number) => void
): Promise<Finding> =>
  reading(dir, async (campaign) => {
    let last: Finding | undefined
    for await (const news of momentsOf(campaign).find(expression, revision(campaign, rev))) {
      if (news.kind === 'progress') onProgress(news.done, news.of)
      else last = news.finding
    }
    if (!last) throw new Problem('internal', 'The search ended without an answer; please report this.')
    return last
  })
