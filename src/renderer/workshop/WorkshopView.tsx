import { useCallback, useEffect, useState, type ComponentType, type ReactElement } from 'react'
import { problemOf } from '../problem-of'
import { Blank } from '../ui/Parts'
import { RetryBlank } from '../ui/Retry'
import { workshopTexts as t } from './texts'

/** The workshop, loaded when it is first shown, so that the rest of the window never waits for the editor. */
export function WorkshopView(): ReactElement {
  const [loaded, setLoaded] = useState<{ body?: ComponentType; problem?: string }>({})
  const load = useCallback((): void => {
    import('./Workshop').then(
      ({ Workshop }) => setLoaded({ body: Workshop }),
      (error: unknown) => setLoaded({ problem: problemOf(error).message })
    )
  }, [])
  useEffect(load, [load])
  const { body: Body, problem } = loaded
  return (
    <>
      <h1 className="unseen">{t.title}</h1>
      {Body ? <Body /> : problem === undefined ? <Blank title={t.loading} /> : <RetryBlank title={t.failed} problem={problem} again={load} />}
    </>
  )
}
