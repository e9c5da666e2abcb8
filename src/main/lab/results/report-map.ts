import type { LabMap } from '../../../shared/lab/report'
import { spotsOf } from '../../story/world/map-files'
import type { LabWorld } from '../lab-world'
import type { ReadableResults } from './report'

/** The most places that are drawn whether a session visited them or not. */
const MAX_PLACES = 300

/** The map of a run's campaign, with places that nobody has placed where the map of the window has them. Throws as `ResultsPort.rows`. */
export async function labMap(results: ReadableResults, { state, lore }: LabWorld): Promise<LabMap> {
  const rows = await results.rows<{ place: string }>('SELECT DISTINCT place FROM visit')
  const visited = new Set(rows.map(({ place }) => place))
  const { spots } = await spotsOf(state, new Map(Object.entries(lore.map)))
  const all = Object.entries(state.places)
  const places = all.flatMap(([place, { name }]) => {
    const spot = spots.get(place)
    return spot && (all.length <= MAX_PLACES || visited.has(place)) ? [{ place, name, ...spot, visited: visited.has(place) }] : []
  })
  const shown = new Set(places.map(({ place }) => place))
  const pairs = new Map(
    Object.values(state.journeys).flatMap(({ from, to }) =>
      from !== to && shown.has(from) && shown.has(to) ? [[[from, to].toSorted().join('\n'), { from, to }] as const] : []
    )
  )
  return { places, journeys: [...pairs.values()] }
}
