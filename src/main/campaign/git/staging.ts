import { hash } from 'node:crypto'
import { Problem } from '../../../shared/base/problem'
import { type Disk, OPEN, type Stat, quietly, readWhole, removeFile, withFile, writeAll } from './disk'
import {
  type IndexFile,
  type IndexRow,
  doubted,
  encodeIndex,
  findRow,
  makeRow,
  matchesStat,
  parseIndex,
  insertionPoint,
  rowMode,
  rowOid,
  rowPath,
  rowSeconds,
  rowStage
} from './index-file'
import { type TreeEntry, NO_OID, type Oid, byteOrder, sameEntry } from './oid'
import { BURST_MS } from './journal'
import type { Locks } from './locks'
import type { Working } from './working'

/** A waiting change of an index row: the old and the new entry, and the file's stat when it was written. */
interface Step {
  before: TreeEntry | undefined
  after: TreeEntry | undefined
  stat: Stat | undefined
}

/** The parts of a repository that staging uses. */
interface StagedRepo {
  disk: Disk
  gitDir: string
  isReadOnly: boolean
  home: string
  scratch: string
  locks: Locks
  working: Working
  clock: () => number
}

/** How long the index may lag behind a burst of beats, under git's lock, in ms. */
const MAX_LAG_MS = 250

/** The entry of a row; for a path in conflict, an entry that equals no other. */
export function entryOf(row: IndexRow | undefined): TreeEntry | undefined {
  return row && rowStage(row) !== 0 ? { mode: 0, oid: NO_OID } : row && { mode: rowMode(row), oid: rowOid(row) }
}

/**
 * Updates git's index after beats. It changes only rows that still have the old entry of a beat, so that everything that the user staged stays. While
 * rows wait, it holds git's index lock, because a commit by the user would contain the old rows and so undo beats.
 */
export class Staging {
  #cached: { statKey: string; seconds: number; index: IndexFile } | undefined
  #waiting = new Map<string, Step>()
  #held = false
  /** Whether the cache was compared with the file since the lock was taken. */
  #checked = false
  #since = 0
  #last = Number.NEGATIVE_INFINITY
  #noted = false
  #timer: NodeJS.Timeout | undefined

  /** How often the index file was read. It is read again after another program has written it. */
  reads = 0
  /** Rows to use if the index is missing or damaged and must not be written. */
  standIn: (() => IndexRow[]) | undefined

  /** Whether working files of a beat still have to be written; then the note stays. */
  isOwing = false

  constructor(readonly repo: StagedRepo) {}

  get path(): string {
    return `${this.repo.gitDir}/index`
  }

  get lock(): string {
    return `${this.path}.lock`
  }

  /** The note that says from which commit on the index may lag; it exists while work is unfinished. */
  get note(): string {
    return `${this.repo.home}/pending`
  }

  get isBehind(): boolean {
    return this.#waiting.size > 0
  }

  /** Stops the timer of the waiting rows. The note stays, and the next opening updates the index. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Throws a Problem for an index in an unsupported format. */
  checkFormat(): void {
    const bytes = readWhole(this.repo.disk, this.path)
    if (bytes) parseIndex(bytes)
  }

  /** Whether there is an intact index. Throws a Problem for an unsupported format. */
  get isSound(): boolean {
    const bytes = readWhole(this.repo.disk, this.path)
    return bytes !== undefined && isUndamaged(bytes) && parseIndex(bytes) !== undefined
  }

