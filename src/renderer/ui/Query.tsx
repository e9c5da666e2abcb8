import { useCallback, useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { problemOf } from '../problem-of'
import { RetryAlert } from './Parts'

/** The debounce time for cursor moves before a query is sent, in ms. */
const REST_MS = 80

/** The answer of the core or its problem; both are undefined until it arrives. */
interface QueryAnswer<T> {
  answer: T | undefined
  problem: string | undefined
  /** There is no answer for the current key yet. `answer` is the previous one. */
  waiting: boolean
  again: () => void
}

/**
 * Queries the core about a subject at a commit. The previous answer stays until the next one arrives; another subject starts over. An outdated query
 * is aborted. `ask` must be the same function on every render. `restMs`: how long the commit rests before it is asked about.
 */
export function useQuery<T>(
  who: string,
  commit: string,
  ask: (who: string, commit: string, signal: AbortSignal) => Promise<T>,
  restMs = REST_MS
): QueryAnswer<T> {
  const [heard, setHeard] = useState<{ of: string; at: string; answer?: T; problem?: string }>()
  const stop = useRef<AbortController>(undefined)
  const put = useCallback(() => {
    stop.current?.abort()
    const { signal } = (stop.current = new AbortController())
    const hear = (what: { answer?: T; problem?: string }): void => {
      if (!signal.aborted) setHeard({ of: who, at: commit, ...what })
    }
    ask(who, commit, signal).then(
      (answer) => hear({ answer }),
      (error: unknown) => hear({ problem: problemOf(error).message })
    )
  }, [who, commit, ask])
  useEffect(() => {
    const timer = setTimeout(put, restMs)
    return () => {
      clearTimeout(timer)
      stop.current?.abort()
    }
  }, [put, restMs])
  const known = heard?.of === who ? heard : undefined
  const again = (): void => {
    setHeard(undefined)
    put()
  }
  return { answer: known?.answer, problem: known?.problem, waiting: known?.at !== commit, again }
}

/** Renders an answer of the core; a sentence while it is loading; or the problem with a button that retries. */
export function Query<T>({
  answer,
  problem,
  again,
  waits,
  children
}: QueryAnswer<T> & { waits: string; children: (answer: T) => ReactNode }): ReactElement {
  if (answer !== undefined) return <>{children(answer)}</>
  if (problem === undefined) return <p className="quiet">{waits}</p>
  return <RetryAlert problem={problem} again={again} />
}
