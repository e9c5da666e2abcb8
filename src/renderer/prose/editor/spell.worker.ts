import aff from 'dictionary-en/index.aff?raw'
import dic from 'dictionary-en/index.dic?raw'
import nspell from 'nspell'
import type { SpellAnswer, SpellQuestion } from './speller'

/** Most suggestions for a word. */
const MAX_SUGGESTIONS = 6

const speller = nspell(aff, dic)
const plain = (word: string): string => word.replaceAll('’', "'")

onmessage = ({ data }: MessageEvent<SpellQuestion>): void => {
  const answer: SpellAnswer = data.words
    ? { id: data.id, wrong: data.words.filter((word) => !speller.correct(plain(word))) }
    : { id: data.id, suggestions: speller.suggest(plain(data.word)).slice(0, MAX_SUGGESTIONS) }
  postMessage(answer)
}
