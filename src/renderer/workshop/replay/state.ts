import type { Replayed, ReplaySpan, Span } from '../../../shared/contract/try-calls'
import { api } from '../../client'
import { problemOf } from '../../problem-of'
import { slice } from '../../slice'
import { draftsForCore, textsMark } from '../live'

/** The state of the panel. */
interface Replaying {
  spans?: readonly ReplaySpan[] | undefined
  /** The index of the selected span. */
  chosen: number
  name: string
  problem?: string | undefined
  progress?: { done: number; of: number } | 'saving' | undefined
  replayed?: Replayed | undefined
  /** The texts that `replayed` was made with, as `textsMark` says. */
  mark?: string
  kept?: string | undefined
}

export const useReplay = slice<Replaying>('replay', { chosen: 0, name: 'edited-rules' })

/** Lists the sessions and scenes on the line that ends at a commit. */
export async function loadSpans(at: string | undefined): Promise<void> {
  if (at === undefined) return
  try {
    const spans = await api.replaySpans.query({ at })
    // Sessions are replayed most often.
    const session = spans.findIndex(({ kind }) => kind === 'session')
    useReplay.set({
      spans,
      problem: undefined,
      chosen: useReplay.get().spans ? Math.min(useReplay.get().chosen, Math.max(0, spans.length - 1)) : Math.max(0, session)
    })
  } catch (error) {
    useReplay.set({ problem: problemOf(error).message })
  }
}

const spanNow = (): Span | undefined => {
  const { spans, chosen } = useReplay.get()
  const span = spans?.[chosen]
  return span && { from: span.from, to: span.to, drafts: draftsForCore() }
}

let running: { unsubscribe: () => void } | undefined

/** Stops the replay; nothing is saved. */
export function stopReplay(): void {
  running?.unsubscribe()
  running = undefined
  useReplay.set({ progress: undefined })
}

const failed = (error: unknown): void => useReplay.set({ progress: undefined, problem: problemOf(error).message })

/** Replays the selected span under the current rules. */
export function replay(): void {
  stopReplay()
  const span = spanNow()
  if (!span) return
  const mark = textsMark()
  useReplay.set({
    progress: { done: 0, of: useReplay.get().spans?.[useReplay.get().chosen]?.beats ?? 0 },
    replayed: undefined,
    kept: undefined,
    problem: undefined
  })
  running = api.replayWith.subscribe(span, {
    onData: (news) => useReplay.set(news.kind === 'progress' ? { progress: news.progress } : { progress: undefined, replayed: news.answer, mark }),
    onError: failed
  })
}

/** Saves the replay as a branch. The current branch stays. */
export function keepReplay(): void {
  stopReplay()
  const span = spanNow()
  if (!span) return
  const { name } = useReplay.get()
  useReplay.set({ progress: 'saving', problem: undefined })
  running = api.keepReplay.subscribe(
    { ...span, name: name.trim() },
    {
      onData: (news) => {
        if (news.kind === 'answer') useReplay.set({ progress: undefined, kept: news.answer.branch })
      },
      onError: failed
    }
  )
}

/** Discards the replay. */
export const dropReplay = (): void => useReplay.set({ replayed: undefined, kept: undefined, problem: undefined })
