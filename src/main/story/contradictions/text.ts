/** A sentence of a text, at its offsets. `said` has the same length as the sentence; spaces replace quoted words. */
export interface Sentence {
  from: number
  to: number
  said: string
  isQuestion: boolean
}

/** A text cut into sentences. `plain` has the same length as the text; plain marks replace typographic ones, one for one. */
export interface SentenceText {
  plain: string
  sentences: Sentence[]
}

/** The same text with plain apostrophes and quotation marks, at the same offsets. */
export const plainMarks = (text: string): string => text.replaceAll(/[‘’ʼ`´]/g, "'").replaceAll(/[“”„«»]/g, '"')

/** A pattern that matches a text, with any white space between its words. */
export const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)

const ABBREVIATED = /(?:^|[^\p{L}])(?:Mr|Mrs|Ms|Dr|St|No)$/u

/** Cuts a text into sentences. A quotation belongs to the sentence around it. */
export function splitSentences(text: string): SentenceText {
  const plain = plainMarks(text)
  const unquoted = plain.replaceAll(/"([^"]*)("|$)/g, (_, words: string, end: string) => `"${' '.repeat(words.length)}${end}`)
  const sentences: Sentence[] = []
  let from = 0
  for (const { index, 0: stop } of unquoted.matchAll(/[.!?…]+["')\]]*(?=\s|$)|\n+|$/g)) {
    const to = index + stop.length
    if (stop === '.' && ABBREVIATED.test(unquoted.slice(Math.max(0, index - 6), index))) continue
    if (unquoted.slice(from, to).trim() !== '') {
      const start = from + unquoted.slice(from).search(/\S/)
      sentences.push({ from: start, to, said: unquoted.slice(start, to), isQuestion: stop.includes('?') })
    }
    from = to
  }
  return { plain, sentences }
}

/** The words of a text in lower case. */
export const wordsOf = (text: string): string[] =>
  plainMarks(text)
    .toLowerCase()
    .match(/[\p{L}\d]+(?:'\p{L}+)?/gu) ?? []

const COMMON = new Set(
  (
    'the and for with from into out what who has have had was were that this them they their there then than back down where when how get got ' +
    'still before after about over under again because been being but can could did does done each ever every her him his its just like made make ' +
    'more most much must never not now off once one only onto other our own said same say says she should some such take these those through too ' +
    'two until upon very want wants way well went what will would you your are all any came come goes going gone here him how man may might new ' +
    'nobody nothing old somebody something thing things time where which while whose why let long last look looks because although though unless whether ' +
    'itself himself herself themselves myself yourself ourselves told tell tells asked asks speak spoke anything anybody everything everybody everyone someone anyone ' +
    'always often sometimes perhaps maybe already another between without within along across around among against toward towards'
  ).split(' ')
)

/** An approximate stem that is equal for the forms of a word, such as `waits`, `waited` and `waiting`. */
export const stem = (word: string): string =>
  word
    .replace(/'s$|'$/, '')
    .replace(/(?<=\p{L}{3})(?:ing|ed|es|s|ly)$/u, '')
    .replace(/(\p{L})\1$/u, '$1')
    .replace(/(?<=\p{L}{3})[ey]$/u, '')

/** The stems of a text's words, without short and very common words. */
export const stemsOf = (text: string): Set<string> =>
  new Set(wordsOf(text).flatMap((word) => (word.length < 4 || COMMON.has(word) ? [] : [stem(word)])))
