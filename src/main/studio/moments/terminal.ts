import { Problem } from '../../../shared/problem'
import type { Comparison, FileLines } from '../../../shared/compare'
import type { Finding } from '../../../shared/moments'
import { compareFile } from '../../story/compare/compare'
import { momentsOf } from '../moment-calls'
import type { SealedFiles } from '../../machine/sealed-files'
import { reading, revision } from '../terminal'

/** Where an expression holds on the line up to a revision; now when none is named. Throws Problem `bad-input`, `not-found`. */
export const findUpTo = (
  dir: string,
  expression: string,
  rev: string | undefined,
  onProgress: (done: number, of: number) => void,
  sealed?: SealedFiles
): Promise<Finding> =>
  reading(
    dir,
    async (campaign) => {
      let last: Finding | undefined
      for await (const news of momentsOf(campaign).find(expression, revision(campaign, rev))) {
        if (news.kind === 'progress') onProgress(news.done, news.of)
        else last = news.finding
      }
      if (!last) throw new Problem('internal', 'The search ended without an answer. Please report this.')
      return last
    },
    sealed
  )

/** Two revisions in words of the game, and with `lines` how each file differs. Throws Problem `not-found`, `bad-file`. */
export const compareRevisions = (dir: string, a: string, b: string, lines: boolean): Promise<{ comparison: Comparison; files: FileLines[] }> =>
  reading(dir, async (campaign) => {
    const [one, other] = [revision(campaign, a), revision(campaign, b)]
    const comparison = await momentsOf(campaign).compare(one, other)
    const paths = new Set(comparison.groups.flatMap((group) => group.lines.flatMap(({ files }) => files)))
    return { comparison, files: lines ? [...paths].toSorted().map((path) => compareFile(campaign, one, other, path)) : [] }
  })
