import { constants, deflateRawSync, deflateSync } from 'node:zlib'

/** Smaller contents are stored uncompressed: on disk they take one block either way, and setting up a compressor costs twenty times the rest. */
const STEP_BYTES = 4000
/** Contents up to this size, in bytes, are compressed with a window of that size. */
const SMALL_WINDOW_BYTES = 1 << 14
/** Contents up to this size, in bytes, are compressed in steps. The sums of their checksums stay far below the largest exact number. */
const MAX_GROWING_BYTES = 1 << 16

/** The two bytes before the blocks (RFC 1950): a window of 32 KB, fastest compression. */
const HEADER = 0x7801
const HEADER_BYTES = 2
/** The sizes, in bytes, of the header of a stored block (RFC 1951, 3.2.4), and of the checksum after the blocks. */
const STORED_HEADER_BYTES = 5
const CHECKSUM_BYTES = 4

interface Sums {
  a: number
  b: number
}

/** The beginning of a content: compressed blocks without the end of the stream, and the checksum so far. */
interface Beginning {
  content: Buffer
  blocks: Buffer
  sums: Sums
}
/** Recently used beginnings, the newest first. A beat extends at most a log and a private conversation. */
let beginnings: readonly Beginning[] = []
const MAX_CACHED_BEGINNINGS = 4

const NOTHING: Beginning = { content: Buffer.alloc(0), blocks: Buffer.alloc(0), sums: { a: 1, b: 0 } }

/**
 * Returns `head` followed by a zlib stream of a content, for packs that are soon replaced. A small content is stored. Of a longer one, complete steps
 * are compressed and the rest is stored: a file that grows with every beat keeps its beginning for many beats, and the beginning is compressed only
 * once. Equal contents always give equal streams.
 */
export function withStream(head: Buffer, content: Buffer): Buffer {
  if (content.length > MAX_GROWING_BYTES) return Buffer.concat([head, deflateSync(content, { level: 1 })])
  const cut = content.length - (content.length % STEP_BYTES)
  const { blocks, sums } = cut === 0 ? NOTHING : beginningOf(content.subarray(0, cut))
  const length = content.length - cut
  const out = Buffer.allocUnsafe(head.length + HEADER_BYTES + blocks.length + STORED_HEADER_BYTES + length + CHECKSUM_BYTES)
  let at = head.copy(out)
  at = out.writeUInt16BE(HEADER, at)
  at += blocks.copy(out, at)
  at = out.writeUInt8(1, at)
  at = out.writeUInt16LE(length, at)
  at = out.writeUInt16LE(~length & 0xffff, at)
  at += content.copy(out, at, cut)
  const { a, b } = withBytes(sums, content, cut)
  out.writeUInt32BE((b % 65521) * 65536 + (a % 65521), at)
  return out
}

function beginningOf(content: Buffer): Beginning {
  const cached = beginnings.find((one) => one.content.equals(content))
  // The window is no larger than needed: setting up a larger one takes as long as compressing a log.
  const window = content.length <= SMALL_WINDOW_BYTES ? { windowBits: 14, memLevel: 5 } : {}
  const beginning = cached ?? {
    content,
    blocks: deflateRawSync(content, { level: 1, finishFlush: constants.Z_SYNC_FLUSH, ...window }),
    sums: withBytes(NOTHING.sums, content)
  }
  beginnings = [beginning, ...beginnings.filter((one) => one !== cached)].slice(0, MAX_CACHED_BEGINNINGS)
  return beginning
}

function withBytes({ a, b }: Sums, content: Buffer, from = 0): Sums {
  for (let at = from; at < content.length; at++) {
    a += content[at] ?? 0
    b += a
  }
  return { a, b }
}

/** The content of a stream with one stored block; undefined for other streams. The caller verifies the content by its name. */
export function unstored(raw: Buffer, size: number): Buffer | undefined {
  const whole = raw.length >= size + 11 && size < 1 << 16 && raw[0] === 0x78 && raw[1] === 1 && raw[2] === 1 && raw.readUInt16LE(3) === size
  return whole && raw.readUInt16LE(5) === (~size & 0xffff) ? Buffer.from(raw.subarray(7, 7 + size)) : undefined
}
