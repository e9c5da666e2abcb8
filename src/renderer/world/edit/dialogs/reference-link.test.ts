import { expect, it } from 'vitest'
import { state } from '../../../store/tiny.fixture'
import { findPeople, findPlaces, findRegions } from '../fields/choices'
import { referenceLink } from './reference-link'

const one = state()
const wren = one.actors['Wren']
const well = one.places['well']
if (!wren || !well) throw new Error('the tiny state has Wren and a well')
const world = {
  ...one,
  actors: { ...one.actors, 'Wren the Elder': { ...wren, name: 'Wren the Elder' }, Pym: { ...wren, name: 'Pym', location: 'old-well' } },
  places: { ...one.places, 'old-well': { ...well, name: 'The old well' }, swell: { ...well, name: 'Swell', region: 'coast' } },
  regions: { ...one.regions, coast: { name: 'Coast' } }
}

it('a reference leads to its subject, else to the place', () => {
  expect(referenceLink('Wren is in The well', world)).toEqual({ goal: { what: 'actor', id: 'Wren' }, name: 'Wren' })
  expect(referenceLink('Wren the Elder is in The well', world)).toEqual({ goal: { what: 'actor', id: 'Wren the Elder' }, name: 'Wren the Elder' })
  expect(referenceLink('something leads to The old well', world)).toEqual({ goal: { what: 'place', id: 'old-well' }, name: 'The old well' })
  expect(referenceLink('nobody knows', world)).toBeUndefined()
})

it('an obstacle leads to itself: a story event to its file, a scene to the log', () => {
  const said = 'the story event “Soup for all” plays in The old well'
  expect(referenceLink(said, world, { what: 'event', id: 'Soup' })).toEqual({
    goal: { what: 'file', path: 'world/story/Soup/ABOUT.md' },
    name: 'Soup for all'
  })
  expect(referenceLink('the scene “Wren is gone” plays in The old well', world, { what: 'scene', id: 's' })).toEqual({
    goal: { what: 'log' },
    name: 'the log'
  })
  expect(referenceLink('Wren is in The well', world, { what: 'actor', id: 'Pym' })).toEqual({ goal: { what: 'actor', id: 'Pym' }, name: 'Pym' })
  expect(referenceLink('the place “A” names it', world, { what: 'place', id: 'old-well' })).toEqual({
    goal: { what: 'place', id: 'old-well' },
    name: 'The old well'
  })
  const path = 'world/players/Pym/STATS.yaml'
  expect(referenceLink(`${path}: Pym is at "ford", which is not a location`, world)).toEqual({ goal: { what: 'file', path }, name: path })
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
