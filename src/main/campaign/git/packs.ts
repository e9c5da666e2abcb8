import { join } from 'node:path'
import { Problem } from '../../../shared/problem'
import { Cache } from './cache'
import { type Disk, isMissing, quietly, removeFile } from './disk'
import type { GitObject } from './objects'
import { type Oid, oidOf } from './oid'
import { Pack, type Shelf } from './pack'
import { type Packed, levelOf, placePack, weightOf } from './pack-file'
import { tightly } from './tight'

/** How many packs of one level are joined into one of the next. Git repacks by itself at 50 packs. */
const WIDTH = 16

/** Packs of this level, and those with more objects or bytes than the limits below, are not joined again. */
const TOP = 2
/** How many packs of the top level, of 256 beats each, are repacked into one. */
const PRESSED = 2
/** How many repacked packs of one level are joined into one of the next. Together with the small ones there are never 50. */
const PRESSED_WIDTH = 4
const MOST_LEVELS = 9
const MOST_OBJECTS = 4000
const MOST_BYTES = 8 << 20

/** The packs of a repository. The list is read again when an object isn't found, because git may repack at any time. */
export class Packs {
  readonly #shelf: Shelf
  #packs: Pack[] | undefined
  #listed = { mtimeNs: -1n, settled: false }
  #lately: Pack | undefined
  /** Small packs that can't be joined or removed now. */
  #unfit = new Set<string>()
  /** How many beats to wait after a failed join. */
  #rest = 0

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
    return this.#retrying(() => {
      if (again && !this.#isStale()) return undefined
      let problem: Problem | undefined
      for (const pack of this.#likelyFirst(this.#list(again))) {
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
    return this.#retrying(() => this.#list(false).some((pack) => sound(() => pack.offsetOf(name)) !== undefined && this.disk.existsSync(pack.path)))
  }

  startingWith(prefix: string): Oid[] {
    return this.#retrying(() => this.#list(this.#isStale()).flatMap((pack) => sound(() => pack.startingWith(prefix)) ?? []))
  }

  /** Writes objects as one new pack. `weight` is their approximate size in bytes. */
  write(count: number, weight: number, objects: Iterable<Packed>): void {
    const level = count > MOST_OBJECTS || weight > MOST_BYTES ? TOP : 0
    this.#add(placePack(this.disk, { dir: this.dir, scratch: this.scratch, level, lasting: false }, count, objects))
  }

  /** Joins our small packs if there are at least `least` of them. Leaves git's packs alone, and those that git was told to keep. */
  tidy(least: number): void {
    if (this.#rest > 0) {
      this.#rest--
      return
    }
    try {
      for (let level = 0; level < TOP; level++) {
        if (this.#count(level) < (level === 0 ? Math.max(WIDTH, least) : WIDTH)) continue
        const packs = this.#ours(level, true)
        if (packs.length >= WIDTH) this.#join(packs, level)
      }
    } catch (thrown) {
      this.#rest = WIDTH
      throw thrown
    }
  }

  /** Whether there is work for `press`. */
  get isPressable(): boolean {
    return this.#count(TOP) >= PRESSED
  }

  /**
   * Repacks packs that `tidy` no longer joins into few small ones. Long work for a thread of its own while another one writes beats: nothing is
   * removed before its replacement is completely on disk and every object in it has been read again.
   */
  press(): void {
    const packs = this.#free(this.#ours(TOP, true))
    if (packs.length >= PRESSED) {
      const names = new Set(packs.flatMap((pack) => pack.names()))
      this.#replace(
        packs,
        TOP + 1,
        names.size,
        tightly(names, (oid) => this.find(oid, false) ?? this.find(oid, true))
      )
    }
    for (let level = TOP + 1; level < MOST_LEVELS; level++) {
      const joined = this.#free(this.#ours(level, true))
      if (joined.length < PRESSED_WIDTH) continue
      const objects = new Map<Oid, Packed>()
      const whole = joined.toReversed().filter((pack) => {
        const entries = sound(() => pack.entries())
        for (const entry of entries ?? []) if (!objects.has(entry.oid)) objects.set(entry.oid, entry)
        return entries !== undefined
      })
      if (whole.length >= PRESSED_WIDTH) this.#replace(whole, level + 1, objects.size, objects.values())
    }
  }

  /** Packs that git wasn't told to keep; none if a multi-pack index names them. */
  #free(packs: readonly Pack[]): Pack[] {
    const names = new Set(this.disk.readdirSync(this.dir))
    return names.has('multi-pack-index') ? [] : packs.filter((pack) => !names.has(pack.name.replace(/idx$/, 'keep')))
  }

