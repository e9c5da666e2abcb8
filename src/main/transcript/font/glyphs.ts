import { Reader } from './reader'

/** The outline of a glyph as a `glyf` table has it, without hints; empty for a glyph that is only wide. */
export interface Glyph {
  bytes: Buffer
  /** Its left edge, in units of the font. */
  left: number
  /** Where in the bytes the numbers of other glyphs stand that this one is put together from. */
  parts: number[]
}

const NOTHING: Glyph = { bytes: Buffer.alloc(0), left: 0, parts: [] }

interface Point {
  x: number
  y: number
  on: boolean
}

/** The streams into which WOFF2 sorts what glyphs are made of (section 5.1). */
interface Streams {
  counts: Reader
  flags: Reader
  points: Reader
  composites: Reader
  boxes: Reader
}

/** The glyphs of a `glyf` table as a WOFF2 file keeps it. */
export function glyphsOf(table: Buffer): Glyph[] {
  const head = new Reader(table, 4)
  const count = head.u16()
  head.at = 8
  const lengths = Array.from({ length: 7 }, () => head.u32())
  const [contours, counts, flags, points, composites, boxes] = lengths.map((length) => new Reader(head.take(length)))
  if (!contours || !counts || !flags || !points || !composites || !boxes) throw new Error('the font has no outlines')
  const marked = boxes.take(4 * Math.floor((count + 31) / 32))
  const streams: Streams = { counts, flags, points, composites, boxes }
  return Array.from({ length: count }, (_, i) => {
    const box = ((marked[i >> 3] ?? 0) & (0x80 >> (i & 7))) === 0 ? undefined : boxes
    const number = contours.i16()
    if (number === 0) return NOTHING
    return number < 0 ? composite(streams) : simple(number, streams, box)
  })
}

/** A glyph put together from others: as it stands, but for its hints. */
function composite({ composites, points, boxes }: Streams): Glyph {
  const box = boxes.take(8)
  const parts: number[] = []
  const pieces: Buffer[] = [Buffer.from([0xff, 0xff]), box]
  let length = 10
  let hinted = false
  for (let more = true; more;) {
    const begin = composites.at
    const flags = composites.u16()
    const scale = flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0
    composites.at = begin
    const piece = Buffer.from(composites.take(4 + (flags & 0x01 ? 4 : 2) + scale))
    piece.writeUInt16BE(flags & ~0x100, 0)
    parts.push(length + 2)
    pieces.push(piece)
    length += piece.length
    hinted ||= (flags & 0x100) !== 0
    more = (flags & 0x20) !== 0
  }
  if (hinted) points.short255()
  return { bytes: Buffer.concat(pieces), left: box.readInt16BE(0), parts }
}

/** A glyph of lines and curves. */
function simple(contours: number, { counts, flags, points }: Streams, box: Reader | undefined): Glyph {
  const ends: number[] = []
  let last = -1
  for (let i = 0; i < contours; i++) ends.push((last += counts.short255()))
  const outline: Point[] = []
  let [x, y] = [0, 0]
  for (let i = 0; i <= last; i++) {
    const flag = flags.u8()
    const [dx, dy] = step(flag & 0x7f, points)
    outline.push({ x: (x += dx), y: (y += dy), on: flag < 0x80 })
  }
  // The length of its hints.
  points.short255()
  const edges = box ? [box.i16(), box.i16(), box.i16(), box.i16()] : edgesOf(outline)
  const head = Buffer.alloc(12 + 2 * contours)
  for (const [i, value] of [contours, ...edges].entries()) head.writeInt16BE(value, 2 * i)
  for (const [i, end] of ends.entries()) head.writeUInt16BE(end, 10 + 2 * i)
  return { bytes: Buffer.concat([head, ...outlineBytes(outline)]), left: edges[0] ?? 0, parts: [] }
}

/** How far the next point is from the one before, in the units of the font (section 5.2). */
function step(flag: number, points: Reader): [number, number] {
  const signed = (bit: number, value: number): number => ((flag >> bit) & 1 ? value : -value)
  if (flag < 10) return [0, signed(0, ((flag & 14) << 7) + points.u8())]
  if (flag < 20) return [signed(0, (((flag - 10) & 14) << 7) + points.u8()), 0]
  if (flag < 84) {
    const [kind, byte] = [flag - 20, points.u8()]
    return [signed(0, 1 + (kind & 0x30) + (byte >> 4)), signed(1, 1 + ((kind & 0x0c) << 2) + (byte & 0x0f))]
  }
  if (flag < 120) {
    const kind = flag - 84
    return [signed(0, 1 + (Math.floor(kind / 12) << 8) + points.u8()), signed(1, 1 + (((kind % 12) >> 2) << 8) + points.u8())]
  }
  if (flag < 124) {
    const [a, b, c] = [points.u8(), points.u8(), points.u8()]
    return [signed(0, (a << 4) + (b >> 4)), signed(1, ((b & 0x0f) << 8) + c)]
  }
  return [signed(0, points.u16()), signed(1, points.u16())]
}

function edgesOf(outline: readonly Point[]): number[] {
  const edge = (pick: (...all: number[]) => number, of: (point: Point) => number): number =>
    outline.reduce((so, point) => pick(so, of(point)), of(outline[0] ?? { x: 0, y: 0, on: true }))
  return [edge(Math.min, ({ x }) => x), edge(Math.min, ({ y }) => y), edge(Math.max, ({ x }) => x), edge(Math.max, ({ y }) => y)]
}

/** Flags, then how far each point is from the one before along x, then along y: a byte where that is enough. */
function outlineBytes(outline: readonly Point[]): Buffer[] {
  const flags: number[] = []
  const axes: [number[], number[]] = [[], []]
  for (const [i, { x, y, on }] of outline.entries()) {
    let flag = on ? 1 : 0
    const before = outline[i - 1]
    for (const [axis, by] of [x - (before?.x ?? 0), y - (before?.y ?? 0)].entries()) {
      const [short, same] = [2 << axis, 16 << axis]
      if (by === 0) flag |= same
      else if (Math.abs(by) < 256) {
        flag |= by > 0 ? short | same : short
        axes[axis]?.push(Math.abs(by))
      } else axes[axis]?.push((by >> 8) & 255, by & 255)
    }
    flags.push(flag)
  }
  return [Buffer.from(flags), Buffer.from(axes[0]), Buffer.from(axes[1])]
}
