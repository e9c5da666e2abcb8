import { createHash } from 'node:crypto'
import { Problem } from '../../../shared/base/problem'
import type { Stat } from './disk'
import { type TreeEntry, byteOrder } from './oid'

/** One row of git's index. `key` is the path's bytes as characters; `raw` is the stored row from the first time to the end of the name. */
export interface IndexRow {
  key: string
  raw: Buffer
}

/** Git's index: rows in the order of their keys, and the optional parts that stay valid when rows change. */
export interface IndexFile {
  rows: IndexRow[]
  extensions: Buffer[]
}

const SIZE_AT = 36
const OID_AT = 40
const FLAGS_AT = 60

export const rowMode = (row: IndexRow): number => row.raw.readUInt32BE(24)
export const rowOid = (row: IndexRow): string => row.raw.toString('hex', OID_AT, OID_AT + 20)
const rowSize = (row: IndexRow): number => row.raw.readUInt32BE(SIZE_AT)
export const rowStage = (row: IndexRow): number => (row.raw.readUInt16BE(FLAGS_AT) >> 12) & 3
export const rowSeconds = (row: IndexRow): number => row.raw.readUInt32BE(8)
export const rowPath = (row: IndexRow): string => Buffer.from(row.key, 'latin1').toString('utf8')
/** Returns whether the user told git not to watch the working file. */
export const rowUnwatched = (row: IndexRow): boolean => {
  const flags = row.raw.readUInt16BE(FLAGS_AT)
  return (flags & 0x8000) !== 0 || ((flags & 0x4000) !== 0 && (row.raw.readUInt16BE(FLAGS_AT + 2) & 0x4000) !== 0)
}
/** Returns whether the row is from `git add -N`: an intent to add a file, without content yet. */
export const rowPromised = (row: IndexRow): boolean =>
  (row.raw.readUInt16BE(FLAGS_AT) & 0x4000) !== 0 && (row.raw.readUInt16BE(FLAGS_AT + 2) & 0x2000) !== 0

const seconds = (ns: bigint): number => Number((ns / 1_000_000_000n) & 0xffffffffn)
const nanos = (ns: bigint): number => Number(ns % 1_000_000_000n)
const low = (value: bigint): number => Number(value & 0xffffffffn)

/** Writes the nine numbers by which git decides whether a file may have changed. */
function statBytes(stat: Stat, into: Buffer): void {
  into.writeUInt32BE(seconds(stat.ctimeNs), 0)
  into.writeUInt32BE(nanos(stat.ctimeNs), 4)
  into.writeUInt32BE(seconds(stat.mtimeNs), 8)
  into.writeUInt32BE(nanos(stat.mtimeNs), 12)
  into.writeUInt32BE(low(stat.dev), 16)
  into.writeUInt32BE(low(stat.ino), 20)
  into.writeUInt32BE(low(stat.uid), 28)
  into.writeUInt32BE(low(stat.gid), 32)
  into.writeUInt32BE(low(stat.size), SIZE_AT)
}

/** Creates the row of a file. Without a stat, git will read the file itself. */
export function makeRow(path: string, entry: TreeEntry, stat: Stat | undefined): IndexRow {
  const key = byteOrder(path)
  const raw = Buffer.alloc(62 + key.length)
  if (stat) statBytes(stat, raw)
  raw.writeUInt32BE(entry.mode, 24)
  raw.write(entry.oid, OID_AT, 'hex')
  raw.writeUInt16BE(Math.min(key.length, 0xfff), FLAGS_AT)
  raw.write(key, 62, 'latin1')
  return { key, raw }
}

/** Returns the row marked as uncertain: git compares contents when the size in the index is 0. */
export function doubted(row: IndexRow): IndexRow {
  const raw = Buffer.from(row.raw)
  raw.writeUInt32BE(0, SIZE_AT)
  return { key: row.key, raw }
}

const scratch = Buffer.alloc(62)
/** Returns whether a file's stat is the same, to the nanosecond, as when the row was written. */
export function matchesStat(row: IndexRow, stat: Stat): boolean {
  statBytes(stat, scratch)
  // Device numbers change across mounts, so git ignores them as well.
  return (
    row.raw.compare(scratch, 0, 16, 0, 16) === 0 && row.raw.compare(scratch, 20, 24, 20, 24) === 0 && rowSize(row) === scratch.readUInt32BE(SIZE_AT)
  )
}

