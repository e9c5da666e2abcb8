import { Reader } from './reader'
import type { Font } from './woff2'
import { fontOf } from './woff2'

/** Tables that are taken over: the first file's own weight, without hints and vertical lines. */
const KEPT = new Set(['head', 'hhea', 'maxp', 'name', 'OS/2', 'post', 'GDEF', 'GPOS', 'GSUB'])
/** Stands for every sign that no file has. */
export const UNKNOWN = '\uFFFD'

/** A typeface as bytes of a TrueType file, and the signs that it has. */
export interface Typeface {
  bytes: Buffer
  has: (sign: number) => boolean
}

/**
 * One typeface out of the files into which it was cut by ranges of signs; the first is taken whole, with its spacing and ligatures, of the
 * others their glyphs, and only as far as `signs` are lacking.
 */
export function typefaceOf(files: Iterable<() => Buffer>, signs: ReadonlySet<number>): Typeface {
  const glyphs = new Map<number, number>()
  const parts: { font: Font; shift: number }[] = []
  let shift = 0
  const lacking = (): boolean => [...signs].some((sign) => !glyphs.has(sign))
  for (const read of files) {
    if (parts.length > 0 && !lacking()) break
    const font = fontOf(read())
    const own = signsOf(font.tables.get('cmap') ?? Buffer.alloc(0))
    if (parts.length > 0 && ![...signs].some((sign) => !glyphs.has(sign) && own.has(sign))) continue
    for (const [sign, glyph] of own) if (!glyphs.has(sign)) glyphs.set(sign, glyph + shift)
    parts.push({ font, shift })
    shift += font.glyphs.length
  }
  const [first] = parts
  if (!first) throw new Error('a typeface needs a file')
  // The box that a font shows for what it lacks, as a glyph of its own, so that it can be read back as the sign for that.
  parts.push({ font: { ...first.font, glyphs: first.font.glyphs.slice(0, 1), advances: first.font.advances.slice(0, 1) }, shift })
  glyphs.set(UNKNOWN.charCodeAt(0), shift)
  return { bytes: written(parts, first.font, glyphs), has: (sign) => glyphs.has(sign) }
}

/** Which glyph is a sign's, as a `cmap` table says for Unicode. */
function signsOf(cmap: Buffer): Map<number, number> {
  const signs = new Map<number, number>()
  const count = cmap.readUInt16BE(2)
  const starts = Array.from({ length: count }, (_, i) => ({ platform: cmap.readUInt16BE(4 + 8 * i), at: cmap.readUInt32BE(8 + 8 * i) }))
  for (const { platform, at } of starts) {
    if (platform !== 0 && platform !== 3) continue
    const format = cmap.readUInt16BE(at)
    if (format === 4) readSegments(cmap.subarray(at), signs)
    if (format === 12) readGroups(cmap.subarray(at), signs)
  }
  return signs
}

function readSegments(table: Buffer, signs: Map<number, number>): void {
  const twice = table.readUInt16BE(6)
  const column = (k: number, i: number): number => 14 + twice * k + (k > 0 ? 2 : 0) + i
  for (let i = 0; i < twice; i += 2) {
    const [end, start] = [table.readUInt16BE(column(0, i)), table.readUInt16BE(column(1, i))]
    const [delta, range] = [table.readUInt16BE(column(2, i)), table.readUInt16BE(column(3, i))]
    for (let sign = start; sign <= end && sign < 0xffff; sign++) {
      const listed = range === 0 ? sign : table.readUInt16BE(column(3, i) + range + 2 * (sign - start))
      const glyph = listed === 0 && range !== 0 ? 0 : (listed + delta) & 0xffff
      if (glyph !== 0) signs.set(sign, glyph)
    }
  }
}

