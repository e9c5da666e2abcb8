import { expect, test } from 'vitest'
import type { GameState } from '../../shared/state'
import { state } from '../store/tiny.fixture'
import { Still, looksLike } from './still'

const before = state(4)
const wren = before.actors['Wren']!
const withWren = (part: Partial<typeof wren>): GameState => ({ ...before, actors: { ...before.actors, Wren: { ...wren, ...part } } })

test('the map stays as it is while there is talk and wounds, and not when anything on it is other', () => {
  const same: GameState[] = [
    { ...before, next: { ...before.next, beat: before.next.beat + 1 } },
    withWren({ stats: { ...wren.stats, hp: 1 } }),
    { ...before, actors: { ...before.actors } }
  ]
  const other: GameState[] = [
    withWren({ stats: { ...wren.stats, hp: 0 } }),
    withWren({ location: 'elsewhere' }),
    withWren({ name: 'Another' }),
    withWren({ kind: 'npc', attitude: 'hostile' }),
    { ...before, actors: {} },
    { ...before, facts: { ...before.facts, open: true } },
    { ...before, places: { ...before.places } },
    { ...before, journeys: { ...before.journeys } },
    { ...before, regions: { ...before.regions } }
  ]
  expect(same.map((one) => looksLike(before, one))).toEqual(same.map(() => true))
  expect(other.map((one) => looksLike(before, one))).toEqual(other.map(() => false))
  const still = new Still()
  expect([still.of(before), ...same.map((one) => still.of(one))].every((one) => one === before)).toBe(true)
  expect(still.of(other[1]!)).toBe(other[1])
})
