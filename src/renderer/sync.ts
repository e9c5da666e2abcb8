import type { ChroniclePage, KnownPosition, Mark } from '../shared/analysis/chronicle'
import type { Present, SceneLog, StudioEvent } from '../shared/table/present'
import { api, watchLink } from './client'
import {
  fetchDetail,
  followed,
  forgetRepository,
  forgetStop,
  goTo,
  notify,
  scrubber,
  showProblem,
  showProblemData,
  useSession,
  type Session
} from './session'
import { openedSlices } from './slice'
import { appended, noBeats, survivingAncestor, withBeats, withMarks, type Beats } from './store/beats'
import { readOn, withPage, type ChronicleReading } from './store/chronicle'
import { withLiveEvent } from './store/live'
import { emptyMapState } from './store/map-state'
import { completed, step } from './store/reduce'
import { openedFrom, withEvent } from './store/story'
const get = useSession.getState
const set = useSession.setState

/** The view of a campaign that has just been opened. */
const initialView = {
  cursor: undefined,
  logs: new Map(),
  detail: undefined,
  inspectedActor: undefined,
  live: [],
  coverView: undefined,
  mapState: emptyMapState,
  edited: undefined
} satisfies Partial<Session>

let waiting: StudioEvent[] = []
let frame = false
let fetching: Promise<void> | undefined

function receive(event: StudioEvent): void {
  waiting.push(event)
  if (frame) return
  frame = true
  // A hidden page gets no animation frames, but its title and its store must stay up to date.
  if (document.hidden) setTimeout(flush, 250)
  else requestAnimationFrame(flush)
}

/** Applies all events since the last frame and writes the store once. */
function flush(): void {
  frame = false
  if (fetching) return
  const events = waiting
  waiting = []
  let { present, beats, logs, titles, live, endedTurns } = get()
  if (!present) {
    if (events.some((event) => event.kind === 'head' || event.kind === 'beat')) void refetch()
    return
  }
  const before = present
  for (const event of events) {
    if (event.kind === 'live') {
      live = withLiveEvent(live, event.live)
      if (event.live.at === 'end') endedTurns++
    }
    const result = step(present, event)
    if (result.kind === 'refetch') {
      void refetch()
      return
    }
    if (result.kind === 'old') continue
    if (event.kind === 'beat') {
      beats = appended(beats, event.beat, event.branch)
      // A note may be prose of the world, which is not part of the changes.
      if (event.beat.action !== 'record') scrubber.keep(event.beat.id, event.changes)
      const title = openedFrom(event).title
      if (title && event.beat.scene) titles = { ...titles, [event.beat.scene]: title }
      const scene = event.beat.scene ?? logs.get(event.beat.parent ?? '')?.scene
      const log = withEvent(logs.get(event.beat.parent ?? ''), event, scene)
      if (logs === get().logs) logs = new Map(logs)
      // The log moves to the new end of the scene. A new scene keeps the previous log in place.
      if (log && scene === logs.get(event.beat.parent ?? '')?.scene) (logs as Map<string, SceneLog>).delete(event.beat.parent ?? '')
      if (log) (logs as Map<string, SceneLog>).set(event.beat.id, log)
    }
    present = result.present
  }
  const { cursor } = get()
  const problem = present.problems.length > before.problems.length ? present.problems.at(-1) : undefined
  const moved = beats === get().beats ? {} : followed(beats, present.branch, cursor)
  const snapshot =
    cursor === undefined && present.head !== get().snapshot?.commit ? { commit: present.head, state: present.state, lore: present.lore } : undefined
  if (snapshot) scrubber.remember(snapshot)
  set({ present, logs, titles, live, endedTurns, ...moved, ...(snapshot ? { snapshot } : {}) })
  if (snapshot) fetchDetail()
  forgetStop(before.table, present.table)
  if (problem) showProblemData(problem)
}

/** Fetches the present and the timeline: on start, after a gap, and after a change of the head that was not a beat. */
export function refetch(): Promise<void> {
  fetching ??= fetchAll().finally(() => {
    fetching = undefined
    if (waiting.length) flush()
  })
  return fetching
}

