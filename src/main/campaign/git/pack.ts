import { join } from 'node:path'
import { crc32, inflateSync } from 'node:zlib'
import { Problem } from '../../../shared/base/problem'
import type { Cache } from './cache'
import { type Disk, OPEN, errno, readAt, readWhole, withFile } from './disk'
import { applyDelta } from './delta'
import type { GitObject, ObjectKind, Oid } from './oid'
import { type PackEntry, type BeatRange, beatRangeOf } from './pack-file'
import { unstored } from './zlib-stream'

const WINDOW_BYTES = 1 << 16
/** Larger objects are refused, so that a small file that inflates endlessly can't use up the memory. */
export const MAX_OBJECT_BYTES = 1 << 30
const MAX_DELTA_DEPTH = 4100
const KINDS: Record<number, ObjectKind> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' }

/** The state that all packs of a repository share. The keys of the caches begin with the pack's `key`. */
export interface SharedPackState {
  disk: Disk
  dir: string
  windows: Cache<Buffer>
  bases: Cache<GitObject>
  elsewhere: (oid: Oid) => GitObject | undefined
}

let serial = 0

/** One pack file with its index (version 2). It is read in windows, never as a whole, because it may be larger than memory. */
export class Pack {
  readonly key = serial++
  /** The beats in the pack; undefined if the pack isn't ours. */
  readonly range: BeatRange | undefined
  #index: Buffer | undefined
  #size: number | undefined

  constructor(
    readonly shared: SharedPackState,
    /** The name of its index file. */
    readonly name: string,
    readonly mtimeNs: bigint,
    /** The contents of its files, if they were written just now. */
    { index, pack }: { index?: Buffer | undefined; pack?: Buffer | undefined } = {}
  ) {
    this.#index = index
    this.range = beatRangeOf(name)
    if (!pack) return
    this.#size = pack.length
    // Kept in memory, because a beat's pack is soon joined with others.
    if (pack.length <= WINDOW_BYTES) this.shared.windows.set(`${this.key}:0`, pack)
  }

  /** The size of the pack file in bytes; 0 if it does not exist. */
  get size(): number {
    return (this.#size ??= Number(this.shared.disk.lstatSync(this.path)?.size ?? 0n))
  }

  get path(): string {
    return join(this.shared.dir, `${this.name.slice(0, -4)}.pack`)
  }

  get #idx(): Buffer {
    if (!this.#index) {
      const bytes = readWhole(this.shared.disk, join(this.shared.dir, this.name))
      if (!bytes) throw Object.assign(new Error(`${this.name} is gone`), { code: 'ENOENT' })
      if (bytes.length < 8 + 1024 + 40 || bytes.readUInt32BE(0) !== 0xff744f63 || bytes.readUInt32BE(4) !== 2)
        throw new Problem('bad-repository', `The pack index ${this.name} can't be read. Run git repack -a -d.`, { file: this.name })
      this.#index = bytes
    }
    return this.#index
  }

