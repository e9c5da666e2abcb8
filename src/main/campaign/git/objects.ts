import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { Problem } from '../../../shared/base/problem'
import { type Disk, quietly, readWhole, removeFile } from './disk'
import { BURST_MS } from './journal'
import { type GitObject, type ObjectKind, type Oid, oidOf } from './oid'
import { type PackFiles, type PackEntry, packed } from './pack-file'
import { MAX_OBJECT_BYTES } from './pack'
import { Packs } from './packs'
import { Repacker } from './repacker'

/** From this size on, in bytes, it is worth checking whether an object exists before writing it. */
const LARGE_BYTES = 1 << 16

const KINDS: ReadonlySet<string> = new Set(['commit', 'tree', 'blob', 'tag'])

/** A repository's object database: reads loose and packed objects, checks every content against its name, writes packs. */
export class ObjectDatabase {
  readonly packs: Packs
  readonly repacker: Repacker
  #coalescedAt = Number.NEGATIVE_INFINITY
  #coalesceTimer: NodeJS.Timeout | undefined
  /** Objects written since the last `save`. */
  #waiting = new Map<Oid, GitObject>()
  #broken = new Set<Oid>()

  constructor(
    readonly disk: Disk,
    readonly dir: string,
    scratch: string,
    isShared: () => boolean
  ) {
    this.packs = new Packs(disk, join(dir, 'pack'), scratch, (oid) => this.find(oid), isShared)
    this.repacker = new Repacker(this.packs)
  }

  #path(oid: Oid): string {
    return `${this.dir}/${oid.slice(0, 2)}/${oid.slice(2)}`
  }

  /** Finds an object; undefined if it does not exist. Throws a Problem if every copy is damaged. */
  find(oid: Oid): GitObject | undefined {
    const waiting = this.#waiting.get(oid)
    if (waiting) return waiting
    let problem: Problem | undefined
    for (const source of [() => this.#packed(oid, false), () => this.#loose(oid), () => this.#packed(oid, true)]) {
      try {
        const object = source()
        if (object) return object
      } catch (thrown) {
        if (!(thrown instanceof Problem)) throw thrown
        problem = thrown
      }
    }
    if (problem) throw problem
    return undefined
  }

  /** Reads an object. Throws a Problem if it is missing, damaged or of another kind. */
  read(oid: Oid, kind: ObjectKind): Buffer {
    const object = this.find(oid)
    if (!object) throw this.#missing(oid, kind)
    if (object.kind !== kind)
      throw new Problem('bad-repository', `The history uses ${oid} as a ${kind}, but it is a ${object.kind}. Run git fsck.`, { oid })
    return object.body
  }

  #missing(oid: Oid, kind: ObjectKind): Problem {
    const isPartial = this.disk.readdirSync(join(this.dir, 'pack')).some((name) => name.endsWith('.promisor'))
    const sentence = isPartial
      ? `The ${kind} ${oid} is only on the server, because this is a partial clone. Clone the repository again without --filter.`
      : `The ${kind} ${oid} is missing from the history. Run git fsck, and fetch it from another copy.`
    return new Problem('not-found', sentence, { oid })
  }

  #packed(oid: Oid, again: boolean): GitObject | undefined {
    const object = this.packs.find(oid, again)
    if (object && oidOf(object.kind, object.body) !== oid) throw damaged(oid)
    return object
  }

  #loose(oid: Oid): GitObject | undefined {
    const raw = readWhole(this.disk, this.#path(oid))
    if (!raw) return undefined
    const object = unpackLoose(raw)
    if (object && oidOf(object.kind, object.body) === oid) return object
    this.#broken.add(oid)
    throw damaged(oid)
  }

  /**
   * Queues an object for the next `save` and returns its name, computed unless it is `known`. An existing intact copy of a large object is
   * reused. A small object is written again, because most are new and searching a burst's packs costs more than a second copy.
   */
  write(kind: ObjectKind, body: Buffer, known?: Oid): Oid {
    const oid = known ?? oidOf(kind, body)
    if (!(body.length > LARGE_BYTES && this.#isWhole(oid))) this.#waiting.set(oid, { kind, body })
    return oid
  }

  /** Writes the queued objects as one pack, which appears complete or not at all. */
  save(): PackFiles | undefined {
    const { size } = this.#waiting
    if (size === 0) return undefined
    let weight = 0
    for (const { body } of this.#waiting.values()) weight += body.length
    const written = this.packs.write(size, weight, entriesOf(this.#waiting))
    for (const oid of this.#broken) {
      if (!this.#waiting.has(oid)) continue
      quietly(() => removeFile(this.disk, this.#path(oid)))
      this.#broken.delete(oid)
    }
    this.#waiting.clear()
    return written
  }

  forget(): void {
    this.#waiting.clear()
  }

  /**
   * Joins small packs; failures are retried later. To be called after every beat. In a burst, most of the work waits until the burst ends: ext4 skips
   * inodes that were freed in the last seconds one by one, so removing files slows down the creation of every new one.
   */
  coalesce(now: number): void {
    const burst = now - this.#coalescedAt < BURST_MS
    this.#coalescedAt = now
    clearTimeout(this.#coalesceTimer)
    this.#coalesceTimer = burst ? setTimeout(() => this.settle(), 4 * BURST_MS).unref() : undefined
    quietly(() => this.repacker.coalesce(burst))
  }

  settle(): void {
    if (!this.#coalesceTimer) return
    clearTimeout(this.#coalesceTimer)
    this.#coalesceTimer = undefined
    quietly(() => this.repacker.coalesce(false))
  }

  #isWhole(oid: Oid): boolean {
    if (this.packs.has(oid)) return true
    if (!this.disk.existsSync(this.#path(oid))) return false
    const raw = readWhole(this.disk, this.#path(oid))
    const object = raw && unpackLoose(raw)
    return object !== undefined && oidOf(object.kind, object.body) === oid
  }

  startingWith(prefix: string): Oid[] {
    const matching = new Set(this.packs.startingWith(prefix))
    const fan = prefix.slice(0, 2)
    if (this.disk.lstatSync(join(this.dir, fan))) {
      for (const name of this.disk.readdirSync(join(this.dir, fan)))
        if (name.length === 38 && (fan + name).startsWith(prefix)) matching.add(fan + name)
    }
    return [...matching]
  }
}

function* entriesOf(objects: ReadonlyMap<Oid, GitObject>): Iterable<PackEntry> {
  for (const [oid, { kind, body }] of objects) yield { oid, bytes: packed(kind, body) }
}

function damaged(oid: Oid): Problem {
  return new Problem('bad-repository', `The object ${oid} of the history is damaged. Run git fsck, and fetch it from another copy.`, { oid })
}

function unpackLoose(raw: Buffer): GitObject | undefined {
  let whole: Buffer
  try {
    // Most notes fit into one chunk of this size; by default zlib allocates 16 KB for each.
    whole = inflateSync(raw, { maxOutputLength: MAX_OBJECT_BYTES, chunkSize: Math.min(Math.max(raw.length * 4, 512), 1 << 20) })
  } catch {
    return undefined
  }
  const end = whole.indexOf(0)
  const [kind = '', size = ''] = whole.toString('latin1', 0, Math.max(end, 0)).split(' ')
  const body = whole.subarray(end + 1)
  return end > 0 && KINDS.has(kind) && Number(size) === body.length ? { kind: kind as ObjectKind, body } : undefined
}
