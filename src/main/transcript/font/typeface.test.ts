import { expect, it } from 'vitest'
import { LITERATA } from './files'
import { Reader } from './reader'
import { typefaceOf } from './typeface'
import { fontOf } from './woff2'

const signsOf = (text: string): Set<number> => new Set(Array.from(text, (sign) => sign.codePointAt(0) ?? 0))

/** The tables of a TrueType file. */
function tablesOf(bytes: Buffer): Map<string, Buffer> {
  const reader = new Reader(bytes, 12)
  return new Map(
    Array.from({ length: bytes.readUInt16BE(4) }, () => {
      const [name, , at, length] = [reader.take(4).toString('latin1'), reader.u32(), reader.u32(), reader.u32()]
      return [name, bytes.subarray(at, at + length)]
    })
  )
}

it.each(['upright', 'italic'] as const)('takes every %s cut apart: its outlines lie within the box that it says it has', (style) => {
  for (const read of LITERATA[style]) {
    const { glyphs, advances, tables } = fontOf(read())
    const head = new Reader(tables.get('head') ?? Buffer.alloc(0), 36)
    const [left, bottom, right, top] = [head.i16(), head.i16(), head.i16(), head.i16()]
    const edges = glyphs.flatMap(({ bytes }) => (bytes.length === 0 ? [] : [[2, 4, 6, 8].map((at) => bytes.readInt16BE(at))]))
    expect(edges.length).toBeGreaterThan(20)
    expect(edges.filter(([a = 0, b = 0, c = 0, d = 0]) => a < left || b < bottom || c > right || d > top || a > c || b > d)).toEqual([])
    // Some outline touches each side of it: nothing was left out, and nothing read askew.
    expect([0, 1].map((k) => Math.min(...edges.map((edge) => edge[k] ?? 0)))).toEqual([left, bottom])
    expect([2, 3].map((k) => Math.max(...edges.map((edge) => edge[k] ?? 0)))).toEqual([right, top])
    expect(advances.every((advance) => advance >= 0 && advance < 5000)).toBe(true)
  }
})

it('joins the cuts that a text needs, and reads no other', () => {
  let reads = 0
  const files = LITERATA.upright.map((read) => () => {
    reads++
    return read()
  })
  const plain = typefaceOf(files, signsOf('Plain “words”'))
  expect([reads, plain.has(0x142), plain.has(0xfffd)]).toEqual([1, false, true])
  const mixed = typefaceOf(files, signsOf('ł Ж 日'))
  expect(['a', 'ł', 'Ж', '日'].map((sign) => mixed.has(sign.codePointAt(0) ?? 0))).toEqual([true, true, true, false])

  const tables = tablesOf(mixed.bytes)
  const count = tables.get('maxp')?.readUInt16BE(4) ?? 0
  const [glyf, loca, hmtx] = ['glyf', 'loca', 'hmtx'].map((name) => tables.get(name) ?? Buffer.alloc(0))
  expect([loca?.length, hmtx?.length]).toEqual([4 * (count + 1), 4 * count])
  const ends = Array.from({ length: count + 1 }, (_, i) => loca?.readUInt32BE(4 * i) ?? 0)
  expect([ends.toSorted((a, b) => a - b), ends.at(-1)]).toEqual([ends, glyf?.length])
  // Glyphs put together from others name ones that are there.
  const named = ends
    .slice(0, -1)
    .flatMap((begin, i) => (begin < (ends[i + 1] ?? 0) && glyf?.readInt16BE(begin) === -1 ? [glyf.readUInt16BE(begin + 12)] : []))
  expect(named.length).toBeGreaterThan(100)
  expect(named.every((glyph) => glyph < count)).toBe(true)
})
