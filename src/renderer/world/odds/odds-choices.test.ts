import { expect, it } from 'vitest'
import type { Preparing } from '../../../shared/analysis/odds'
import { ALL_PLAYERS } from '../../store/map-state'
import { state } from '../../store/tiny.fixture'
import { oddsChoices } from './odds-choices'

const { actors } = state()
const only = Object.entries(actors).find(([, { kind }]) => kind === 'player')!
const [id, { name }] = only
const preparing: Preparing = { kind: 'class', waiting: [name], roles: [{ id: 'class:mage', name: 'a mage' }] }
const labels = (...args: Parameters<typeof oddsChoices>) => oddsChoices(...args).map(({ label }) => label)

it('offers players with a class, and for others the available classes', () => {
  const alone = { [id]: only[1] }
  expect(labels(alone, undefined, undefined)).toEqual([name])
  expect(labels(alone, preparing, undefined)).toEqual(['As a mage'])
})

it('names the shown choice, also all players with one player left', () => {
  const alone = { [id]: only[1] }
  expect(labels(alone, undefined, ALL_PLAYERS)).toEqual(['All players', name])
  expect(oddsChoices(alone, preparing, ALL_PLAYERS)).toEqual([
    { value: ALL_PLAYERS, label: 'Each class' },
    { value: 'class:mage', label: 'As a mage' }
  ])
})