  get #count(): number {
    return this.#idx.readUInt32BE(8 + 255 * 4)
  }

  /** The position of the first name that is not before this name. */
  #lowerBound(name: Buffer): number {
    const idx = this.#idx
    const first = name[0] ?? 0
    let low = first === 0 ? 0 : idx.readUInt32BE(8 + (first - 1) * 4)
    let high = idx.readUInt32BE(8 + first * 4)
    while (low < high) {
      const middle = (low + high) >>> 1
      const at = 1032 + middle * 20
      if (idx.compare(name, 0, name.length, at, at + name.length) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  has(oid: Oid): boolean {
    return this.offsetOf(Buffer.from(oid, 'hex')) !== undefined
  }

  offsetOf(name: Buffer): number | undefined {
    const idx = this.#idx
    const place = this.#lowerBound(name)
    const at = 1032 + place * 20
    return place >= this.#count || idx.compare(name, 0, 20, at, at + 20) !== 0 ? undefined : this.#offset(place)
  }

  #offset(place: number): number {
    const idx = this.#idx
    const short = idx.readUInt32BE(1032 + this.#count * 24 + place * 4)
    return short < 0x80000000 ? short : Number(idx.readBigUInt64BE(1032 + this.#count * 28 + (short - 0x80000000) * 8))
  }

  /** Every object as stored, after checking it; undefined if one is damaged or is a delta to an object in another pack. */
  entries(): PackEntry[] | undefined {
    const bytes = this.#whole()
    const rows = this.#rows()
    if (bytes.length < 32 || bytes.toString('latin1', 0, 4) !== 'PACK' || bytes.readUInt32BE(8) !== rows.length) return undefined
    const objects: PackEntry[] = []
    const names = new Map(rows.map(({ oid, from }) => [from, oid]))
    for (const [i, { oid, place, from }] of rows.entries()) {
      const end = rows[i + 1]?.from ?? bytes.length - 20
      const entry = bytes.subarray(from, end)
      if (crc32(entry) !== this.#idx.readUInt32BE(1032 + rows.length * 20 + place * 4)) return undefined
      const { type, size, body, base } = this.#head(from, entry)
      if (KINDS[type]) objects.push({ oid, bytes: entry })
      else {
        const baseOid = base === undefined ? undefined : names.get(base)
        if (baseOid === undefined) return undefined
        objects.push({ oid, base: baseOid, size, stream: bytes.subarray(body, end) })
      }
    }
    return objects
  }

  #whole(): Buffer {
    const cached = this.shared.windows.get(`${this.key}:0`)
    const bytes = cached && cached.length === this.#size ? cached : readWhole(this.shared.disk, this.path)
    if (!bytes) throw Object.assign(new Error(`${this.path} is gone`), { code: 'ENOENT' })
    return bytes
  }

  names(): Oid[] {
    return this.#rows().map(({ oid }) => oid)
  }

  /** The name, the place in the index and the offset of every object, in the order of the pack. */
  #rows(): { oid: Oid; place: number; from: number }[] {
    const rows = Array.from({ length: this.#count }, (_, place) => ({ oid: this.#oid(place), place, from: this.#offset(place) }))
    return rows.sort((a, b) => a.from - b.from)
  }

  #oid(place: number): Oid {
    return this.#idx.toString('hex', 1032 + place * 20, 1052 + place * 20)
  }

  startingWith(prefix: string): Oid[] {
    const oids: Oid[] = []
    for (let place = this.#lowerBound(Buffer.from(prefix.padEnd(40, '0'), 'hex')); place < this.#count; place++) {
      const oid = this.#oid(place)
      if (!oid.startsWith(prefix)) break
      oids.push(oid)
    }
    return oids
  }

  /** Reads an object, applying the deltas it is based on. */
  read(start: number): GitObject {
    const deltas: Buffer[] = []
    const starts: number[] = []
    let offset = start
    let base: GitObject | undefined
    while (!base) {
      base = this.shared.bases.get(`${this.key}:${offset}`)
      if (base) break
      if (deltas.length > MAX_DELTA_DEPTH) throw this.#broken()
      const head = this.#head(offset)
      const kind = KINDS[head.type]
      if (kind) base = { kind, body: this.#inflate(head.body, head.size) }
      else {
        deltas.push(this.#inflate(head.body, head.size))
        starts.push(offset)
        if (head.base !== undefined) offset = head.base
        else {
          const inside = this.offsetOf(Buffer.from(head.oid ?? '', 'hex'))
          if (inside === undefined) base = this.shared.elsewhere(head.oid ?? '')
          else offset = inside
          if (inside === undefined && !base) throw this.#broken()
        }
      }
    }
    if (deltas.length > 0) this.shared.bases.set(`${this.key}:${offset}`, base)
    for (let i = deltas.length - 1; i >= 0; i--) {
      const body = applyDelta(base.body, deltas[i] ?? Buffer.alloc(0))
      if (!body) throw this.#broken()
      base = { kind: base.kind, body }
      this.shared.bases.set(`${this.key}:${starts[i]}`, base)
    }
    return base
  }

  /** The header of the object at an offset, from its first `bytes`. */
  #head(offset: number, bytes = this.#bytes(offset, 64)): { type: number; size: number; body: number; base?: number; oid?: Oid } {
    let at = 0
    const next = (): number => {
      const byte = bytes[at++]
      if (byte === undefined) throw this.#broken()
      return byte
    }
    let byte = next()
    const type = (byte >> 4) & 7
    let size = byte & 15
    for (let scale = 16; byte & 0x80; scale *= 128) {
      byte = next()
      size += (byte & 0x7f) * scale
    }
    if (size > MAX_OBJECT_BYTES || type === 0 || type === 5) throw this.#broken()
    if (type === 7) return { type, size, body: offset + at + 20, oid: bytes.toString('hex', at, at + 20) }
    if (type !== 6) return { type, size, body: offset + at }
    byte = next()
    let back = byte & 0x7f
    while (byte & 0x80) {
      byte = next()
      back = (back + 1) * 128 + (byte & 0x7f)
    }
    if (back <= 0 || back > offset) throw this.#broken()
    return { type, size, body: offset + at, base: offset - back }
  }

  #inflate(offset: number, size: number): Buffer {
    // The compressed size isn't recorded anywhere. The bound holds for zlib; another compressor may need more.
    for (let guess = size + (size >> 3) + 128; ; guess *= 4) {
      const raw = this.#bytes(offset, guess)
      const stored = unstored(raw, size)
      if (stored) return stored
      try {
        const body = inflateSync(raw, { maxOutputLength: Math.max(size, 1), chunkSize: Math.min(size + 64, 1 << 20) })
        if (body.length === size) return body
        throw this.#broken()
      } catch (thrown) {
        if (errno(thrown) !== 'Z_BUF_ERROR' || raw.length < guess) throw thrown instanceof Problem ? thrown : this.#broken()
      }
    }
  }

  /** Reads bytes of the pack, or fewer at its end. Windows overlap, so that a read of up to one stride lies within one window. */
  #bytes(offset: number, length: number): Buffer {
    if (length > WINDOW_BYTES) return this.#pread(offset, length)
    const stride = Math.floor(offset / WINDOW_BYTES)
    let window = this.shared.windows.get(`${this.key}:${stride}`)
    if (!window) {
      window = this.#pread(stride * WINDOW_BYTES, WINDOW_BYTES * 2)
      this.shared.windows.set(`${this.key}:${stride}`, window)
    }
    const from = offset - stride * WINDOW_BYTES
    return window.subarray(from, from + length)
  }

  #pread(offset: number, length: number): Buffer {
    // The file is opened for each window, because on Windows git gc couldn't remove an open pack.
    const { disk } = this.shared
    // Most packs are smaller than a window, so no more is read than exists.
    return withFile(disk, this.path, OPEN.read, (fd) =>
      readAt(disk, fd, offset, Math.max(0, Math.min(length, Number(disk.fstatSync(fd).size) - offset)))
    )
  }

  #broken(): Problem {
    return new Problem('bad-repository', `The pack ${this.name.slice(0, -4)} is damaged. Run git fsck, and fetch it from another copy.`, {
      file: this.name
    })
  }
}
