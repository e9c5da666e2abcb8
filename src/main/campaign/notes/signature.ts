/** Bits of a signature: for a note of two kilobytes about one in six is set. */
const BITS = 12
const WORDS = (1 << BITS) / 32

/** Where a run of three characters is marked. */
const place = (a: number, b: number, c: number): number =>
  (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35)) >>> (32 - BITS)

/**
 * Marks every run of three characters of a text in 4096 bits. A text whose signature lacks a mark of the query's cannot hold the
 * query; one that has them all may. So looking through ten thousand notes reads only a few of them.
 */
export function signatureOf(text: string): Uint32Array {
  const marks = new Uint32Array(WORDS)
  let a = text.charCodeAt(0)
  let b = text.charCodeAt(1)
  for (let i = 2; i < text.length; i++) {
    const c = text.charCodeAt(i)
    const bit = place(a, b, c)
    marks[bit >>> 5] = (marks[bit >>> 5] as number) | (1 << (bit & 31))
    a = b
    b = c
  }
  return marks
}

/** Whether a text with this signature may hold a query with these marks. */
export function mayHold(signature: Uint32Array, marks: Query['marks']): boolean {
  for (const [word, bits] of marks) if (((signature[word] as number) & bits) !== bits) return false
  return true
}

/** A text that is looked for, and the marks that the signature of whatever holds it has: words of bits by their place. */
export interface Query {
  text: string
  marks: readonly [word: number, bits: number][]
}

/** A folded text as a query. */
export function queryOf(text: string): Query {
  return { text, marks: [...signatureOf(text)].flatMap((bits, word) => (bits === 0 ? [] : [[word, bits | 0] as [number, number]])) }
}
