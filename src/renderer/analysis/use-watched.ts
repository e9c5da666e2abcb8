import { useEffect, useRef, useState } from 'react'
import type { Watched } from '../../shared/analysis/analysis'
import { api } from '../client'
import { problemOf } from '../problem-of'
import { useSession } from '../session'
import { indexIn } from '../store/beats'
import { continued } from './spark'

/** The runs of a watched value along the line at the cursor, or why there are none. */
export interface Watching {
  watched?: Watched | undefined
  problem?: string | undefined
}

/** The runs of a fixed expression along the line at the cursor. When the line grows, only the new part is fetched. */
export function useWatched(expression: string): Watching {
  const end = useSession((s) => s.line.at(-1)?.id)
  const [known, setKnown] = useState<Watching>({})
  const latest = useRef<Watched>(undefined)
  useEffect(() => {
    if (end === undefined || latest.current?.end === end) return undefined
    const stop = new AbortController()
    const before = latest.current
    const after = before && isOnLine(before.end) ? before.end : undefined
    api.watch.query({ expression, at: end, ...(after === undefined ? {} : { after }) }, { signal: stop.signal }).then(
      (news) => {
        if (stop.signal.aborted) return
        latest.current = after !== undefined && before ? continued(before, news) : news
        setKnown({ watched: latest.current })
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setKnown({ problem: problemOf(error).message })
      }
    )
    return () => stop.abort()
  }, [expression, end])
  return known
}

function isOnLine(commit: string): boolean {
  const { beats, line } = useSession.getState()
  const beat = beats.byId.get(commit)
  return beat !== undefined && indexIn(line, beat) >= 0
}
