import { useEffect } from 'react'
import type { Mark } from '../shared/chronicle'
import { api } from './client'
import { cursorIndex, showProblem, useSession } from './session'

/** Subjects that are kept, and how long those are gathered that are asked for together, in ms. */
const MAX_SUBJECTS = 4000
const GATHER_MS = 30
/** Subjects asked for in one go, and how many beats on either side of the one that is looked at are asked for with it: walking comes there next. */
const MAX_PER_REQUEST = 500
const NEIGHBOURS = 24

let wanted = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Asks what happened at a beat; the answer comes into the store. */
export function askSubject(id: string): void {
  if (useSession.getState().subjects.has(id)) return
  wanted.add(id)
  timer ??= setTimeout(() => void fetchWanted(), GATHER_MS)
}

/** What is wanted, and what will be when the beat that is looked at is among it. */
function withNeighbours(ids: ReadonlySet<string>): Set<string> {
  const session = useSession.getState()
  const at = cursorIndex(session)
  if (!ids.has(session.line[at]?.id ?? '')) return new Set(ids)
  const near = session.line.slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1)
  const unknown = near.filter(({ id, subject }) => subject === undefined && !session.subjects.has(id))
  return new Set([...unknown.map(({ id }) => id), ...ids])
}

async function fetchWanted(): Promise<void> {
  timer = undefined
  const commits = [...withNeighbours(wanted)].slice(-MAX_PER_REQUEST)
  wanted = new Set()
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

/** What happened at a beat, in a line; '' until it is known. */
export function useSubject(mark: Mark | undefined): string {
  const asked = useSession((s) => (mark ? s.subjects.get(mark.id) : undefined))
  const known = mark?.subject ?? asked
  const id = known === undefined ? mark?.id : undefined
  useEffect(() => {
    if (id !== undefined) askSubject(id)
  }, [id])
  return known ?? ''
}
