/** The number of bits of an index into a signature. In the signature of a note of two kilobytes about one bit in six is set. */
const BITS = 12
const WORDS = (1 << BITS) / 32

const bitOf = (a: number, b: number, c: number): number =>
  (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35)) >>> (32 - BITS)

/**
 * The signature of a text: 4096 bits, with a bit set for every run of three characters. A text whose signature lacks one of the query's bits can't
 * contain the query; a text that has them all may contain it. So a search of ten thousand notes reads only a few of them.
 */
export function signatureOf(text: string): Uint32Array {
  const marks = new Uint32Array(WORDS)
  let a = text.charCodeAt(0)
  let b = text.charCodeAt(1)
  for (let i = 2; i < text.length; i++) {
    const c = text.charCodeAt(i)
    const bit = bitOf(a, b, c)
    marks[bit >>> 5] = (marks[bit >>> 5] as number) | (1 << (bit & 31))
    a = b
    b = c
  }
  return marks
}

/** Returns whether a text with this signature may contain a query with these bits. */
export function mayHold(signature: Uint32Array, marks: TextQuery['marks']): boolean {
  for (const [word, bits] of marks) if (((signature[word] as number) & bits) !== bits) return false
  return true
}

/** A text to search for, and the bits that the signature of any match has, as words by their index. */
export interface TextQuery {
  text: string
  marks: readonly [word: number, bits: number][]
}

/** Converts a searchable text to a query. */
export function queryOf(text: string): TextQuery {
  return { text, marks: [...signatureOf(text)].flatMap((bits, word) => (bits === 0 ? [] : [[word, bits | 0] as [number, number]])) }
}
