import { useEffect } from 'react'
import type { Mark } from '../shared/analysis/chronicle'
import { api } from './client'
import { cursorIndex, showProblem, useSession } from './session'

/** The most cached subjects, and the time over which requests are batched, in ms. */
const MAX_SUBJECTS = 4000
const GATHER_MS = 30
/** The most subjects in one request, and the number of beats on either side of the cursor that are fetched with it. */
const MAX_PER_REQUEST = 500
const MAX_NEIGHBOURS = 24

let visible = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Fetches the subject of a beat into the store. */
export function askSubject(id: string): void {
  if (useSession.getState().subjects.has(id)) return
  visible.add(id)
  timer ??= setTimeout(() => void fetchWanted(), GATHER_MS)
}

/** The requested subjects, with those around the cursor if it is among them. */
function withNeighbours(ids: ReadonlySet<string>): Set<string> {
  const session = useSession.getState()
  const at = cursorIndex(session)
  if (!ids.has(session.line[at]?.id ?? '')) return new Set(ids)
  const near = session.line.slice(Math.max(0, at - MAX_NEIGHBOURS), at + MAX_NEIGHBOURS + 1)
  const unknown = near.filter(({ id, subject }) => subject === undefined && !session.subjects.has(id))
  return new Set([...unknown.map(({ id }) => id), ...ids])
}

async function fetchWanted(): Promise<void> {
  timer = undefined
  const commits = [...withNeighbours(visible)].slice(-MAX_PER_REQUEST)
  visible = new Set()
  try {
    const said = await api.subjects.query({ commits })
    const subjects = new Map([...useSession.getState().subjects, ...commits.map((id, i) => [id, said[i] ?? ''] as const)])
    for (const old of subjects.keys()) {
      if (subjects.size <= MAX_SUBJECTS) break
      subjects.delete(old)
    }
    useSession.setState({ subjects })
  } catch (error) {
    showProblem(error)
  }
}

/** The subject of a beat; '' until it is known. */
export function useSubject(mark: Mark | undefined): string {
  const subject = useSession((s) => (mark ? s.subjects.get(mark.id) : undefined))
  const known = mark?.subject ?? subject
  const id = known === undefined ? mark?.id : undefined
  useEffect(() => {
    if (id !== undefined) askSubject(id)
  }, [id])
  return known ?? ''
}
