import type { ContinueGrid, ContinueProgress, ContinueResult, ListedContinuation } from '../../shared/lab/continuation'
import { CONTINUATION_WORDS } from '../../shared/lab/kinds'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { notify, showProblem, useSession } from '../session'
import { slice } from '../slice'
import { counted, dollars } from '../ui/amounts'

/** The sessions that the form asks about, at least one; `from`: the last beat of each that is kept. */
interface Asked {
  run: string
  sessions: readonly { session: number; from: number }[]
}

interface ContinueState {
  asked?: Asked | undefined
  /** The continuations that are being played, and how far they are. */
  playing?: { run: string; progress: ContinueProgress } | undefined
  /** Raised when continuations have changed, so that lists are read again. */
  changes: number
}

export const useContinue = slice<ContinueState>('lab-continue', { changes: 0 })

/** Opens the form that lets models continue sessions, each after one of its beats. */
export function askToContinue(asked: Asked): void {
  useContinue.set({ asked })
  useSession.setState({ dialog: 'lab-continue' })
}

const spent = (cost: number | undefined): string => (cost === undefined ? 'at an unknown cost' : `for ${dollars(cost)}`)

/** Lets models continue sessions, and follows them until they are over. Nothing is sent before this. Returns why it couldn't begin, once that is known. */
export function beginContinuing(run: string, grid: ContinueGrid, cap: number | undefined): Promise<string | undefined> {
  return new Promise((begun) => {
    const changed = (playing: ContinueState['playing']): void => useContinue.set({ playing, changes: useContinue.get().changes + 1 })
    api.labContinue.subscribe(
      { run, grid, ...(cap === undefined ? {} : { cap }) },
      {
        onData: (news) => {
          begun(undefined)
          if (news.kind === 'progress') return changed({ run, progress: news.progress })
          changed(undefined)
          notify(endWords(news.answer))
        },
        onError: (error) => {
          const isBegun = useContinue.get().playing !== undefined
          changed(undefined)
          if (isBegun) showProblem(error)
          begun(problemOf(error).message)
        }
      }
    )
  })
}

function endWords({ continuations, left, cost }: ContinueResult): string {
  const faults = continuations.filter(({ status }) => status !== 'done' && status !== 'ended').length
  const rest =
    faults + left === 0 ? '' : ` ${counted(faults + left, 'continuation')} stopped early or ${faults + left === 1 ? 'was' : 'were'} not begun.`
  return `Models continued ${counted(continuations.length, 'session')} ${spent(cost)}.${rest}`
}

export const stopContinuing = (): void => void api.labContinueStop.mutate().catch(showProblem)

/** What is said of a continuation beside its model and persona. */
export const continuationWords = ({ session, from, played, beats, cost, status }: ListedContinuation): string =>
  `Session ${session.toLocaleString('en')} after beat ${from.toLocaleString('en')}: ${played === beats ? counted(played, 'beat') : `${played.toLocaleString('en')} of ${counted(beats, 'beat')}`} ${spent(cost)}, ${CONTINUATION_WORDS[status]}`

export const progressWords = ({ beats, cost }: ContinueProgress): string =>
  `${counted(beats, 'beat')}, ${cost === undefined ? 'cost unknown' : `${dollars(cost)} spent`}`
