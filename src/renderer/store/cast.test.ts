import { expect, it } from 'vitest'
import type { GameState } from '../../shared/story/state'
import { castOf } from './cast'

type Actors = GameState['actors']
const someone = (name: string, hp: number, attitude?: 'hostile' | 'friendly'): Actors[string] => ({
  kind: 'npc',
  name,
  location: 'well',
  stats: { hp },
  max: { hp: 6 },
  tags: {},
  inventory: {},
  conditions: {},
  ...(attitude ? { attitude } : {})
})

it('the cast stays the same object until a character appears, is renamed or changes sides', () => {
  const first = castOf({ wren: someone('Wren', 6), pym: someone('Pym', 4) })
  expect(castOf({ wren: someone('Wren', 1), pym: someone('Pym', 0) })).toBe(first)
  const others: Actors[] = [
    { wren: someone('Wren', 6) },
    { wren: someone('Wren', 6), pym: someone('Pym the Lame', 4) },
    { wren: someone('Wren', 6), pym: someone('Pym', 4, 'hostile') },
    { pym: someone('Pym', 4), wren: someone('Wren', 6) }
  ]
  for (const other of others) {
    castOf({ wren: someone('Wren', 6), pym: someone('Pym', 4) })
    expect(castOf(other)).toBe(other)
  }
  expect(castOf(undefined)).toBeUndefined()
})
