import { hash } from 'node:crypto'
import { join } from 'node:path'
import { Problem } from '../../../shared/base/problem'
import { Cache } from './cache'
import { type Disk, OPEN, isMissing, makeFolders, quietly, readWhole, removeFile, withFile, writeAll } from './disk'
import type { GitObject, Oid } from './oid'
import { Pack, type SharedPackState } from './pack'
import { type PackFiles, type PackEntry, type WrittenPack, type BeatRange, writePack, beatRangeOf } from './pack-file'
import { LEVEL_COUNT, nextNumber } from './ranges'

/** Packs of a beat above this size, in bytes, are flushed at once instead of being written to the journal. */
const MAX_JOURNALED_BYTES = 256 << 10

/** The packs of a repository. The list is read again when an object isn't found, because git may repack at any time. */
export class Packs {
  readonly #shared: SharedPackState
  #packs: Pack[] | undefined
  #listed = { mtimeNs: -1n, settled: false }
  #lastHit: Pack | undefined
  #next: number | undefined
  /** Names of packs that can't be joined or removed now. */
  readonly unfit = new Set<string>()
  /** This number changes when packs are removed, or appear in another way than by `place`. */
  generation = 0

  constructor(
    readonly disk: Disk,
    readonly dir: string,
    readonly scratch: string,
    elsewhere: (oid: Oid) => GitObject | undefined,
    /** Whether another process writes packs here now. Then a pack that looks damaged may be one that it is writing. */
    readonly isShared: () => boolean
  ) {
    const windows = new Cache<Buffer>(32 << 20, (bytes) => bytes.length)
    const bases = new Cache<GitObject>(32 << 20, (object) => object.body.length + 64)
    this.#shared = { disk, dir, windows, bases, elsewhere }
  }

  /** Finds an object in the known packs; with `again`, in a changed folder's packs. Throws a Problem if every copy is damaged. */
  find(oid: Oid, again: boolean): GitObject | undefined {
    const name = Buffer.from(oid, 'hex')
    return this.retrying(() => {
      if (again && !this.#isStale()) return undefined
      let problem: Problem | undefined
      for (const pack of this.#likelyFirst(this.list(again))) {
        const object = ifIntact(
          () => {
            const offset = pack.offsetOf(name)
            return offset === undefined ? undefined : pack.read(offset)
          },
          (damage) => (problem ??= damage)
        )
        if (object) {
          this.#lastHit = pack
          return object
        }
      }
      if (problem) throw problem
      return undefined
    })
  }

  /** The packs, beginning with the one of the last hit: objects of the same time are in the same pack. */
  #likelyFirst(packs: readonly Pack[]): readonly Pack[] {
    const at = this.#lastHit ? packs.indexOf(this.#lastHit) : -1
    return at > 0 ? [packs[at] as Pack, ...packs.slice(0, at), ...packs.slice(at + 1)] : packs
  }

  /** Returns whether a known pack has the object and still exists. Used before writing, where one copy too many does no harm. */
  has(oid: Oid): boolean {
    const name = Buffer.from(oid, 'hex')
    return this.retrying(() => this.list(false).some((pack) => ifIntact(() => pack.offsetOf(name)) !== undefined && this.disk.existsSync(pack.path)))
  }

