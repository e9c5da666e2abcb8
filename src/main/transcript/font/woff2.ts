import { brotliDecompressSync } from 'node:zlib'
import { glyphsOf, type Glyph } from './glyphs'
import { Reader } from './reader'

/** Names of tables by their numbers in a WOFF2 file (W3C, “WOFF File Format 2.0”, section 4.1). */
const NAMES =
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
    .split(' ')
    .map((name) => name.replace('_', ' '))

/** A font, taken apart: its glyphs, their widths, and its other tables by name. */
export interface Font {
  glyphs: Glyph[]
  /** In units of the font. */
  advances: number[]
  tables: ReadonlyMap<string, Buffer>
}

/** Takes a font with TrueType outlines out of a WOFF2 file. Hints are left behind: they are for screens of old. */
export function fontOf(file: Buffer): Font {
  const reader = new Reader(file, 12)
  if (file.toString('latin1', 0, 4) !== 'wOF2') throw new Error('this is no WOFF2 file')
  const count = reader.u16()
  reader.at = 20
  const packed = reader.u32()
  reader.at = 48
  const rows = Array.from({ length: count }, () => {
    const flags = reader.u8()
    const name = (flags & 63) === 63 ? reader.take(4).toString('latin1') : (NAMES[flags & 63] ?? '')
    const length = reader.base128()
    const outlines = name === 'glyf' || name === 'loca'
    const changed = outlines ? flags >> 6 !== 3 : flags >> 6 !== 0
    return { name, changed, length: changed ? reader.base128() : length }
  })
  const data = new Reader(brotliDecompressSync(reader.take(packed)))
  const tables = new Map(rows.map(({ name, length }) => [name, data.take(length)]))
  const table = (name: string): Buffer => {
    const bytes = tables.get(name)
    if (!bytes) throw new Error(`the font has no table ${name}`)
    return bytes
  }
  if (!rows.some(({ name, changed }) => name === 'glyf' && changed)) throw new Error('the font keeps its outlines in another way than WOFF2 files do')
  const glyphs = glyphsOf(table('glyf'))
  const metrics = table('hhea').readUInt16BE(34)
  const advances = advancesOf(
    table('hmtx'),
    rows.some(({ name, changed }) => name === 'hmtx' && changed),
    metrics,
    glyphs.length
  )
  return { glyphs, advances, tables }
}

/** Widths of all glyphs; those behind the last that is named are as wide as that. Where WOFF2 has changed the table its widths stand together. */
function advancesOf(hmtx: Buffer, changed: boolean, metrics: number, glyphs: number): number[] {
  const advance = (i: number): number => hmtx.readUInt16BE(changed ? 1 + 2 * i : 4 * i)
  return Array.from({ length: glyphs }, (_, i) => advance(Math.min(i, metrics - 1)))
}
