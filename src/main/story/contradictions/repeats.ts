import type { Contradiction } from '../../../shared/contradictions'
import type { LogEntry } from '../../../shared/play'
import { at, type Reading } from './situation'
import { cut, wordsOf } from './text'

/** Shorter sentences come back by chance, or on purpose. */
const MIN_WORDS = 9

const cache = new WeakMap<LogEntry, readonly string[]>()
/** The longer sentences of an entry, each as its words. */
function sentencesOf(entry: LogEntry): readonly string[] {
  const known = cache.get(entry)
  if (known) return known
  const { sentences, plain } = cut(entry.text)
  const all = sentences.flatMap(({ from, to }) => {
    const words = wordsOf(plain.slice(from, to))
    return words.length < MIN_WORDS ? [] : [words.join(' ')]
  })
  cache.set(entry, all)
  return all
}

/** Sentences that this scene's log already has. */
export function repeats(reading: Reading): Contradiction[] {
  const { earlier, text, entry } = reading
  if (sentencesOf(entry).length === 0) return []
  return text.sentences.flatMap((sentence) => {
    const words = wordsOf(text.plain.slice(sentence.from, sentence.to))
    if (words.length < MIN_WORDS) return []
    const same = words.join(' ')
    const before = earlier.find((one) => sentencesOf(one).includes(same))
    return before ? [at(reading, 'repeat', sentence, `The log has this sentence since beat ${before.beat}.`, { beat: before.beat })] : []
  })
}
