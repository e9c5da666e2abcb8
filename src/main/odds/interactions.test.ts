import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../../shared/story/game'
import { mergePatch } from '../../shared/base/json'
import type { GameState } from '../../shared/story/state'
import { bundledFiles } from '../rules/bundled.fixture'
import { loadGame } from '../rules/load-game'
import { mean, plainly, share } from './face-by-face.fixture'
import { dealing } from './interactions'
import type { Ratio } from './ratio'
import { totmWorld } from './totm.fixture'
import { finished } from './outcomes'
import { oddsOf } from './at-once.fixture'

let totm: Game
let world: GameState
beforeAll(async () => {
  totm = await loadGame(bundledFiles('totm'))
  world = mergePatch(totmWorld(totm), {
    actors: { Knight: { attitude: 'wary', stats: { hp: 2 } }, Rat: { location: 'foot', attitude: 'neutral' } },
    facts: {}
  })
})
afterAll(() => totm.dispose())

/** The reference: the two alone where the target is, every face of the dice tried. */
function byHand(actor: string, target: string, action: string) {
  const location = world.actors[target]?.location
  const others = Object.fromEntries(Object.keys(world.actors).map((id) => [id, { location: id === actor || id === target ? location : 'top' }]))
  const start = mergePatch(world, { actors: others })
  const down = (state: GameState, id: string): boolean =>
    Object.keys(state.actors[id]?.conditions ?? {}).some((one) => totm.conditions[one]?.cannot_act)
  const lost = (state: GameState, id: string): number => (start.actors[id]?.stats['hp'] ?? 0) - (state.actors[id]?.stats['hp'] ?? 0)
  return plainly(start, totm, actor, 'interact', { npc: target, action }, ({ state, done }): [unknown, number, number, boolean, boolean] => [
    done[1]?.result?.['status'],
    Number(done[1]?.result?.['damage'] ?? 0),
    lost(state, actor),
    down(state, target),
    down(state, actor)
  ])
}

describe('O11 interactions equal those of every face', () => {
  it.each([
    ['Warrior', 'Rat', 'attack'],
    ['Mage', 'Knight', 'attack'],
    ['Cleric', 'Knight', 'help'],
    ['Thief', 'Rat', 'help']
  ])('%s with %s: %s', (actor, target, action) => {
    const place = world.actors[target]?.location ?? ''
    const [one] = finished(dealing(world, totm, place, actor))
    const found = one?.interactions.find((each) => each.target === target && each.params['action'] === action)
    const faces = byHand(actor, target, action)
    expect(found?.counted).toMatchObject({
      success: { fraction: share(faces, ([status]) => status === 'success') },
      failure: { fraction: share(faces, ([status]) => status === 'failure') },
      damage: { fraction: mean(faces.map(([[, harm], chance]): [number, Ratio] => [harm, chance])) },
      back: { fraction: mean(faces.map(([[, , back], chance]): [number, Ratio] => [back, chance])) },
      down: { fraction: share(faces, ([, , , down]) => down) },
      falls: { fraction: share(faces, ([, , , , falls]) => falls) }
    })
  })
  it('help rolls the best stat against the floor of 3', () => {
    for (const { interactions } of finished(dealing(world, totm, 'foot'))) {
      const help = interactions.find(({ params }) => params['action'] === 'help')
      expect(help).toMatchObject({
        target: 'Rat',
        with: expect.stringContaining('help') as string,
        counted: { success: { fraction: '3/4', percent: '75%' } }
      })
      expect(help?.counted).toHaveProperty('label')
    }
  })
  it('interactions without a roll and refused ones are left out', () => {
    const actions = finished(dealing(world, totm, 'foot', 'Warrior')).flatMap(({ interactions }) =>
      interactions.map(({ params }) => params['action'])
    )
    expect(actions).toEqual(['help', 'attack'])
    const friend = mergePatch(world, { actors: { Rat: { attitude: 'friendly' } } })
    expect(finished(dealing(friend, totm, 'foot', 'Warrior'))[0]?.interactions.map(({ params }) => params['action'])).toEqual(['attack'])
  })
})

it('O11 a requested actor has interactions with everybody, others with those in the same place', () => {
  const targets = (actor?: string) =>
    oddsOf(world, totm, actor)
      .actors.find(({ actor: id }) => id === 'Thief')
      ?.interactions.map(({ target }) => target)
  expect([...new Set(targets())]).toEqual(['Rat'])
  expect([...new Set(targets('Thief'))]).toEqual(['Knight', 'Rat'])
})

it('a missing place or actor is a Problem', () => {
  expect(() => finished(dealing(world, totm, 'nowhere'))).toThrow('There is no place called "nowhere" here.')
  expect(() => finished(dealing(world, totm, 'foot', 'Nobody'))).toThrow('There is nobody called "Nobody" here.')
})
