import { expect, it } from 'vitest'
import type { Actor, GameState } from '../../shared/story/state'
import { state } from '../store/tiny.fixture'
import { StateReuse, isSameMap } from './state-reuse'

const before = state(4)
const withWren = (part: Partial<Actor>): GameState => ({
  ...before,
  actors: Object.fromEntries(Object.entries(before.actors).map(([id, actor]) => [id, id === 'Wren' ? { ...actor, ...part } : actor]))
})

it('the map stays the same object during talk and wounds, and changes with anything that it shows', () => {
  const same: GameState[] = [
    { ...before, next: { ...before.next, beat: before.next.beat + 1 } },
    withWren({ stats: { hp: 1 } }),
    { ...before, actors: { ...before.actors } }
  ]
  const moved = withWren({ location: 'elsewhere' })
  const other: GameState[] = [
    withWren({ stats: { hp: 0 } }),
    moved,
    withWren({ name: 'Another' }),
    withWren({ kind: 'npc', attitude: 'hostile' }),
    { ...before, actors: {} },
    { ...before, facts: { ...before.facts, open: true } },
    { ...before, places: { ...before.places } },
    { ...before, journeys: { ...before.journeys } },
    { ...before, regions: { ...before.regions } }
  ]
  expect(same.map((one) => isSameMap(before, one))).toEqual(same.map(() => true))
  expect(other.map((one) => isSameMap(before, one))).toEqual(other.map(() => false))
  const still = new StateReuse()
  expect([still.of(before), ...same.map((one) => still.of(one))].every((one) => one === before)).toBe(true)
  expect(still.of(moved)).toBe(moved)
})
