import type { Params } from '../../../shared/story/play'
import type { Tries, Tryable, TryRun } from '../../../shared/contract/try-calls'
import { DEFAULT_TRIES } from '../../../shared/contract/try-limits'
import { api } from '../../client'
import { problemOf } from '../../problem-of'
import { useSession } from '../../session'
import { slice } from '../../slice'
import { draftsForCore, textsMark } from '../live'

interface Trying {
  action?: string | undefined
  actor?: string | undefined
  params: Params
  /** The number of a beat as typed; '' for the present. */
  beat: string
  seed: string
  runs: number
  found?: Tryable | undefined
  problem?: string | undefined
  progress?: { done: number; of: number } | 'counting' | undefined
  tries?: Tries | undefined
  /** The subject of `tries` and `one`; they are outdated if it differs from `subjectOf`. */
  triedOf?: string | undefined
  one?: TryRun | undefined
}

export const useTry = slice<Trying>('try', { params: {}, beat: '', seed: '1', runs: DEFAULT_TRIES })

/** The commit whose state is used; undefined if the branch has no beat of that number. */
export function commitOf(beat: string): string | undefined {
  const { line, present } = useSession.getState()
  if (beat.trim() === '') return present?.head
  const n = /^\d{1,9}$/.test(beat.trim()) ? Number(beat) : -1
  return line.find((mark) => mark.n === n)?.id
}

/** Everything that a try depends on except its seed. */
export const subjectOf = ({ action, actor, params, beat }: Trying = useTry.get()): string =>
  JSON.stringify([action, actor, params, beat, useSession.getState().present?.head, textsMark()])

let asking: { subject: string; stop: AbortController } | undefined

/** Queries who can take the action, with the current texts. `subject`: what the answer depends on; the answer to an earlier query is dropped. */
export async function askWho(subject: string): Promise<void> {
  const { action, beat } = useTry.get()
  const at = commitOf(beat)
  asking?.stop.abort()
  if (at === undefined) return
  asking = { subject, stop: new AbortController() }
  const { signal } = asking.stop
  const isWanted = (): boolean => asking?.subject === subject && !signal.aborted
  try {
    const found = await api.tryable.query({ at, drafts: draftsForCore(), ...(action === undefined ? {} : { action }) }, { signal })
    if (isWanted()) answered(found)
  } catch (error) {
    if (isWanted()) useTry.set({ problem: problemOf(error).message })
  }
}

function answered(found: Tryable): void {
  const { actor, params } = useTry.get()
  const chosen =
    found.actors.find(({ id }) => id === actor) ??
    found.actors.find((one) => one.params && one.reason === undefined) ??
    found.actors.find((one) => one.params)
  useTry.set({ problem: undefined, found, actor: chosen?.id ?? actor, params: fitting(chosen?.params ?? [], params) })
}

/** The parameters, reduced to values that are valid now; the first one where a value is required. */
export function fitting(defs: NonNullable<Tryable['actors'][number]['params']>, params: Params): Params {
  return Object.fromEntries(
    defs.flatMap(({ name, enum: values, required, many }) => {
      const now = params[name]
      const kept =
        values === undefined ? now : Array.isArray(now) ? now.filter((one) => values.includes(one)) : values.includes(String(now)) ? now : undefined
      const isEmpty = kept === undefined || (Array.isArray(kept) && kept.length === 0)
      const value = isEmpty && required && values?.[0] !== undefined ? (many ? [values[0]] : values[0]) : kept
      return value === undefined ? [] : [[name, value]]
    })
  )
}

/** The call from the settings; undefined while something is missing. */
function callNow(): { at: string; drafts: Record<string, string>; action: string; actor: string; params: Params; seed: string } | undefined {
  const { action, actor, params, beat, seed } = useTry.get()
  const at = commitOf(beat)
  return action === undefined || actor === undefined || at === undefined
    ? undefined
    : { at, drafts: draftsForCore(), action, actor, params, seed: seed.trim() || '1' }
}

let running: { unsubscribe: () => void } | undefined

/** Stops the runs. */
export function stopTrying(): void {
  running?.unsubscribe()
  running = undefined
  useTry.set({ progress: undefined })
}

/** Runs the call many times. */
export function tryMany(): void {
  stopTrying()
  const call = callNow()
  if (!call) return
  const { runs } = useTry.get()
  const triedOf = subjectOf()
  useTry.set({ progress: { done: 0, of: runs }, one: undefined, problem: undefined })
  running = api.tryMany.subscribe(
    { ...call, runs },
    {
      onData: (news) => {
        if (news.kind === 'answer') useTry.set({ progress: undefined, tries: news.answer, triedOf })
        else if ('tries' in news.progress) useTry.set({ progress: 'counting', tries: news.progress.tries, triedOf })
        else useTry.set({ progress: news.progress })
      },
      onError: (error) => useTry.set({ progress: undefined, tries: undefined, problem: problemOf(error).message })
    }
  )
}

/** Shows one run, roll by roll. */
export async function showRun(run: number): Promise<void> {
  const call = callNow()
  if (!call) return
  const triedOf = subjectOf()
  try {
    const one = await api.tryOne.query({ ...call, run })
    const { tries } = useTry.get()
    useTry.set({ one, problem: undefined, ...(tries ? {} : { triedOf }) })
  } catch (error) {
    useTry.set({ one: undefined, problem: problemOf(error).message })
  }
}
