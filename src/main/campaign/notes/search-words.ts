import { fold } from '../../../shared/story/names'

/** Letters of their own that people also write without them. */
const SPELT: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', þ: 'th', '’': "'", '‘': "'" }
const ODD = /[ßæœøđðłıþ’‘]/g
// oxlint-disable-next-line no-control-regex -- the characters of which almost every text consists
const ASCII = /^[\0-\x7f]*$/

/** A text as searches compare it: folded, without accents, and with letters such as ß spelled out. */
export function searchable(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return fold(text)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(ODD, (letter) => SPELT[letter] ?? letter)
}

/** Words that say nothing about what is wanted. */
const COMMON = new Set(
  'a an and are at be been by did do does for from had has have how in is it its of on or that the their this to was were what when where which who whom whose why will with'.split(
    ' '
  )
)

const LETTER = /[\p{L}\p{N}]/u
/** The length from which a word also stands for the words that begin with it. */
const MIN_BEGINNING = 3

/** The position at which a word of a searchable text begins with `word`; -1 if none does. Words of one or two letters must be the same. */
export function wordAt(text: string, word: string, from = 0): number {
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    const isWhole = word.length >= MIN_BEGINNING || !LETTER.test(text[at + word.length] ?? '')
    if (isWhole && !LETTER.test(text[at - 1] ?? '')) return at
  }
  return -1
}

/** The words of a searchable query that a text must contain: those that say something. */
export const wordsIn = (query: string): string[] => [
  ...new Set(query.split(/[^\p{L}\p{N}']+/u).filter((word) => LETTER.test(word) && !COMMON.has(word)))
]
