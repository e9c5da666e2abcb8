import { join } from 'node:path'
import { Problem } from '../../../shared/problem'
import { Cache } from './cache'
import { type Disk, isMissing, quietly, removeFile } from './disk'
import type { GitObject } from './objects'
import type { Oid } from './oid'
import { Pack, type Shelf } from './pack'
import { type Packed, levelOf, placePack } from './pack-file'

/** So many packs of one level are joined into one of the next; git starts to repack by itself at 50 packs. */
const WIDTH = 16

/** Packs of this level, and those with more objects or bytes than follow, are not joined again. */
const TOP = 2
const MOST_OBJECTS = 4000
const MOST_BYTES = 8 << 20

/** The packs of a repository. Their list is read again when an object is not found, because git may repack at any time. */
export class Packs {
  readonly #shelf: Shelf
  #packs: Pack[] | undefined
  #listed = { mtimeNs: -1n, settled: false }
  /** Small packs that cannot be joined or removed now. */
  #unfit = new Set<string>()
  /** Beats to wait after a joining that failed. */
  #rest = 0

  constructor(
    readonly disk: Disk,
    readonly dir: string,
    /** A folder of the same file system for files that are not finished. */
    readonly scratch: string,
    elsewhere: (oid: Oid) => GitObject | undefined
  ) {
    const windows = new Cache<Buffer>(32 << 20, (bytes) => bytes.length)
    const bases = new Cache<GitObject>(32 << 20, (object) => object.body.length + 64)
    this.#shelf = { disk, dir, windows, bases, elsewhere }
  }

