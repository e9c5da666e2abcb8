import type { Spots, World } from '../map/drawing'
import { settled } from '../map/layout/settle'

/** One region of a world, with where ways lead out of it: those places stand beside its own, however far away they are on the whole map. */
export function framed(world: World, spots: Spots, region: string): { world: World; spots: Spots } {
  const own = new Set(Object.keys(world.places).filter((id) => world.places[id]?.region === region))
  const leaving = Object.values(world.journeys).filter(({ from }) => own.has(from))
  const near = new Set([...own, ...leaving.map(({ to }) => to)])
  const places = Object.fromEntries(Object.entries(world.places).filter(([id]) => near.has(id)))
  const journeys = Object.fromEntries(
    Object.entries(world.journeys).filter(([, { from, to }]) => near.has(from) && near.has(to) && (own.has(from) || own.has(to)))
  )
  const part = { places, journeys, regions: world.regions }
  return { world: part, spots: settled(part, new Map([...spots].filter(([id]) => own.has(id))), new Map()) }
}
