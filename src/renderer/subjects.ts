import { useEffect } from 'react'
import type { Mark } from '../shared/chronicle'
import { api } from './client'
import { tell, useSession } from './session'

/** Subjects that are kept, and how long those are gathered that are asked for together, in ms. */
const KEPT = 4000
const GATHER = 30
/** Subjects asked for in one go. */
const MOST = 500

let wanted = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Asks what happened at a beat; the answer comes into the store. */
export function askSubject(id: string): void {
  if (useSession.getState().subjects.has(id)) return
  wanted.add(id)
  timer ??= setTimeout(() => void fetchWanted(), GATHER)
}

async function fetchWanted(): Promise<void> {
  timer = undefined
  const commits = [...wanted].slice(-MOST)
  wanted = new Set()
  try {
    const said = await api.subjects.query({ commits })
    const subjects = new Map([...useSession.getState().subjects, ...commits.map((id, i) => [id, said[i] ?? ''] as const)])
    for (const old of subjects.keys()) {
      if (subjects.size <= KEPT) break
      subjects.delete(old)
    }
    useSession.setState({ subjects })
  } catch (error) {
    tell(error)
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