async function fetchAll(): Promise<void> {
  try {
    const known = get().present
    const response = known ? api.presentSince.query({ head: known.head, lore: known.loreAt }) : api.present.query()
    // The chronicle will be needed, so it is fetched in parallel.
    const early = known ? undefined : api.chronicle.query({}).catch(() => undefined)
    const event = await response
    const present = event && completed(event, known)
    listen(present)
    if (!present) {
      // The host may know more about a lost core now.
      if (get().loaded) askHost()
      scrubber.clear()
      set({
        loaded: true,
        present: undefined,
        snapshot: undefined,
        beats: noBeats(),
        line: [],
        spans: [],
        titles: {},
        ...initialView,
        slices: openedSlices(get().slices)
      })
      return
    }
    const same = isSame(get().present, present)
    if (!same) scrubber.clear()
    const first = same ? undefined : await beginning(present, early)
    const beats = first ? begun(first, present) : withMarks(get().beats, await unread(present), present.branches, get().beats.more)
    const { cursor: shown, snapshot, titles } = get()
    const surviving = same && shown !== undefined && shown !== present.head ? survivingAncestor(beats, shown) : undefined
    const cursor = surviving?.id
    const now = { commit: present.head, state: present.state, lore: present.lore }
    if (cursor === undefined) scrubber.remember(now)
    const scene = present.state.scene
    set({
      loaded: true,
      present,
      snapshot: cursor === undefined ? now : snapshot,
      ...followed(beats, present.branch, cursor),
      ...(present.table.thinking ? {} : { live: [] }),
      ...(same ? {} : { ...initialView, slices: openedSlices(get().slices) }),
      cursor,
      titles: { ...(same ? titles : {}), ...(scene ? { [scene.path]: scene.title } : {}) }
    })
    if (same && shown !== undefined && shown !== present.head && cursor !== shown) {
      notify(
        surviving?.n === undefined
          ? 'The beat you looked at is no longer in the history. You are looking at the newest beat.'
          : `The beat you looked at is no longer in the history. You are looking at beat ${surviving?.n}, the last one before it.`
      )
      goTo(cursor)
    }
    fetchDetail()
    forgetRepository()
    if (first?.more) void readRest(present, first)
  } catch (error) {
    listen(undefined)
    set({ loaded: true })
    showProblem(error)
  }
}

let isListening = false

/** Subscribes once to every event after the first present, so that no event is missed between the two. */
function listen(present: Present | undefined): void {
  if (isListening) return
  isListening = true
  // Without a present there is nothing to continue from, and after a lost connection much may have changed.
  let goesOn = present !== undefined
  api.events.subscribe(present && { lastEventId: `${present.epoch}:${present.seq}` }, {
    onStarted: () => {
      if (!goesOn) void refetch()
      goesOn = false
    },
    onData: ({ data }) => receive(data),
    onError: showProblem
  })
}

const isSame = (one: Present | undefined, other: Present): boolean => one?.campaign.dir === other.campaign.dir && one.epoch === other.epoch

let reading: ChronicleReading | undefined
let unreadNow: Promise<unknown> = Promise.resolve()

/** The first page of the open chronicle. The page that was fetched early may be older than the present. */
async function beginning(present: Present, early: Promise<ChroniclePage | undefined> | undefined): Promise<ChroniclePage> {
  const page = await early
  return page?.branches.some(({ head }) => head === present.head) ? page : api.chronicle.query({})
}

/** The initial beats: all of them, or the newest of the line while the others are read. */
function begun(first: ChroniclePage, present: Present): Beats {
  reading = undefined
  if (first.newest) return withBeats(noBeats(), first.newest, present.branches, true)
  reading = withPage(undefined, first, new Map()).reading
  return withMarks(noBeats(), reading.rows, present.branches, false)
}

/** Unknown beats, read from the chronicle's last position or first page. One reading at a time; dropped if another campaign opens. */
function unread(present: Present, first?: ChroniclePage): Promise<Mark[]> {
  const result = unreadNow.then(async () => {
    const isWanted = (): boolean => isSame(get().present, present)
    const ask = (having: KnownPosition | undefined): Promise<ChroniclePage> =>
      !having && first ? Promise.resolve(first) : api.chronicle.query({ having })
    const read = await readOn(reading, { ask, known: get().beats.byId, isWanted, tell: (commits) => set({ reading: commits }) })
    if (read) reading = read.reading
    set({ reading: undefined })
    return read?.fresh ?? []
  })
  unreadNow = result.catch(() => undefined)
  return result
}

/** Reads the rest of the history after the newest beats are in view. */
async function readRest(opened: Present, first: ChroniclePage): Promise<void> {
  try {
    const fresh = await unread(opened, first)
    const { present, beats, cursor } = get()
    if (present && isSame(opened, present)) set(followed(withMarks(beats, fresh, beats.branches, false), present.branch, cursor))
  } catch (error) {
    showProblem(error)
  }
}

/** Fetches the host's information. The start page explains a campaign that could not be opened, so dialogs and notices of a lost call are closed. */
function askHost(): void {
  api.host.query().then((host) => {
    set({ host })
    if (host.unopened) set({ dialog: undefined, notices: get().notices.filter(({ problem }) => problem?.data?.['lost'] !== true) })
  }, showProblem)
}

/** Connects to the core and keeps the store up to date from then on. */
export function start(): void {
  let lost = false
  watchLink((link) => {
    set({ link })
    if (link === 'lost') lost = true
    else if (lost) {
      lost = false
      void refetch()
    }
  })
  askHost()
  void refetch()
}
