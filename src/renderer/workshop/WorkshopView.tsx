import { useCallback, useEffect, useState, type ComponentType, type ReactElement } from 'react'
import { problemOf } from '../problem-of'
import { Blank, RetryBlank } from '../ui/Parts'
const load = () => import('./Workshop')

/** The pause before the workshop is loaded ahead, in ms: the window draws itself and the campaign first. */
const AHEAD_MS = 2000

/** Loads the workshop while the window has nothing else to do, so that it opens at once. Returns a function that cancels this. */
export function loadAhead(): () => void {
  // Safari has no idle callbacks.
  const whenIdle = 'requestIdleCallback' in window ? (then: () => void) => window.requestIdleCallback(then) : (then: () => void) => then()
  // A failure is shown when the view tries again.
  const timer = window.setTimeout(() => whenIdle(() => void load().catch(() => undefined)), AHEAD_MS)
  return () => window.clearTimeout(timer)
}

/** The workshop. Its editor is a module of its own, so that the rest of the window never waits for it. */
export function WorkshopView(): ReactElement {
  const [loaded, setLoaded] = useState<{ body?: ComponentType; problem?: string }>({})
  const show = useCallback((): void => {
    load().then(
      ({ Workshop }) => setLoaded({ body: Workshop }),
      (error: unknown) => setLoaded({ problem: problemOf(error).message })
    )
  }, [])
  useEffect(show, [show])
  const { body: Body, problem } = loaded
  return (
    <>
      <h1 className="unseen">Workshop</h1>
      {Body ? (
        <Body />
      ) : problem === undefined ? (
        <Blank title="Loading the editor…" />
      ) : (
        <RetryBlank title="Couldn’t load the editor" problem={problem} again={show} />
      )}
    </>
  )
}
