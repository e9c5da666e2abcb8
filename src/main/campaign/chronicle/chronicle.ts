import { randomBytes } from 'node:crypto'
import type { ChroniclePage, Having } from '../../../shared/chronicle'
import { Problem } from '../../../shared/problem'
import type { Commit } from '../git/commits'
import type { Oid } from '../git/oid'
import { decodeRows, encodeRows } from './encoding'
import { Rows } from './rows'

/** Rows per page; commits read before a yield; new rows that are worth writing the file again. */
const ROWS_PER_PAGE = 100_000
const COMMITS_PER_SLICE = 100
const MIN_NEW_ROWS = 500

/** A file stored on this machine, which it believes only if it wrote it itself. Neither method throws. */
export interface KeptFile {
  read(): Buffer | undefined
  /** Writes the file whole or not at all; returns false if it couldn't. */
  write(content: Buffer): boolean
}

/** What the chronicle reads from. */
export interface Source {
  /** If true, no file is written either. */
  readonly isReadOnly: boolean
  commit(id: Oid): Commit
  branches(): { name: string; head: Oid }[]
}

/**
 * The facts of every beat of every branch, in memory, for the timeline and for search. They are read from the commits once and then cached in a
 * file beside the repository. Without that file they are read again.
 */
export class Chronicle {
  readonly #store = randomBytes(6).toString('hex')
  #rows: Rows | undefined
  #savedRows = 0
  /** How many commits of the line being read have no rows yet. */
  #underway = 0
  #growing: Promise<unknown> | undefined

  /** Without `file` nothing is cached. `patience`: how long (ms) a request waits for the reading before it answers with its progress. */
  constructor(
    private readonly source: Source,
    private readonly file: KeptFile | undefined,
    private readonly patience = 250
  ) {}

  /** The current rows of every branch. Yields while it reads many. */
  async upToDate(): Promise<Rows> {
    // A caller must get what was true at its call, so it waits for the running read and starts another one.
    const grown: Promise<Rows> = (this.#growing ?? Promise.resolve()).then(() => this.#grow())
    this.#growing = grown
    return grown
  }

  /** The rows that a reader doesn't have yet. While a long history is being read, those that exist, and the progress. */
  async page(having: Having | undefined, branches: ChroniclePage['branches']): Promise<ChroniclePage> {
    const grown = this.upToDate()
    // A reader without rows waits for its first screen.
    const wait = having ? this.patience : this.patience / 10
    const patience = new Promise<undefined>((done) => void setTimeout(() => done(undefined), wait).unref())
    const whole = await Promise.race([grown, patience])
    const rows = whole ?? this.#rows ?? new Rows()
    const known = having?.store === this.#store && having.rows <= rows.length ? having : { rows: 0, scenes: 0 }
    const columns = rows.columns(known.rows, ROWS_PER_PAGE)
    const more = !whole || known.rows + columns.back.length < rows.length
    const page = { store: this.#store, columns, actions: rows.actions.list, scenes: rows.scenes.list.slice(known.scenes), branches, more }
    return whole ? page : { ...page, reading: rows.length + this.#underway }
  }

  /** The parent of a commit that has a row; undefined for other commits. */
  parentOf(id: Oid): { parent: Oid | undefined } | undefined {
    const rows = (this.#rows ??= this.#read())
    const row = rows.rowOf(id)
    return row === undefined ? undefined : { parent: rows.ids[rows.parents.at(row)] }
  }

  /** The subject of a commit that has a row; undefined for other commits. */
  subjectOf(id: Oid): string | undefined {
    const rows = (this.#rows ??= this.#read())
    const row = rows.rowOf(id)
    return row === undefined ? undefined : rows.subjects[row]
  }

  async #grow(): Promise<Rows> {
    const rows = (this.#rows ??= this.#read())
    let read = 0
    for (const { head } of this.source.branches()) {
      const fresh: Commit[] = []
      for (let id: Oid | undefined = head; id !== undefined && rows.rowOf(id) === undefined; id = fresh.at(-1)?.parents[0]) {
        this.#underway = fresh.push(this.#commit(id))
        if (++read % COMMITS_PER_SLICE === 0) await new Promise((done) => setImmediate(done))
      }
      for (let commit = fresh.pop(); commit; commit = fresh.pop()) rows.add(commit)
      this.#underway = 0
    }
    if (rows.length - this.#savedRows >= MIN_NEW_ROWS) this.keep()
    return rows
  }

  /** A commit, or a stand-in for a missing or damaged one, so that the rest of the timeline is still drawn. */
  #commit(id: Oid): Commit {
    try {
      return this.source.commit(id)
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown
      return { id, tree: '', parents: [], author: { name: '', email: '' }, time: 0, message: "This commit can't be read. Run git fsck." }
    }
  }

  #read(): Rows {
    const bytes = this.file?.read()
    // Without the file, everything is read from the commits.
    const rows = bytes && decodeRows(bytes)
    this.#savedRows = rows?.length ?? 0
    return rows ?? new Rows()
  }

  /** Writes the file, whole or not at all, if there is something new. What can't be written is read again next time. */
  keep(): void {
    const rows = this.#rows
    if (this.source.isReadOnly || !rows || rows.length === this.#savedRows) return
    if (this.file?.write(encodeRows(rows))) this.#savedRows = rows.length
  }
}
