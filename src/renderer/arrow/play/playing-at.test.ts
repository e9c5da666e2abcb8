import { expect, it } from 'vitest'
import { documentOf } from '../../../arrow/made.fixture'
import { act, startPlay, stepBack } from '../../../arrow'
import { playingAt } from './playing-at'

/** A line, then a jump to another scene, where a line follows. */
const FORD = documentOf({
  80: {
    nodes: { 1: { type: 'entry', to: [2] }, 2: { type: 'content', data: { content: 'Fog.' }, to: [3] }, 3: { type: 'jump', data: { target: 5 } } }
  },
  81: { nodes: { 4: { type: 'entry', to: [5] }, 5: { type: 'content', data: { content: 'The bell.' } } } }
})

it('the node that waits is found in its scene, after a jump and after a step back', () => {
  const { state } = startPlay(FORD, { seed: 1 })
  expect(playingAt(FORD, state)).toEqual({ node: 2, scene: 80 })
  const next = act(FORD, state, { do: 'continue' }).state
  expect(playingAt(FORD, next)).toEqual({ node: 5, scene: 81 })
  const over = act(FORD, next, { do: 'continue' }).state
  expect(playingAt(FORD, over)).toEqual({ node: 5, scene: 81 })
  const before = stepBack(next)
  expect(before && playingAt(FORD, before)).toEqual({ node: 2, scene: 80 })
})
