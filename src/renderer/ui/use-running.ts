import { useCallback, useEffect, useRef } from 'react'

interface Running {
  unsubscribe(): void
}

/** One call of a view at a time: `run` replaces the running call by another, `end` stops it, and so does unmounting the view. */
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
