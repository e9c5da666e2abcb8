import type { AbortSignalLike } from '../../../shared/base/abort'
import { COVERAGE_KINDS, type CoverageEntry, type CoverageGroup, type CoverageProgress, type CoverageReport } from '../../../shared/analysis/coverage'
import { Problem } from '../../../shared/base/problem'
import type { KeptFile } from '../../campaign/chronicle/chronicle'
import type { BeatRows } from '../../campaign/chronicle/rows'
import { timeSlices } from '../../work/time-slices'
import type { StoryReader } from '../reader'
import { BeatCounter, PLAYED, REPLAYED, REASONS } from './count-beat'
import type { Subject, Subjects } from './subjects'
import { deflateSync, inflateSync } from 'node:zlib'
import { ENGINE } from '../creation/create'

/** Raise this when beats are counted differently. Beats with older counts are then counted again. */
const COUNTER = 1
const MAX_BYTES = 1 << 28
/** The number of new beats after which the file is written again. */
const MIN_NEW_BEATS = 500

/** The counts of one beat: pairs of a key's index and a number. */
type Exercised = readonly number[]

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
class CoverageStore {
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

/** A part of the story: a branch, a session of it, or the beats after `from` up to `to`. */
export interface CoverageSpan {
  branch?: string | undefined
  session?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

/** What play exercised in a campaign. Each beat is counted once on this machine. */
export class Coverage {
  #store: CoverageStore | undefined
  #subjects: Subjects | undefined
  /** Callers count one after the other, so that no beat is counted twice. */
  #last: Promise<unknown> = Promise.resolve()
  /** Loading a counting game takes as long as counting a hundred beats, so it stays loaded. */
  #counter: BeatCounter | undefined
  /** The head of the line that was last counted completely by `countWhile`. */
  #countedHead: string | undefined
  #isClosed = false

  constructor(
    private readonly campaign: StoryReader,
    private readonly file: KeptFile | undefined
  ) {}

  /**
   * The report on a part of the story, by the rules and world at its end. `tell` receives the progress of counting. Throws Problem `not-found`,
   * `bad-input` if `from` isn't on the line, `refused` when stopped; the counts until then are kept.
   */
  async report(span: CoverageSpan, tell: (at: CoverageProgress) => void = () => undefined, stop?: AbortSignalLike): Promise<CoverageReport> {
    return this.#inOrder(() => this.#report(span, tell, stop))
  }

  /**
   * Counts the beats of the current line ahead of a report, oldest first, as long as `mayGoOn` returns true, with a pause after each beat. The counts
   * are saved with the next report, after many beats, or when the campaign is closed.
   */
  async countWhile(mayGoOn: () => boolean, pause: () => Promise<void>): Promise<void> {
    const head = this.campaign.history.head().commit
    if (head === this.#countedHead) return
    await this.#inOrder(async () => {
      const store = (this.#store ??= new CoverageStore(this.file))
      const rows = await this.campaign.chronicle.upToDate()
      for (const row of rows.line(head) ?? []) {
        const id = rows.idOf(row)
        if (store.has(id)) continue
        if (this.#isClosed || !mayGoOn()) return
        await this.#countBeat(store, id)
        await pause()
      }
      this.#countedHead = head
    })
  }

  /** Saves the counts, and unloads the counting games as soon as no caller counts any more. */
  dispose(): void {
    this.#isClosed = true
    this.#store?.keep()
    void this.#last.then(() => this.#counter?.dispose())
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => undefined)
    return result
  }

  async #countBeat(store: CoverageStore, id: string): Promise<void> {
    this.#counter ??= new BeatCounter(this.campaign)
    store.add(id, await this.#counter.count(this.campaign.history.commit(id)))
  }

  async #report(span: CoverageSpan, tell: (at: CoverageProgress) => void, stop: AbortSignalLike | undefined): Promise<CoverageReport> {
    const { history } = this.campaign
    const store = (this.#store ??= new CoverageStore(this.file))
    const rows = await this.campaign.chronicle.upToDate()
    const line = lineOf(this.campaign, rows, span)
    const sessions = sessionsOf(rows, line)
    const ids = spanOf(rows, line, sessions, span)
    await this.#count(store, ids, tell, stop)
    const end = ids.at(-1) ?? rows.idOf(line.at(-1) ?? 0)
    const sum = summed(store, ids)
    // The parser of rules is loaded with the first report.
    this.#subjects ??= new (await import('./subjects')).Subjects(this.campaign)
    const { subjects, unread } = this.#subjects.at(history.commit(end).tree)
    return {
      commit: end,
      beats: sum.get(PLAYED) ?? 0,
      counted: sum.get(REPLAYED) ?? 0,
      uncounted: Object.entries(REASONS).flatMap(([key, reason]) => (sum.has(key) ? [{ reason, beats: sum.get(key) ?? 0 }] : [])),
      outdated: outdated(store, ids, subjects),
      unread,
      sessions: [...new Set(sessions)].filter((session) => session > 0),
      groups: groupsOf(subjects, sum)
    }
  }

