import { expect, it } from 'vitest'
import type { LogEntry } from '../../../shared/story/play'
import { choice, count, entry, offer, PLAYER_OFFERS, someone, turnsOf, viewOf } from './tiny-views.fixture'

it('a carried item isn’t handed on or dropped because a feature here has the same id', () => {
  const me = someone('Wren')
  const sheet = { ...me.sheet!, inventory: { trough: { item: 'rope', name: 'coil of rope' } }, load: { used: 7, of: 10 } }
  const view = viewOf({ actors: [{ ...me, sheet }, someone('Tobit'), someone('Pym')] })
  const mates = { name: 'target', type: 'target' as const, description: '', required: true, enum: ['Tobit', 'Pym'] }
  const offers = [
    ...PLAYER_OFFERS.filter(({ name }) => name !== 'use-item'),
    offer('give', [choice('item', ['trough']), mates]),
    offer('drop-item', [choice('item', ['trough'])])
  ]
  const guide = {
    ...view.guide,
    actions: { ...view.guide.actions, give: { kind: 'give' as const, power: 1 }, 'drop-item': { kind: 'drop' as const, power: 1 } }
  }
  const chosen = turnsOf({ ...view, guide }, offers)
  expect(chosen.length).toBeGreaterThan(100)
  expect(count(chosen, ({ tool }) => tool === 'give' || tool === 'drop-item')).toBe(0)
  expect(count(chosen, ({ tool, input }) => tool === 'search' && input['feature'] === 'trough')).toBeGreaterThan(0)
})

it("an item received in this scene isn't handed on, however heavy the load", () => {
  const me = someone('Wren')
  const inventory = { bandage: { item: 'bandage', name: 'linen bandage' }, rope: { item: 'rope', name: 'coil of rope' } }
  const view = viewOf({ actors: [{ ...me, sheet: { ...me.sheet!, inventory, load: { used: 10, of: 10 } } }, someone('Tobit'), someone('Pym')] })
  const mates = { name: 'target', type: 'target' as const, description: '', required: true, enum: ['Tobit', 'Pym'] }
  const offers = [...PLAYER_OFFERS.filter(({ name }) => name !== 'use-item'), offer('give', [choice('item', ['bandage', 'rope']), mates])]
  const guide = { ...view.guide, actions: { ...view.guide.actions, give: { kind: 'give' as const, power: 1 } } }
  const bandage = [{ item: 'bandage', name: 'Bandage', count: 1 }]
  const handed = entry('Tobit', 'system', 'Tobit hands the bandage to Wren.', {
    action: 'give',
    changes: { actors: { Wren: { gained: bandage } } }
  })
  const given = (log: LogEntry[], item: string): number =>
    count(turnsOf({ ...view, guide, log, spent: { speak: 1 } }, offers), ({ tool, input }) => tool === 'give' && input['item'] === item)
  expect(given([...view.log], 'bandage')).toBeGreaterThan(0)
  expect([given([...view.log, handed], 'bandage'), given([...view.log, handed], 'rope') > 0]).toEqual([0, true])
})
