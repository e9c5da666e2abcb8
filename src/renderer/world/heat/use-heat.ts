import { useEffect, useMemo } from 'react'
import type { Span, Visits } from '../../../shared/visits'
import { api } from '../../client'
import { problemOf } from '../../problem-of'
import { updateMap, useSession, type Session } from '../../session'
import type { VisitsAnswer } from '../../store/map-state'
import type { Marks } from '../marks'
import { heatMarks } from './heat-marks'
import { Latest } from './latest'

/** At most so often visits are counted anew while time goes on, in ms. */
const RECOUNT_MS = 150

const hear = (heard: VisitsAnswer): void => {
  if (useSession.getState().mapState.heat === heard.span) updateMap({ visits: heard })
}

const asking = new Latest<{ span: Span; at: string }, Visits>({
  ask: (wish, signal) => api.visits.query(wish, { signal }),
  hear: (wish, visits) => hear({ ...wish, visits }),
  fail: (wish, error) => hear({ ...wish, problem: problemOf(error).message }),
  rest: () => new Promise((done) => setTimeout(done, RECOUNT_MS))
})

/** The visits that were heard last of what is to be shown; of another moment while those of this one are on their way. */
export const visitsNow = ({ mapState: { heat, visits } }: Session): VisitsAnswer | undefined => (visits?.span === heat ? visits : undefined)

/** Forgets a problem, so that the core is asked again. */
export const recountVisits = (): void => updateMap({ visits: undefined })

/** What is drawn over the map, with the visits up to the moment that is looked at when these are to be seen; they are asked for as it moves on. */
export function useHeat(marks: Marks, shows: boolean): Marks {
  const span = useSession((s) => (shows && s.mapState.heat !== 'off' ? s.mapState.heat : undefined))
  const at = useSession((s) => s.snapshot?.commit)
  const places = useSession((s) => s.snapshot?.state.places)
  const heard = useSession((s) => (shows ? visitsNow(s) : undefined))
  const known = heard?.at === at
  useEffect(() => {
    if (!shows || known) return
    asking.want(span === undefined || at === undefined ? undefined : { span, at })
  }, [shows, span, at, known])
  useEffect(() => (shows ? () => asking.want(undefined) : undefined), [shows])
  const visits = heard?.visits
  return useMemo(() => (visits && places ? heatMarks(visits, places, marks) : marks), [visits, places, marks])
}
