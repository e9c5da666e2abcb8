import { describe, expect, it } from 'vitest'
import { castRows, shownRows, type CastRow } from './rows'
import { ActorLore } from '../../shared/story/lore'
import { present, state } from '../store/tiny.fixture'

const row = (id: string, more: Partial<CastRow> = {}): CastRow => ({
  id,
  name: id,
  kind: 'npc',
  place: '',
  attitude: '',
  stats: '',
  conditions: '',
  want: '',
  seen: '',
  ...more
})
const ids = (rows: readonly CastRow[]): string[] => rows.map(({ id }) => id)

describe('the rows of the cast', () => {
  it('say who a character is, where, how they are and what they want', () => {
    const world = state(3)
    world.actors['Ada'] = {
      kind: 'npc',
      name: 'Ada',
      location: 'gone',
      stats: { hp: 2, luck: 1 },
      max: { hp: 2 },
      conditions: { wet: {} },
      inventory: {},
      tags: {},
      attitude: 'wary'
    }
    const actors = { Ada: ActorLore.parse({ public: 'A keeper.', wants: [{ want: 'Oil.', met: 'fact.oil' }, { want: 'Sleep.' }] }) }
    world.facts['oil'] = true
    expect(castRows(world, { ...present().lore, actors }, { hp: 'Hit points' })).toEqual([
      row('Wren', { kind: 'player', place: 'The well', stats: 'hp 3/4' }),
      row('Ada', { place: 'gone', attitude: 'wary', stats: 'hp 2 · luck 1', conditions: 'wet', want: 'Sleep.', seen: 'A keeper.' })
    ])
  })

  it('are found by every word and sorted by any column, with players first among equals', () => {
    const rows = [row('Åse', { place: 'Mill' }), row('zoë', { kind: 'player', place: 'Mill' }), row('Bo 10', { place: 'Ford' }), row('Bo 9')]
    expect(ids(shownRows(rows, '', { by: 'name', isDown: false }))).toEqual(['Åse', 'Bo 9', 'Bo 10', 'zoë'])
    expect(ids(shownRows(rows, '', { by: 'place', isDown: true }))).toEqual(['zoë', 'Åse', 'Bo 10', 'Bo 9'])
    expect(ids(shownRows(rows, '', { by: 'kind', isDown: false }))).toEqual(['zoë', 'Åse', 'Bo 9', 'Bo 10'])
    expect(ids(shownRows(rows, 'mill ZOË', { by: 'name', isDown: false }))).toEqual(['zoë'])
  })
})
