import { useCallback, useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react'
import { problemOf } from '../problem-of'
import { texts } from './texts'

/** How long the moment that is looked at has to rest before the core is asked, in ms. */
const REST_MS = 80

/** What the core answered about somebody, or its problem; both undefined until it has. */
export interface Answer<T> {
  answer: T | undefined
  problem: string | undefined
  /** The moment that is looked at has no answer yet; what is shown is of the moment before. */
  waiting: boolean
  again: () => void
}

/**
 * Asks the core about somebody at a commit. While the next answer is on its way, the one before stands; a change of person
 * starts afresh. What nobody waits for any more is called off. `ask` is the same function at every rendering.
 */
export function useQuery<T>(who: string, commit: string, ask: (who: string, commit: string, signal: AbortSignal) => Promise<T>): Answer<T> {
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
    const timer = setTimeout(put, REST_MS)
    return () => {
      clearTimeout(timer)
      stop.current?.abort()
    }
  }, [put])
  const known = heard?.of === who ? heard : undefined
  const again = (): void => {
    setHeard(undefined)
    put()
  }
  return { answer: known?.answer, problem: known?.problem, waiting: known?.at !== commit, again }
}

/** An answer of the core, or what there is instead: words while it is waited for, or the problem and a way to ask again. */
export function Query<T>({
  answer,
  problem,
  again,
  waits,
  children
}: Answer<T> & { waits: string; children: (answer: T) => ReactNode }): ReactElement {
  if (answer !== undefined) return <>{children(answer)}</>
  if (problem === undefined) return <p className="quiet">{waits}</p>
  return (
    <div role="alert">
      <p>{problem}</p>
      <button type="button" className="button small" onClick={again}>
        {texts.again}
      </button>
    </div>
  )
}
