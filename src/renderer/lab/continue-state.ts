import type { ContinueGrid, ContinueProgress, ContinueResult, ListedContinuation } from '../../shared/lab/continuation'
import type { RunsProgress } from '../../shared/analysis/run-verdicts'
import type { SummariesAsked } from '../../shared/lab/summaries'
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

/** The branches and sessions that the form for summaries asks about. */
interface Wanted {
  run: string
  branches: readonly string[]
  sessions: readonly number[]
}

interface ContinueState {
  asked?: Asked | undefined
  wanted?: Wanted | undefined
  /** The summaries that are being written, and how many requests are answered. */
  summarising?: { run: string; progress: RunsProgress } | undefined
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

/** Opens the form that has sessions and continuations summarised. */
export function askToSummarise(wanted: Wanted): void {
  useContinue.set({ wanted })
  useSession.setState({ dialog: 'lab-summarise' })
}

let summaries: { unsubscribe: () => void } | undefined

/** Stops waiting for summaries. Their batch goes on. */
export function stopSummarising(): void {
  summaries?.unsubscribe()
  useContinue.set({ summarising: undefined })
  notify('The batch goes on. Summarise the same sessions again to pick up the answers.')
}

/** Has summaries written, and waits for them. Returns why it couldn't begin, once that is known. */
export function beginSummarising(run: string, asked: SummariesAsked): Promise<string | undefined> {
  return new Promise((begun) => {
    useContinue.set({ summarising: { run, progress: { done: 0, of: 0 } } })
    const over = (): void => useContinue.set({ summarising: undefined, changes: useContinue.get().changes + 1 })
    summaries = api.labSummarise.subscribe(
      { run, asked },
      {
        onData: (news) => {
          begun(undefined)
          if (news.kind === 'progress') return useContinue.set({ summarising: { run, progress: news.progress } })
          over()
          const { summaries: written, problems } = news.answer
          notify([`${counted(written.length, 'summary', 'summaries')} ${written.length === 1 ? 'is' : 'are'} there.`, ...problems].join(' '))
        },
        onError: (error) => {
          over()
          begun(problemOf(error).message)
        }
      }
    )
  })
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
    faults + left === 0
      ? ''
      : ` ${counted(faults + left, 'continuation')} stopped early or ${faults + left === 1 ? 'was' : 'were'} not begun. Continue the same sessions again to go on.`
  return `Models continued ${counted(continuations.length, 'session')} ${spent(cost)}.${rest}`
}

export const stopContinuing = (): void => void api.labContinueStop.mutate().catch(showProblem)

/** What is said of a continuation beside its model and persona. */
export const continuationWords = ({ session, from, played, beats, cost, status }: ListedContinuation): string =>
  `Session ${session.toLocaleString('en')} after beat ${from.toLocaleString('en')}: ${played === beats ? counted(played, 'beat') : `${played.toLocaleString('en')} of ${counted(beats, 'beat')}`} ${spent(cost)}, ${CONTINUATION_WORDS[status]}`

export const progressWords = ({ beats, cost }: ContinueProgress): string =>
  `${counted(beats, 'beat')}, ${cost === undefined ? 'cost unknown' : `${dollars(cost)} spent`}`
