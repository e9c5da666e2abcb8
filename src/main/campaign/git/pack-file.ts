import { join } from 'node:path'
import { createHash, hash } from 'node:crypto'
import { threadId } from 'node:worker_threads'
import { crc32, deflateSync } from 'node:zlib'
import { type Disk, OPEN, errno, makeFolders, quietly, removeFile, withFile, writeAll } from './disk'
import type { Kind, Oid } from './oid'

/** An object as it stands in a pack: whole, with its head and its zlib stream, or as a zlib stream of a delta to an object before it. */
export type Packed = { oid: Oid; bytes: Buffer } | Delta
export interface Delta {
  oid: Oid
  /** What it is a delta to; stands before it in the pack. */
  base: Oid
  /** Bytes of the delta before it was compressed. */
  size: number
  stream: Buffer
}

/** Bytes that an object takes in a pack, about. */
export const weightOf = (entry: Packed): number => ('bytes' in entry ? entry.bytes : entry.stream).length

/** Smaller objects are kept uncompressed: on disk they take one block either way, and setting up a compressor costs twenty times the rest. */
const SMALL = 4000

/** Bytes written at once. */
const CHUNK = 1 << 20
/** Room for the checksum at a pack's end. */
const CHECKSUM = Buffer.alloc(20)

const OFS_DELTA = 6
const CODES: Record<Kind, number> = { commit: 1, tree: 2, blob: 3, tag: 4 }

/** What the name of a pack of ours begins with, in digits that git takes for a checksum; a pack of git's own has them once in 2 ** 32. */
const MARK = 'pack-70726f73'

let serial = 0

/** How often the objects of a pack of ours were joined into a larger one, from the pack's name; undefined when it is not ours. */
export function levelOf(name: string): number | undefined {
  const match = /^pack-70726f730(\d)[0-9a-f]{30}\./.exec(name)
  return match ? Number(match[1]) : undefined
}

/** The bytes of an object in a pack, whole and not as a difference to another one. */
export function packed(kind: Kind, body: Buffer): Buffer {
  const head = headOf(CODES[kind], body.length)
  return body.length < SMALL ? stored(head, body) : Buffer.concat([head, deflateSync(body, { level: 1 })])
}

/** The same as small as it gets, for packs that are written once and kept. */
export const packedTight = (kind: Kind, body: Buffer): Buffer => Buffer.concat([headOf(CODES[kind], body.length), tight(body)])

/** A zlib stream that is as small as it gets; a small window makes small ones cheap. */
export const tight = (content: Buffer): Buffer =>
  content.length < 512 ? deflateSync(content, { level: 9, windowBits: 9, memLevel: 4 }) : deflateSync(content, { level: 9 })

function headOf(code: number, size: number): Buffer {
  const head: number[] = []
  let low = (code << 4) | (size & 15)
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    head.push(low | 0x80)
    low = rest % 128
  }
  head.push(low)
  return Buffer.from(head)
}