  startingWith(prefix: string): Oid[] {
    return this.retrying(() => this.list(this.#isStale()).flatMap((pack) => ifIntact(() => pack.startingWith(prefix)) ?? []))
  }

  get next(): number {
    return (this.#next ??= nextNumber(this.list(false)))
  }

  /** Writes the objects of a beat as one new pack. Returns its files, unless they are so large that they were flushed already. */
  write(count: number, weight: number, objects: Iterable<PackEntry>): PackFiles | undefined {
    const first = this.next
    const placed = this.#place({ level: 0, first }, weight > MAX_JOURNALED_BYTES, count, objects)
    this.#add(placed)
    this.#next = first + 1
    return weight <= MAX_JOURNALED_BYTES && placed.pack ? { name: placed.name, pack: placed.pack, index: placed.index } : undefined
  }

  /** Writes objects as one new pack and flushes it. From then on its objects can be found. */
  place(range: BeatRange, count: number, objects: Iterable<PackEntry>): Pack {
    return this.#add({ name: this.#place(range, true, count, objects).name })
  }

  #place({ level, first }: BeatRange, lasting: boolean, count: number, objects: Iterable<PackEntry>): WrittenPack {
    return writePack(this.disk, { dir: this.dir, scratch: this.scratch, level, first, lasting }, count, objects)
  }

  #add({ name, ...files }: { name: string } & Partial<WrittenPack>): Pack {
    const pack = new Pack(this.#shared, name, BigInt(Date.now()) * 1_000_000n, files)
    const packs = this.#packs
    // A pack of the same name has the same content.
    const at = packs?.findIndex((other) => other.name === name) ?? -1
    if (at >= 0) packs?.splice(at, 1)
    packs?.unshift(pack)
    return pack
  }

  /** Removes incomplete packs of ours that a crash left, up to a level. */
  sweep(upTo = LEVEL_COUNT): void {
    if (this.isShared()) return
    const names = new Set(this.disk.readdirSync(this.dir))
    for (const name of names) {
      const other = name.endsWith('.pack') ? name.replace(/pack$/, 'idx') : name.replace(/idx$/, 'pack')
      const level = beatRangeOf(name)?.level
      if (level !== undefined && level <= upTo && other !== name && !names.has(other)) quietly(() => removeFile(this.disk, join(this.dir, name)))
    }
  }

  /** Restores the pack of a beat with this commit, unless it exists or was joined with others since. Throws a file system error. */
  restore({ name, pack, index }: PackFiles, commit: Oid): void {
    const base = join(this.dir, name.slice(0, -'.idx'.length))
    const [old, oldIndex] = [readWhole(this.disk, `${base}.pack`), readWhole(this.disk, `${base}.idx`)]
    if (old || oldIndex ? old?.equals(pack) && oldIndex?.equals(index) : this.has(commit)) return
    makeFolders(this.disk, this.dir)
    for (const [ending, bytes] of [
      ['pack', pack],
      ['idx', index]
    ] as const) {
      removeFile(this.disk, `${base}.${ending}`)
      withFile(this.disk, `${base}.${ending}`, OPEN.create, (fd) => writeAll(this.disk, fd, bytes, null), 0o444)
    }
    this.#packs = undefined
  }

  /** Moves damaged packs whose beats nobody has seen to a folder: those after the first journaled one, or only the newest if none is journaled. */
  setDamagedAside(journaled: readonly string[], folder: string): void {
    if (this.isShared()) return
    const singles = this.list(true).flatMap(({ name, range }) => (range?.level === 0 ? [{ name, first: range.first }] : []))
    const numbers = journaled.map((name) => beatRangeOf(name)?.first ?? 0)
    const from = numbers.length > 0 ? Math.min(...numbers) : Math.max(...singles.map(({ first }) => first))
    for (const { name, first } of singles) {
      const pack = name.replace(/idx$/, 'pack')
      const files = [name, pack].map((one) => readWhole(this.disk, join(this.dir, one)))
      if (first < from || journaled.includes(name) || files.every((bytes) => bytes && isWhole(bytes))) continue
      makeFolders(this.disk, folder)
      removeFile(this.disk, join(this.dir, name))
      this.disk.renameSync(join(this.dir, pack), join(folder, pack))
      this.#packs = undefined
    }
  }

  /** Removes our packs that a power cut left empty. */
  dropEmpty(): void {
    if (this.isShared()) return
    for (const name of this.disk.readdirSync(this.dir)) {
      const path = join(this.dir, name)
      if (!beatRangeOf(name) || !name.endsWith('.pack') || this.disk.lstatSync(path)?.size !== 0n) continue
      removeFile(this.disk, path.replace(/pack$/, 'idx'))
      removeFile(this.disk, path)
    }
  }

  /** Removes a pack, its index first. Windows refuses to remove a file that another program reads; then the pack counts as unfit. */
  remove(pack: Pack): void {
    try {
      removeFile(this.disk, join(this.dir, pack.name))
      this.#packs = this.#packs?.filter((other) => other !== pack)
      removeFile(this.disk, pack.path)
    } catch {
      this.unfit.add(pack.name)
    }
    this.generation++
  }

  /** Runs a lookup, again if a pack no longer exists, at most three times: another process may have joined it with others. */
  retrying<T>(run: () => T): T {
    for (let tries = 0; ; tries++) {
      try {
        return run()
      } catch (thrown) {
        if (!isMissing(thrown) || tries === 3) throw thrown
        this.#packs = undefined
      }
    }
  }

  #isStale(): boolean {
    const mtimeNs = this.disk.lstatSync(this.dir)?.mtimeNs ?? 0n
    return !this.#listed.settled || mtimeNs !== this.#listed.mtimeNs
  }

  /** The known packs, or with `again` those in the folder now. Newest first, because most lookups are for recent objects. */
  list(again: boolean): Pack[] {
    if (this.#packs && !again) return this.#packs
    const mtimeNs = this.disk.lstatSync(this.dir)?.mtimeNs ?? 0n
    // A folder changed within this second may change again without a new time.
    this.#listed = { mtimeNs, settled: BigInt(Date.now()) * 1_000_000n - mtimeNs > 1_000_000_000n }
    const knownPacks = new Map(this.#packs?.map((pack) => [pack.name, pack]))
    const names = new Set(mtimeNs === 0n ? [] : this.disk.readdirSync(this.dir))
    this.#next = undefined
    this.generation++
    this.#packs = [...names]
      .filter((name) => name.endsWith('.idx') && names.has(`${name.slice(0, -4)}.pack`))
      .map((name) => knownPacks.get(name) ?? new Pack(this.#shared, name, this.disk.lstatSync(join(this.dir, name))?.mtimeNs ?? 0n))
      .toSorted((a, b) => Number(b.mtimeNs - a.mtimeNs))
    return this.#packs
  }
}

/** Runs a lookup in a pack. If the pack is damaged, calls `onDamage` and returns undefined, because another pack may have the object. */
export function ifIntact<T>(look: () => T, onDamage?: (problem: Problem) => void): T | undefined {
  try {
    return look()
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    onDamage?.(thrown)
    return undefined
  }
}

/** Returns whether a pack or an index ends with the checksum of what is before it. */
function isWhole(bytes: Buffer): boolean {
  return bytes.length > 20 && hash('sha1', bytes.subarray(0, -20)) === bytes.toString('hex', bytes.length - 20)
}
