import { useCallback, useEffect, useRef } from 'react'

/** A call whose answers come in parts. */
interface Running {
  unsubscribe(): void
}

/** One call of a view at a time: `run` begins another in place of the one that runs, `end` stops it, and so does leaving the view. */
export function useRunning(): { run: (begin: () => Running) => void; end: () => void } {
  const running = useRef<Running>(undefined)
  const end = useCallback(() => {
    running.current?.unsubscribe()
    running.current = undefined
  }, [])
  const run = useCallback(
    (begin: () => Running) => {
      end()
      running.current = begin()
    },
    [end]
  )
  useEffect(() => end, [end])
  return { run, end }
}
