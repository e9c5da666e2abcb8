import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { Problem } from '../../../shared/problem'
import { Cache } from './cache'
import { type Disk, OPEN, errno, isMissing, readAt, readWhole, withFile } from './disk'
import { applyDelta } from './delta'
import type { GitObject } from './objects'
import type { Kind, Oid } from './oid'

const WINDOW = 1 << 16
const LARGEST = 1 << 30
const DEEPEST = 4100
const KINDS: Record<number, Kind> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' }

/** The packs of a repository. Their list is read again when an object is not found, because git may repack at any time. */
export class Packs {
  #packs: Pack[] | undefined
  #listed = { mtimeNs: -1n, settled: false }

  constructor(
    readonly disk: Disk,
    readonly dir: string,
    readonly elsewhere: (oid: Oid) => GitObject | undefined
  ) {}

  find(oid: Oid): GitObject | undefined {
    try {
      return this.#find(oid)
    } catch (thrown) {
      // A pack that was there a moment ago was folded into another one.
      if (!isMissing(thrown)) throw thrown
      this.#packs = undefined
      return this.#find(oid)
    }
  }

  #find(oid: Oid): GitObject | undefined {
    const name = Buffer.from(oid, 'hex')
    for (let again = false; ; again = true) {
      for (const pack of this.#list(again)) {
        const offset = pack.offsetOf(name)
        if (offset !== undefined) return pack.read(offset)
      }
      if (again || !this.#isStale()) return undefined
    }
  }

  /** Whether a pack known so far has it; asked before writing, when one copy too many does no harm. */
  has(oid: Oid): boolean {
    const name = Buffer.from(oid, 'hex')
    return this.#list(false).some((pack) => pack.offsetOf(name) !== undefined)
  }

  startingWith(prefix: string): Oid[] {
    return this.#list(this.#isStale()).flatMap((pack) => pack.startingWith(prefix))
  }

  #isStale(): boolean {
    const mtimeNs = this.disk.lstatSync(this.dir)?.mtimeNs ?? 0n
    return !this.#listed.settled || mtimeNs !== this.#listed.mtimeNs
  }

  #list(again: boolean): Pack[] {
    if (this.#packs && !again) return this.#packs
    const mtimeNs = this.disk.lstatSync(this.dir)?.mtimeNs ?? 0n
    // A folder changed within this very second may change again without its time moving.
    this.#listed = { mtimeNs, settled: BigInt(Date.now()) * 1_000_000n - mtimeNs > 1_000_000_000n }
    const known = new Map(this.#packs?.map((pack) => [pack.name, pack]))
    const names = mtimeNs === 0n ? [] : this.disk.readdirSync(this.dir)
    this.#packs = names
      .filter((name) => name.endsWith('.idx') && names.includes(`${name.slice(0, -4)}.pack`))
      .sort()
      .map((name) => known.get(name) ?? new Pack(this.disk, this.dir, name, this.elsewhere))
    return this.#packs
  }
}

/** One pack file with its index (version 2). Read in windows, never whole: it may be larger than memory. */
class Pack {
  #index: Buffer | undefined
  #windows = new Cache<Buffer>(8 << 20, (bytes) => bytes.length)
  #bases = new Cache<GitObject>(16 << 20, (object) => object.body.length + 64)

  constructor(
    readonly disk: Disk,
    readonly dir: string,
    readonly name: string,
    readonly elsewhere: (oid: Oid) => GitObject | undefined
  ) {}

