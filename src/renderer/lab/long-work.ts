import type { WorkNews } from '../../shared/contract/calls'
import { problemOf } from '../problem-of'
import { notify, useSession } from '../session'
import { slice } from '../slice'

/** Long work of the core: how far it is, and what came of it. The last answer stays until there is another one. */
interface Work<Progress, Answer> {
  isRunning: boolean
  progress?: Progress | undefined
  answer?: Answer | undefined
  /** Why there is no newer answer, in a sentence. */
  problem?: string | undefined
}

interface Listener<Progress, Answer> {
  onData: (news: WorkNews<Progress, Answer>) => void
  onError: (error: unknown) => void
}
type Begin<Progress, Answer> = (on: Listener<Progress, Answer>) => { unsubscribe: () => void }

/** Work of one kind, which goes on while other views are shown. `done`: its notice if the lab isn't in view when it ends. */
export interface LongWork<Progress, Answer> {
  use: <T>(select: (work: Work<Progress, Answer>) => T) => T
  get: () => Work<Progress, Answer>
  /** Begins it anew in place of what is running. */
  begin: (begin: Begin<Progress, Answer>) => void
  /** Shows an answer that another call gave, or its problem. */
  answer: (call: Promise<Answer>) => Promise<void>
  /** Ends it; `words`: what became of it, in a sentence. */
  stop: (words: string) => void
  /** A listener of the feature that ends it when the campaign is left. */
  listen: () => () => void
}

export function longWork<Progress, Answer>(
  name: string,
  { done, onProgress }: { done: string; onProgress?: (progress: Progress, before: Progress | undefined) => void }
): LongWork<Progress, Answer> {
  const work = slice<Work<Progress, Answer>>(name, { isRunning: false })
  let running: { unsubscribe: () => void } | undefined
  const end = (): void => {
    running?.unsubscribe()
    running = undefined
  }
  let latest = 0
  const campaign = (): string | undefined => useSession.getState().present?.campaign.dir
  /** Passes on what comes while the campaign is the same and nothing else was begun. */
  const current = <T>(hear: (heard: T) => void): ((heard: T) => void) => {
    const [dir, mine] = [campaign(), (latest += 1)]
    return (heard) => {
      if (dir === campaign() && mine === latest) hear(heard)
    }
  }
  const over = (part: Partial<Work<Progress, Answer>>): void => {
    running = undefined
    work.set({ isRunning: false, progress: undefined, problem: undefined, ...part })
  }
  const hear = (heard: WorkNews<Progress, Answer> | { kind: 'failed'; error: unknown }): void => {
    if (heard.kind === 'failed') return over({ problem: problemOf(heard.error).message })
    if (heard.kind === 'progress') {
      onProgress?.(heard.progress, work.get().progress)
      return work.set({ progress: heard.progress })
    }
    over({ answer: heard.answer })
    if (useSession.getState().desk.view !== 'lab') notify(done, { command: 'view.lab', words: 'Show' })
  }
  return {
    use: work,
    get: work.get,
    begin: (begin) => {
      end()
      work.set({ isRunning: true, progress: undefined, problem: undefined })
      const pass = current(hear)
      running = begin({ onData: pass, onError: (error) => pass({ kind: 'failed', error }) })
    },
    answer: async (call) => {
      end()
      work.set({ isRunning: true, progress: undefined, problem: undefined })
      const pass = current(over)
      await call.then(
        (answer) => pass({ answer }),
        (error: unknown) => pass({ problem: problemOf(error).message })
      )
    },
    stop: (words) => {
      end()
      latest += 1
      work.set({ isRunning: false, progress: undefined, problem: words })
    },
    listen: () => end
  }
}
