import type { Journey, Place } from '../story/state'
import type { World } from './drawing'

/** A small world from `place:region` and `from>to` (with suffixes `!risk`, `?fact` and ` direction`). */
export function worldOf(places: readonly string[], journeys: readonly string[]): World {
  const world: World = { places: {}, journeys: {}, regions: {} }
  for (const one of places) {
    const [id = '', region = 'home'] = one.split(':')
    const place: Place = { name: id.toUpperCase(), region, features: {}, inventory: {}, tags: {} }
    world.places[id] = place
    world.regions[region] = { name: `The ${region}` }
  }
  journeys.forEach((one, k) => {
    const [, from = '', to = '', risk, fact, direction = 'east'] = /^([^>]+)>([^!? ]+)(?:!([^? ]+))?(?:\?([^ ]+))?(?: (.+))?$/.exec(one) ?? []
    const journey: Journey = { from, to, region: 'home', direction, duration: '5 minutes', difficulty: 0, risks: risk ? [risk] : [] }
    world.journeys[`${from}--${to}${k ? `-${k}` : ''}`] = fact ? { ...journey, requires: fact } : journey
  })
  return world
}

/** A world of several regions of equal size, each a tree of places. */
export function bigWorld(count: number, regions: number): World {
  const each = Math.ceil(count / regions)
  const places = Array.from({ length: count }, (_, k) => `p${k}:r${Math.floor(k / each)}`)
  const journeys = places.slice(1).map((_, k) => `p${Math.max(0, k - (k % 4))}>p${k + 1}`)
  return worldOf(places, journeys)
}
