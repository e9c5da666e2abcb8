import { expect, it } from 'vitest'
import type { Game } from '../../../shared/story/game'
import { DM } from '../../engine/people'
import { call, playAll } from '../../engine/playing.fixture'
import { tinyGame } from '../../engine/tiny-game.fixture'
import { tinyWorld } from '../../rules/tiny-world.fixture'
import { offersOf } from './seat-view'

it('the offers of a seat are computed once for a state', () => {
  const tiny = tinyGame()
  const asked: string[] = []
  const counting = (): Game => ({ ...tiny, offers: (state, who, names) => (asked.push(who), tiny.offers(state, who, names)) })
  const game = counting()
  const lore = { story: [] }
  const seen = (state = tinyWorld(), by = game) => ({ state, game: by, lore })
  const [first, later] = [tinyWorld(), playAll(tinyWorld(), [call('Wren', 'pass')], tiny)]
  const offers = offersOf(seen(first), 'Wren')
  expect(offers.map(({ name }) => name)).toContain('walk')
  expect(offersOf(seen(first), 'Wren')).toBe(offers)
  expect(asked).toEqual(['Wren'])
  // Another seat, another state, other rules: asked anew.
  expect(offersOf(seen(first), DM)).not.toEqual(offers)
  expect(offersOf(seen(later), 'Oswin').map(({ name }) => name)).toContain('walk')
  expect(offersOf(seen(first, counting()), 'Wren')).toEqual(offers)
  expect(asked.filter((who) => who !== DM)).toEqual(['Wren', 'Oswin', 'Wren'])
})
