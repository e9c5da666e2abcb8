import type { Contradiction } from '../../../shared/analysis/contradictions'
import type { LogEntry } from '../../../shared/story/play'
import { at, type Reading } from './situation'
import { type Cut, cut, type Sentence, wordsOf } from './text'

/** Sentences with fewer words may be repeated by chance, or on purpose. */
const MIN_WORDS = 9

const cache = new WeakMap<LogEntry, readonly string[]>()
/** The long sentences of an entry, as `longOf` returns them. */
function sentencesOf(entry: LogEntry): readonly string[] {
  const cached = cache.get(entry)
  if (cached) return cached
  const text = cut(entry.text)
  const all = text.sentences.flatMap((sentence) => longOf(text, sentence))
  cache.set(entry, all)
  return all
}

/**
 * A sentence as its words joined, and its quotations alone as theirs, because "he says" may have become "she asks". Leaves out texts that are too
 * short.
 */
function longOf({ plain, quotes }: Cut, { from, to }: Sentence): string[] {
  const quoted = quotes.flatMap((one) => (one.from >= from && one.to <= to ? [one.words] : [])).join(' ')
  return [plain.slice(from, to), quoted].flatMap((one) => {
    const words = wordsOf(one)
    return words.length < MIN_WORDS ? [] : [words.join(' ')]
  })
}

/** Contradictions of kind `repeat`: sentences that this scene's log already has. */
export function repeats(reading: Reading): Contradiction[] {
  const { earlier, text, entry } = reading
  if (sentencesOf(entry).length === 0) return []
  return text.sentences.flatMap((sentence) => {
    const own = longOf(text, sentence)
    const before = own.length === 0 ? undefined : earlier.find((one) => sentencesOf(one).some((same) => own.includes(same)))
    return before ? [at(reading, 'repeat', sentence, `The log has this sentence since beat ${before.beat}.`, { beat: before.beat })] : []
  })
}
