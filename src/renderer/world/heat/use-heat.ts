import { useEffect, useMemo } from 'react'
import type { Span, Visits } from '../../../shared/analysis/visits'
import { api } from '../../client'
import { problemOf } from '../../problem-of'
import { updateMap, useSession, type Session } from '../../session'
import type { VisitsAnswer } from '../../store/map-state'
import type { Marks } from '../marks'
import { heatMarks } from './heat-marks'
import { Latest } from './latest'

const RECOUNT_MS = 150

const hear = (answer: VisitsAnswer): void => {
  if (useSession.getState().mapState.heat === answer.span) updateMap({ visits: answer })
}

const request = new Latest<{ span: Span; at: string }, Visits>({
  ask: (wish, signal) => api.visits.query(wish, { signal }),
  hear: (wish, visits) => hear({ ...wish, visits }),
  fail: (wish, error) => hear({ ...wish, problem: problemOf(error).message }),
  rest: () => new Promise((done) => setTimeout(done, RECOUNT_MS))
})

/** The last answer about the shown span; that of another commit while the new one is loading. */
export const visitsNow = ({ mapState: { heat, visits } }: Session): VisitsAnswer | undefined => (visits?.span === heat ? visits : undefined)

/** Clears a problem, so that the answer is fetched again. */
export const recountVisits = (): void => updateMap({ visits: undefined })

/** The overlay with the visits up to the cursor, if they are shown. They are fetched as the cursor moves. */
export function useHeat(marks: Marks, shows: boolean): Marks {
  const span = useSession((s) => (shows && s.mapState.heat !== 'off' ? s.mapState.heat : undefined))
  const at = useSession((s) => s.snapshot?.commit)
  const places = useSession((s) => s.snapshot?.state.places)
  const answer = useSession((s) => (shows ? visitsNow(s) : undefined))
  const known = answer?.at === at
  useEffect(() => {
    if (!shows || known) return
    request.want(span === undefined || at === undefined ? undefined : { span, at })
  }, [shows, span, at, known])
  useEffect(() => (shows ? () => request.want(undefined) : undefined), [shows])
  const visits = answer?.visits
  return useMemo(() => (visits && places ? heatMarks(visits, places, marks) : marks), [visits, places, marks])
}
