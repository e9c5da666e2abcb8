import { deflateSync, inflateSync } from 'node:zlib'
import type { KeptFile } from '../../campaign/chronicle/chronicle'
import { ENGINE } from '../creation/create'

/** Raise this when beats are counted differently. Beats with older counts are then counted again. */
const COUNTER = 1
/** The maximum size of the file's content. */
const MAX_BYTES = 1 << 28
/** The number of new beats after which the file is written again. */
const MIN_NEW_BEATS = 500

/** The counts of one beat: pairs of a key's index and a number. */
export type Exercised = readonly number[]

interface Kept {
  counter: number
  engine: number
  keys: string[]
  rows: number[][]
  /** Commit ids joined, 40 digits each, and the index of each commit's row. */
  commits: string
  of: number[]
}

/** The counts of each beat, by its commit, cached beside the history. Many beats have equal counts, so equal rows are stored once. */
export class CoverageStore {
  readonly keys: string[] = []
  readonly #indexes = new Map<string, number>()
  readonly #rows: Exercised[] = []
  readonly #known = new Map<string, number>()
  readonly #beats = new Map<string, number>()
  #saved = 0

  constructor(private readonly file: KeptFile | undefined) {
    this.#load()
  }

  has(commit: string): boolean {
    return this.#beats.has(commit)
  }

  of(commit: string): Exercised {
    return this.#rows[this.#beats.get(commit) ?? -1] ?? []
  }

  add(commit: string, counts: ReadonlyMap<string, number>): void {
    const row = [...counts].flatMap(([key, times]) => [this.#indexOf(key), times])
    const name = row.join()
    const known = this.#known.get(name) ?? this.#rows.push(row) - 1
    this.#known.set(name, known)
    this.#beats.set(commit, known)
    if (this.#beats.size - this.#saved >= MIN_NEW_BEATS) this.keep()
  }

  /** Writes the file if there are new counts. Counts that can't be written are computed again next time. */
  keep(): void {
    if (!this.file || this.#beats.size === this.#saved) return
    const kept: Kept = {
      counter: COUNTER,
      engine: ENGINE,
      keys: this.keys,
      rows: this.#rows.map((row) => [...row]),
      commits: [...this.#beats.keys()].join(''),
      of: [...this.#beats.values()]
    }
    if (this.file.write(deflateSync(JSON.stringify(kept)))) this.#saved = this.#beats.size
  }

  #indexOf(key: string): number {
    const cached = this.#indexes.get(key)
    if (cached !== undefined) return cached
    const index = this.keys.push(key) - 1
    this.#indexes.set(key, index)
    return index
  }

  /** Reads the counts of this machine; none if the file is missing or from another counter or engine. */
  #load(): void {
    const bytes = this.file?.read()
    if (!bytes) return
    try {
      // The seal proves that this machine wrote the file, so its content need not be checked.
      const kept = JSON.parse(inflateSync(bytes, { maxOutputLength: MAX_BYTES }).toString('utf8')) as Kept
      if (kept.counter !== COUNTER || kept.engine !== ENGINE) return
      for (const key of kept.keys) this.#indexOf(key)
      for (const row of kept.rows) this.#known.set(row.join(), this.#rows.push(row) - 1)
      for (const [i, row] of kept.of.entries()) this.#beats.set(kept.commits.slice(i * 40, i * 40 + 40), row)
      this.#saved = this.#beats.size
    } catch {
      this.#beats.clear()
    }
  }
}
