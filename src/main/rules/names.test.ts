import { expect, it } from 'vitest'
import type { Game } from '../../shared/story/game'
import { mergePatch } from '../../shared/base/json'
import type { GameState } from '../../shared/story/state'
import { probeGame } from './probe.fixture'
import { scriptedDice } from './scripted-dice.fixture'
import { tinyWorld } from './tiny-world.fixture'

const probed = (game: Game, state: GameState): unknown => JSON.parse(game.execute(state, 'Wren', 'probe', {}, scriptedDice()).narrative)
const tells = (expression: string): string => `return { stateDelta: {}, narrative: JSON.stringify(${expression}) }`
/** The result of `Object.keys`, and of iterating over the object. */
const BOTH = ['actors', 'places', 'journeys', 'facts']
  .map((root) => `(() => { const own = []; for (const id in state.${root}) own.push(id); return [Object.keys(state.${root}), own] })()`)
  .join()

it('the names of the state’s maps are those that are there, whoever comes, goes or changes', async () => {
  const game = await probeGame(tells(`[${BOTH}]`))
  const oswin = tinyWorld().actors['Oswin']
  let state = tinyWorld()
  for (const patch of [
    {},
    { actors: { Wren: { tags: { seen: true } } } },
    { actors: { Abel: oswin, Zora: oswin } },
    { actors: { Abel: { tags: { seen: true } }, Zora: null } },
    { actors: { Abel: null, Bess: oswin }, facts: { seen: true } },
    { places: { attic: { name: 'Attic', region: 'hill', features: {}, inventory: {}, tags: {} } } },
    { places: { attic: null }, actors: { __proto__: null, Bess: null } }
  ]) {
    state = mergePatch(state, patch)
    const roots = [state.actors, state.places, state.journeys, state.facts]
    expect(probed(game, state)).toEqual(roots.map((root) => [Object.keys(root).toSorted(), Object.keys(root).toSorted()]))
  }
  game.dispose()
})

it('a state without journeys has no names of them', async () => {
  const game = await probeGame(tells('[Object.keys(state.journeys), Object.keys(state.actors).length]'))
  expect(probed(game, { ...tinyWorld(), journeys: {} })).toEqual([[], 4])
  game.dispose()
})

it('the list is the rule’s own: what it does to it, nobody else sees', async () => {
  const game = await probeGame(
    `const mine = Object.keys(state.actors); mine.push('Nobody'); mine[0] = 'Somebody'; mine.reverse()
    ${tells('[mine.length, Object.keys(state.actors), Object.keys(state.actors) === Object.keys(state.actors), Object.isFrozen(Object.keys(state.actors))]')}`
  )
  const names = Object.keys(tinyWorld().actors)
  expect(probed(game, tinyWorld())).toEqual([names.length + 1, names, false, false])
  game.dispose()
})

it('Object.keys is otherwise the function that everybody knows', async () => {
  const refused = '(() => { try { Object.keys(null); return "no" } catch (thrown) { return thrown instanceof TypeError } })()'
  const game = await probeGame(
    tells(
      `[Object.keys.name, Object.keys.length, Object.keys('ab'), Object.keys(7), Object.keys([3, 4]), Object.keys({ b: 1, a: 2, 1: 3 }), Object.isFrozen(Object.keys), ${refused}]`
    )
  )
  expect(probed(game, tinyWorld())).toEqual(['keys', 1, ['0', '1'], [], ['0', '1'], ['1', 'b', 'a'], true, true])
  game.dispose()
})
