import { fold } from '../../shared/story/names'

/** How quickly repetitions of a word stop counting, and how much long pages are discounted. */
const K = 1.2
const B = 0.75
/** Stop words, which don't help to find pages. */
const STOP = new Set(
  'a an and are as at be but by do does did for from has have how i if in is it its me my not of on or our shall should so that the their them then there these they this to us was we were what when where which who whom why will with would you your'.split(
    ' '
  )
)
/** Letters of scripts without spaces, or with particles at the end of words as in Korean: each letter counts, and each pair. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u
const WORD = /[\p{L}\p{M}\p{N}]+/gu

/** The words of a text for comparison: folded, plurals as singulars, letters of scripts without spaces one by one and in pairs. */
export function* searchTerms(text: string): Generator<string> {
  for (const [word] of fold(text).matchAll(WORD)) {
    if (!UNSPACED.test(word)) yield singular(word)
    else for (const pair of pairs(Array.from(word))) yield pair
  }
}

function* pairs(letters: readonly string[]): Generator<string> {
  for (const [k, letter] of letters.entries()) {
    yield letter
    if (k > 0) yield `${letters[k - 1] ?? ''}${letter}`
  }
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us') ? word.slice(0, -1) : word
}

/** The search words of a question: its words without stop words, or all of them if only stop words remain. */
export function queryTerms(question: string): ReadonlySet<string> {
  const all = new Set(searchTerms(question))
  const telling = [...all].filter((word) => !STOP.has(word))
  return telling.length > 0 ? new Set(telling) : all
}

/** An index of the words of some pages. */
export interface PageIndex {
  readonly lengths: readonly number[]
  /** For each word, pages and counts in turn. */
  readonly places: ReadonlyMap<string, readonly number[]>
}

/** Indexes pages. Waits for `breathe` after each, so that other work continues. */
export async function indexPages(pages: readonly string[], breathe: () => Promise<void>): Promise<PageIndex> {
  const lengths: number[] = []
  const places = new Map<string, number[]>()
  for (const [page, text] of pages.entries()) {
    await breathe()
    const counts = new Map<string, number>()
    let length = 0
    for (const word of searchTerms(text)) {
      length++
      counts.set(word, (counts.get(word) ?? 0) + 1)
    }
    lengths.push(length)
    for (const [word, count] of counts) {
      const known = places.get(word)
      if (known) known.push(page, count)
      else places.set(word, [page, count])
    }
  }
  return { lengths, places }
}

/** A page that matches a question. `page` counts from 0. */
export interface Ranked<T> {
  readonly of: T
  readonly page: number
  readonly score: number
}

/** The best matching pages of several indexes for a question, best first, by BM25 over all of them together. */
export function rank<T>(indexes: readonly { readonly of: T; readonly index: PageIndex }[], question: string, most: number): Ranked<T>[] {
  const lengths = indexes.flatMap(({ index }) => index.lengths)
  const average = lengths.reduce((sum, one) => sum + one, 0) / Math.max(1, lengths.length)
  const found: Ranked<T>[] = []
  const asked = [...queryTerms(question)].map((word) => {
    const withIt = indexes.reduce((sum, { index }) => sum + (index.places.get(word)?.length ?? 0) / 2, 0)
    return { word, weight: Math.log(1 + (lengths.length - withIt + 0.5) / (withIt + 0.5)) }
  })
  for (const { of, index } of indexes) {
    const scores = new Map<number, number>()
    for (const { word, weight } of asked) {
      const places = index.places.get(word) ?? []
      for (let k = 0; k < places.length; k += 2) {
        const [page = 0, count = 0] = places.slice(k, k + 2)
        const share = (index.lengths[page] ?? 0) / Math.max(1, average)
        scores.set(page, (scores.get(page) ?? 0) + (weight * count * (K + 1)) / (count + K * (1 - B + B * share)))
      }
    }
    for (const [page, score] of scores) found.push({ of, page, score })
  }
  return found.toSorted((a, b) => b.score - a.score || a.page - b.page).slice(0, most)
}

/** The part of a text of up to `most` characters that contains most of a question's words, cut at words. */
export function bestPart(text: string, question: string, most: number): string {
  const plain = text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\n\s*\n+/g, '\n')
    .trim()
  if (plain.length <= most) return plain
  const asked = queryTerms(question)
  const hits = [...plain.matchAll(WORD)].filter(([word]) => [...searchTerms(word)].some((one) => asked.has(one))).map(({ index }) => index)
  let [best, from, end] = [0, 0, 0]
  for (const [k, start] of hits.entries()) {
    end = Math.max(end, k)
    while (end + 1 < hits.length && (hits[end + 1] ?? 0) < start + most) end++
    if (end - k + 1 > best) [best, from] = [end - k + 1, Math.max(0, start - Math.round(most / 8))]
  }
  const begin = from === 0 ? 0 : from + Math.max(0, plain.slice(from, from + 40).search(/\s/) + 1)
  const cut = plain.slice(begin, begin + most)
  const isLast = begin + most >= plain.length
  return `${begin > 0 ? '… ' : ''}${isLast ? cut : `${cut.replace(/\s\S{0,40}$/, '')} …`}`
}