  #replace(packs: readonly Pack[], level: number, count: number, objects: Iterable<Packed>): void {
    const placed = placePack(this.disk, { dir: this.dir, scratch: this.scratch, level, lasting: true }, count, objects)
    const pack = new Pack(this.#shelf, placed.name, BigInt(Date.now()) * 1_000_000n)
    for (const oid of pack.names()) {
      const object = pack.read(pack.offsetOf(Buffer.from(oid, 'hex')) ?? 0)
      if (oidOf(object.kind, object.body) === oid) continue
      this.#remove(pack)
      throw new Problem('disk', "A part of the history can't be packed, because it or the disk is damaged. Run git fsck.", { oid })
    }
    this.#add(placed)
    for (const old of packs) if (old.name !== placed.name) this.#remove(old)
  }

  /** Removes incomplete packs of ours that a crash left, up to a level. Returns the names in the folder. */
  sweep(upTo = MOST_LEVELS): Set<string> {
    const names = new Set(this.disk.readdirSync(this.dir))
    for (const name of names) {
      const other = name.endsWith('.pack') ? name.replace(/pack$/, 'idx') : name.replace(/idx$/, 'pack')
      const level = levelOf(name)
      if (level !== undefined && level <= upTo && other !== name && !names.has(other)) quietly(() => removeFile(this.disk, join(this.dir, name)))
    }
    return names
  }

  /** Removes packs of ours of which a power cut left only the names. */
  dropEmpty(): void {
    for (const name of this.disk.readdirSync(this.dir)) {
      const path = join(this.dir, name)
      if (levelOf(name) === undefined || !name.endsWith('.pack') || this.disk.lstatSync(path)?.size !== 0n) continue
      removeFile(this.disk, path.replace(/pack$/, 'idx'))
      removeFile(this.disk, path)
    }
  }

  #ours(level: number, again: boolean): Pack[] {
    return this.#list(again).filter((pack) => this.#isOurs(pack, level))
  }

  /** How many packs of a level are known. Called after every beat, in a burst with a thousand packs. */
  #count(level: number): number {
    let count = 0
    for (const pack of this.#list(false)) if (this.#isOurs(pack, level)) count++
    return count
  }

  #isOurs(pack: Pack, level: number): boolean {
    return pack.level === level && (this.#unfit.size === 0 || !this.#unfit.has(pack.name))
  }

  #join(packs: readonly Pack[], level: number): void {
    // Another thread may be about to place repacked packs.
    const names = this.sweep(TOP)
    // A multi-pack index would name packs that are gone; a user who has one has git join them.
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
        if (objects.has(entry.oid)) continue
        weight += weightOf(entry)
        objects.set(entry.oid, entry)
      }
    }
    if (joined.length < WIDTH) return
    const next = objects.size > MOST_OBJECTS || weight > MOST_BYTES ? TOP : level + 1
    const place = { dir: this.dir, scratch: this.scratch, level: next, lasting: true }
    this.#add(placePack(this.disk, place, objects.size, objects.values()))
    for (const pack of joined) this.#remove(pack)
  }

  /** Removes the index first, which hides the pack. Windows refuses while another program reads the file; then it is removed later. */
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
    // Before the first listing there is nothing to update; the listing will find it.
    const packs = this.#packs
    if (!packs) return
    // A pack of this name has the same content. Almost every pack is new, in a burst among a thousand.
    const at = packs.findIndex((other) => other.name === name)
    if (at >= 0) packs.splice(at, 1)
    packs.unshift(pack)
  }

  /** Retries, because a pack that was just there may have been joined into another. */
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

  /** Newest first, because recent objects are read most often. */
  #list(again: boolean): Pack[] {
    if (this.#packs && !again) return this.#packs
    const mtimeNs = this.disk.lstatSync(this.dir)?.mtimeNs ?? 0n
    // A folder changed within this second may change again without a new time.
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

/** The result for a pack; undefined if it is damaged, because another pack may have the object. */
function sound<T>(ask: () => T, tell?: (problem: Problem) => void): T | undefined {
  try {
    return ask()
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    tell?.(thrown)
    return undefined
  }
}
