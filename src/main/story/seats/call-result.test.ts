import { expect, it } from 'vitest'
import { beginningAt } from '../story-at.fixture'
import { tinyGame } from '../../engine/tiny-game.fixture'
import { tinyWorld } from '../../rules/tiny-world.fixture'
import { callResult } from './call-result'
import { MemoryStory } from '../testing/memory-story'

const present = new MemoryStory(beginningAt(tinyWorld(), tinyGame())).snapshot
const nothing = { answer: 'Done.', results: [], rolls: [], writes: [] }

it('a call that decided something is answered with the object of its documentation behind the sentences', () => {
  const result = { status: 'partial_success', damage: 2, effect: 'Scraped by a root' }
  const { answer, decides } = callResult(present, present, { ...nothing, results: [{ actor: 'DM', action: 'traverse', result }] }, 'DM')
  expect(decides).toBe(true)
  expect(answer.split('\n')).toEqual(['Done.', JSON.stringify(result)])
})

it('the results of the actions that followed stand in that object', () => {
  const results = [
    { actor: 'DM', action: 'traverse', result: { status: 'failure' } },
    { actor: 'Wren', action: 'fall', result: { damage: 3 } }
  ]
  const { answer } = callResult(present, present, { ...nothing, results }, 'DM')
  expect(JSON.parse(answer.split('\n')[1] ?? '')).toEqual({ status: 'failure', followed: [{ actor: 'Wren', action: 'fall', damage: 3 }] })
})

it('a call that decided nothing has its answer alone', () => {
  expect(callResult(present, present, nothing, 'DM')).toEqual({ answer: 'Done.', decides: false })
})
