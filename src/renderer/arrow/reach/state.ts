import { type ArrowDocument, type ArrowId, type PlayValue, type ReachReport, writeArrow } from '../../../arrow'
import { api } from '../../client'
import { showProblem } from '../../session'
import { slice } from '../../slice'
import { currentOf, useArrow } from '../state'
import { memoized } from '../../../shared/base/memoized'

/** The results of many plays of a document, and the assumptions of the next count. */
export interface ReachState {
  runs: number
  steps: number
  seed: number
  /** Initial values of variables, by id, for each document. */
  assume: Readonly<Record<string, Readonly<Record<string, PlayValue>>>>
  /** The progress of the count; undefined while none runs. */
  progress?: { done: number; of: number } | undefined
  /** The last report, with the document in play. */
  counted?: { path: string; document: ArrowDocument; report: ReachReport } | undefined
}

export const useReach = slice<ReachState>('arrow-reach', { runs: 1000, steps: 200, seed: 1, assume: {} })

let running: { unsubscribe: () => void } | undefined

/** Stops the running count. */
export function stopCounting(): void {
  running?.unsubscribe()
  running = undefined
  useReach.set({ progress: undefined })
}

/** Plays the document in view many times, from a node or its entry. Stops a running count first. */
export function countPlays(from?: ArrowId): void {
  const one = currentOf(useArrow.get())
  if (!one) return
  stopCounting()
  const { path, document } = one
  const { runs, steps, seed, assume } = useReach.get()
  useReach.set({ progress: { done: 0, of: runs } })
  const wish = { runs, steps, seed, assume: { ...assume[path] }, ...(from === undefined ? {} : { from }) }
  running = api.arrowReach.subscribe(
    { text: writeArrow(document), ...wish },
    {
      onData: (news) => {
        if (news.kind === 'progress') useReach.set({ progress: news.progress })
        else useReach.set({ progress: undefined, counted: { path, document, report: news.answer } })
      },
      onError: (error) => {
        useReach.set({ progress: undefined })
        showProblem(error)
      }
    }
  )
}

/** Assumes a value for a variable in later counts. */
export function assumeValue(path: string, variable: ArrowId, value: PlayValue): void {
  const { assume } = useReach.get()
  useReach.set({ assume: { ...assume, [path]: { ...assume[path], [variable]: value } } })
}

/** The share of plays that reached each node, from 0 to 1. */
export const heatOf = memoized(
  (report: ReachReport): ReadonlyMap<ArrowId, number> =>
    new Map(report.nodes.map(({ node, plays }) => [node, report.runs === 0 ? 0 : plays / report.runs]))
)
