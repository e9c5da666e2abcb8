import type { BeatHits, Mark } from '../../shared/analysis/chronicle'
import type { Beats } from '../store/beats'

/** A search on the timeline: its text, its line, and the hits so far in chronological order. */
export interface BeatSearch {
  text: string
  scope: 'line' | 'all'
  hits: readonly Mark[]
  words: ReadonlyMap<string, string>
  chosen?: string
  waiting: boolean
}

/** The initial state of a search. */
export const emptySearch: BeatSearch = { text: '', scope: 'line', hits: [], words: new Map(), waiting: false }

const inTime =
  (beats: Beats) =>
  (a: Mark, b: Mark): number =>
    a.place - b.place || laneOf(beats, a) - laneOf(beats, b)
const laneOf = (beats: Beats, mark: Mark): number => beats.trackOf.get(mark.id)?.lane ?? 0

/** The search with one more page of hits. Beats on no branch and repeated beats are left out. */
export function withHits(finding: BeatSearch, answer: BeatHits, beats: Beats): BeatSearch {
  const words = new Map(finding.words)
  const fresh = answer.hits.flatMap(({ id, words: said }) => {
    const mark = beats.trackOf.has(id) ? beats.byId.get(id) : undefined
    if (!mark || words.has(id)) return []
    words.set(id, said)
    return [mark]
  })
  const hits = fresh.length > 0 ? [...finding.hits, ...fresh].sort(inTime(beats)) : finding.hits
  return { ...finding, hits, words, waiting: answer.next !== undefined }
}

/** The hit after (or before) the cursor; it wraps around. Undefined if there are no hits. */
export function nextHit({ hits, chosen }: BeatSearch, beats: Beats, from: Mark | undefined, direction: 1 | -1): Mark | undefined {
  const at = hits.findIndex(({ id }) => id === chosen && id === from?.id)
  if (at >= 0) return hits[(at + direction + hits.length) % hits.length]
  const compare = inTime(beats)
  if (!from) return direction > 0 ? hits[0] : hits.at(-1)
  return direction > 0 ? (hits.find((hit) => compare(hit, from) >= 0) ?? hits[0]) : (hits.findLast((hit) => compare(hit, from) <= 0) ?? hits.at(-1))
}
