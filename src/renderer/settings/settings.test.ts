import { expect, it } from 'vitest'
import type { TableSettings } from '../../shared/table/turns'
import { faultsOf, formOf, settingsOf } from './settings'

const settings: TableSettings = {
  agents: { default: { agent: 'offline' }, DM: { agent: 'anthropic', model: 'claude-sonnet-5-5', effort: 'high' }, Gone: { agent: 'hand' } },
  party: ['Wren', 'Pym'],
  k: 18,
  tiers: { frame: 1000, hot: 4000, warm: 800, cold: 0 },
  cost_cap: 2.5,
  stand_in: false
}

it('saves unchanged settings as they were', () => {
  expect(settingsOf(formOf(settings, ['DM', 'Wren', 'Pym']), settings)).toEqual(settings)
})

it('a seat may use the default, and hidden seats keep their settings', () => {
  const form = formOf(settings, ['DM', 'Wren'])
  expect(form.seats).toEqual({ DM: settings.agents['DM'], Wren: undefined, default: { agent: 'offline' } })
  const next = settingsOf({ ...form, seats: { ...form.seats, DM: undefined, Wren: { agent: 'hand' } } }, settings)
  expect(next.agents).toEqual({ default: { agent: 'offline' }, Wren: { agent: 'hand' }, Gone: { agent: 'hand' } })
})

it('only models have a model name and an effort; an empty name is none', () => {
  const form = formOf(settings, ['DM', 'Wren'])
  const seats = {
    ...form.seats,
    DM: { agent: 'offline' as const, model: 'x', effort: 'low' as const },
    Wren: { agent: 'anthropic' as const, model: '  ' }
  }
  expect(settingsOf({ ...form, seats }, settings).agents).toMatchObject({ DM: { agent: 'offline' }, Wren: { agent: 'anthropic' } })
  expect(settingsOf({ ...form, seats }, settings).agents['DM']).toEqual({ agent: 'offline' })
  expect(settingsOf({ ...form, seats }, settings).agents['Wren']).toEqual({ agent: 'anthropic' })
})

it('only models have a fallback; an empty one is none, and the built-in table may be chosen', () => {
  const form = formOf(settings, ['DM', 'Wren'])
  const model = { agent: 'anthropic' as const, model: 'a-model' }
  const seats = { ...form.seats, DM: { ...model, fallback: ' another ' }, Wren: { ...model, fallback: ' ' } }
  const next = settingsOf({ ...form, seats, standIn: true }, settings)
  expect(next.agents).toMatchObject({ DM: { ...model, fallback: 'another' }, Wren: model })
  expect(next.agents['Wren']).not.toHaveProperty('fallback')
  expect(next.stand_in).toBe(true)
  const offline = settingsOf({ ...form, seats: { DM: { agent: 'offline', fallback: 'another' } } }, settings)
  expect(offline.agents['DM']).toEqual({ agent: 'offline' })
})

it('an empty cap is none', () => {
  expect(settingsOf({ ...formOf(settings, []), cap: ' ' }, settings)).not.toHaveProperty('cost_cap')
})

it.each([
  ['k', { k: '0' }],
  ['k', { k: '201' }],
  ['k', { k: '1.5' }],
  ['k', { k: '' }],
  ['warm', { tiers: { frame: '1', hot: '1', warm: '-1', cold: '1' } }],
  ['hot', { tiers: { frame: '1', hot: 'many', warm: '1', cold: '1' } }],
  ['cap', { cap: '-2' }],
  ['cap', { cap: '1e9' }],
  ['cap', { cap: '5,50' }]
])('%s: shows the problem of %j beside its field', (field, part) => {
  const form = formOf(settings, [])
  expect(faultsOf(form)).toEqual({})
  expect(Object.keys(faultsOf({ ...form, ...part }))).toEqual([field])
})

it('the profile of a seat is kept for models and commands', () => {
  const lean = { ...settings, agents: { ...settings.agents, DM: { agent: 'anthropic' as const, profile: 'lean' as const } } }
  const form = formOf(lean, ['DM', 'Wren'])
  expect(settingsOf(form, lean).agents['DM']).toEqual({ agent: 'anthropic', profile: 'lean' })
  const seats = {
    ...form.seats,
    DM: { agent: 'offline' as const, profile: 'lean' as const },
    Wren: { agent: 'command' as const, command: 'bard', profile: 'full' as const }
  }
  expect(settingsOf({ ...form, seats }, lean).agents).toMatchObject({ Wren: { agent: 'command', command: 'bard', profile: 'full' } })
  expect(settingsOf({ ...form, seats }, lean).agents['DM']).toEqual({ agent: 'offline' })
})
