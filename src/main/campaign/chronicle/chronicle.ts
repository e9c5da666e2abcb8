import { randomBytes } from 'node:crypto'
import type { ChroniclePage, KnownPosition } from '../../../shared/analysis/chronicle'
import { Problem } from '../../../shared/base/problem'
import type { Commit } from '../git/commits'
import type { Oid } from '../git/oid'
import { BeatRows, decodeRows, encodeRows } from './rows'

/** Rows per page; commits read before yielding; new rows after which the file is written again. */
const ROWS_PER_PAGE = 100_000
const COMMITS_PER_SLICE = 100
const MIN_NEW_ROWS = 500

/** A file on this machine. `read` returns only content that `write` has written. Neither method throws. */
export interface KeptFile {
  read(): Buffer | undefined
  /** Replaces the file atomically. Returns false if that failed. */
  write(content: Buffer): boolean
}

/** The part of a history that the chronicle reads. */
export interface ChronicleSource {
  /** If true, the chronicle writes no file. */
  readonly isReadOnly: boolean
  commit(id: Oid): Commit
  branches(): { name: string; head: Oid }[]
}

/**
 * The facts of every beat of every branch, in memory, for the timeline and for search. They are read from the commits once and then cached in a file
 * beside the repository. Without that file they are read from the commits again.
 */
export class Chronicle {
  readonly #store = randomBytes(6).toString('hex')
  #rows: BeatRows | undefined
  #savedRows = 0
  /** How many commits of the branch that is being read have no rows yet. */
  #unreadCount = 0
  #running: Promise<unknown> | undefined

  /** Without `file` nothing is cached. `waitMs`: how long a request waits for all rows before it returns those that exist. */
  constructor(
    private readonly source: ChronicleSource,
    private readonly file: KeptFile | undefined,
    private readonly waitMs = 250
  ) {}

  /** The current rows of every branch. Yields while it reads many. */
  async upToDate(): Promise<BeatRows> {
    // A caller must get the rows of all commits that exist at its call, so it waits for the running read and starts another one.
    const grown: Promise<BeatRows> = (this.#running ?? Promise.resolve()).then(() => this.#grow())
    this.#running = grown
    return grown
  }

  /** A page of the rows that a reader lacks. While a long history is being read, it has the rows that exist and the progress. */
  async page(having: KnownPosition | undefined, branches: ChroniclePage['branches']): Promise<ChroniclePage> {
    const rowsRead = this.upToDate()
    // A reader without rows gets the first page sooner.
    const limitMs = having ? this.waitMs : this.waitMs / 10
    const timeout = new Promise<undefined>((done) => void setTimeout(() => done(undefined), limitMs).unref())
    const whole = await Promise.race([rowsRead, timeout])
    const rows = whole ?? this.#rows ?? new BeatRows()
    const start = having?.store === this.#store && having.rows <= rows.length ? having : { rows: 0, scenes: 0 }
    const columns = rows.columns(start.rows, ROWS_PER_PAGE)
    const more = !whole || start.rows + columns.back.length < rows.length
    const page = { store: this.#store, columns, actions: rows.actions.list, scenes: rows.scenes.list.slice(start.scenes), branches, more }
    return whole ? page : { ...page, reading: rows.length + this.#unreadCount }
  }

  /** The parent of a commit that has a row; undefined for other commits. */
  parentOf(id: Oid): { parent: Oid | undefined } | undefined {
    const rows = (this.#rows ??= this.#read())
    const row = rows.rowOf(id)
    return row === undefined ? undefined : { parent: rows.list[rows.parentOf(row)]?.id }
  }

  /** The subject of a commit that has a row; undefined for other commits. */
  subjectOf(id: Oid): string | undefined {
    const rows = (this.#rows ??= this.#read())
    const row = rows.rowOf(id)
    return row === undefined ? undefined : rows.list[row]?.subject
  }

  async #grow(): Promise<BeatRows> {
    const rows = (this.#rows ??= this.#read())
    let read = 0
    for (const { head } of this.source.branches()) {
      const fresh: Commit[] = []
      for (let id: Oid | undefined = head; id !== undefined && rows.rowOf(id) === undefined; id = fresh.at(-1)?.parents[0]) {
        this.#unreadCount = fresh.push(this.#commit(id))
        if (++read % COMMITS_PER_SLICE === 0) await new Promise((done) => setImmediate(done))
      }
      for (let commit = fresh.pop(); commit; commit = fresh.pop()) rows.add(commit)
      this.#unreadCount = 0
    }
    if (rows.length - this.#savedRows >= MIN_NEW_ROWS) this.keep()
    return rows
  }

  /** A commit, or a substitute for a missing or damaged one, so that the rest of the timeline is still shown. */
  #commit(id: Oid): Commit {
    try {
      return this.source.commit(id)
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown
      return { id, tree: '', parents: [], author: { name: '', email: '' }, time: 0, message: "This commit can't be read. Run git fsck." }
    }
  }

  #read(): BeatRows {
    const bytes = this.file?.read()
    // Without the file, everything is read from the commits.
    const rows = bytes && decodeRows(bytes)
    this.#savedRows = rows?.length ?? 0
    return rows ?? new BeatRows()
  }

  /** Replaces the file atomically, if there are new rows. If that fails, the rows are read from the commits again next time. */
  keep(): void {
    const rows = this.#rows
    if (this.source.isReadOnly || !rows || rows.length === this.#savedRows) return
    if (this.file?.write(encodeRows(rows))) this.#savedRows = rows.length
  }
}
