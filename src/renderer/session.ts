import { create } from 'zustand'
import { own } from '../shared/base/json'
import type { HostInfo, RecentCampaign } from '../shared/story/campaign'
import type { Mark } from '../shared/analysis/chronicle'
import type { Lore } from '../shared/story/lore'
import type { Present, SceneLog, TableStatus } from '../shared/table/present'
import type { BeatDetail } from '../shared/story/play'
import type { ProblemData } from '../shared/base/problem'
import type { UndoDirection } from '../shared/contract/world-edits'
import { api } from './client'
import { problemOf } from './problem-of'
import { panelsBeside, viewOf } from './registry'
import { indexIn, lineFor, noBeats, type Beats } from './store/beats'
import { FIRST_VIEW, loadDesk, saveDesk, type DeskState } from './store/desk'
import type { LiveTurn } from './store/live'
import { type MapItem, emptyMapState, type MapState } from './store/map-state'
import { Scrubber, type Snapshot } from './store/scrub'
import { withoutStop } from './store/stop-notice'
import { spansOf, type SceneSpan } from './store/story'

/** A notice: a problem, or a message that disappears by itself. */
export interface Notice {
  id: number
  kind: 'problem' | 'news'
  problem?: ProblemData
  text: string
  /** The remedy: the id of a command, and its label. */
  does?: { command: string; words: string }
}

/** What follows after continuing from the past: play on, play one beat, take over the next turn or a seat, or only create the branch. */
export type PlayRequest = 'play' | 'step' | 'hand' | 'branch' | { take: string; how: 'turn' | 'always' }

/** The whole state of the window. Written at most once a frame while events stream in. */
export interface Session {
  link: 'connecting' | 'open' | 'lost'
  /** Whether the core has reported the open campaign at least once. */
  loaded: boolean
  host?: HostInfo
  recent?: RecentCampaign[]
  /** The present of the open campaign; undefined on the start page. */
  present?: Present
  beats: Beats
  /** While a long history is read for the first time: the number of commits so far. */
  reading?: number
  /** The line of history in view, oldest first, and its scenes. */
  line: Mark[]
  /** The subjects of beats, by commit. */
  subjects: ReadonlyMap<string, string>
  spans: SceneSpan[]
  /** The commit in view; undefined for the present. */
  cursor?: string
  /** The state at the cursor; until it arrives, the previous one. */
  snapshot?: Snapshot
  /** Logs by the commit that ends their span (see `store/story.ts`). */
  logs: ReadonlyMap<string, SceneLog>
  titles: Readonly<Record<string, string>>
  detail?: BeatDetail
  inspectedActor?: string
  /** The turns in progress, as far as their events have arrived. */
  live: readonly LiveTurn[]
  /** The number of turns that ended while this window was open. */
  endedTurns: number
  mapState: MapState
  /** The number of unanswered calls that change something. */
  busy: number
  notices: Notice[]
  /** The last edit of this window: its subject, its commit, and the command that reverses it. */
  edited?: { head: string; subject: string; reverse: UndoDirection } | undefined
  /** The request to play in the past, while a dialog asks where to continue. */
  playRequest?: PlayRequest
  /** Resumes the request to play after the banner about external changes is answered. */
  resumeAfterEdits?: () => void
  /** The open dialog, by its id among the features. */
  dialog?: string
  /** The file in the read-only view, with its line. */
  file?: { path: string; line?: number }
  /** The repository without a campaign in which one may be created. */
  foreign?: string
  /** The view that covers the selected one until another is selected. */
  coverView?: string
  slices: Readonly<Record<string, object>>
  desk: DeskState
  appearance: `${'dark' | 'light'}-${'now' | 'past'}`
}

/** The one store of the window. */
export const useSession = create<Session>()(() => ({
  link: 'connecting',
  loaded: false,
  beats: noBeats(),
  live: [],
  endedTurns: 0,
  line: [],
  subjects: new Map(),
  spans: [],
  logs: new Map(),
  titles: {},
  busy: 0,
  notices: [],
  mapState: emptyMapState,
  slices: {},
  desk: loadDesk(),
  appearance: 'dark-now'
}))

const get = useSession.getState
const set = useSession.setState
const MAX_LOGS = 300

let noticeCount = 0

/** Shows a problem until it is dismissed. The same sentence is not shown twice. */
export function showProblem(error: unknown): void {
  showProblemData(problemOf(error))
}

/** Shows a problem that came as data. */
export function showProblemData(problem: ProblemData): void {
  if (get().notices.some((one) => one.text === problem.message)) return
  set({ notices: [...get().notices, { id: ++noticeCount, kind: 'problem' as const, problem, text: problem.message }].slice(-3) })
}

/** Shows a notification for a few seconds, longer if it has a remedy. The same text is shown once. */
export function notify(text: string, does?: Notice['does']): void {
  const id = ++noticeCount
  const others = get().notices.filter((one) => one.kind !== 'news' || one.text !== text)
  set({ notices: [...others, { id, kind: 'news' as const, text, ...(does ? { does } : {}) }].slice(-3) })
  setTimeout(() => dismiss(id), does ? 12_000 : 5000)
}

/** Removes a notice. */
export function dismiss(id: number): void {
  set({ notices: get().notices.filter((one) => one.id !== id) })
}

/** Dismisses the problem for which the table had stopped, because it plays on. */
export function forgetStop(before: TableStatus, now: TableStatus): void {
  const { notices } = get()
  const left = withoutStop(notices, before, now)
  if (left !== notices) set({ notices: left })
}

/** Dismisses problems about an unusable repository, because it has been read again. */
export function forgetRepository(): void {
  const { notices } = get()
  const left = notices.filter(({ problem }) => problem?.code !== 'bad-repository')
  if (left.length < notices.length) set({ notices: left })
}

