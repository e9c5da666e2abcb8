import { flushSync } from 'react-dom'
import { SESSION_BRANCHES } from '../../shared/lab/kinds'
import type { ExperimentKind } from '../../shared/lab/experiment'
import type { LabPlan } from '../../shared/lab/plan'
import { MAX_MARKS } from '../../shared/lab/limits'
import type { LabFilter, LabMark, LabProgress, LabRun } from '../../shared/lab/report'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { runCall } from '../run-call'
import { arrange, goTo, notify, showProblem, useSession } from '../session'
import { onChange, slice } from '../slice'
import { refetch } from '../sync'
import { counted } from '../ui/amounts'
import { isExperimenting } from './long-work'
import type { PlanDraft } from './plan-draft'

/** A mark of the filter, with its words: sessions of which it holds or, with `isNot`, doesn't. */
export interface Chip {
  mark: LabMark
  words: string
  isNot: boolean
}

/** What the lab shows beside its runs: the report of a run, or an experiment. */
export type Room = 'report' | ExperimentKind

interface LabState {
  room: Room
  /** The newest first; undefined until they are known. */
  runs?: readonly LabRun[] | undefined
  /** Why the runs couldn't be read. */
  problem?: string | undefined
  /** The ids of the selected runs; the report is of the last one. */
  selected: readonly string[]
  /** The id of the run whose name is being edited. */
  naming?: string | undefined
  /** The ids of runs, while a dialog asks whether to remove them. */
  removing?: readonly string[] | undefined
  chips: readonly Chip[]
  /** The progress of the run that is playing. */
  progress?: LabProgress | undefined
  /** The number of its sessions of which the report was asked last. */
  reported: number
  /** Whether all charts are shown as tables. */
  isTable: boolean
  /** The text of the query box. */
  sql: string
  /** The plan of a new run while it is not begun. */
  draft?: PlanDraft | undefined
}

export const useLab = slice<LabState>('lab', { room: 'report', selected: [], chips: [], reported: 0, isTable: false, sql: '' })

/** The least time between two reports of a run that is playing, in ms. */
const REPORT_MS = 2000

export const runOf = ({ runs, selected }: Pick<LabState, 'runs' | 'selected'>): LabRun | undefined => runs?.find(({ id }) => id === selected.at(-1))
export const currentRun = (): LabRun | undefined => runOf(useLab.get())
/** The run that is playing: the app's own one before one of another process. */
const runningRun = (): LabRun | undefined =>
  useLab
    .get()
    .runs?.filter(({ status }) => status === 'running')
    .toSorted((a, b) => Number(a.elsewhere !== undefined) - Number(b.elsewhere !== undefined))[0]

const date = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
/** When a run began: "30 Nov, 14:12". */
export const whenBegun = ({ begun }: Pick<LabRun, 'begun'>): string => date.format(begun)
/** A run's name; without one, when it began. */
export const runName = (run: Pick<LabRun, 'name' | 'begun'>): string => run.name || `Run of ${whenBegun(run)}`

/** The number of sessions of a run in its report: those that are done or, while it is playing, were done when the report was asked last. What another process writes can’t be read before it is done. */
export const reportedOf = (run: LabRun, { progress, reported }: Pick<LabState, 'progress' | 'reported'>): number =>
  run.elsewhere !== undefined ? 0 : run.status === 'running' && progress?.run === run.id ? reported : run.done

/** The filter that chips stand for. */
export const filterOf = (chips: readonly Chip[]): LabFilter => ({
  is: chips.filter(({ isNot }) => !isNot).map(({ mark }) => mark),
  not: chips.filter(({ isNot }) => isNot).map(({ mark }) => mark)
})

const sameMark = (a: LabMark, b: LabMark): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Adds a mark to the filter, or turns it around if the other side has it. */
export function addMark(mark: LabMark, words: string, isNot = false): void {
  const others = useLab.get().chips.filter((chip) => !sameMark(chip.mark, mark))
  if (others.filter((chip) => chip.isNot === isNot).length >= MAX_MARKS) return notify(`A filter has ${MAX_MARKS} marks at most. Remove one first.`)
  useLab.set({ chips: [...others, { mark, words, isNot }] })
}

export const clearFilter = (): void => useLab.set({ chips: [] })

/** Shows runs as selected, and the report of the last one. Another run has a filter of its own. */
export const selectRuns = (ids: readonly string[]): void =>
  useLab.set({ selected: ids, room: 'report', ...(ids.at(-1) === useLab.get().selected.at(-1) ? {} : { chips: [] }) })

/** Lists the sessions of a run of which a mark holds, beside whatever is shown. */
export function listSessions(run: string, mark: LabMark, words: string): void {
  const { room } = useLab.get()
  selectRuns([run])
  useLab.set({ room, chips: [{ mark, words, isNot: false }] })
  arrange({ side: 'lab-sessions' })
}

/** Shows a part of the lab, which has the keys from now on. */
export function showRoom(room: Room): void {
  flushSync(() => {
    useLab.set({ room })
    arrange({ view: 'lab' })
  })
  document.querySelector<HTMLElement>('.lab-report')?.focus()
}

/** Reads the list of runs. The newest is selected if none is. */
export async function loadRuns(): Promise<void> {
  const dir = useSession.getState().present?.campaign.dir
  const isHere = (): boolean => useSession.getState().present?.campaign.dir === dir
  try {
    const runs = await api.labRuns.query()
    if (!isHere()) return
    useLab.set({ runs, problem: undefined })
    if (!currentRun()) useLab.set({ selected: runs.slice(0, 1).map(({ id }) => id), chips: [] })
  } catch (error) {
    if (isHere()) useLab.set({ problem: problemOf(error).message })
  }
}