/** How far back a delta's base stands (gitformat-pack, OBJ_OFS_DELTA). */
function distance(back: number): Buffer {
  const bytes = [back % 128]
  for (let rest = Math.floor(back / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((--rest % 128) | 0x80)
  return Buffer.from(bytes)
}

/** A head, and behind it a zlib stream (RFC 1950) of one stored block (RFC 1951, 3.2.4): for contents under 64 KB. */
function stored(head: Buffer, content: Buffer): Buffer {
  const { length } = content
  const out = Buffer.allocUnsafe(head.length + length + 11)
  let at = head.copy(out)
  at = out.writeUInt16BE(0x7801, at)
  at = out.writeUInt8(1, at)
  at = out.writeUInt16LE(length, at)
  at = out.writeUInt16LE(~length & 0xffff, at)
  at += content.copy(out, at)
  out.writeUInt32BE(adler32(content), at)
  return out
}

/** Checksum of a zlib stream; the sums of 4,000 bytes stay far below what a number holds exactly. */
function adler32(content: Buffer): number {
  let a = 1
  let b = 0
  for (let at = 0; at < content.length; at++) {
    a += content[at] ?? 0
    b += a
  }
  return (b % 65521) * 65536 + (a % 65521)
}

interface Row {
  oid: Oid
  offset: number
  crc: number
}

/** Where a pack goes: `lasting` waits until the disk has it, for a pack that replaces others. */
export interface Place {
  dir: string
  scratch: string
  level: number
  lasting: boolean
}

/** Whether a file of the scratch folder is a pack that another thread of this process is writing: what an ended process left has another number. */
export function isAnotherThreads(name: string): boolean {
  const [, pid, thread] = /^(?:pack|idx)-(\d+)-(\d+)-\d+$/.exec(name) ?? []
  return pid === String(process.pid) && thread !== String(threadId)
}

/**
 * Writes objects as one pack (version 2) with its index (version 2). Both are complete before they are seen: git and we see a pack
 * by its index only, which gets its name last. Answers the name of the index and what it holds.
 */
export function placePack(disk: Disk, place: Place, count: number, objects: Iterable<Packed>): { name: string; index: Buffer } {
  const own = `${process.pid}-${threadId}-${serial++}`
  const drafts = { pack: `${place.scratch}/pack-${own}`, idx: `${place.scratch}/idx-${own}` }
  let base = ''
  try {
    const pieces = piecesOf(count, objects)
    const first = pieces.next()
    let next = pieces.next()
    // A small pack is known whole: it is made under its name, which saves moving it there.
    let isPlaced = false
    if (next.done && !place.lasting) {
      base = `${place.dir}/${nameOf(place, next.value)}`
      isPlaced = isNew(disk, `${base}.pack`, first.value as Buffer)
    }
    if (!isPlaced)
      withFile(
        disk,
        drafts.pack,
        OPEN.create,
        (fd) => {
          writeAll(disk, fd, first.value as Buffer, null)
          for (; !next.done; next = pieces.next()) writeAll(disk, fd, next.value, null)
          if (place.lasting) disk.fsyncSync(fd)
        },
        0o444
      )
    const pack = next.value as Whole
    const index = encodeIndex(pack)
    withFile(
      disk,
      drafts.idx,
      OPEN.create,
      (fd) => {
        writeAll(disk, fd, index, null)
        if (place.lasting) disk.fsyncSync(fd)
      },
      0o444
    )
    const name = nameOf(place, pack)
    base = `${place.dir}/${name}`
    if (!isPlaced) rename(disk, drafts.pack, `${base}.pack`)
    rename(disk, drafts.idx, `${base}.idx`)
    return { name: `${name}.idx`, index }
  } catch (thrown) {
    quietly(() => removeFile(disk, drafts.pack))
    quietly(() => removeFile(disk, drafts.idx))
    // The same pack may be there from before, whole.
    if (base) quietly(() => !disk.existsSync(`${base}.idx`) && removeFile(disk, `${base}.pack`))
    throw thrown
  }
}

const nameOf = ({ level }: Place, { checksum }: Whole): string => `${MARK}0${level}${checksum.toString('hex', 0, 15)}`

/** Makes a file with this content; false when one of that name is there, or the folder is not. */
function isNew(disk: Disk, path: string, bytes: Buffer): boolean {
  try {
    withFile(disk, path, OPEN.create, (fd) => writeAll(disk, fd, bytes, null), 0o444)
    return true
  } catch (thrown) {
    if (errno(thrown) !== 'EEXIST' && errno(thrown) !== 'ENOENT') throw thrown
    return false
  }
}

/** What a pack's index is made from. */
interface Whole {
  rows: Row[]
  checksum: Buffer
}

/** The bytes of a pack in pieces of about a chunk, the last with its checksum; in the end what its index is made from. */
function* piecesOf(count: number, objects: Iterable<Packed>): Generator<Buffer, Whole, undefined> {
  const rows: Row[] = []
  const places = new Map<Oid, number>()
  const sum = createHash('sha1')
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  head.writeUInt32BE(count, 8)
  let parts: Buffer[] = [head]
  let waiting = head.length
  let offset = head.length
  for (const entry of objects) {
    const bytes = 'bytes' in entry ? entry.bytes : deltaBytes(entry, offset - (places.get(entry.base) ?? Number.NaN))
    places.set(entry.oid, offset)
    rows.push({ oid: entry.oid, offset, crc: crc32(bytes) })
    parts.push(bytes)
    offset += bytes.length
    waiting += bytes.length
    if (waiting < CHUNK) continue
    const chunk = Buffer.concat(parts)
    sum.update(chunk)
    yield chunk
    parts = []
    waiting = 0
  }
  const last = Buffer.concat([...parts, CHECKSUM])
  const checksum = sum.update(last.subarray(0, -CHECKSUM.length)).digest()
  checksum.copy(last, last.length - CHECKSUM.length)
  yield last
  return { rows, checksum }
}

function deltaBytes({ oid, base, size, stream }: Delta, back: number): Buffer {
  if (!(back > 0)) throw new Error(`${oid} is a delta to ${base}, which does not stand before it`)
  return Buffer.concat([headOf(OFS_DELTA, size), distance(back), stream])
}

/** The index of a pack: how many names begin with each byte or a lower one, names, checksums, offsets, and far offsets by themselves. */
function encodeIndex({ rows, checksum }: Whole): Buffer {
  const sorted = rows.toSorted((a, b) => (a.oid < b.oid ? -1 : 1))
  const count = sorted.length
  const far = sorted.filter(({ offset }) => offset >= 0x80000000)
  const out = Buffer.alloc(1032 + count * 28 + far.length * 8 + 40)
  out.writeUInt32BE(0xff744f63, 0)
  out.writeUInt32BE(2, 4)
  const fan = new Uint32Array(256)
  let beyond = 0
  let place = 0
  for (const { oid, offset, crc } of sorted) {
    out.write(oid, 1032 + place * 20, 'hex')
    const first = out[1032 + place * 20] ?? 0
    fan[first] = (fan[first] ?? 0) + 1
    out.writeUInt32BE(crc, 1032 + count * 20 + place * 4)
    out.writeUInt32BE(offset < 0x80000000 ? offset : 0x80000000 + beyond++, 1032 + count * 24 + place * 4)
    place++
  }
  let before = 0
  for (let first = 0; first < fan.length; first++) {
    before += fan[first] ?? 0
    out.writeUInt32BE(before, 8 + first * 4)
  }
  for (const [place, { offset }] of far.entries()) out.writeBigUInt64BE(BigInt(offset), 1032 + count * 28 + place * 8)
  checksum.copy(out, out.length - 40)
  out.write(hash('sha1', out.subarray(0, -20)), out.length - 20, 'hex')
  return out
}

function rename(disk: Disk, draft: string, path: string): void {
  try {
    disk.renameSync(draft, path)
  } catch (thrown) {
    // Windows does not replace a file that is read-only, as a pack is; one of this name has this content.
    if (disk.existsSync(path)) return removeFile(disk, draft)
    if (errno(thrown) !== 'ENOENT') throw thrown
    makeFolders(disk, join(path, '..'))
    disk.renameSync(draft, path)
  }
}
