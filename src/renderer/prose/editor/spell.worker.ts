import americanRules from 'dictionary-en/index.aff?raw'
import american from 'dictionary-en/index.dic?raw'
import britishRules from 'dictionary-en-gb/index.aff?raw'
import british from 'dictionary-en-gb/index.dic?raw'
import nspell from 'nspell'
import type { SpellAnswer, SpellQuestion } from './speller'

/** Most suggestions for a word. */
const MAX_SUGGESTIONS = 6

/** A word is right in either spelling: "grey" and "gray". */
const spellers = [nspell(americanRules, american), nspell(britishRules, british)]
const plain = (word: string): string => word.replaceAll('’', "'")

/** The suggestions of both dictionaries, by turns. */
function suggestionsFor(word: string): string[] {
  const [first = [], second = []] = spellers.map((one) => one.suggest(word))
  return [
    ...new Set(
      [...first, ...second]
        .map((_, i) => [first[i], second[i]])
        .flat()
        .filter((one) => one !== undefined)
    )
  ].slice(0, MAX_SUGGESTIONS)
}

onmessage = ({ data }: MessageEvent<SpellQuestion>): void => {
  const answer: SpellAnswer = data.words
    ? { id: data.id, wrong: data.words.filter((word) => !spellers.some((one) => one.correct(plain(word)))) }
    : { id: data.id, suggestions: suggestionsFor(plain(data.word)) }
  postMessage(answer)
}
