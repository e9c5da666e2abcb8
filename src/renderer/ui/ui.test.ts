import { describe, expect, it } from 'vitest'
import { keysOf, shortcutOf } from './commands'
import { beatName } from './names'
import { hueOf, huesOf } from '../../shared/story/hues'

describe('hues', () => {
  const actor = (kind: 'player' | 'npc', attitude?: 'hostile' | 'wary') => ({
    kind,
    name: 'x',
    location: 'y',
    stats: {},
    max: {},
    conditions: {},
    inventory: {},
    tags: {},
    ...(attitude ? { attitude } : {})
  })
  const actors = { Gant: actor('npc', 'wary'), Pym: actor('player'), Scuttle: actor('npc', 'hostile'), Wren: actor('player') }
  it('gives hues to players first, then to others; hostile characters are foes', () => {
    expect(huesOf(actors)).toEqual({ Pym: '1', Wren: '2', Gant: '3', Scuttle: 'foe' })
  })
  it('gives the DM, the designer and unknown actors their own hues', () => {
    expect(['DM', 'system', 'designer', 'Nobody'].map((who) => hueOf(actors, who))).toEqual(['dm', 'dm', 'designer', 'npc'])
  })
})

describe('shortcuts', () => {
  const press = (key: string, more: Partial<KeyboardEventInit> = {}) =>
    shortcutOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })
  it('reads shortcuts from key events', () => {
    expect([
      press(' '),
      press('ArrowLeft', { shiftKey: true }),
      press('K', { ctrlKey: true }),
      press('?', { shiftKey: true }),
      press('+', { shiftKey: true }),
      press('Escape')
    ]).toEqual(['space', 'shift+left', 'mod+k', '?', '+', 'esc'])
  })
  it('prints shortcuts key by key', () => {
    expect([keysOf('shift+left'), keysOf('+'), keysOf('mod+k')]).toEqual([['Shift', '←'], ['+'], ['Ctrl', 'K']])
  })
})

it('names a beat by its number and an external commit as such', () => {
  expect([0, 12, -1].map(beatName)).toEqual(['Beat 0', 'Beat 12', 'External commit'])
})
