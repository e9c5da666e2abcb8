import { z } from 'zod'
import type { Verified } from '../../../shared/reports'
import type { KeptFile } from '../../campaign/chronicle/chronicle'
import type { Commit, History } from '../../campaign/history'
import { ENGINE } from '../creation/create'

/** What was wrong with beats, oldest first. */
export type Wrong = Verified['wrong']

/** The end of a line that was checked from its beginning, and what was wrong on the way. */
export interface Tip {
  commit: string
  wrong: Wrong
}

const WrongBeat = z.object({ beat: z.string(), n: z.number().int(), message: z.string() })
const Remembered = z.object({ engine: z.number(), tips: z.array(z.object({ commit: z.string(), wrong: z.array(WrongBeat) })) })
/** Ends of lines that are remembered. */
export const MOST_TIPS = 40

/** What this machine remembers of histories that it replayed, by this engine; [] where that is missing or not its own. */
export function recallChecked(file: KeptFile): Tip[] {
  try {
    const { engine, tips } = Remembered.parse(JSON.parse(file.read()?.toString('utf8') ?? ''))
    return engine === ENGINE ? tips : []
  } catch {
    return []
  }
}

/** Remembers ends of lines, the last one first. A disk that takes nothing costs a second checking, no more. */
export function rememberChecked(file: KeptFile, tips: readonly Tip[]): void {
  file.write(Buffer.from(JSON.stringify({ engine: ENGINE, tips: tips.slice(0, MOST_TIPS) })))
}

/** A line of history as it has been checked: the last commit that was, what was wrong up to it, and what came since, newest first. */
export interface SinceChecked {
  from: Commit | undefined
  wrong: Wrong
  since: Commit[]
}

/** How much of the line that ends with a commit is known from `tips`. Throws Problem where the line cannot be read. */
export function sinceChecked(history: History, head: string, tips: readonly Tip[]): SinceChecked {
  const known = new Set<string>()
  for (const { commit } of tips) for (const id of lineFrom(history, commit, known)) known.add(id)
  const since: Commit[] = []
  for (let id: string | undefined = head; id !== undefined && !known.has(id); id = since.at(-1)?.parents[0]) since.push(history.commit(id))
  const last = since.length === 0 ? head : since.at(-1)?.parents[0]
  if (last === undefined) return { from: undefined, wrong: [], since }
  const found = new Map(tips.flatMap((tip) => tip.wrong.map((one) => [one.beat, one] as const)))
  const wrong = found.size === 0 ? [] : lineFrom(history, last, new Set()).flatMap((id) => found.get(id) ?? [])
  return { from: history.commit(last), wrong: wrong.toReversed(), since }
}

/** Ids of a line, newest first, as far as they are not known yet; [] for one that cannot be read to its beginning. */
function lineFrom(history: History, head: string, known: ReadonlySet<string>): string[] {
  const ids: string[] = []
  try {
    for (let id: string | undefined = head; id !== undefined && !known.has(id); id = history.commit(id).parents[0]) ids.push(id)
    return ids
  } catch {
    return []
  }
}
