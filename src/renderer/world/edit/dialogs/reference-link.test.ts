import { expect, it } from 'vitest'
import type { Reference } from '../../../../shared/contract/world-edits'
import type { Lore } from '../../../../shared/story/lore'
import { present, state } from '../../../store/tiny.fixture'
import { findPeople, findPlaces, findRegions } from '../fields/choices'
import { referenceLink } from './reference-link'

const one = state()
const wren = one.actors['Wren']
const well = one.places['well']
if (!wren || !well) throw new Error('the tiny state has Wren and a well')
const world = {
  ...one,
  quests: { bell: { name: "The widow's bell", status: 'active' } },
  actors: { ...one.actors, 'Wren the Elder': { ...wren, name: 'Wren the Elder' }, Pym: { ...wren, name: 'Pym', location: 'old-well' } },
  places: { ...one.places, 'old-well': { ...well, name: 'The old well' }, swell: { ...well, name: 'Swell', region: 'coast' } },
  regions: { ...one.regions, coast: { name: 'Coast' } }
}

const told = {
  ...present().lore,
  story: [{ id: 'soup', title: 'Soup for all' }],
  narratives: { tale: { name: 'A tale' } }
} as unknown as Lore
const of = (sentence: string, about?: Reference): unknown => referenceLink(sentence, { state: world, lore: told }, about)

it('a reference leads to its subject, else to the place', () => {
  expect(of('Wren is in The well')).toEqual({ to: { what: 'actor', id: 'Wren' }, name: 'Wren' })
  expect(of('Wren the Elder is in The well')).toEqual({ to: { what: 'actor', id: 'Wren the Elder' }, name: 'Wren the Elder' })
  expect(of('something leads to The old well')).toEqual({ to: { what: 'place', id: 'old-well' }, name: 'The old well' })
  expect(of('nobody knows')).toBeUndefined()
  const path = 'world/players/Pym/STATS.yaml'
  expect(of(`${path}: Pym is at "ford", which is not a location`)).toEqual({ to: { what: 'file', id: path }, name: path })
})

it('an obstacle leads to itself under its name: an event to its form, a narrative to its file, a scene to the log', () => {
  const cases: [Reference, string][] = [
    [{ what: 'event', id: 'soup' }, 'Soup for all'],
    [{ what: 'scene', id: 's' }, 'the log'],
    [{ what: 'actor', id: 'Pym' }, 'Pym'],
    [{ what: 'place', id: 'old-well' }, 'The old well'],
    [{ what: 'quest', id: 'bell' }, "The widow's bell"],
    [{ what: 'item', id: 'cask' }, 'Cask of oil'],
    [{ what: 'file', id: 'rules/actions/pour.ts', line: 3 }, 'rules/actions/pour.ts']
  ]
  for (const [about, name] of cases) expect(of('the item “Cask of oil” names it', about)).toEqual({ to: about, name })
  expect(of('“A tale” names it', { what: 'event', id: 'tale' })).toEqual({ to: { what: 'file', id: 'world/story/tale/ABOUT.md' }, name: 'A tale' })
})

it('finds places by name, id and region, names with that beginning first', () => {
  const ids = (query: string, without?: string[]) => findPlaces(world, without)(query).map(({ id }) => id)
  expect(ids('')).toEqual(['swell', 'old-well', 'well'])
  expect(ids('the w')).toEqual(['well', 'old-well'])
  expect(ids('well coast')).toEqual(['swell'])
  expect(ids('well', ['well', 'swell'])).toEqual(['old-well'])
  expect(findPlaces(world)('swell')).toEqual([{ id: 'swell', label: 'Swell', group: 'Coast' }])
})

it('finds regions by name, and characters in other places', () => {
  expect(findRegions(world)('COA')).toEqual([{ id: 'coast', label: 'Coast' }])
  expect(findPeople(world, 'well')('')).toEqual([{ id: 'Pym', label: 'Pym', group: 'The old well' }])
})
