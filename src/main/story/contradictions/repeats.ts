import type { Contradiction } from '../../../shared/contradictions'
import type { LogEntry } from '../../../shared/play'
import { at, type Reading } from './situation'
import { type Cut, cut, type Sentence, wordsOf } from './text'

/** Shorter sentences come back by chance, or on purpose. */
const MIN_WORDS = 9

const cache = new WeakMap<LogEntry, readonly string[]>()
/** The longer sentences of an entry, each as its words. */
function sentencesOf(entry: LogEntry): readonly string[] {
  const known = cache.get(entry)
  if (known) return known
  const text = cut(entry.text)
  const all = text.sentences.flatMap((sentence) => longOf(text, sentence))
  cache.set(entry, all)
  return all
}

/** The words of a longer sentence, and those of its quotations alone: who says them may be said in another way. */
function longOf({ plain, quotes }: Cut, { from, to }: Sentence): string[] {
  const quoted = quotes.flatMap((one) => (one.from >= from && one.to <= to ? [one.words] : [])).join(' ')
  return [plain.slice(from, to), quoted].flatMap((one) => {
    const words = wordsOf(one)
    return words.length < MIN_WORDS ? [] : [words.join(' ')]
  })
}

/** Sentences that this scene's log already has. */
export function repeats(reading: Reading): Contradiction[] {
  const { earlier, text, entry } = reading
  if (sentencesOf(entry).length === 0) return []
  return text.sentences.flatMap((sentence) => {
    const own = longOf(text, sentence)
    const before = own.length === 0 ? undefined : earlier.find((one) => sentencesOf(one).some((same) => own.includes(same)))
    return before ? [at(reading, 'repeat', sentence, `The log has this sentence since beat ${before.beat}.`, { beat: before.beat })] : []
  })
}