function readGroups(table: Buffer, signs: Map<number, number>): void {
  const reader = new Reader(table, 12)
  for (let groups = reader.u32(); groups > 0; groups--) {
    const [start, end, glyph] = [reader.u32(), reader.u32(), reader.u32()]
    for (let sign = start; sign <= end; sign++) signs.set(sign, glyph + sign - start)
  }
}

/** The file of a typeface: the tables of its first part, with the glyphs of all. */
function written(parts: readonly { font: Font; shift: number }[], first: Font, signs: ReadonlyMap<number, number>): Buffer {
  const outlines: Buffer[] = []
  const offsets: number[] = [0]
  const widths: Buffer[] = []
  let length = 0
  for (const { font, shift } of parts) {
    for (const [i, { bytes, left, parts: numbers }] of font.glyphs.entries()) {
      const glyph = Buffer.alloc(Math.ceil(bytes.length / 4) * 4)
      bytes.copy(glyph)
      for (const at of numbers) glyph.writeUInt16BE(glyph.readUInt16BE(at) + shift, at)
      outlines.push(glyph)
      offsets.push((length += glyph.length))
      const width = Buffer.alloc(4)
      width.writeUInt16BE(font.advances[i] ?? 0, 0)
      width.writeInt16BE(left, 2)
      widths.push(width)
    }
  }
  const count = widths.length
  const tables = new Map<string, Buffer>([...first.tables].filter(([name]) => KEPT.has(name)).map(([name, bytes]) => [name, Buffer.from(bytes)]))
  tables.get('head')?.writeInt16BE(1, 50)
  tables.get('hhea')?.writeUInt16BE(count, 34)
  const most = tables.get('maxp')
  // Glyphs, and the most of anything in one of them.
  for (const at of [6, 8, 10, 12, 28, 30])
    most?.writeUInt16BE(Math.max(...parts.map(({ font }) => font.tables.get('maxp')?.readUInt16BE(at) ?? 0)), at)
  most?.writeUInt16BE(count, 4)
  tables.get('post')?.writeUInt32BE(0x30000, 0)
  tables.set('post', (tables.get('post') ?? Buffer.alloc(32)).subarray(0, 32))
  tables.set('glyf', Buffer.concat(outlines))
  tables.set('loca', numbersOf(offsets))
  tables.set('hmtx', Buffer.concat(widths))
  tables.set('cmap', cmapOf(signs))
  return fileOf(tables)
}

function numbersOf(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length)
  for (const [i, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * i)
  return bytes
}

/** A `cmap` table of one part, format 12: a group for each sign. */
function cmapOf(signs: ReadonlyMap<number, number>): Buffer {
  const groups = [...signs].toSorted(([a], [b]) => a - b).flatMap(([sign, glyph]) => [sign, sign, glyph])
  // Version 0, one part, of platform 3 (Windows) and encoding 10 (all of Unicode), at byte 12; its format, length, language and groups.
  return numbersOf([1, (3 << 16) | 10, 12, 12 << 16, 16 + 4 * groups.length, 0, groups.length / 3, ...groups])
}

/** A TrueType file of tables. Checksums are left out: nobody looks at them. */
function fileOf(tables: ReadonlyMap<string, Buffer>): Buffer {
  const names = [...tables.keys()].toSorted()
  const head = Buffer.alloc(12 + 16 * names.length)
  head.writeUInt32BE(0x10000, 0)
  head.writeUInt16BE(names.length, 4)
  const pieces: Buffer[] = [head]
  let at = head.length
  for (const [i, name] of names.entries()) {
    const bytes = tables.get(name) ?? Buffer.alloc(0)
    head.write(name, 12 + 16 * i, 'latin1')
    head.writeUInt32BE(at, 12 + 16 * i + 8)
    head.writeUInt32BE(bytes.length, 12 + 16 * i + 12)
    const whole = Buffer.alloc(Math.ceil(bytes.length / 4) * 4)
    bytes.copy(whole)
    pieces.push(whole)
    at += whole.length
  }
  return Buffer.concat(pieces)
}
