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
 * event still needs come first, and then the newer ones. `ageOf`: a number that is higher for newer lines; by default, newer ones stand later.
 */
export function rankedLines(
  lines: readonly string[],
  view: View,
  ageOf: (line: string, at: number) => number = (_line, at) => at
): Required<Pick<PieceDraft, 'parts' | 'rank'>> {
  const now = stemsOf(presentText(view))
  const ranked = lines.map((line, at) => ({ line, at, shared: [...stemsOf(line)].filter((stem) => now.has(stem)).length, age: ageOf(line, at) }))
  const places = new Map(ranked.toSorted((a, b) => b.shared - a.shared || b.age - a.age || b.at - a.at).map(({ at }, place) => [at, place]))
  const placeOf = (at: number): number => places.get(at) ?? 0
  const kept = ranked.filter(({ at }) => placeOf(at) < MAX_LISTED)
  return { parts: kept.map(({ line }) => line), rank: kept.map(({ at }) => -placeOf(at)) }
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
