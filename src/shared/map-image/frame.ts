import { own } from '../base/json'
import type { Spots, World } from '../map/drawing'
import { settled } from '../map/layout/settle'
import { boundsOf, inflate, containsPoint, centreOf } from '../geometry/shapes'
import { PLACE } from '../map/sizes'

/** The largest distance of an outside place from its region, in pixels. Places farther away are drawn beside the start of the journey. */
const MAX_DISTANCE_PX = 320

/** The map of one region with its exits. Places outside it keep their position if they are near, otherwise they move beside the region. */
export function framed(world: World, spots: Spots, region: string): { world: World; spots: Spots } {
  const inside = new Set(Object.keys(world.places).filter((id) => own(world.places, id)?.region === region))
  const leaving = Object.values(world.journeys).filter(({ from }) => inside.has(from))
  const near = new Set([...inside, ...leaving.map(({ to }) => to)])
  const places = Object.fromEntries(Object.entries(world.places).filter(([id]) => near.has(id)))
  const journeys = Object.fromEntries(
    Object.entries(world.journeys).filter(([, { from, to }]) => near.has(from) && near.has(to) && (inside.has(from) || inside.has(to)))
  )
  const part = { places, journeys, regions: world.regions }
  const sight = inflate(boundsOf([...spots].flatMap(([id, spot]) => (inside.has(id) ? [{ ...PLACE, ...spot }] : []))), MAX_DISTANCE_PX)
  const shown = [...spots].filter(([id, spot]) => inside.has(id) || (near.has(id) && containsPoint(sight, centreOf({ ...PLACE, ...spot }))))
  return { world: part, spots: settled(part, new Map(shown), new Map()) }
}
