import { expect, it } from 'vitest'
import { state } from '../../renderer/store/tiny.fixture'
import { knownWorld, seenPlaces } from './fog'
import { worldOf } from './made.fixture'

it('the party has seen its current places, explored or not', () => {
  const world = worldOf(['well', 'old', 'mill'], ['well>old'])
  if (world.places['old']) world.places['old'].tags['visited'] = true
  expect([...seenPlaces({ ...state(), ...world })].toSorted()).toEqual(['old', 'well'])
})

it('the party knows visited places and the targets of visible exits', () => {
  const world = worldOf(['well', 'old', 'inn', 'mill', 'cave', 'far'], ['well>inn', 'inn>far', 'old>mill', 'old>cave?door_open', 'far>old'])
  if (world.places['old']) world.places['old'].tags['visited'] = true
  const known = (facts: Record<string, boolean>) => knownWorld({ ...state(), ...world, facts })
  expect(Object.keys(known({}).places)).toEqual(['well', 'old', 'inn', 'mill'])
  expect(Object.keys(known({}).journeys)).toEqual(['well--inn', 'old--mill-2'])
  expect(Object.keys(known({ door_open: true }).places)).toEqual(['well', 'old', 'inn', 'mill', 'cave'])
})
