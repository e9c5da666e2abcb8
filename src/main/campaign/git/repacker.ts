import { Problem } from '../../../shared/base/problem'
import { type Oid, oidOf } from './oid'
import type { Pack } from './pack'
import type { PackEntry } from './pack-file'
import { type Packs, ifIntact } from './packs'
import { type PackGroup, LEVEL_COUNT, MAX_PLAIN_LEVEL, REPACKED_LEVEL, dueGroups } from './ranges'
import { deltify } from './deltify'

/** With this many small packs, groups of 256 beats are joined without waiting for `repack`, because git repacks by itself at 50 packs. */
const SMALL_PACKS_THRESHOLD = 24
/** With this many small packs, groups of 256 beats are joined at once. A burst waits for `MAX_WAITING_PACKS_IN_BURST` before any join. */
const MAX_WAITING_PACKS = 64
const MAX_WAITING_PACKS_IN_BURST = 1024
/** The number of beats in the smallest group. A group becomes complete only at a multiple of it. */
const SMALLEST_GROUP_BEATS = 16
/** Groups above this size, in bytes, are joined by `repack` instead of between two beats. */
const HEAVY_GROUP_BYTES = 8 << 20
/** Up to this level, joined packs are repacked, so that each file is complete in them only once. Above it, packs are concatenated. */
const MAX_DELTIFIED_LEVEL = 5

/** Keeps a repository's packs few and small (see `dueGroups`). Leaves git's own packs alone, and packs with a `.keep` file. */
export class Repacker {
  #beatsToSkip = 0
  /** The values of `#version` when `coalesce` and `isRepackable` last found nothing to do. */
  #coalescedAt = ''
  #repackedAt = ''

  constructor(readonly packs: Packs) {}

  /** A value that changes when there may be new work. */
  get #version(): string {
    return `${this.packs.generation} ${Math.floor(this.packs.next / SMALLEST_GROUP_BEATS)}`
  }

  /** Joins groups of small packs. Call it after every beat; in a burst it does nothing until many packs wait. */
  coalesce(isBurst: boolean): void {
    if (this.#beatsToSkip > 0) {
      this.#beatsToSkip--
      return
    }
    if (this.#coalescedAt === this.#version || (isBurst && this.packs.list(false).length < MAX_WAITING_PACKS_IN_BURST)) return
    try {
      if (this.#smallCount >= MAX_WAITING_PACKS) this.#coalesceLevel(MAX_PLAIN_LEVEL)
      this.#coalesceLevel(1)
      if (this.#smallCount >= SMALL_PACKS_THRESHOLD) this.#coalesceLevel(MAX_PLAIN_LEVEL)
      this.#coalescedAt = this.#version
    } catch (thrown) {
      this.#beatsToSkip = SMALLEST_GROUP_BEATS
      throw thrown
    }
  }

  get #smallCount(): number {
    return this.packs.list(false).filter(({ range }) => range && range.level < MAX_PLAIN_LEVEL).length
  }

  #coalesceLevel(level: number): void {
    for (const group of this.#due(level)) if (!isHeavy(group)) this.#coalesceGroup(group)
  }

  get isRepackable(): boolean {
    if (this.#repackedAt === this.#version) return false
    for (let level = 1; level < LEVEL_COUNT; level++) if (this.#toRepack(level).length > 0) return true
    this.#repackedAt = this.#version
    return false
  }

  /**
   * Repacks packs of old beats into few small ones. This takes long, so it runs in its own thread while another one writes beats. No pack is removed
   * before its replacement has been flushed and every object in the replacement has been read again. Groups with damaged packs are skipped, and the
   * first damage is thrown when the rest is done.
   */
  repack(): void {
    let damage: Problem | undefined
    for (let level = 1; level < LEVEL_COUNT; level++) {
      for (const { first } of this.#toRepack(level)) {
        try {
          this.packs.retrying(() => {
            const group = this.#toRepack(level).find((one) => one.first === first)
            if (group) this.#repackGroup(group)
          })
        } catch (thrown) {
          if (!(thrown instanceof Problem) || thrown.code !== 'bad-repository') throw thrown
          damage ??= thrown
        }
      }
    }
    if (damage) throw damage
  }

  /** The groups of a level that `repack` handles. Of the groups of small packs these are only the ones that are too heavy for `coalesce`. */
  #toRepack(level: number): PackGroup[] {
    const groups = this.#due(level)
    return level > MAX_PLAIN_LEVEL ? groups : groups.filter(isHeavy)
  }

  #repackGroup(group: PackGroup): void {
    const { packs, level, first } = group
    if (level < REPACKED_LEVEL || level > MAX_DELTIFIED_LEVEL) return this.#coalesceGroup(group)
    const names = new Set(packs.flatMap((pack) => pack.names()))
    const objects = deltify(names, (oid) => this.packs.find(oid, false) ?? this.packs.find(oid, true))
    const placed = this.packs.place({ level, first }, names.size, objects)
    this.#check(placed)
    // Another thread may have joined some of them meanwhile.
    const others = this.#due(level).find((one) => one.first === first)?.packs ?? []
    for (const other of others) if (other.name !== placed.name && other.names().every((oid) => placed.has(oid))) this.packs.remove(other)
  }

  /** Concatenates the packs of a group into one. Damaged packs stay unchanged. */
  #coalesceGroup({ level, first, packs }: PackGroup): void {
    // Another thread may be about to place repacked packs.
    if (level <= MAX_PLAIN_LEVEL) this.packs.sweep(MAX_PLAIN_LEVEL)
    const objects = new Map<Oid, PackEntry>()
    const whole = packs.filter((pack) => {
      const entries = ifIntact(() => pack.entries())
      if (!entries) this.packs.unfit.add(pack.name)
      for (const entry of entries ?? []) if (!objects.has(entry.oid)) objects.set(entry.oid, entry)
      return entries !== undefined
    })
    if (whole.length < 2) return
    const placed = this.packs.place({ level, first }, objects.size, objects.values())
    if (level > MAX_PLAIN_LEVEL) this.#check(placed)
    for (const old of whole) if (old.name !== placed.name) this.packs.remove(old)
  }

  #due(level: number): PackGroup[] {
    if (this.#dueAmong(this.packs.list(false), level).length === 0) return []
    // Git or another thread may have changed the packs meanwhile.
    const packs = this.packs.list(true)
    const names = new Set(this.packs.disk.readdirSync(this.packs.dir))
    // A multi-pack index would name packs that no longer exist. A user who has one lets git join packs.
    if (names.has('multi-pack-index')) return []
    return this.#dueAmong(
      packs.filter((pack) => !names.has(pack.name.replace(/idx$/, 'keep'))),
      level
    )
  }

  #dueAmong(packs: readonly Pack[], level: number): PackGroup[] {
    const { unfit, next } = this.packs
    return dueGroups(unfit.size === 0 ? packs : packs.filter(({ name }) => !unfit.has(name)), level, next)
  }

  #check(pack: Pack): void {
    for (const oid of pack.names()) {
      const object = pack.read(pack.offsetOf(Buffer.from(oid, 'hex')) ?? 0)
      if (oidOf(object.kind, object.body) === oid) continue
      this.packs.remove(pack)
      throw new Problem('disk', "A part of the history can't be packed, because it or the disk is damaged. Run git fsck.", { oid })
    }
  }
}

const isHeavy = ({ packs }: PackGroup): boolean => packs.reduce((sum, { size }) => sum + size, 0) > HEAVY_GROUP_BYTES