  /** Counts the beats that this machine hasn't counted yet, oldest first. */
  async #count(store: CoverageStore, ids: readonly string[], tell: (at: CoverageProgress) => void, stop: AbortSignalLike | undefined): Promise<void> {
    const missing = ids.filter((id) => !store.has(id))
    if (missing.length === 0) return
    const yieldThread = timeSlices()
    try {
      for (const [done, id] of missing.entries()) {
        await this.#countBeat(store, id)
        tell({ done: done + 1, of: missing.length })
        await yieldThread()
        if (this.#isClosed || stop?.aborted) throw new Problem('refused', 'Counting was cancelled. The counts so far are kept.')
      }
    } finally {
      store.keep()
    }
  }
}

/** The rows of the line on which a span is, oldest first. Throws Problem `not-found`. */
function lineOf({ history }: StoryReader, rows: BeatRows, { branch, to }: CoverageSpan): number[] {
  const named = branch === undefined ? undefined : history.branches().find(({ name }) => name === branch)
  if (branch !== undefined && !named) throw new Problem('not-found', `There is no branch "${branch}". Choose one of this campaign's branches.`)
  const line = rows.line(to ?? named?.head ?? history.head().commit)
  if (!line) throw new Problem('not-found', 'No branch has this beat any more. Choose another one.')
  return line
}

/** The session of each row of a line; 0 before the first. */
function sessionsOf(rows: BeatRows, line: readonly number[]): number[] {
  let session = 0
  return line.map((row) => {
    const { action, scene: folder } = rows.list[row]!
    const scene = /^sessions\/session-(\d+)\//.exec(rows.scenes.list[folder] ?? '')?.[1]
    if (rows.actions.list[action]?.action === 'open_session') session++
    else if (scene !== undefined) session = Number(scene)
    return session
  })
}

/** The commits of a span, oldest first. Throws Problem `bad-input`, `not-found`. */
function spanOf(rows: BeatRows, line: readonly number[], sessions: readonly number[], { session, from }: CoverageSpan): string[] {
  const first = from === undefined ? 0 : line.findIndex((row) => rows.idOf(row) === from) + 1
  if (from !== undefined && first === 0)
    throw new Problem('bad-input', 'The first beat is not on the line that leads to the last one. Choose another span.')
  const ids = line.flatMap((row, i) => (i >= first && (session === undefined || sessions[i] === session) ? [rows.idOf(row)] : []))
  if (ids.length === 0 && session !== undefined) throw new Problem('not-found', `There is no session ${session} on this branch.`)
  return ids
}

function summed(store: CoverageStore, ids: readonly string[]): Map<string, number> {
  const sums = new Float64Array(store.keys.length)
  for (const id of ids) {
    const row = store.of(id)
    for (let i = 0; i < row.length; i += 2) {
      const key = row[i] ?? 0
      sums[key] = (sums[key] ?? 0) + (row[i + 1] ?? 0)
    }
  }
  return new Map(store.keys.flatMap((key, i) => (sums[i] ? [[key, sums[i] ?? 0] as const] : [])))
}

function groupsOf(subjects: readonly Subject[], sum: ReadonlyMap<string, number>): CoverageGroup[] {
  const groups = new Map(COVERAGE_KINDS.map((kind) => [kind, { kind, exercised: 0, entries: [] as CoverageEntry[] }]))
  for (const { kind, entry, keys, held } of subjects) {
    const times = keys.reduce((all, key) => all + (sum.get(key) ?? 0), 0)
    const group = groups.get(kind)
    if (!group) continue
    if (times > 0) group.exercised++
    group.entries.push({ ...entry, times, ...(held === undefined ? {} : { held: sum.get(held) ?? 0 }) })
  }
  for (const group of groups.values()) group.entries.sort((a, b) => Number(a.times > 0) - Number(b.times > 0))
  return [...groups.values()]
}

/** The file and version in a key that identifies a place in the rules; undefined for any other key. */
const fileOf = (key: string): { file: string; version: string } | undefined => {
  const [, file, version] = /^[sy] (.+?) ([0-9a-f]{12}) /.exec(key) ?? []
  return file === undefined || version === undefined ? undefined : { file, version }
}

/** The files of which beats ran an earlier version, those with the most such beats first. */
function outdated(store: CoverageStore, ids: readonly string[], subjects: readonly Subject[]): CoverageReport['outdated'] {
  const now = new Map(subjects.map(({ entry: { id } }) => fileOf(id)).flatMap((of) => (of ? [[of.file, of.version] as const] : [])))
  const old = store.keys.map((key) => {
    const of = fileOf(key)
    return of && now.has(of.file) && now.get(of.file) !== of.version ? of.file : undefined
  })
  const beats = new Map<string, number>()
  if (old.every((file) => file === undefined)) return []
  for (const id of ids) {
    const row = store.of(id)
    const files = new Set(row.flatMap((key, i) => (i % 2 === 0 ? (old[key] ?? []) : [])))
    for (const file of files) beats.set(file, (beats.get(file) ?? 0) + 1)
  }
  return [...beats].map(([file, count]) => ({ path: `rules/${file}`, beats: count })).toSorted((a, b) => b.beats - a.beats)
}
