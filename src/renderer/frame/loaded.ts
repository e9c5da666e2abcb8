import { useEffect, useState } from 'react'
import { completeFeatures, missingFor, useFeatures } from '../registry'
import { showProblem, useSession } from '../session'

/** A view or panel once loaded; until then the one before, or undefined. A failure is shown, and the next choice tries again. */
export function useLoaded<T extends { id: string }>(wanted: T | undefined): T | undefined {
  useFeatures()
  const [before, setBefore] = useState<T>()
  const missing = wanted && missingFor(wanted.id).length > 0 ? wanted.id : undefined
  if (missing === undefined && wanted?.id !== before?.id) setBefore(wanted)
  useEffect(() => {
    if (missing !== undefined) completeFeatures(missingFor(missing)).catch(showProblem)
  }, [missing])
  return missing === undefined ? wanted : before
}

/** Whether the view and the panel that the desk shows first are loaded, or can't be. */
export function useFirstLoaded(): boolean {
  useFeatures()
  const [first] = useState(() => useSession.getState().desk)
  const [isGivenUp, setGivenUp] = useState(false)
  useEffect(() => {
    completeFeatures(missingFor(first.view, first.side)).catch((error: unknown) => {
      showProblem(error)
      setGivenUp(true)
    })
  }, [first])
  return isGivenUp || missingFor(first.view, first.side).length === 0
}
