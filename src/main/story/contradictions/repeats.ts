import type { LogEntry } from '../../../shared/story/play'
import type { Check } from './situation'
import { cut, wordsOf } from './text'

/** Sentences with fewer words may be repeated by chance, or on purpose. */
const MIN_WORDS = 9

const cache = new WeakMap<LogEntry, readonly string[]>()
/** The words of the long sentences of an entry. */
function sentencesOf(entry: LogEntry): readonly string[] {
  const cached = cache.get(entry)
  if (cached) return cached
  const { plain, sentences } = cut(entry.text)
  const all = sentences.flatMap(({ from, to }) => wordsIn(plain.slice(from, to)) ?? [])
  cache.set(entry, all)
  return all
}

function wordsIn(sentence: string): string | undefined {
  const words = wordsOf(sentence)
  return words.length < MIN_WORDS ? undefined : words.join(' ')
}

/** Contradictions of kind `repeat`: sentences that this scene's log already has. */
export const repeats: Check = ({ earlier, text }, { from, to }) => {
  const words = wordsIn(text.plain.slice(from, to))
  const before = words === undefined ? undefined : earlier.find((one) => sentencesOf(one).includes(words))
  return before && { fact: `The log has this sentence since beat ${before.beat}.`, source: { beat: before.beat } }
}
