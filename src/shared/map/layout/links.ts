import { own } from '../../base/json'
import type { World } from '../drawing'

/** The neighbours of each place over journeys in either direction. Places without journeys are left out. */
export function neighboursOf(places: World['places'], journeys: World['journeys']): ReadonlyMap<string, ReadonlySet<string>> {
  const neighbours = new Map<string, Set<string>>()
  const add = (from: string, to: string): void => {
    const known = neighbours.get(from)
    if (known) known.add(to)
    else neighbours.set(from, new Set([to]))
  }
  for (const id of Object.keys(journeys).toSorted()) {
    const { from, to } = own(journeys, id) ?? { from: '', to: '' }
    if (from === to || !own(places, from) || !own(places, to)) continue
    add(from, to)
    add(to, from)
  }
  return neighbours
}

/** The places of each region. Regions and places are ordered by id. */
export function byRegion(world: World): ReadonlyMap<string, readonly string[]> {
  const regions = new Map<string, string[]>()
  for (const id of Object.keys(world.places).toSorted()) {
    const region = own(world.places, id)?.region ?? ''
    const list = regions.get(region)
    if (list) list.push(id)
    else regions.set(region, [id])
  }
  return new Map([...regions].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** A key of everything that a world's layout depends on. Worlds of equal shape have the same key. */
export function shapeOf(world: World): string {
  let [low, high, count] = [0x811c9dc5, 0x01000193, 0]
  const eat = (text: string): void => {
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      low = Math.imul(low ^ code, 0x01000193)
      high = Math.imul(high ^ (code + i), 0x85ebca6b)
    }
    low = Math.imul(low ^ 0x100, 0x01000193)
    count++
  }
  for (const id of Object.keys(world.places).toSorted()) {
    eat(id)
    eat(own(world.places, id)?.region ?? '')
  }
  for (const id of Object.keys(world.journeys).toSorted()) {
    const one = own(world.journeys, id)
    if (one) eat(`${one.from}>${one.to}:${one.direction}`)
  }
  return `${(low >>> 0).toString(36)}${(high >>> 0).toString(36)}${count.toString(36)}`
}
