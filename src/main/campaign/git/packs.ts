import { join } from 'node:path'
import { Problem } from '../../../shared/problem'
import { Cache } from './cache'
import { type Disk, isMissing, quietly, removeFile } from './disk'
import type { GitObject } from './objects'
import type { Oid } from './oid'
import { Pack, type Shelf } from './pack'
import { type Packed, type Range, placePack, rangeOf } from './pack-file'
import { LEVELS, nextNumber } from './ranges'

/** The packs of a repository. The list is read again when an object isn't found, because git may repack at any time. */
export class Packs {
  readonly #shelf: Shelf
  #packs: Pack[] | undefined
  #listed = { mtimeNs: -1n, settled: false }
  #lately: Pack | undefined
  #next: number | undefined
  /** Names of packs that can't be joined or removed now. */
  readonly unfit = new Set<string>()
  /** Changes when packs were removed, or appeared in another way than by `place`. */
  generation = 0

  constructor(
    readonly disk: Disk,
    readonly dir: string,
    /** A folder on the same file system for unfinished files. */
    readonly scratch: string,
    elsewhere: (oid: Oid) => GitObject | undefined
  ) {
    const windows = new Cache<Buffer>(32 << 20, (bytes) => bytes.length)
    const bases = new Cache<GitObject>(32 << 20, (object) => object.body.length + 64)
    this.#shelf = { disk, dir, windows, bases, elsewhere }
  }

  /** The object from the known packs; with `again`, from packs that appeared since. */
  find(oid: Oid, again: boolean): GitObject | undefined {
    const name = Buffer.from(oid, 'hex')
    return this.retrying(() => {
      if (again && !this.#isStale()) return undefined
      let problem: Problem | undefined
      for (const pack of this.#likelyFirst(this.list(again))) {
        const found = sound(
          () => {
            const offset = pack.offsetOf(name)
            return offset === undefined ? undefined : pack.read(offset)
          },
          (damage) => (problem ??= damage)
        )
        if (found) {
          this.#lately = pack
          return found
        }
      }
      if (problem) throw problem
      return undefined
    })
  }

  /** Tries the pack of the last hit first: objects of one time are in the same pack. */
  #likelyFirst(packs: readonly Pack[]): readonly Pack[] {
    const at = this.#lately ? packs.indexOf(this.#lately) : -1
    return at > 0 ? [packs[at] as Pack, ...packs.slice(0, at), ...packs.slice(at + 1)] : packs
  }

  /** Returns whether a known pack has the object and still exists. Used before writing, where one copy too many does no harm. */
  has(oid: Oid): boolean {
    const name = Buffer.from(oid, 'hex')
    return this.retrying(() => this.list(false).some((pack) => sound(() => pack.offsetOf(name)) !== undefined && this.disk.existsSync(pack.path)))
  }

  startingWith(prefix: string): Oid[] {
    return this.retrying(() => this.list(this.#isStale()).flatMap((pack) => sound(() => pack.startingWith(prefix)) ?? []))
  }

  /** The number of the next beat. */
  get next(): number {
    return (this.#next ??= nextNumber(this.list(false)))
  }

  /** Writes the objects of a beat as one new pack. */
  write(count: number, objects: Iterable<Packed>): void {
    const first = this.next
    this.place({ level: 0, first }, false, count, objects)
    this.#next = first + 1
  }

  /** Writes objects as one new pack, which can be found from now on. With `lasting` it is on the disk before this returns. */
  place({ level, first }: Range, lasting: boolean, count: number, objects: Iterable<Packed>): Pack {
    const { name, index } = placePack(this.disk, { dir: this.dir, scratch: this.scratch, level, first, lasting }, count, objects)
    const pack = new Pack(this.#shelf, name, BigInt(Date.now()) * 1_000_000n, lasting ? undefined : index)
    const packs = this.#packs
    // A pack of the same name has the same content.
    const at = packs?.findIndex((other) => other.name === name) ?? -1
    if (at >= 0) packs?.splice(at, 1)
    packs?.unshift(pack)
    return pack
  }

  /** Removes incomplete packs of ours that a crash left, up to a level. */
  sweep(upTo = LEVELS): void {
    const names = new Set(this.disk.readdirSync(this.dir))
    for (const name of names) {
      const other = name.endsWith('.pack') ? name.replace(/pack$/, 'idx') : name.replace(/idx$/, 'pack')
      const level = rangeOf(name)?.level
      if (level !== undefined && level <= upTo && other !== name && !names.has(other)) quietly(() => removeFile(this.disk, join(this.dir, name)))
    }
  }

  /** Removes packs of ours of which a power cut left only the names. */
  dropEmpty(): void {
    for (const name of this.disk.readdirSync(this.dir)) {
      const path = join(this.dir, name)
      if (!rangeOf(name) || !name.endsWith('.pack') || this.disk.lstatSync(path)?.size !== 0n) continue
      removeFile(this.disk, path.replace(/pack$/, 'idx'))
      removeFile(this.disk, path)
    }
  }

  /** Removes a pack. The index goes first: without it the pack isn't seen. Windows refuses while another program reads the file; then it stays for later. */
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

  /** A pack that was there a moment ago may have been folded into another one. */
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
    const known = new Map(this.#packs?.map((pack) => [pack.name, pack]))
    const names = new Set(mtimeNs === 0n ? [] : this.disk.readdirSync(this.dir))
    this.#next = undefined
    this.generation++
    this.#packs = [...names]
      .filter((name) => name.endsWith('.idx') && names.has(`${name.slice(0, -4)}.pack`))
      .map((name) => known.get(name) ?? new Pack(this.#shelf, name, this.disk.lstatSync(join(this.dir, name))?.mtimeNs ?? 0n))
      .toSorted((a, b) => Number(b.mtimeNs - a.mtimeNs))
    return this.#packs
  }
}

/** What a pack says; undefined when it is damaged: what it should have may be in another one. */
export function sound<T>(ask: () => T, tell?: (problem: Problem) => void): T | undefined {
  try {
    return ask()
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    tell?.(thrown)
    return undefined
  }
}
