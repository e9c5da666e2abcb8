import { expect, it } from 'vitest'
import { beginningAt } from '../story-at.fixture'
import { tinyGame } from '../../engine/tiny-game.fixture'
import { tinyWorld } from '../../rules/tiny-world.fixture'
import { callResult } from './call-result'
import { MemoryStory } from '../memory-story'

const present = new MemoryStory(beginningAt(tinyWorld(), tinyGame())).snapshot
const nothing = { answer: 'Done.', results: [], rolls: [], writes: [] }

it('the result of a call with an outcome has the documented object after the sentences', () => {
  const result = { status: 'partial_success', damage: 2, effect: 'Scraped by a root' }
  const { answer, decides } = callResult(present, present, { ...nothing, results: [{ actor: 'DM', action: 'traverse', result }] }, 'DM')
  expect(decides).toBe(true)
  expect(answer.split('\n')).toEqual(['Done.', JSON.stringify(result)])
})

it('the object contains the results of the actions that followed', () => {
  const results = [
    { actor: 'DM', action: 'traverse', result: { status: 'failure' } },
    { actor: 'Wren', action: 'fall', result: { damage: 3 } }
  ]
  const { answer } = callResult(present, present, { ...nothing, results }, 'DM')
  expect(JSON.parse(answer.split('\n')[1] ?? '')).toEqual({ status: 'failure', followed: [{ actor: 'Wren', action: 'fall', damage: 3 }] })
})

it('the result of a call without an outcome is only its answer', () => {
  expect(callResult(present, present, nothing, 'DM')).toEqual({ answer: 'Done.', decides: false })
})