/** Puts a run into the list, in place of what is known of it. */
function put(run: LabRun): void {
  const { runs = [] } = useLab.get()
  useLab.set({ runs: runs.some(({ id }) => id === run.id) ? runs.map((one) => (one.id === run.id ? run : one)) : [run, ...runs] })
}

async function changed(call: Promise<LabRun>): Promise<void> {
  const run = await runCall(() => call)
  if (run) put(run)
}
export const stopRun = (run: string): Promise<void> => changed(api.labStop.mutate({ run }))
export const resumeRun = (run: string): Promise<void> => changed(api.labResume.mutate({ run, queue: 'settings' }))
export const editRun = (run: string, edit: { name?: string; pinned?: boolean }): Promise<void> => changed(api.labEdit.mutate({ run, ...edit }))
export const stopPlaying = (): void => {
  const run = runningRun()
  if (run) void stopRun(run.id)
}
export const isPlaying = (): boolean => runningRun()?.elsewhere === undefined && runningRun() !== undefined

/** Where new sessions play unless another commit is chosen: at the current branch; if that is a session that was opened, where the selected run was played. */
export function whereToPlay(): string {
  const { present } = useSession.getState()
  const run = currentRun()
  const branch = present?.branch ?? present?.head ?? ''
  return run && branch.startsWith(SESSION_BRANCHES) ? run.commit.slice(0, 10) : branch
}

/** The commit that the text of a field names, or why there is none. */
export const commitNamed = (revision: string): Promise<{ commit: string; fault?: string }> =>
  api.commitOf.query({ revision: revision.trim() }).then(
    (commit) => ({ commit }),
    (error: unknown) => ({ commit: '', fault: problemOf(error).message })
  )

/** Begins a run at a commit and shows it. If its plan is refused, returns the reason. */
export async function beginRun(plan: LabPlan, commit: string): Promise<string | undefined> {
  let fault: string | undefined
  // At the last commit, the run says which changes were left out.
  const at = commit === useSession.getState().present?.head ? undefined : commit
  const run = await runCall(
    () => api.labBegin.mutate({ plan, at, queue: 'settings' }),
    (error) => {
      fault = problemOf(error).message
    }
  )
  if (!run) return fault
  put(run)
  selectRuns([run.id])
  arrange({ view: 'lab' })
  return undefined
}

/** Removes runs with their results. Those that can't be removed stay, and a notice says why. */
export async function removeRuns(ids: readonly string[]): Promise<void> {
  for (const run of ids)
    if (await runCall(async () => [await api.labRemove.mutate({ run })])) useLab.set({ runs: useLab.get().runs?.filter(({ id }) => id !== run) })
  const { runs = [], selected } = useLab.get()
  const left = selected.filter((one) => runs.some(({ id }) => id === one))
  selectRuns(left.length > 0 ? left : runs.slice(0, 1).map(({ id }) => id))
}

/** How long the reader stays at a session before it is played ahead, in ms. */
const STAY_MS = 120
let staying: ReturnType<typeof setTimeout> | undefined

/** Has a session of the current run played ahead, if it is the one at which the reader stays: it opens faster then. */
export function expectSession(session: number | undefined): void {
  clearTimeout(staying)
  const run = currentRun()?.id
  if (run === undefined || session === undefined) return
  // If this fails, opening it says why.
  staying = setTimeout(() => void api.labPrepare.mutate({ run, session }).catch(() => undefined), STAY_MS)
}

/** Of what opens a session. */
export function expecting(session: number): { onPointerEnter: () => void; onFocus: () => void } {
  const expect = (): void => expectSession(session)
  return { onPointerEnter: expect, onFocus: expect }
}

/** Opens a session of a run, by default the current one, as a branch and shows one of its beats in the Play view, by default its end. */
export async function openSession(session: number, beat?: number, run = currentRun()?.id): Promise<void> {
  if (run === undefined) return
  clearTimeout(staying)
  if (useSession.getState().present?.table.running) await runCall(() => api.pause.mutate())
  const opened = await runCall(() => api.labOpen.mutate({ run, session, ...(beat === undefined || beat === 0 ? {} : { beat }) }))
  if (!opened) return
  await refetch()
  goTo(opened.beat)
  arrange({ view: 'play', side: 'log' })
  notify(`Opened session ${session.toLocaleString('en')} on branch ${opened.branch}.`)
}

/** Follows the run that is playing, and asks for its report now and then. */
export function followRunning(): () => void {
  let watching: { unsubscribe: () => void } | undefined
  const watch = (run: string | undefined): void => {
    watching?.unsubscribe()
    watching = undefined
    if (run === undefined) return
    let last = 0
    watching = api.labWatch.subscribe(
      { run },
      {
        onData: (news) => {
          if (news.kind === 'answer') return finished(news.answer)
          const isDue = Date.now() - last >= REPORT_MS
          if (isDue) last = Date.now()
          useLab.set({ progress: news.progress, ...(isDue ? { reported: news.progress.done } : {}) })
        },
        onError: (error) => {
          showProblem(error)
          void loadRuns()
        }
      }
    )
  }
  const leave = onChange(() => runningRun()?.id, watch)
  watch(runningRun()?.id)
  const leaveList = onChange(
    () => useSession.getState().present?.runs,
    () => {
      if (useLab.get().runs) void loadRuns()
    }
  )
  return () => {
    leave()
    leaveList()
    watching?.unsubscribe()
  }
}

function finished(run: LabRun): void {
  useLab.set({ progress: undefined })
  put(run)
  // The runs of an experiment are told of together.
  if (run.status === 'done' && !isExperimenting() && useSession.getState().desk.view !== 'lab')
    notify(`“${runName(run)}” is done: ${counted(run.done, 'session')}.`, { command: 'view.lab', words: 'Show' })
}
