import { flushSync } from 'react-dom'
import type { Spot } from '../../shared/analysis/analysis'
import { useCompareRequest } from '../files/compare-request'
import { cursorIndex, goTo, notify, useSession } from '../session'
import { shownBranches } from '../store/beats'
import type { Command } from '../ui/commands'
import { useAnalysis, type AnalysisState } from './state'
import { saveWatched, watchedIn, MAX_WATCHES, withWatch } from './watched'

const get = useSession.getState
const open = (): boolean => get().present !== undefined

/** Changes the comparison, the search or the watched expressions. */
export const updateAnalysis = (part: Partial<AnalysisState>): void => useAnalysis.set(part)

const commitAtCursor = (): string | undefined => get().cursor ?? get().present?.head

const COMPARE = 'compare'

/** Compares two commits in a view above the current one. */
export function compareCommits(a: string, b: string): void {
  updateAnalysis({ comparing: { a, b }, choosing: undefined })
  useSession.setState({ coverView: COMPARE })
}

/** Compares what any part of the window requests. Returns a function that removes the listener. */
export function compareRequested(): () => void {
  return useSession.subscribe(({ beats }) => {
    const { branch, commits } = useCompareRequest.get()
    if (commits && commits.every((id) => beats.byId.has(id))) {
      useCompareRequest.set({ commits: undefined })
      compareCommits(...commits)
      return
    }
    const head = shownBranches(beats).find(({ name }) => name === branch)?.head
    const here = commitAtCursor()
    if (branch === undefined || head === undefined || here === undefined) return
    useCompareRequest.set({ branch: undefined })
    compareCommits(here, head)
  })
}

/** Closes the comparison. */
export const stopComparing = (): void => useSession.setState({ coverView: undefined })

let focus: () => void = () => undefined
/** Registers a listener for opening the search. Returns a function that removes it. */
export function onFindOpened(to: () => void): () => void {
  focus = to
  return () => {
    focus = () => undefined
  }
}

/** Opens the search, with an expression if one is given. */
export function openFind(question?: string): void {
  flushSync(() => updateAnalysis({ finding: true, ...(question === undefined ? {} : { question }) }))
  focus()
}

/** Watches an expression along the timeline, or stops watching it. */
export function setWatched(expression: string, on: boolean): void {
  const { watched } = useAnalysis.get()
  const dir = get().present?.campaign.dir
  if (dir === undefined) return
  if (on && watchedIn(watched, dir).length >= MAX_WATCHES && !watchedIn(watched, dir).includes(expression))
    notify(`You can watch ${MAX_WATCHES} values at most, so the oldest was removed.`)
  const next = withWatch(watched, dir, expression, on)
  updateAnalysis({ watched: next })
  saveWatched(next)
}

/** The index of the next change of truth in a direction from the cursor; -1 if there is none. */
function flipFrom(direction: 1 | -1): number {
  const session = get()
  const flips = useAnalysis.get().result?.flips ?? []
  const at = session.line[cursorIndex(session)]?.place ?? 0
  const place = ({ commit, n }: Spot): number => session.beats.byId.get(commit)?.place ?? n
  return direction > 0 ? flips.findIndex((one) => place(one) > at) : flips.findLastIndex((one) => place(one) < at)
}

function goFlip(direction: 1 | -1): void {
  const flip = useAnalysis.get().result?.flips[flipFrom(direction)]
  if (flip) goTo(flip.commit)
}

/** The commands of comparing and searching. */
export const analysisCommands: readonly Command[] = [
  { id: 'analysis.leave', group: 'Time', label: 'Close comparison', shortcut: 'esc', when: () => get().coverView === COMPARE, run: stopComparing },
  {
    id: 'analysis.compare',
    group: 'Time',
    label: 'Compare this beat with…',
    shortcut: 'c',
    when: open,
    run: () => updateAnalysis({ choosing: commitAtCursor() })
  },
  { id: 'analysis.find', group: 'Time', label: 'Find beat by expression…', shortcut: 'f', when: open, run: () => openFind() },
  { id: 'analysis.next', group: 'Time', label: 'Go to next change', shortcut: 'n', when: () => flipFrom(1) >= 0, run: () => goFlip(1) },
  {
    id: 'analysis.previous',
    group: 'Time',
    label: 'Go to previous change',
    shortcut: 'shift+n',
    when: () => flipFrom(-1) >= 0,
    run: () => goFlip(-1)
  }
]
