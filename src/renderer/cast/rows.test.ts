import { describe, expect, it } from 'vitest'
import { castRows, movedTo, shownRows, type CastRow } from './rows'
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

  it('are reached by arrows in lines of any length, and the ends hold', () => {
    const to = (key: string, at: number, columns = 3): number | undefined => movedTo(key, at, 8, columns, 2)
    expect(['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'End', 'Home', 'PageDown'].map((key) => to(key, 4))).toEqual([7, 5, 1, 3, 7, 0, 7])
    expect([to('ArrowUp', 1), to('ArrowDown', 6), to('ArrowLeft', 0), to('ArrowRight', 7)]).toEqual([1, 6, 0, 7])
    expect([to('ArrowDown', -1), to('ArrowUp', -1), to('ArrowRight', 2, 1), to('x', 2)]).toEqual([0, 7, undefined, undefined])
    expect(movedTo('ArrowDown', -1, 0, 1, 2)).toBeUndefined()
  })
  it('Home and End go to the first and the last character, also if all are in one line or nobody is selected', () => {
    const ends = (at: number, size: number, columns: number): unknown => ['Home', 'End'].map((key) => movedTo(key, at, size, columns, 1))
    expect([ends(2, 3, 3), ends(0, 3, 3), ends(-1, 3, 3), ends(0, 1, 1)]).toEqual([
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 0]
    ])
    expect(ends(-1, 0, 3)).toEqual([undefined, undefined])
    // A page is one line here; the last page ends with the last character.
    expect([movedTo('PageDown', 4, 6, 3, 1), movedTo('PageUp', 1, 6, 3, 1)]).toEqual([5, 0])
  })
})