  #read(): IndexFile {
    const bytes = readWhole(this.repo.disk, this.path)
    const index = bytes && this.#parsed(bytes)
    if (bytes && !index && !this.standIn)
      throw new Problem(
        'bad-repository',
        'The git index is damaged. Close the campaign and open it again: Proscenium then rebuilds the index from the last commit.'
      )
    return index ?? { rows: this.standIn?.() ?? [], extensions: [] }
  }

  /** An index in a format that we don't know doesn't matter to a reader: HEAD's rows stand in for it. */
  #parsed(bytes: Buffer): IndexFile | undefined {
    try {
      return parseIndex(bytes)
    } catch (thrown) {
      if (thrown instanceof Problem && this.repo.isReadOnly) return undefined
      throw thrown
    }
  }

  #load(): IndexFile {
    // While we hold the lock nobody else writes the file. Rows that were read before we took it may be outdated.
    if (this.#held && this.#checked && this.#cached) return this.#cached.index
    const stat = this.repo.disk.lstatSync(this.path)
    const statKey = stat ? `${stat.ino} ${stat.mtimeNs} ${stat.size}` : ''
    if (this.#cached?.statKey !== statKey) {
      const seconds = stat ? Number(stat.mtimeNs / 1_000_000_000n) : Number.POSITIVE_INFINITY
      this.#cached = { statKey, seconds, index: this.#read() }
      this.reads++
    }
    this.#checked = this.#held
    return this.#cached.index
  }

  /** The rows including the waiting changes. `seconds` is the time of the index file: a row whose file time isn't earlier proves nothing. */
  rows(): { rows: readonly IndexRow[]; seconds: number } {
    const index = this.#load()
    const seconds = this.#cached?.seconds ?? 0
    return { rows: this.#waiting.size === 0 ? index.rows : this.#patched(index).rows, seconds }
  }

  entry(path: string): TreeEntry | undefined {
    const step = this.#waiting.get(path)
    return step ? step.after : entryOf(findRow(this.#load().rows, path))
  }

  /** Before HEAD moves: notes the index's commit and takes git's index lock, unless another process holds it (see `checkHeld`). */
  begin(base: Oid | undefined, ref: string): void {
    const { disk, locks } = this.repo
    if (this.#held) return
    if (!this.#noted) {
      this.#noted = true
      removeFile(disk, this.note)
      withFile(disk, this.note, OPEN.create, (fd) => writeAll(disk, fd, Buffer.from(`${base ?? NO_OID} ${ref}\n`), 0))
    }
    this.#held = locks.take(this.lock)
    this.#since = this.repo.clock()
  }

  /** To be called after `begin`. Throws a Problem `locked` if another process holds git's index lock. */
  checkHeld(): void {
    if (!this.#held) throw this.repo.locks.held(this.lock)
  }

  /** Throws a Problem `locked` if another process holds git's index lock now, so that nothing can be saved. */
  checkFree(): void {
    const { disk, locks } = this.repo
    if (this.#held || !disk.lstatSync(this.lock)) return
    if (!locks.take(this.lock)) throw locks.held(this.lock)
    locks.release(this.lock)
  }

  /** To be called after a refused beat. Releases the lock, unless earlier rows still wait. */
  abandon(): void {
    if (this.#waiting.size === 0) quietly(() => this.#release())
  }

  /** Queues the row of a file that was written. */
  step(path: string, before: TreeEntry | undefined, after: TreeEntry | undefined, stat: Stat | undefined): void {
    const first = this.#waiting.get(path)
    this.#waiting.set(path, { before: first ? first.before : before, after, stat })
  }

  /** To be called after a beat. Writes the index now, or soon if beats come quickly. Never throws; failures are retried at the next beat. */
  settle(): void {
    const now = this.repo.clock()
    const burst = now - this.#last < BURST_MS && this.#held && now - this.#since < MAX_LAG_MS
    this.#last = now
    if (!burst) quietly(() => this.flush())
    if (this.#waiting.size > 0) this.#timer ??= setTimeout(() => this.#onTime(), MAX_LAG_MS)
  }

  #onTime(): void {
    this.#timer = undefined
    quietly(() => this.flush())
  }

  /** Writes the waiting rows to the index and releases git's lock. Throws a Problem if another process holds it. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#waiting.size > 0) {
      if (!this.#held) this.#held = this.repo.locks.take(this.lock)
      this.checkHeld()
      this.#write(this.#patched(this.#load()))
      this.#waiting.clear()
    }
    this.#release()
  }

  /** Creates a new index; moves an existing one to `aside`. Returns whether there was one. */
  restore(rows: IndexRow[], aside: string): boolean {
    if (!this.repo.locks.take(this.lock)) throw this.repo.locks.held(this.lock)
    try {
      const { disk } = this.repo
      const isThere = disk.lstatSync(this.path) !== undefined
      if (isThere) disk.renameSync(this.path, aside)
      this.#write({ rows, extensions: [] })
      return isThere
    } finally {
      quietly(() => this.repo.locks.release(this.lock))
    }
  }

  #release(): void {
    if (this.#held) this.repo.locks.release(this.lock)
    this.#held = false
    this.#checked = false
    if (this.isOwing) return
    if (this.#noted) removeFile(this.repo.disk, this.note)
    this.#noted = false
  }

  #patched(index: IndexFile): IndexFile {
    const rows = [...index.rows]
    for (const [path, step] of this.#waiting) {
      const key = byteOrder(path)
      const place = insertionPoint(rows, key)
      const old = rows[place]?.key === key ? rows[place] : undefined
      const staged = entryOf(old)
      if (!sameEntry(staged, step.before) && !sameEntry(staged, step.after)) continue
      if (step.after) rows.splice(place, old ? 1 : 0, makeRow(path, step.after, step.stat))
      else if (old) rows.splice(place, 1)
    }
    return { rows, extensions: index.extensions }
  }

  #write(index: IndexFile): void {
    const { disk } = this.repo
    const seconds = this.#cached?.seconds ?? 0
    // Git trusts a row whose file time is older than the index. Writing a newer index would make it trust rows that it had reason to doubt, so
    // those are checked again.
    const waiting = new Map([...this.#waiting].map(([path, step]) => [byteOrder(path), step]))
    const rows = index.rows.map((row) => {
      const step = waiting.get(row.key)
      if (step ? !step.after : rowSeconds(row) < seconds) return row
      const stat = this.repo.working.stat(rowPath(row))
      return stat && matchesStat(row, stat) ? row : doubted(row)
    })
    const draft = `${this.repo.scratch}/index`
    removeFile(disk, draft)
    const written = { rows, extensions: index.extensions }
    const bytes = encodeIndex(written)
    const stat = withFile(disk, draft, OPEN.create, (fd) => {
      writeAll(disk, fd, bytes, 0)
      return disk.fstatSync(fd)
    })
    disk.renameSync(draft, this.path)
    this.#cached = { statKey: `${stat.ino} ${stat.mtimeNs} ${stat.size}`, seconds: Number(stat.mtimeNs / 1_000_000_000n), index: written }
  }
}

/** Whether an index has a valid checksum. Without one (index.skipHash) it looks as after a power cut; then no path may be empty. */
function isUndamaged(bytes: Buffer): boolean {
  const sum = bytes.subarray(-20)
  if (sum.some((byte) => byte !== 0)) return hash('sha1', bytes.subarray(0, -20)) === sum.toString('hex')
  return parseIndex(bytes)?.rows.every((row) => rowPath(row) !== '') ?? false
}
