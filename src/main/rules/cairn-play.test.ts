import { expect, test } from 'vitest'
import type { Game, Offer } from '../../shared/game'
import { mergePatch } from '../../shared/json'
import type { Params } from '../../shared/play'
import { Problem } from '../../shared/problem'
import { type GameState, GameState as Schema } from '../../shared/state'
import { fraction } from '../engine/dice'
import { play } from '../engine/play'
import { offered } from '../engine/verbs'
import { bundledFiles } from './bundled.fixture'
import { loadGame } from './load'
import { tinyWorld } from './tiny-world'

const BEATS = 160
/** Only what rules may change the number of things by. */
const MAKES: Record<string, boolean> = { search: true, 'give-item': true }
const USES: Record<string, boolean> = { 'use-item': true, rest: true, 'take-item': true, travel: true, 'pass-time': true }

/** How many things there are in the world, worn, carried and lying about; weariness is none. */
function things(state: GameState): number {
  const inventories = [...Object.values(state.actors), ...Object.values(state.places)].map(({ inventory }) => Object.values(inventory))
  return inventories.flat().reduce((sum, { item, count = 1 }) => sum + (item === 'fatigue' ? 0 : count), 0)
}

/** The tiny world, more dangerous: traps, more foes, worse ways, some hurt to mend. */
const start = (seed: string): GameState =>
  mergePatch(tinyWorld(), {
    actors: {
      Ghoul: { location: 'cellar', conditions: { poisoned: { since: 0, count: 2 } } },
      Crawler: {
        ...tinyWorld().actors['Ghoul'],
        name: 'the crawler',
        location: 'cave',
        attitude: null,
        inventory: { bite: { item: 'bite' }, sun: { item: 'book-small-sun' } }
      },
      Mira: { tags: { roams: true } },
      Wren: { conditions: { burning: { since: 0, rounds: 3 } } },
      Oswin: { stats: { hp: 2, STR: 9 }, inventory: { water: { item: 'holy-water' }, sun: { item: 'book-small-sun' } } }
    },
    places: { cellar: { features: { barrels: { trap: 'd6' } }, tags: { encounter: 'encounter-below' } }, cave: { tags: { safe: true } } },
    facts: { 'grate-open': true },
    journeys: {
      'cave--cellar': { from: 'cave', to: 'cellar', region: 'hill', direction: 'up', duration: '1 hour', difficulty: 1, risks: ['climb', 'darkness'] }
    },
    next: { dice: { seed } }
  })

/** Parameters that fit an offer, drawn by `chance`. */
function drawn(offer: Offer, chance: () => number): Params {
  const params: Params = {}
  for (const { name, type, enum: values, required, many } of offer.params) {
    if (!required && chance() < 0.5) continue
    const value = values ? (values[Math.floor(chance() * values.length)] ?? '') : type === 'number' ? 1 : `word-${Math.floor(chance() * 9)}`
    params[name] = many ? [String(value)] : value
  }
  return params
}

/** Plays by chance what is offered, and keeps count of the actions that were really played. */
function wander(game: Game, seed: string, played: Map<string, number>): GameState {
  let state = start(seed)
  let k = 0
  const chance = (): number => fraction(`${seed} ${k++}`)
  for (let beat = 0; beat < BEATS && state.next.phase !== 'done'; beat++) {
    const who = state.next.phase === 'npc' ? 'DM' : state.next.actor
    const offers = offered(state, game, who).filter(({ cost, name }) => cost !== 'look' && name !== 'end_session' && name !== 'end_scene')
    const actions = offers.filter(({ name }) => game.actions[name])
    const pool = actions.length > 0 && chance() < (who === 'DM' ? 0.3 : 0.9) ? actions : offers
    const offer = pool[Math.floor(chance() * pool.length)]
    if (!offer) break
    const before = state
    try {
      state = play(state, { kind: 'play', action: offer.name, actor: who, as: offer.as, params: drawn(offer, chance), agent: 'hand' }, game).state
    } catch (thrown) {
      // A refusal has a sentence and changes nothing; anything else is a defect.
      if (thrown instanceof Problem && thrown.code === 'refused') continue
      throw thrown
    }
    const change = things(state) - things(before)
    expect([offer.name, change > 0 && !MAKES[offer.name], change < 0 && !USES[offer.name]]).toEqual([offer.name, false, false])
    for (const [id, { stats, max }] of Object.entries(state.actors)) {
      for (const [stat, value] of Object.entries(stats)) expect([id, stat, value >= 0 && value <= (max[stat] ?? value)]).toEqual([id, stat, true])
    }
  }
  for (const [name, times] of Object.entries(state.next.exercised.session)) played.set(name, (played.get(name) ?? 0) + times)
  expect(Schema.safeParse(state).error).toBeUndefined()
  return state
}

test('random play never breaks a rule, loses a thing or goes below zero, and every action happens', async () => {
  const game = await loadGame(bundledFiles('cairn-hack'))
  const played = new Map<string, number>()
  for (let seed = 0; seed < 12; seed++) wander(game, `wander ${seed}`, played)
  const never = Object.keys(game.actions).filter((name) => !played.has(name))
  expect(never).toEqual([])
  game.dispose()
})

test('the same seed wanders the same way', async () => {
  const [one, two] = [await loadGame(bundledFiles('cairn-hack')), await loadGame(bundledFiles('cairn-hack'))]
  wander(two, 'something else first', new Map())
  expect(wander(one, 'twice', new Map())).toEqual(wander(two, 'twice', new Map()))
})
