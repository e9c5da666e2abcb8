import { join } from 'node:path'
import { hash } from 'node:crypto'
import { deflateSync, inflateSync } from 'node:zlib'
import { Problem } from '../../../shared/problem'
import { type Disk, OPEN, errno, makeFolders, quietly, readWhole, removeFile, withFile, writeAll } from './disk'
import { type Kind, type Oid, framed, oidOf } from './oid'
import { Packs } from './packs'

export interface GitObject {
  kind: Kind
  body: Buffer
}

/** Larger objects are refused, so that a small file that inflates without end cannot take the machine's memory. */
export const LARGEST = 1 << 30

/** From this size on it is worth looking whether an object exists before it is written. */
const LARGE = 1 << 16

/** Smaller objects are kept uncompressed: on disk they take one block either way, and setting up a compressor costs twenty times the rest. */
const SMALL = 4000

const KINDS: ReadonlySet<string> = new Set(['commit', 'tree', 'blob', 'tag'])

/** The object database of a repository: reads loose and packed objects, checks every content against its name, writes loose ones. */
export class Objects {
  readonly #packs: Packs
  #serial = 0

  constructor(
    readonly disk: Disk,
    readonly dir: string,
    /** A folder of the same file system for files that are not finished. */
    readonly scratch: string
  ) {
    this.#packs = new Packs(disk, join(dir, 'pack'), (oid) => this.find(oid))
  }

  #path(oid: Oid): string {
    return `${this.dir}/${oid.slice(0, 2)}/${oid.slice(2)}`
  }

  /** The object, or undefined when it is nowhere. A damaged one is a Problem. */
  find(oid: Oid): GitObject | undefined {
    const loose = this.#loose(oid)
    const found = loose ?? this.#packs.find(oid)
    if (!loose && found && oidOf(found.kind, found.body) !== oid) throw damaged(oid)
    return found
  }

  /** The object; a Problem when it is missing, damaged or of another kind. */
  read(oid: Oid, kind: Kind): Buffer {
    const found = this.find(oid)
    if (!found) throw new Problem('not-found', `The history lacks the ${kind} ${oid}; run git fsck and fetch it from another copy.`, { oid })
    if (found.kind !== kind)
      throw new Problem('bad-repository', `The history names ${oid} as a ${kind}, but it is a ${found.kind}; run git fsck.`, { oid })
    return found.body
  }

  #loose(oid: Oid): GitObject | undefined {
    const raw = readWhole(this.disk, this.#path(oid))
    if (!raw) return undefined
    const object = unpackLoose(raw)
    if (!object || oidOf(object.kind, object.body) !== oid) {
      const packed = this.#packs.find(oid)
      if (packed) return packed
      throw damaged(oid)
    }
    return object
  }

  /**
   * Writes an object and answers its name. It appears complete or not at all. A whole copy that is there already stays; it is
   * looked for only when the content is large or `likely` says so, because most contents are new and looking costs as much as a file.
   */
  write(kind: Kind, body: Buffer, likely: (oid: Oid) => boolean = () => false): Oid {
    const whole = framed(kind, body)
    const oid = hash('sha1', whole)
    if ((whole.length > LARGE || likely(oid)) && this.#isWhole(oid)) return oid
    const raw = whole.length < SMALL ? stored(whole) : deflateSync(whole, { level: 1 })
    const draft = `${this.scratch}/object-${this.#serial++}`
    try {
      withFile(this.disk, draft, OPEN.create, (fd) => writeAll(this.disk, fd, raw, 0), 0o444)
      this.#place(draft, oid)
    } catch (thrown) {
      quietly(() => this.disk.unlinkSync(draft))
      throw thrown
    }
    return oid
  }

  #place(draft: string, oid: Oid): void {
    try {
      this.disk.renameSync(draft, this.#path(oid))
    } catch (thrown) {
      // Windows does not replace a file that is read-only, as git's objects are.
      if (this.#isWhole(oid)) return removeFile(this.disk, draft)
      if (errno(thrown) !== 'ENOENT') throw thrown
      makeFolders(this.disk, join(this.dir, oid.slice(0, 2)))
      this.disk.renameSync(draft, this.#path(oid))
    }
  }

  #isWhole(oid: Oid): boolean {
    if (this.disk.existsSync(this.#path(oid))) {
      const raw = readWhole(this.disk, this.#path(oid))
      const object = raw && unpackLoose(raw)
      if (object && oidOf(object.kind, object.body) === oid) return true
    }
    return this.#packs.has(oid)
  }

  /** Every object whose name begins so; at least four digits. */
  startingWith(prefix: string): Oid[] {
    const found = new Set(this.#packs.startingWith(prefix))
    const fan = prefix.slice(0, 2)
    if (this.disk.lstatSync(join(this.dir, fan))) {
      for (const name of this.disk.readdirSync(join(this.dir, fan))) if (name.length === 38 && (fan + name).startsWith(prefix)) found.add(fan + name)
    }
    return [...found]
  }
}

/** A zlib stream (RFC 1950) of one stored block (RFC 1951, 3.2.4): for contents under 64 KB. */
function stored(content: Buffer): Buffer {
  const { length } = content
  const out = Buffer.allocUnsafe(length + 11)
  out.writeUInt16BE(0x7801, 0)
  out[2] = 1
  out.writeUInt16LE(length, 3)
  out.writeUInt16LE(~length & 0xffff, 5)
  content.copy(out, 7)
  out.writeUInt32BE(adler32(content), length + 7)
  return out
}

/** Checksum of a zlib stream; the sums of 4,000 bytes stay far below what a number holds exactly. */
function adler32(content: Buffer): number {
  let a = 1
  let b = 0
  for (const byte of content) {
    a += byte
    b += a
  }
  return (b % 65521) * 65536 + (a % 65521)
}

function damaged(oid: Oid): Problem {
  return new Problem('bad-repository', `The object ${oid} of the history is damaged; run git fsck and fetch it from another copy.`, { oid })
}

function unpackLoose(raw: Buffer): GitObject | undefined {
  let whole: Buffer
  try {
    whole = inflateSync(raw, { maxOutputLength: LARGEST })
  } catch {
    return undefined
  }
  const end = whole.indexOf(0)
  const [kind = '', size = ''] = whole.toString('latin1', 0, Math.max(end, 0)).split(' ')
  const body = whole.subarray(end + 1)
  return end > 0 && KINDS.has(kind) && Number(size) === body.length ? { kind: kind as Kind, body } : undefined
}
