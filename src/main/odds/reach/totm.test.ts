import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../../../shared/story/game'
import { mergePatch } from '../../../shared/base/json'
import type { GameState } from '../../../shared/story/state'
import { bundledFiles } from '../../rules/bundled.fixture'
import { loadGame } from '../../rules/load-game'
import { alone, plainly } from '../face-by-face.fixture'
import { type Ratio, ratioText } from '../ratio'
import { totmWorld } from '../totm.fixture'
import { everyPolicy, type Left } from './every-policy.fixture'
import { reachOf } from '../at-once.fixture'

let graded: Game
let classic: Game
beforeAll(async () => {
  const files = bundledFiles('totm')
  const manifest = files.get('manifest.yaml') ?? ''
  graded = await loadGame(files)
  classic = await loadGame(new Map([...files, ['manifest.yaml', manifest.replace('traverse: graded', 'traverse: classic')]]))
})
afterAll(() => [graded, classic].forEach((game) => game.dispose()))

const CLASSES = ['Warrior', 'Mage', 'Cleric', 'Thief']
const PLACES = ['foot', 'top', 'crypt']
/** Everybody's hit points here, few enough for the slow reference. */
const HP = 3

const setOut = (game: Game): GameState =>
  mergePatch(totmWorld(game), { actors: Object.fromEntries(CLASSES.map((id) => [id, { stats: { hp: HP } }])) })

/** What a journey does to an actor without conditions who sets out with a number of hit points, over every face of the dice. */
function taken(game: Game, actor: string, journey: string, hp: number): Left[] {
  const start = alone(mergePatch(setOut(game), { actors: { [actor]: { stats: { hp } } } }), actor, journey)
  return plainly(start, game, actor, 'traverse', { journey }, ({ state }): [string, number] => [
    state.actors[actor]?.location ?? '',
    Object.keys(state.actors[actor]?.conditions ?? {}).some((id) => game.conditions[id]?.cannot_act) ? 0 : (state.actors[actor]?.stats['hp'] ?? 0)
  ]).map(([[place, left], chance]: [[string, number], Ratio]) => ({ place, hp: left, chance }))
}

describe('O8 reach in totm equals that of every face and every policy', () => {
  it.each(CLASSES)('%s, by both checks', (actor) => {
    for (const game of [graded, classic]) {
      const world = setOut(game)
      const journeys = Object.keys(world.journeys)
      const table = new Map(
        journeys.flatMap((id) => Array.from({ length: HP }, (_, hp) => [`${id} ${hp + 1}`, taken(game, actor, id, hp + 1)] as const))
      )
      const ends = (place: string, hp: number) =>
        journeys.filter((id) => world.journeys[id]?.from === place).map((id) => table.get(`${id} ${hp}`) ?? [])
      const slow = PLACES.map((goal) => [goal, ratioText(everyPolicy(PLACES, ends, goal, HP).get('foot') ?? { over: 0n, under: 1n })])
      const reach = reachOf(world, game, actor).actors[0]
      expect(reach?.places.map(({ place, chance }) => [place, chance?.fraction])).toEqual(slow)
    }
  })
})

describe('SPEC: fixed fractions of reach', () => {
  it.each([
    ['Warrior', '1570985/1572864', '377/384'],
    ['Mage', '63833/82944', '155/162'],
    ['Cleric', '1369/1536', '479/486'],
    ['Thief', '26141/36864', '7/8']
  ])('%s comes from the foot to the top and to the crypt', (actor, top, crypt) => {
    const { places } = reachOf(totmWorld(graded), graded, actor).actors[0] ?? { places: [] }
    expect(places.map(({ chance }) => chance?.fraction)).toEqual(['1', top, crypt])
  })
})