  /** The object from the packs known so far; with `again` from those that came since. */
  find(oid: Oid, again: boolean): GitObject | undefined {
    const name = Buffer.from(oid, 'hex')
    return this.#retrying(() => {
      if (again && !this.#isStale()) return undefined
      let problem: Problem | undefined
      for (const pack of this.#list(again)) {
        const found = sound(
          () => {
            const offset = pack.offsetOf(name)
            return offset === undefined ? undefined : pack.read(offset)
          },
          (damage) => (problem ??= damage)
        )
        if (found) return found
      }
      if (problem) throw problem
      return undefined
    })
  }

  /** Whether a pack known so far has it and is still there; asked before writing, when one copy too many does no harm. */
  has(oid: Oid): boolean {
    const name = Buffer.from(oid, 'hex')
    return this.#retrying(() => this.#list(false).some((pack) => sound(() => pack.offsetOf(name)) !== undefined && this.disk.existsSync(pack.path)))
  }

  startingWith(prefix: string): Oid[] {
    return this.#retrying(() => this.#list(this.#isStale()).flatMap((pack) => sound(() => pack.startingWith(prefix)) ?? []))
  }

  /** Writes objects as one new pack. `weight` is about how many bytes they have. */
  write(count: number, weight: number, objects: Iterable<Packed>): void {
    const level = count > MOST_OBJECTS || weight > MOST_BYTES ? TOP : 0
    this.#add(placePack(this.disk, { dir: this.dir, scratch: this.scratch, level, lasting: false }, count, objects))
  }

  /** Joins small packs of ours once there are many, at least `least` of them. Those of git are left alone, as are those that git was told to keep. */
  tidy(least: number): void {
    if (this.#rest > 0) {
      this.#rest--
      return
    }
    try {
      for (let level = 0; level < TOP; level++) {
        if (this.#count(level) < (level === 0 ? Math.max(WIDTH, least) : WIDTH)) continue
        const packs = this.#small(level, true)
        if (packs.length >= WIDTH) this.#join(packs, level)
      }
    } catch (thrown) {
      this.#rest = WIDTH
      throw thrown
    }
  }

  /** Removes halves of packs of ours that a crash left; answers what stands in the folder. */
  sweep(): Set<string> {
    const names = new Set(this.disk.readdirSync(this.dir))
    for (const name of names) {
      const other = name.endsWith('.pack') ? name.replace(/pack$/, 'idx') : name.replace(/idx$/, 'pack')
      if (levelOf(name) !== undefined && other !== name && !names.has(other)) quietly(() => removeFile(this.disk, join(this.dir, name)))
    }
    return names
  }

  /** Removes packs of ours of which a power cut left the names alone. */
  dropEmpty(): void {
    for (const name of this.disk.readdirSync(this.dir)) {
      const path = join(this.dir, name)
      if (levelOf(name) === undefined || !name.endsWith('.pack') || this.disk.lstatSync(path)?.size !== 0n) continue
      removeFile(this.disk, path.replace(/pack$/, 'idx'))
      removeFile(this.disk, path)
    }
  }

  #small(level: number, again: boolean): Pack[] {
    return this.#list(again).filter((pack) => this.#isSmall(pack, level))
  }

  /** How many of them are known: asked after every beat, in a burst with a thousand packs there. */
  #count(level: number): number {
    let count = 0
    for (const pack of this.#list(false)) if (this.#isSmall(pack, level)) count++
    return count
  }

  #isSmall(pack: Pack, level: number): boolean {
    return pack.level === level && !this.#unfit.has(pack.name)
  }

  #join(packs: readonly Pack[], level: number): void {
    const names = this.sweep()
    // An index over many packs would name packs that are gone; whoever has one has git join them.
    if (names.has('multi-pack-index')) {
      this.#rest = WIDTH
      return
    }
    const objects = new Map<Oid, Packed>()
    const joined: Pack[] = []
    let weight = 0
    for (const pack of packs) {
      const entries = names.has(pack.name.replace(/idx$/, 'keep')) ? undefined : sound(() => pack.entries())
      if (entries) joined.push(pack)
      else this.#unfit.add(pack.name)
      for (const entry of entries ?? []) {
        if (!objects.has(entry.oid)) weight += entry.bytes.length
        objects.set(entry.oid, entry)
      }
    }
    if (joined.length < WIDTH) return
    const next = objects.size > MOST_OBJECTS || weight > MOST_BYTES ? TOP : level + 1
    const place = { dir: this.dir, scratch: this.scratch, level: next, lasting: true }
    this.#add(placePack(this.disk, place, objects.size, objects.values()))
    for (const pack of joined) this.#remove(pack)
  }

  /** The index goes first: without it the pack is not seen. Windows refuses while another program reads the file; then it is left for later. */
  #remove(pack: Pack): void {
    try {
      removeFile(this.disk, join(this.dir, pack.name))
      this.#packs = this.#packs?.filter((other) => other !== pack)
      removeFile(this.disk, pack.path)
    } catch {
      this.#unfit.add(pack.name)
    }
  }

  #add({ name, index }: { name: string; index: Buffer }): void {
    const pack = new Pack(this.#shelf, name, BigInt(Date.now()) * 1_000_000n, index)
    // Before the first listing there is nothing to add to; the listing will find it.
    this.#packs = this.#packs && [pack, ...this.#packs.filter((other) => other.name !== name)]
  }

  /** A pack that was there a moment ago may have been folded into another one. */
  #retrying<T>(run: () => T): T {
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

  /** Newest first: what is asked for is most often of late. */
  #list(again: boolean): Pack[] {
    if (this.#packs && !again) return this.#packs
    const mtimeNs = this.disk.lstatSync(this.dir)?.mtimeNs ?? 0n
    // A folder changed within this very second may change again without its time moving.
    this.#listed = { mtimeNs, settled: BigInt(Date.now()) * 1_000_000n - mtimeNs > 1_000_000_000n }
    const known = new Map(this.#packs?.map((pack) => [pack.name, pack]))
    const names = new Set(mtimeNs === 0n ? [] : this.disk.readdirSync(this.dir))
    this.#packs = [...names]
      .filter((name) => name.endsWith('.idx') && names.has(`${name.slice(0, -4)}.pack`))
      .map((name) => known.get(name) ?? new Pack(this.#shelf, name, this.disk.lstatSync(join(this.dir, name))?.mtimeNs ?? 0n))
      .toSorted((a, b) => Number(b.mtimeNs - a.mtimeNs))
    return this.#packs
  }
}

/** What a pack says; undefined when it is damaged: what it should have may be in another one. */
function sound<T>(ask: () => T, tell?: (problem: Problem) => void): T | undefined {
  try {
    return ask()
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    tell?.(thrown)
    return undefined
  }
}
