import type { BeatContradictions, Contradiction } from '../shared/analysis/contradictions'
import { api } from './client'
import { cursorIndex, goTo, useSession } from './session'
import { slice } from './slice'

interface Known {
  /** By commit: the contradictions of its narration or speech with the record, and the beat's number. */
  byCommit: ReadonlyMap<string, BeatContradictions>
  /** The commit up to which the line has been checked. */
  requestedHead?: string
}

/** The contradictions that the core has found so far. */
export const useContradictions = slice<Known>('contradictions', { byCommit: new Map() })

const none: readonly Contradiction[] = []
/** The contradictions of a beat. */
export const contradictionsAt = ({ byCommit }: Known, commit: string | undefined): readonly Contradiction[] =>
  (commit === undefined ? undefined : byCommit.get(commit)?.contradictions) ?? none

/** The debounce time after a beat before the core is queried, in ms, so that fast play causes one query at its end. */
const REST_MS = 400
let timer: ReturnType<typeof setTimeout> | undefined
let isLoading = false

/** Queries new contradictions up to the head when the story pauses. If the core can't answer, the next beat queries again. */
export function fetchContradictions(): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    const head = useSession.getState().present?.head
    const { requestedHead } = useContradictions.get()
    if (head === undefined || head === requestedHead) return
    if (isLoading) return fetchContradictions()
    isLoading = true
    api.contradictions
      .query({ at: head, ...(requestedHead === undefined ? {} : { after: requestedHead }) })
      .then((news) => {
        const { byCommit } = useContradictions.get()
        useContradictions.set({
          requestedHead: head,
          ...(news.length === 0 ? {} : { byCommit: new Map([...byCommit, ...news.map((one) => [one.commit, one] as const)]) })
        })
      })
      .catch(() => undefined)
      .finally(() => (isLoading = false))
  }, REST_MS)
}

/** Queries the whole line again, because a model has judged beats that were already queried. */
export function refetchContradictions(): void {
  useContradictions.set({ requestedHead: undefined })
  fetchContradictions()
}

/** Moves the cursor to the next beat on the line with a contradiction, or back to the previous one. */
export function goToContradiction(by: 1 | -1): void {
  const session = useSession.getState()
  const { byCommit } = useContradictions.get()
  const at = cursorIndex(session)
  for (let i = at + by; i >= 0 && i < session.line.length; i += by) {
    const id = session.line[i]?.id
    if (id !== undefined && byCommit.has(id)) return goTo(id)
  }
}
