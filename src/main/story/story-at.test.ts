import { expect, it } from 'vitest'
import { tinyGame } from '../engine/tiny-game.fixture'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { beginningAt } from './story-at.fixture'

it('the files that a fixture writes for a state are read as that state', () => {
  const state = tinyWorld()
  const beginning = beginningAt(state, tinyGame(), { k: 7 })
  expect(beginning.state).toEqual(state)
  expect(beginning.settings.k).toBe(7)
})
