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
  'a about again an and any are as at be been but by can could did do does for from had has have he her him his how i if in into is it its me my no nor not of on or our ours out she should so some such than that the their them then there these they this those to us was we were what when where which who whom whose why will with would you your'.split(
    ' '
  )
)

const LETTER = /[\p{L}\p{N}]/u

/** The words of a searchable query that a text must contain: those that say something. */
export const wordsIn = (query: string): string[] => [
  ...new Set(query.split(/[^\p{L}\p{N}']+/u).filter((word) => LETTER.test(word) && !COMMON.has(word)))
]
