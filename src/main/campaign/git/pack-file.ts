import { join } from 'node:path'
import { createHash, hash } from 'node:crypto'
import { threadId } from 'node:worker_threads'
import { crc32, deflateSync } from 'node:zlib'
import { type Disk, OPEN, errno, makeFolders, quietly, removeFile, syncFolder, withFile, writeAll } from './disk'
import type { ObjectKind, Oid } from './oid'
import { withStream } from './zlib-stream'

/** An object as stored in a pack: complete, with its header and zlib stream, or as the zlib stream of a delta to an earlier object. */
export type PackEntry = { oid: Oid; bytes: Buffer } | Delta
export interface Delta {
  oid: Oid
  /** The base of the delta, which precedes it in the pack. */
  base: Oid
  /** The size of the delta before compression, in bytes. */
  size: number
  stream: Buffer
}

/** The contents of a pack file and of its index file. */
export interface PackFiles {
  name: string
  pack: Buffer
  index: Buffer
}

const CHUNK_BYTES = 1 << 20
/** A placeholder for the checksum at the end of a pack. */
const CHECKSUM = Buffer.alloc(20)

const OFS_DELTA = 6
const CODES: Record<ObjectKind, number> = { commit: 1, tree: 2, blob: 3, tag: 4 }

/** The beginning of our packs' names, in hex digits, which git takes for a checksum. One of 2 ** 32 of git's own packs has it by chance. */
const MARK = 'pack-70726f73'

let serial = 0

/** The beats in one of our packs: how often they were joined into a larger pack, and the number of the first beat. */
export interface BeatRange {
  level: number
  first: number
}

/** The beats in one of our packs, from its name; undefined for other packs. */
export function beatRangeOf(name: string): BeatRange | undefined {
  const [, level, first] = /^pack-70726f731(\d)([0-9a-f]{8})[0-9a-f]+\./.exec(name) ?? []
  return level === undefined || first === undefined ? undefined : { level: Number(level), first: Number.parseInt(first, 16) }
}

/** The bytes of an object in a pack, complete and not as a delta. */
export const packed = (kind: ObjectKind, body: Buffer): Buffer => withStream(headOf(CODES[kind], body.length), body)

/** Like `packed`, but with the best compression, for packs that are written once and kept. */
export const packedSmall = (kind: ObjectKind, body: Buffer): Buffer => Buffer.concat([headOf(CODES[kind], body.length), deflateSmall(body)])

/** Compresses a content as well as possible to a zlib stream. A small window makes this cheap for small contents. */
export const deflateSmall = (content: Buffer): Buffer =>
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