  get #idx(): Buffer {
    if (!this.#index) {
      const bytes = readWhole(this.disk, join(this.dir, this.name))
      if (!bytes) throw Object.assign(new Error(`${this.name} is gone`), { code: 'ENOENT' })
      if (bytes.length < 8 + 1024 + 40 || bytes.readUInt32BE(0) !== 0xff744f63 || bytes.readUInt32BE(4) !== 2)
        throw new Problem('bad-repository', `The pack index ${this.name} is not one that can be read; run git repack -a -d.`, { file: this.name })
      this.#index = bytes
    }
    return this.#index
  }

  get #count(): number {
    return this.#idx.readUInt32BE(8 + 255 * 4)
  }

  /** The place of the first name not before the given one. */
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

  offsetOf(name: Buffer): number | undefined {
    const idx = this.#idx
    const place = this.#lowerBound(name)
    const at = 1032 + place * 20
    if (place >= this.#count || idx.compare(name, 0, 20, at, at + 20) !== 0) return undefined
    const short = idx.readUInt32BE(1032 + this.#count * 24 + place * 4)
    if (short < 0x80000000) return short
    return Number(idx.readBigUInt64BE(1032 + this.#count * 28 + (short - 0x80000000) * 8))
  }

  startingWith(prefix: string): Oid[] {
    const found: Oid[] = []
    for (let place = this.#lowerBound(Buffer.from(prefix.padEnd(40, '0'), 'hex')); place < this.#count; place++) {
      const oid = this.#idx.toString('hex', 1032 + place * 20, 1052 + place * 20)
      if (!oid.startsWith(prefix)) break
      found.push(oid)
    }
    return found
  }

  /** Reads an object, applying the deltas it rests on. */
  read(start: number): GitObject {
    const deltas: Buffer[] = []
    const starts: number[] = []
    let offset = start
    let base: GitObject | undefined
    while (!base) {
      base = this.#bases.get(String(offset))
      if (base) break
      if (deltas.length > DEEPEST) throw this.#broken()
      const head = this.#head(offset)
      const kind = KINDS[head.type]
      if (kind) base = { kind, body: this.#inflate(head.body, head.size) }
      else {
        deltas.push(this.#inflate(head.body, head.size))
        starts.push(offset)
        if (head.base !== undefined) offset = head.base
        else {
          const inside = this.offsetOf(Buffer.from(head.oid ?? '', 'hex'))
          if (inside === undefined) base = this.elsewhere(head.oid ?? '')
          else offset = inside
          if (inside === undefined && !base) throw this.#broken()
        }
      }
    }
    this.#bases.set(String(offset), base)
    for (let i = deltas.length - 1; i >= 0; i--) {
      const body = applyDelta(base.body, deltas[i] ?? Buffer.alloc(0))
      if (!body) throw this.#broken()
      base = { kind: base.kind, body }
      this.#bases.set(String(starts[i]), base)
    }
    return base
  }

  #head(offset: number): { type: number; size: number; body: number; base?: number; oid?: Oid } {
    const bytes = this.#bytes(offset, 64)
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
    if (size > LARGEST || type === 0 || type === 5) throw this.#broken()
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
    // How long the compressed bytes are stands nowhere; the bound holds for zlib, another compressor may need more.
    for (let guess = size + (size >> 3) + 128; ; guess *= 4) {
      const raw = this.#bytes(offset, guess)
      try {
        const body = inflateSync(raw, { maxOutputLength: Math.max(size, 1) })
        if (body.length === size) return body
        throw this.#broken()
      } catch (thrown) {
        if (errno(thrown) !== 'Z_BUF_ERROR' || raw.length < guess) throw thrown instanceof Problem ? thrown : this.#broken()
      }
    }
  }

  /** Bytes of the pack; fewer at its end. Windows overlap, so that a read no longer than one stride lies in one of them. */
  #bytes(offset: number, length: number): Buffer {
    if (length > WINDOW) return this.#pread(offset, length)
    const stride = Math.floor(offset / WINDOW)
    let window = this.#windows.get(String(stride))
    if (!window) {
      window = this.#pread(stride * WINDOW, WINDOW * 2)
      this.#windows.set(String(stride), window)
    }
    const from = offset - stride * WINDOW
    return window.subarray(from, from + length)
  }

  #pread(offset: number, length: number): Buffer {
    // Opened for each window: an open pack could not be removed by git gc on Windows.
    return withFile(this.disk, join(this.dir, `${this.name.slice(0, -4)}.pack`), OPEN.read, (fd) => readAt(this.disk, fd, offset, length))
  }

  #broken(): Problem {
    return new Problem('bad-repository', `The pack ${this.name.slice(0, -4)} is damaged; run git fsck and fetch it from another copy.`, {
      file: this.name
    })
  }
}
