import { describe, expect, test } from 'vitest'
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
  test('go to players first, then to others; who is hostile is a foe', () => {
    expect(huesOf(actors)).toEqual({ Pym: '1', Wren: '2', Gant: '3', Scuttle: 'foe' })
  })
  test('the DM, the designer and strangers have their own', () => {
    expect(['DM', 'system', 'designer', 'Nobody'].map((who) => hueOf(actors, who))).toEqual(['dm', 'dm', 'designer', 'npc'])
  })
})

describe('shortcuts', () => {
  const press = (key: string, more: Partial<KeyboardEventInit> = {}) =>
    shortcutOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })
  test('are read from keys', () => {
    expect([
      press(' '),
      press('ArrowLeft', { shiftKey: true }),
      press('K', { ctrlKey: true }),
      press('?', { shiftKey: true }),
      press('+', { shiftKey: true }),
      press('Escape')
    ]).toEqual(['space', 'shift+left', 'mod+k', '?', '+', 'esc'])
  })
  test('are printed key by key', () => {
    expect([keysOf('shift+left'), keysOf('+'), keysOf('mod+k')]).toEqual([['Shift', '←'], ['+'], ['Ctrl', 'K']])
  })
})

test('a beat is named by its number, and a commit of another program by what it is', () => {
  expect([0, 12, -1].map(beatName)).toEqual(['Beat 0', 'Beat 12', 'External commit'])
})
