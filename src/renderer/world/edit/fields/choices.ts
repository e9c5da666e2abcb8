import { own } from '../../../../shared/base/json'
import type { GameState } from '../../../../shared/story/state'
import { fold } from '../../../../shared/story/names'
import { NEW } from '../../../fields/find-names'
import type { Choosable } from '../../../ui/Chooser'
import { placesByName } from '../outline/rows'

type World = Pick<GameState, 'places' | 'regions' | 'actors'>

const matches = (query: string): ((...texts: string[]) => boolean) => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return (...texts) => words.every((word) => texts.some((text) => text.toLowerCase().includes(word)))
}

/** Places that match a query by name, id or region, sorted by name; those whose name begins with it come first. */
export const findPlaces =
  ({ places, regions }: Pick<World, 'places' | 'regions'>, without: readonly string[] = []) =>
  (query: string): Choosable[] => {
    const fits = matches(query)
    const choices = placesByName(places).flatMap(([id, { name, region }]): Choosable[] => {
      const group = own(regions, region)?.name ?? region
      return !without.includes(id) && fits(name, id, group) ? [{ id, label: name, group }] : []
    })
    const begins = query.trim().toLowerCase()
    const rank = ({ label }: Choosable): number => (label.toLowerCase().startsWith(begins) ? 0 : 1)
    return begins === '' ? choices : choices.sort((a, b) => rank(a) - rank(b))
  }

/** Regions that match a query by name or id. */
export const findRegions =
  ({ regions }: Pick<World, 'regions'>) =>
  (query: string): Choosable[] => {
    const fits = matches(query)
    return Object.entries(regions).flatMap(([id, { name }]) => (fits(name, id) ? [{ id, label: name }] : []))
  }

/** Characters elsewhere that match a query by name, with their places. */
export const findPeople =
  ({ actors, places }: Pick<World, 'actors' | 'places'>, elsewhere: string) =>
  (query: string): Choosable[] => {
    const fits = matches(query)
    return Object.entries(actors).flatMap(([id, { name, location }]) =>
      location !== elsewhere && fits(name, id) ? [{ id, label: name, group: own(places, location)?.name ?? location }] : []
    )
  }

/** A search whose last option creates a thing with the typed name, unless one of those found is called that. */
export const orNew =
  (find: (query: string) => Choosable[], noun: 'place' | 'region') =>
  (query: string): Choosable[] => {
    const found = find(query)
    const name = query.trim()
    return name === '' || found.some(({ label }) => fold(label) === fold(name))
      ? found
      : [...found, { id: NEW + name, label: `New ${noun} “${name}”` }]
  }
