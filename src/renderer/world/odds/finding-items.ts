import type { ReachFinding } from '../../../shared/analysis/reach'
import type { MapItem } from '../../store/map-state'

/** The items of a finding, to be selected on the map: places that are out of reach or have no way back, else the journeys. */
export function itemsOf({ kind, places, journeys }: ReachFinding): MapItem[] {
  const items = journeys.map((id): MapItem => ({ what: 'journey', id }))
  const where = places.map((id): MapItem => ({ what: 'place', id }))
  if (kind === 'unreachable' || kind === 'sink') return where
  return items.length > 0 ? items : where
}
