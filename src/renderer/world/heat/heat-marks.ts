import { own } from '../../../shared/base/json'
import type { GameState } from '../../../shared/story/state'
import type { Visits } from '../../../shared/analysis/visits'
import type { MapMark, Marks } from '../marks'
import { boundsOf, heatOf } from './levels'
import { heatTexts as t } from './texts'
import { counted } from '../../ui/amounts'

/** The overlay of visits, which replaces other marks of visited places. A folded region has the beats of all its places. */
export function heatMarks(visits: Visits, places: GameState['places'], over: Marks): Marks {
  const bounds = boundsOf(visits)
  const marks = new Map<string, MapMark>()
  const regions = new Map<string, number>()
  for (const [id, visit] of Object.entries(visits.places)) {
    const also = over.places.get(id)
    const title = [t.title(visit), also?.title ?? also?.label ?? ''].join('\n').trim()
    marks.set(id, { label: t.card(visit), title, tone: 'none', heat: heatOf(visit.beats, bounds) })
    const region = own(places, id)?.region
    if (region !== undefined) regions.set(region, (regions.get(region) ?? 0) + visit.beats)
  }
  for (const [id, beats] of regions)
    marks.set(`~${id}`, { label: counted(beats, 'beat'), tone: 'none', heat: heatOf(Math.min(beats, bounds.at(-1) ?? 0), bounds) })
  for (const [id, mark] of over.places) if (!marks.has(id)) marks.set(id, mark)
  return { journeys: over.journeys, places: marks }
}
