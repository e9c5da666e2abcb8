import type { AbortSignalLike } from '../../../shared/base/abort'
import { COVERAGE_KINDS, type CoverageEntry, type CoverageGroup, type CoverageProgress, type CoverageReport } from '../../../shared/analysis/coverage'
import { Problem } from '../../../shared/base/problem'
import type { KeptFile } from '../../campaign/chronicle/chronicle'
import type { Rows } from '../../campaign/chronicle/rows'
import { timeSlices } from '../../work/time-slices'
import type { StoryReader } from '../reader'
import { BeatCounter, PLAYED, RAN, REASONS } from './count-beat'
import { CoverageStore } from './store'
import { type Subject, Subjects } from './subjects'

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
  readonly #subjects: Subjects
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
  ) {
    this.#subjects = new Subjects(campaign)
  }

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
        const id = rows.ids[row] ?? ''
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
    const end = ids.at(-1) ?? rows.ids[line.at(-1) ?? 0] ?? ''
    const sum = summed(store, ids)
    const { subjects, unread } = this.#subjects.at(history.commit(end).tree)
    return {
      commit: end,
      beats: sum.get(PLAYED) ?? 0,
      counted: sum.get(RAN) ?? 0,
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
function lineOf({ history }: StoryReader, rows: Rows, { branch, to }: CoverageSpan): number[] {
  const named = branch === undefined ? undefined : history.branches().find(({ name }) => name === branch)
  if (branch !== undefined && !named) throw new Problem('not-found', `There is no branch "${branch}". Choose one of this campaign's branches.`)
  const line = rows.line(to ?? named?.head ?? history.head().commit)
  if (!line) throw new Problem('not-found', 'No branch has this beat any more. Choose another one.')
  return line
}

/** The session of each row of a line; 0 before the first. */
function sessionsOf(rows: Rows, line: readonly number[]): number[] {
  let session = 0
  return line.map((row) => {
    const scene = /^sessions\/session-(\d+)\//.exec(rows.scenes.list[rows.scene.at(row)] ?? '')?.[1]
    if (rows.actions.list[rows.actionIndex.at(row)]?.action === 'open_session') session++
    else if (scene !== undefined) session = Number(scene)
    return session
  })
}

/** The commits of a span, oldest first. Throws Problem `bad-input`, `not-found`. */
function spanOf(rows: Rows, line: readonly number[], sessions: readonly number[], { session, from }: CoverageSpan): string[] {
  const first = from === undefined ? 0 : line.findIndex((row) => rows.ids[row] === from) + 1
  if (from !== undefined && first === 0)
    throw new Problem('bad-input', 'The first beat is not on the line that leads to the last one. Choose another span.')
  const ids = line.flatMap((row, i) => (i >= first && (session === undefined || sessions[i] === session) ? [rows.ids[row] ?? ''] : []))
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
