import { expect, it } from 'vitest'
import { toProblem } from '../../shared/base/problem'
import type { GameState } from '../../shared/story/state'
import { probeGame } from './probe.fixture'
import { scriptedDice } from './scripted-dice.fixture'
import { tinyWorld } from './tiny-world.fixture'

/** A world in which one character carries at least this many characters of JSON. */
function worldOf(characters: number): GameState {
  const world = tinyWorld()
  const { Mira } = world.actors
  if (!Mira) throw new Error('Mira is missing.')
  const inventory = Object.fromEntries(Array.from({ length: characters / 100 }, (_, i) => [`k${i}`, { item: `${'thing'.repeat(16)}${i}` }]))
  return { ...world, actors: { ...world.actors, Mira: { ...Mira, inventory } } }
}

// One world leaves little memory, the other doesn't even load.
it.each([28, 14])('a world of %i MB is refused as too large for the memory of its rules, whatever is asked', async (megabytes) => {
  const game = await probeGame("return { stateDelta: {}, narrative: 'Done.' }")
  const world = worldOf(megabytes * 1_000_000)
  const questions = [
    () => game.offers(world, 'Wren', ['probe', 'plain']),
    () => game.whyNot(world, 'Wren', 'probe'),
    () => game.execute(world, 'Wren', 'probe', {}, scriptedDice())
  ].map(answerOf)
  const refused = questions.filter(({ code }) => code !== 'done')
  const tooLarge = { code: 'memory', message: expect.stringMatching(/world is too large for its rules.*Remove/) }
  expect(refused).not.toEqual([])
  expect(refused).toEqual(refused.map(() => tooLarge))
  expect(answerOf(() => game.execute(tinyWorld(), 'Wren', 'probe', {}, scriptedDice())).code).toBe('done')
  game.dispose()
})

function answerOf(ask: () => unknown): { code: string; message: string } {
  try {
    ask()
    return { code: 'done', message: '' }
  } catch (thrown) {
    const { code, message } = toProblem(thrown)
    return { code, message }
  }
}
