import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import type { ToolUse } from '../../../shared/table/agents'
import type { Weights } from '../../../shared/table/direction'
import type { ActionKind } from '../../../shared/story/guide'
import { readDirection } from '../../campaign/direction'
import { personaDraw } from './temper'
import type { Intention } from './temper'
import { bystander, count, offer, PLAYER_OFFERS, turnsOf, viewOf } from './tiny-views.fixture'

const drawn = (weights: Weights, tool: string, kind: ActionKind, occasion: Intention['occasion']): number => {
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

it('of the same decisions a talker talks and a tactician searches at least twice as often as the other', () => {
  const talk = offer('talk', [{ name: 'who', type: 'target', description: '', required: true, enum: ['Hask'] }])
  const offers = [...PLAYER_OFFERS, talk]
  const calls = (path: string): ToolUse[] => {
    const text = readFileSync(resolve(import.meta.dirname, `../../../../resources/direction/${path}.md`), 'utf8')
    const persona = readDirection(text, path)
    const actors = [...viewOf().actors, bystander('Hask', { name: 'Mother Hask' })]
    return turnsOf(viewOf({ actors, spent: { speak: 1 }, direction: { persona } }), offers)
  }
  const [talker, tactician] = [calls('talker'), calls('tactician')]
  const share = (all: readonly ToolUse[], tool: string): number => count(all, (use) => use.tool === tool) / all.length
  expect(share(talker, 'talk')).toBeGreaterThan(2 * share(tactician, 'talk'))
  expect(share(tactician, 'search')).toBeGreaterThan(1.3 * share(talker, 'search'))
})
