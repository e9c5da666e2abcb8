import { z } from 'zod'
import type { Verified } from '../../../shared/analysis/reports'
import { lineTo } from '../../campaign/commit-line'
import type { KeptFile } from '../../campaign/chronicle/chronicle'
import type { Commit, History } from '../../campaign/history'
import { ENGINE } from '../creation/create'

/** The mismatches that verification found in beats, oldest first. */
export type Wrong = Verified['wrong']

/** The last commit of a line that was verified from its beginning, and the mismatches on the line. */
export interface Tip {
  commit: string
  wrong: Wrong
}

const WrongBeat = z.object({ beat: z.string(), n: z.number().int(), message: z.string() })
const Remembered = z.object({ engine: z.number(), tips: z.array(z.object({ commit: z.string(), wrong: z.array(WrongBeat) })) })
/** The maximum number of remembered tips. */
export const MAX_TIPS = 40

/** The tips that this machine verified with this engine; [] if the file is missing or not sealed by this machine. */
export function recallChecked(file: KeptFile): Tip[] {
  try {
    const { engine, tips } = Remembered.parse(JSON.parse(file.read()?.toString('utf8') ?? ''))
    return engine === ENGINE ? tips : []
  } catch {
    return []
  }
}

/** Stores the tips, the newest first. If the disk fails, the lines only have to be verified again. */
export function rememberChecked(file: KeptFile, tips: readonly Tip[]): void {
  file.write(Buffer.from(JSON.stringify({ engine: ENGINE, tips: tips.slice(0, MAX_TIPS) })))
}

/** How far a line is verified: the last verified commit, the mismatches up to it, and the newer commits, newest first. */
export interface SinceChecked {
  from: Commit | undefined
  wrong: Wrong
  since: Commit[]
}

/** How far the line that ends at a commit is verified by `tips`. Throws Problem if the line can't be read. */
export function sinceChecked(history: History, head: string, tips: readonly Tip[]): SinceChecked {
  const known = new Set<string>()
  for (const { commit } of tips) for (const id of lineFrom(history, commit, known)) known.add(id)
  const since: Commit[] = []
  for (const commit of lineTo(history, head)) {
    if (known.has(commit.id)) break
    since.push(commit)
  }
  const last = since.length === 0 ? head : since.at(-1)?.parents[0]
  if (last === undefined) return { from: undefined, wrong: [], since }
  const mismatches = new Map(tips.flatMap((tip) => tip.wrong.map((one) => [one.beat, one] as const)))
  const wrong = mismatches.size === 0 ? [] : lineFrom(history, last, new Set()).flatMap((id) => mismatches.get(id) ?? [])
  return { from: history.commit(last), wrong: wrong.toReversed(), since }
}

/** The ids of the commits of a line that aren't in `known`, newest first; [] if the line can't be read to its beginning. */
function lineFrom(history: History, head: string, known: ReadonlySet<string>): string[] {
  const ids: string[] = []
  try {
    for (const { id } of lineTo(history, head)) {
      if (known.has(id)) break
      ids.push(id)
    }
    return ids
  } catch {
    return []
  }
}
