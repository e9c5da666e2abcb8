/** A word of a text, and where it stands. */
export interface SpelledWord {
  word: string
  from: number
  to: number
}

/** Code, links, the address of a link, an address, a tag, or else a word. Only a word has a group. */
const PIECE =
  /`[^`\n]{1,1000}`|\[\[[^\]\n]{1,300}\]\]|\]\([^)\s]{1,1000}\)|\b[a-z][a-z0-9+.-]{1,20}:\/\/\S+|<\/?[a-z][^>\n]{0,200}>|[#@][\p{L}\p{N}_/-]+|([\p{L}\p{M}\p{N}_]+(?:['’][\p{L}\p{M}]+)*)/gu
/** What a dictionary of English knows words of: Latin letters, and at least two. */
const LATIN = /^[\p{Script=Latin}\p{M}'’]{2,60}$/u

/** The words of a text whose spelling can be checked: not those in code, links, addresses and tags, nor with digits. */
export const spelledWords = (text: string): SpelledWord[] =>
  [...text.matchAll(PIECE)].flatMap(({ 1: word, index }) =>
    word !== undefined && LATIN.test(word) ? [{ word, from: index, to: index + word.length }] : []
  )

const folded = (word: string): string => word.toLowerCase().replaceAll('’', "'")

/** The words that a world's names and ids consist of, and further words, in the form in which `isKnownWord` looks them up. */
export function knownWords(names: Iterable<string>): ReadonlySet<string> {
  const known = new Set<string>()
  for (const name of names)
    for (const [word] of folded(name).matchAll(/[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*/gu)) known.add(word).add(word.replace(/'s$/, ''))
  return known
}

/** Whether a word is known, or its plural or possessive. */
export function isKnownWord(known: ReadonlySet<string>, word: string): boolean {
  const plain = folded(word)
  return known.has(plain) || known.has(plain.replace(/'s?$/, '')) || known.has(plain.replace(/s'?$/, ''))
}