/** The encoded distance to a delta's base (gitformat-pack, OBJ_OFS_DELTA). */
function distance(back: number): Buffer {
  const bytes = [back % 128]
  for (let rest = Math.floor(back / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((--rest % 128) | 0x80)
  return Buffer.from(bytes)
}

interface Row {
  oid: Oid
  offset: number
  crc: number
}

/** The range and the folders of a new pack. `lasting`: the pack is flushed to the disk, because it replaces others. */
export interface PackTarget extends BeatRange {
  dir: string
  scratch: string
  lasting: boolean
}

/** Whether a scratch file is a pack that another thread of this process is writing. Files of an ended process have another number. */
export function isFromOtherThread(name: string): boolean {
  const [, pid, thread] = /^(?:pack|idx)-(\d+)-(\d+)-\d+$/.exec(name) ?? []
  return pid === String(process.pid) && thread !== String(threadId)
}

/** The name of a pack's index, its content, and the whole pack if it is small. */
export interface WrittenPack {
  name: string
  index: Buffer
  pack: Buffer | undefined
}

/** Writes objects as one pack and its index (version 2). Nobody sees an incomplete pack, because the index gets its final name last. */
export function writePack(disk: Disk, place: PackTarget, count: number, objects: Iterable<PackEntry>): WrittenPack {
  const own = `${process.pid}-${threadId}-${serial++}`
  const drafts = { pack: `${place.scratch}/pack-${own}`, idx: `${place.scratch}/idx-${own}` }
  let base = ''
  try {
    const pieces = piecesOf(count, objects)
    const first = pieces.next()
    let next = pieces.next()
    // A small pack is complete in memory, so it is created under its final name, which saves renaming it.
    let isPlaced = false
    const isSmall = next.done === true
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
    if (place.lasting) syncFolder(disk, place.dir)
    return { name: `${name}.idx`, index, pack: isSmall ? (first.value as Buffer) : undefined }
  } catch (thrown) {
    quietly(() => removeFile(disk, drafts.pack))
    quietly(() => removeFile(disk, drafts.idx))
    // The same pack may already exist, complete.
    if (base) quietly(() => !disk.existsSync(`${base}.idx`) && removeFile(disk, `${base}.pack`))
    throw thrown
  }
}

/** The name of a pack: the range of its beats and its checksum, with as many digits as the names of git's own packs. */
function nameOf({ level, first }: BeatRange, { checksum }: Whole): string {
  const range = `1${level}${first.toString(16).padStart(8, '0')}`
  return `${MARK}${range}${checksum.toString('hex').slice(0, 32 - range.length)}`
}

/** Creates a file with this content; returns false if the name exists or the folder doesn't. */
function isNew(disk: Disk, path: string, bytes: Buffer): boolean {
  try {
    withFile(disk, path, OPEN.create, (fd) => writeAll(disk, fd, bytes, null), 0o444)
    return true
  } catch (thrown) {
    if (errno(thrown) !== 'EEXIST' && errno(thrown) !== 'ENOENT') throw thrown
    return false
  }
}

interface Whole {
  rows: Row[]
  checksum: Buffer
}

/** Yields the bytes of a pack in pieces of about `CHUNK_BYTES`, the last one with the checksum. Returns the data for its index. */
function* piecesOf(count: number, objects: Iterable<PackEntry>): Generator<Buffer, Whole, undefined> {
  const rows: Row[] = []
  const offsets = new Map<Oid, number>()
  const sum = createHash('sha1')
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  head.writeUInt32BE(count, 8)
  let parts: Buffer[] = [head]
  let waiting = head.length
  let offset = head.length
  for (const entry of objects) {
    const bytes = 'bytes' in entry ? entry.bytes : deltaBytes(entry, offset - (offsets.get(entry.base) ?? Number.NaN))
    offsets.set(entry.oid, offset)
    rows.push({ oid: entry.oid, offset, crc: crc32(bytes) })
    parts.push(bytes)
    offset += bytes.length
    waiting += bytes.length
    if (waiting < CHUNK_BYTES) continue
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

/** The index of a pack: a fan-out table over first bytes, names, checksums, offsets, and a separate table of large offsets. */
function encodeIndex({ rows, checksum }: Whole): Buffer {
  const sorted = rows.toSorted((a, b) => (a.oid < b.oid ? -1 : 1))
  const count = sorted.length
  const largeOffsets = sorted.filter(({ offset }) => offset >= 0x80000000)
  const out = Buffer.alloc(1032 + count * 28 + largeOffsets.length * 8 + 40)
  out.writeUInt32BE(0xff744f63, 0)
  out.writeUInt32BE(2, 4)
  const fan = new Uint32Array(256)
  let largeCount = 0
  let place = 0
  for (const { oid, offset, crc } of sorted) {
    out.write(oid, 1032 + place * 20, 'hex')
    const first = out[1032 + place * 20] ?? 0
    fan[first] = (fan[first] ?? 0) + 1
    out.writeUInt32BE(crc, 1032 + count * 20 + place * 4)
    out.writeUInt32BE(offset < 0x80000000 ? offset : 0x80000000 + largeCount++, 1032 + count * 24 + place * 4)
    place++
  }
  let before = 0
  for (let first = 0; first < fan.length; first++) {
    before += fan[first] ?? 0
    out.writeUInt32BE(before, 8 + first * 4)
  }
  for (const [place, { offset }] of largeOffsets.entries()) out.writeBigUInt64BE(BigInt(offset), 1032 + count * 28 + place * 8)
  checksum.copy(out, out.length - 40)
  out.write(hash('sha1', out.subarray(0, -20)), out.length - 20, 'hex')
  return out
}

function rename(disk: Disk, draft: string, path: string): void {
  try {
    disk.renameSync(draft, path)
  } catch (thrown) {
    // Windows doesn't replace a read-only file such as a pack. A file of this name has this content.
    if (disk.existsSync(path)) return removeFile(disk, draft)
    if (errno(thrown) !== 'ENOENT') throw thrown
    makeFolders(disk, join(path, '..'))
    disk.renameSync(draft, path)
  }
}
