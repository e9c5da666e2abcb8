import { withoutNothing } from '../../../shared/words/nothing-yet'

/** Words that count when two lines are compared, and how many of them a sentence needs to be compared by its words. */
const LONG_WORD = /[\p{L}\p{N}]{5,}/gu
const MIN_WORDS = 3
/** The label of a line of a scene's record, such as "Facts:" or "With Mother Hask:". Such a line is data, whatever words it has. */
const LABEL = /^[-*\s]*[^.,:]{1,40}:\s/

/** A summary without what says nothing, and without the sentences after its recap that only repeat the recap. */
export function summaryText(text: string): string {
  const said = withoutNothing(text)
  const [recap, rest] = parted(said)
  if (recap === '' || rest === '') return said
  const told = recap.split('\n').map((line) => ({ line, words: wordsIn(line) }))
  const isKnown = (words: ReadonlySet<string>): boolean => told.some(({ words: known }) => [...words].every((word) => known.has(word)))
  const isTold = (sentence: string): boolean => {
    const words = wordsIn(sentence)
    return told.some(({ line }) => line.includes(sentence)) || (words.size >= MIN_WORDS && isKnown(words))
  }
  const left = rest.split('\n').flatMap((line) => {
    if (line.startsWith('#') || LABEL.test(line) || line.trim() === '') return [line]
    const [, bullet = '', body = ''] = /^(\s*[-*]?\s*)(.*)$/s.exec(line) ?? []
    const sentences = body.split(BETWEEN_SENTENCES)
    const kept = sentences.filter((sentence) => !isTold(sentence))
    // A title alone says nothing beside the recap that has it.
    const isOver = kept.length < sentences.length && isKnown(wordsIn(kept.join(' ')))
    return isOver ? [] : [`${bullet}${kept.join(' ')}`]
  })
  return withoutNothing(`${recap}\n${left.join('\n')}`)
}

/** The recap with its heading, and what follows it. */
function parted(text: string): [string, string] {
  const [, recap = '', rest = ''] = /^(\s*#+ Recap\b[^]*?)\n(#+ [^]*)$/i.exec(text) ?? []
  return [recap, rest]
}

const wordsIn = (text: string): Set<string> => new Set(text.toLowerCase().match(LONG_WORD))

const BETWEEN_SENTENCES = /(?<=[.!?…]["'”’»)\]]*)\s+/