/** The position of the first row whose key is not before this key. */
export function insertionPoint(rows: readonly IndexRow[], key: string): number {
  let from = 0
  let to = rows.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((rows[middle]?.key ?? '') < key) from = middle + 1
    else to = middle
  }
  return from
}

/** The row of a path; for a path in conflict, the first of its rows. */
export function findRow(rows: readonly IndexRow[], path: string): IndexRow | undefined {
  const key = byteOrder(path)
  const row = rows[insertionPoint(rows, key)]
  return row?.key === key ? row : undefined
}

/** The rows of the files below a folder. */
export function rowsBelow(rows: readonly IndexRow[], folder: string): readonly IndexRow[] {
  const key = byteOrder(folder)
  // In byte order, "0" follows "/".
  return rows.slice(insertionPoint(rows, `${key}/`), insertionPoint(rows, `${key}0`))
}

/** Parses an index of version 2, 3 or 4. Returns undefined if it is damaged. Throws a Problem for an unsupported format. */
export function parseIndex(bytes: Buffer): IndexFile | undefined {
  if (bytes.length < 32 || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined
  const version = bytes.readUInt32BE(4)
  if (version < 2 || version > 4)
    throw new Problem('bad-repository', `Proscenium can't read version ${version} of the git index. Run git update-index --index-version 2.`)
  const end = bytes.length - 20
  const sum = bytes.subarray(end)
  if (!sum.every((byte) => byte === 0) && !createHash('sha1').update(bytes.subarray(0, end)).digest().equals(sum)) return undefined
  const rows: IndexRow[] = []
  let at = 12
  let key = ''
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    if (at + 62 > end) return undefined
    const name = at + (bytes.readUInt16BE(at + FLAGS_AT) & 0x4000 ? 64 : 62)
    let begin = name
    let kept = 0
    if (version === 4) {
      // In version 4 a name says how many characters of the name before it to drop.
      let byte = bytes[begin++] ?? 0
      let strip = byte & 0x7f
      while (byte & 0x80) {
        byte = bytes[begin++] ?? 0
        strip = (strip + 1) * 128 + (byte & 0x7f)
      }
      kept = key.length - strip
    }
    const stop = bytes.indexOf(0, begin)
    if (stop < 0 || stop > end || kept < 0) return undefined
    key = key.slice(0, kept) + bytes.toString('latin1', begin, stop)
    rows.push({ key, raw: version === 4 ? Buffer.concat([bytes.subarray(at, name), Buffer.from(key, 'latin1')]) : bytes.subarray(at, stop) })
    at = version === 4 ? stop + 1 : at + ((stop - at + 8) & ~7)
  }
  const extensions: Buffer[] = []
  while (at + 8 <= end) {
    const name = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32BE(at + 4)
    if (name === 'link') throw new Problem('bad-repository', 'The git index is split into two files. Run git update-index --no-split-index.')
    if (name === 'sdir') throw new Problem('bad-repository', 'The git index is sparse. Run git sparse-checkout disable.')
    if (name[0] !== name[0]?.toUpperCase())
      throw new Problem('bad-repository', `The git index uses the unknown extension ${name}. Clone the repository again.`)
    if (name === 'REUC') extensions.push(bytes.subarray(at, at + 8 + length))
    at += 8 + length
  }
  return { rows, extensions }
}

/** Encodes an index file in version 2, or 3 if a row needs it. */
export function encodeIndex(index: IndexFile): Buffer {
  let size = 12 + 20
  let extended = false
  for (const row of index.rows) {
    size += (row.raw.length + 8) & ~7
    extended ||= (row.raw.readUInt16BE(FLAGS_AT) & 0x4000) !== 0
  }
  for (const part of index.extensions) size += part.length
  const bytes = Buffer.alloc(size)
  bytes.write('DIRC', 0, 'latin1')
  bytes.writeUInt32BE(extended ? 3 : 2, 4)
  bytes.writeUInt32BE(index.rows.length, 8)
  let at = 12
  for (const row of index.rows) {
    row.raw.copy(bytes, at)
    at += (row.raw.length + 8) & ~7
  }
  for (const part of index.extensions) at += part.copy(bytes, at)
  createHash('sha1').update(bytes.subarray(0, at)).digest().copy(bytes, at)
  return bytes
}
