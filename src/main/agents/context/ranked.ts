import type { View } from '../../../shared/table/agents'
import { foldedWords } from '../../../shared/base/meant'
import type { PieceDraft } from './budget'
import { MAX_LISTED } from './fence'

/** How many of the last log entries decide what is relevant. */
const LAST_ENTRIES = 12
/** Words are compared by their beginnings, so that "rang" stays apart from "range" and "bells" meets "bell". Shorter words say nothing. */
const STEM_LENGTH = 5
const MIN_WORD_LENGTH = 4

/**
 * Lines of a piece that may not all fit, in their order, with ranks: lines that share words with the last entries, the scene's aim or what its story
 * event still needs come first, and then the newer ones, which stand later. `recent`: the lines that this scene made.
 */
export function rankedLines(
  lines: readonly string[],
  view: View,
  recent: (line: string) => boolean = () => false
): Required<Pick<PieceDraft, 'parts' | 'rank'>> {
  const now = stemsOf(presentText(view))
  const rankOf = (line: string, at: number): number =>
    ([...stemsOf(line)].filter((stem) => now.has(stem)).length * 2 + (recent(line) ? 1 : 0)) * lines.length + at
  const ranked = lines.map((line, at) => ({ line, at, rank: rankOf(line, at) }))
  const kept = ranked
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, MAX_LISTED)
    .toSorted((one, other) => one.at - other.at)
  return { parts: kept.map(({ line }) => line), rank: kept.map(({ rank }) => rank) }
}

function presentText({ scene, story = [], log }: View): string {
  const event = story.find(({ id }) => id === scene?.story)
  return [scene?.title ?? '', scene?.aim ?? '', ...(event?.done_when ?? []), ...log.slice(-LAST_ENTRIES).map(({ text }) => text)].join('\n')
}

const stemsOf = (text: string): Set<string> =>
  new Set(
    foldedWords(text)
      .split(' ')
      .flatMap((word) => (word.length < MIN_WORD_LENGTH ? [] : [word.slice(0, STEM_LENGTH)]))
  )

/** The facts that entries of this scene set. */
export const factsSetIn = ({ log }: View): ReadonlySet<string> => new Set(log.flatMap(({ changes }) => Object.keys(changes?.facts ?? {})))
