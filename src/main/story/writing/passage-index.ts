import type { Passage } from './authored'

/** The words of a text in lower case, with their offsets, and the words with which a sentence begins or a part that isn't filled in later. */
interface Words {
  readonly words: readonly string[]
  readonly from: readonly number[]
  readonly to: readonly number[]
  /** Word numbers at which sentences begin, and last the number of words. */
  readonly starts: readonly number[]
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu
/** What ends a sentence, or a part of a text that is filled in, such as `{actor.name}` and `${name}`. */
const STOP = /[.!?…。！？؟\n{}:;]/
/** The words that make a sentence's key. */
const KEY_WORDS = 3
/** A shorter sentence counts only if it is a whole sentence of the text, because it may as well be a name. */
const SHORT_WORDS = 5
/** So many other places of the same words are named. */
const MAX_OTHERS = 4
/** So many equal words are a quotation, even if the sentence goes on differently. */
const QUOTED_WORDS = 7

/** Splits a text into words and sentences. Places to fill in are left out. */
export function wordsIn(text: string): Words {
  const blanked = text.replace(/\$?\{[^{}]*\}/g, (slot) => `{${' '.repeat(slot.length - 2)}}`)
  const [words, from, to, starts]: [string[], number[], number[], number[]] = [[], [], [], []]
  let end = 0
  for (const { 0: word, index } of blanked.matchAll(WORD)) {
    if (words.length === 0 || STOP.test(blanked.slice(end, index))) starts.push(words.length)
    words.push(word.toLowerCase())
    from.push(index)
    to.push((end = index + word.length))
  }
  return { words, from, to, starts: [...starts, words.length] }
}

/** A text's words as one text, to be searched for those of another. */
export const joined = (text: string): string => ` ${(text.toLowerCase().match(WORD) ?? []).join(' ')} `

/** A part of a text that is a passage's, by offsets, and that part of the passage. */
export interface Quotation {
  from: number
  to: number
  passage: Passage
  quoted: string
  /** Other passages with the same words that are as likely. */
  others: Passage[]
}

interface Start {
  passage: Passage
  words: Words
  at: number
  /** The number of words of the sentence. */
  length: number
}

/** Finds passages by the first words of their sentences. Punctuation, capitals and spaces don't matter, because the table changes them. */
export class PassageIndex {
  readonly #starts = new Map<string, Start[]>()

  add(passage: Passage): void {
    const words = wordsIn(passage.text)
    for (const [i, at] of words.starts.slice(0, -1).entries()) {
      const length = (words.starts[i + 1] ?? 0) - at
      const key = keyAt(words.words, at, at + length)
      const known = this.#starts.get(key)
      if (known) known.push({ passage, words, at, length })
      else this.#starts.set(key, [{ passage, words, at, length }])
    }
  }

  /**
   * The parts of a text that are whole sentences of passages, the longest first where several begin at one word. `isThere`: whether a passage counts;
   * `likelihood`: the greater, the likelier of equal passages.
   */
  quotations(text: string, isThere: (passage: Passage) => boolean, likelihood: (passage: Passage) => number): Quotation[] {
    const told = wordsIn(text)
    const quotations: Quotation[] = []
    for (let at = 0; at < told.words.length;) {
      const found = this.#longestAt(told, at, isThere, likelihood)
      if (!found) {
        at++
        continue
      }
      const last = found.start.at + found.count - 1
      const { passage, words } = found.start
      const until = endOf(text, told.to[at + found.count - 1] ?? 0)
      const quoted = passage.text.slice(words.from[found.start.at], endOf(passage.text, words.to[last] ?? 0))
      quotations.push({ from: told.from[at] ?? 0, to: until, passage, quoted, others: found.others })
      at += found.count
    }
    return quotations
  }

  #longestAt(
    told: Words,
    at: number,
    isThere: (passage: Passage) => boolean,
    likelihood: (passage: Passage) => number
  ): { start: Start; count: number; others: Passage[] } | undefined {
    const sentence = told.starts.find((start) => start > at) ?? told.words.length
    const isStart = told.starts.includes(at)
    const keys = [keyAt(told.words, at, told.words.length), ...(isStart && sentence - at < KEY_WORDS ? [keyAt(told.words, at, sentence)] : [])]
    let [best, most]: [Start[], number] = [[], 0]
    for (const start of keys.flatMap((key) => this.#starts.get(key) ?? [])) {
      const count = equalWords(told.words, at, start.words.words, start.at)
      const isWhole = count >= start.length && (count >= SHORT_WORDS || (isStart && told.starts.includes(at + count)))
      if (!isWhole && count < QUOTED_WORDS) continue
      if (count < most || !isThere(start.passage)) continue
      best = count > most ? [start] : [...best, start]
      most = count
    }
    if (best.length < 2) return best[0] && { start: best[0], count: most, others: [] }
    const ranked = best
      .map((start) => ({ start, rank: likelihood(start.passage) }))
      .toSorted((a, b) => b.rank - a.rank || (a.start.passage.path < b.start.passage.path ? -1 : 1))
    const likely = ranked.filter(({ rank }) => rank === ranked[0]?.rank).map(({ start }) => start)
    const [start] = likely
    const others = new Set(likely.slice(1, MAX_OTHERS + 1).map(({ passage }) => passage))
    if (start) others.delete(start.passage)
    return start && { start, count: most, others: [...others] }
  }
}

/** A key of a sentence: its first words, or the whole sentence if it is shorter. */
const keyAt = (words: readonly string[], from: number, to: number): string => words.slice(from, Math.min(to, from + KEY_WORDS)).join(' ')

function equalWords(a: readonly string[], i: number, b: readonly string[], k: number): number {
  let count = 0
  while (i + count < a.length && a[i + count] === b[k + count]) count++
  return count
}

/** The end of a word with the punctuation after it. */
const endOf = (text: string, at: number): number => at + (/^[^\s\p{L}\p{M}\p{N}{$]*/u.exec(text.slice(at, at + 8))?.[0].length ?? 0)
