import type { Finding } from '../../../shared/reach'
import type { Chosen } from '../../store/mapping'

/** What a finding is about, to be chosen on the map: places that are lost or hold fast, else the journeys. */
export function chosenOf({ kind, places, journeys }: Finding): Chosen[] {
  const ways = journeys.map((id): Chosen => ({ what: 'journey', id }))
  const where = places.map((id): Chosen => ({ what: 'place', id }))
  if (kind === 'unreachable' || kind === 'sink') return where
  return ways.length > 0 ? ways : where
}
