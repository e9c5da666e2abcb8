import { useCallback, useEffect, useState, type ComponentType, type ReactElement } from 'react'
import { problemOf } from '../problem-of'
import { Blank, RetryBlank } from '../ui/Parts'
const load = () => import('./Workshop')

/** Loads the workshop before its view is shown. A failure is shown when the view tries again. */
export const loadAhead = (): void => void load().catch(() => undefined)

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