/** Changes the desk and saves it. */
export function arrange(part: Partial<DeskState>): void {
  const desk = { ...get().desk, ...part }
  set({ desk, ...(part.view === undefined && part.side === undefined ? {} : { coverView: undefined }) })
  saveDesk(desk)
  if (part.side !== undefined) fetchDetail()
}

/** Opens a side panel; switches the view if the current one doesn't have that panel. */
export function showPanel(side: DeskState['side']): void {
  const view = viewOf(get().desk.view)
  arrange({ side, ...(view && panelsBeside(view).some(({ id }) => id === side) ? {} : { view: FIRST_VIEW }) })
}

/** Opens an actor's sheet beside the stage. */
export function inspect(actor: string): void {
  set({ inspectedActor: actor })
  showPanel('sheet')
}

/** Changes the state of the map. */
export function updateMap(part: Partial<MapState>): void {
  set({ mapState: { ...get().mapState, ...part } })
}

/** Selects items on the map. The side panel shows the last one. */
export const selectOnMap = (...selection: readonly MapItem[]): void => updateMap({ selection })

/** Opens the form of an item beside the map. */
export function openForm(one: MapItem): void {
  selectOnMap(one)
  arrange({ side: 'place', ...(get().desk.view === 'map' ? {} : { view: 'map' }) })
}

/** Fetches and caches the states of other commits. */
export const scrubber = new Scrubber({
  ask: (commit, have) => api.at.query(have === undefined ? { commit } : { commit, have }),
  parentOf: (commit) => get().beats.byId.get(commit)?.parent,
  nextOf: (commit) => {
    const { beats, line } = get()
    const mark = beats.byId.get(commit)
    return mark && line[indexIn(line, mark) + 1]?.id
  },
  show: (snapshot) => {
    const { cursor, present } = get()
    if (snapshot.commit === (cursor ?? present?.head)) set({ snapshot })
  },
  fail: showProblem
})

/** Whether a line belongs to the current branch and contains the cursor: then moving the cursor changes nothing derived from the line. */
function onLine(line: readonly Mark[], beats: Beats, branch: string, cursor: string | undefined): boolean {
  const head = beats.branches.find((one) => one.name === branch)?.head
  const beat = cursor === undefined ? undefined : beats.byId.get(cursor)
  return line.at(-1)?.id === head && (cursor === undefined || (beat !== undefined && indexIn(line, beat) >= 0))
}

/** The line and scenes for beats and a cursor. */
export function followed(beats: Beats, branch: string, cursor: string | undefined): Pick<Session, 'beats' | 'line' | 'spans'> {
  const { line, spans } = get()
  const hasSameLine = beats === get().beats && branch === get().present?.branch && line.length > 0 && onLine(line, beats, branch, cursor)
  if (hasSameLine) return { beats, line, spans }
  const next = lineFor(beats, branch, cursor)
  return { beats, line: next, spans: spansOf(next) }
}

/** Moves the cursor to a commit, or to the present. The state follows as soon as it is known. */
export function goTo(commit: string | undefined): void {
  const { present, beats } = get()
  if (!present) return
  const cursor = commit === present.head ? undefined : commit
  set({ cursor, ...followed(beats, present.branch, cursor) })
  if (cursor === undefined) {
    const snapshot = { commit: present.head, state: present.state, lore: present.lore }
    scrubber.remember(snapshot)
    set({ snapshot })
  } else scrubber.want(cursor)
  fetchDetail()
}

/** The prose of the world at the cursor; the present prose until it is known. */
export const loreAtCursor = (session: Session): Lore | undefined => session.snapshot?.lore ?? session.present?.lore

/** The index of the cursor's beat in the line; -1 before anything is known. */
export function cursorIndex(session: Session): number {
  const id = session.cursor ?? session.present?.head
  const beat = id === undefined ? undefined : session.beats.byId.get(id)
  return beat ? indexIn(session.line, beat) : -1
}

/** Moves the cursor along the line by a number of beats; past its end to the present. */
export function goBy(beats: number): void {
  const { line } = get()
  const at = cursorIndex(get())
  if (at < 0) return
  const beat = line[Math.max(0, Math.min(line.length - 1, at + beats))]
  if (beat) goTo(beat.id)
}

let detailTimer: ReturnType<typeof setTimeout> | undefined

/** Fetches the details of the cursor's beat if their panel is open and the cursor rests. */
export function fetchDetail(): void {
  clearTimeout(detailTimer)
  detailTimer = setTimeout(() => {
    const { cursor, present, desk, detail } = get()
    const commit = cursor ?? present?.head
    if (commit === undefined || desk.side !== 'beat' || detail?.beat.id === commit) return
    api.beat.query({ commit }).then((detail) => commit === (get().cursor ?? get().present?.head) && set({ detail }), showProblem)
  }, 60)
}

const loading = new Set<string>()

/** Fetches the log of a span of the current line, once. */
export function fetchLog(span: SceneSpan): void {
  const end = get().line[span.to]?.id
  if (end === undefined || get().logs.has(end) || loading.has(end)) return
  loading.add(end)
  api.log
    .query({ commit: end, scene: span.scene })
    .then((log) => {
      const logs = new Map(get().logs)
      logs.set(end, log ?? { scene: span.scene, title: own(get().titles, span.scene) ?? '', entries: [], private: {} })
      if (logs.size > MAX_LOGS)
        for (const old of logs.keys()) {
          logs.delete(old)
          break
        }
      set({ logs, ...(log?.title ? { titles: { ...get().titles, [span.scene]: log.title } } : {}) })
    })
    .catch(showProblem)
    .finally(() => loading.delete(end))
}
