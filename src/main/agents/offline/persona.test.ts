import { expect, it } from 'vitest'
import type { Weights } from '../../../shared/direction'
import type { ActionKind } from '../../../shared/guide'
import { personaDraw } from './persona'
import type { Plan } from './player'
import { viewOf } from './tiny-views'

const drawn = (weights: Weights, tool: string, kind: ActionKind, occasion: Plan['occasion']): number => {
  const view = viewOf()
  const persona = { path: 'direction/a.md', name: 'A', text: '', weights }
  const guide = { ...view.guide, actions: { ...view.guide.actions, [tool]: { kind, power: 1 } } }
  return personaDraw({ ...view, guide, direction: { persona } }, { use: { tool, input: {} }, occasion })
}

it('a persona is drawn by the kind that the game declares; where it says nothing of that kind, by what the action is mostly for', () => {
  const weights: Weights = { help: 3, heal: 2, talk: 0.5, other: 0.1 }
  expect(drawn(weights, 'prop-up', 'help', 'mend')).toBe(3)
  expect(drawn(weights, 'use-item', 'use', 'mend')).toBe(2)
  expect(drawn(weights, 'bandage', 'heal', 'mend')).toBe(2)
  expect(drawn(weights, 'chat', 'talk', 'other')).toBe(0.5)
  expect(drawn(weights, 'dance', 'other', 'other')).toBe(0.1)
  expect(drawn(weights, 'look', 'explore', 'look')).toBe(1)
})
