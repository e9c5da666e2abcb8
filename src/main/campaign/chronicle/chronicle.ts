import { randomBytes } from 'node:crypto'
import type { ChroniclePage, Having } from '../../../shared/chronicle'
import { Problem } from '../../../shared/problem'
import type { Commit } from '../git/commits'
import type { Oid } from '../git/oid'
import { decodeRows, encodeRows } from './kept'
import { Rows } from './rows'

/** Rows sent in one go; commits read before others get their turn; new rows that are worth writing the file again. */
const PAGE = 100_000
const AT_ONCE = 100
const WORTH = 500

/** A file that this machine keeps, and takes for its own only when it wrote it. Neither throws. */
export interface KeptFile {
  read(): Buffer | undefined
  /** Writes it whole or not at all; false when it could not. */
  write(content: Buffer): boolean
}

/** Where the chronicle reads from. */
export interface Source {
  /** Then no file is written either. */
  readonly isReadOnly: boolean
  commit(id: Oid): Commit
  branches(): { name: string; head: Oid }[]
}

/**
 * The facts of every beat of every branch, in memory, for the timeline and for searches. Read once from the commits and then kept in
 * a file beside the repository, from which the next opening takes them; the file is only a memory: without it they are read again.
 */
export class Chronicle {
  readonly #store = randomBytes(6).toString('hex')
  #rows: Rows | undefined
  #kept = 0
  /** Commits of a line that is being read and has no rows yet. */
  #underway = 0
  #growing: Promise<unknown> | undefined

  /** Without `file` nothing is kept. `patience`: how long an answer waits for what is being read, in ms, before it says how far that is. */
  constructor(
    private readonly source: Source,
    private readonly file: KeptFile | undefined,
    private readonly patience = 250
  ) {}

  /** Every row of every branch as it is now. Leaves the thread to others while it reads many. */
  async upToDate(): Promise<Rows> {
    // Who asks while others wait gets what was true when they asked; so the reading before is waited for and another one begun.
    const grown: Promise<Rows> = (this.#growing ?? Promise.resolve()).then(() => this.#grow())
    this.#growing = grown
    return grown
  }

  /** What a reader does not have yet. While a long history is being read, it is what there is, and how far that is. */
  async page(having: Having | undefined, branches: ChroniclePage['branches']): Promise<ChroniclePage> {
    const grown = this.upToDate()
    // Who has nothing yet waits for a first screen.
    const wait = having ? this.patience : this.patience / 10
    const patience = new Promise<undefined>((done) => void setTimeout(() => done(undefined), wait).unref())
    const whole = await Promise.race([grown, patience])
    const rows = whole ?? this.#rows ?? new Rows()
    const known = having?.store === this.#store && having.rows <= rows.length ? having : { rows: 0, scenes: 0 }
    const columns = rows.columns(known.rows, PAGE)
    const more = !whole || known.rows + columns.back.length < rows.length
    const page = { store: this.#store, columns, deeds: rows.deeds.list, scenes: rows.scenes.list.slice(known.scenes), branches, more }
    return whole ? page : { ...page, reading: rows.length + this.#underway }
  }

  /** The parent of a commit that has a row; undefined for others. */
  parentOf(id: Oid): { parent: Oid | undefined } | undefined {
    const rows = (this.#rows ??= this.#read())
    const row = rows.rowOf(id)
    return row === undefined ? undefined : { parent: rows.ids[rows.parents.at(row)] }
  }

  /** What happened at a commit that has a row; undefined for others. */
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
        if (++read % AT_ONCE === 0) await new Promise((done) => setImmediate(done))
      }
      for (let commit = fresh.pop(); commit; commit = fresh.pop()) rows.add(commit)
      this.#underway = 0
    }
    if (rows.length - this.#kept >= WORTH) this.keep()
    return rows
  }

  /** A commit, or what stands for one that is missing or damaged: the timeline of the rest is drawn all the same. */
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
    this.#kept = rows?.length ?? 0
    return rows ?? new Rows()
  }

  /** Writes the file, whole or not at all, when there is something new to keep. What cannot be kept is read again next time. */
  keep(): void {
    const rows = this.#rows
    if (this.source.isReadOnly || !rows || rows.length === this.#kept) return
    if (this.file?.write(encodeRows(rows))) this.#kept = rows.length
  }
}
