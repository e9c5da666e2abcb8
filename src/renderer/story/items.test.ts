import { expect, it } from 'vitest'
import type { GameItem } from '../../shared/contract/language-calls'
import { itemRows, shownItems } from './items'

it('an item is listed by its name, with the people and places that have it', () => {
  const path = 'rules/equipment/items.yaml'
  const items: GameItem[] = [
    { id: 'rope', path, entry: {} },
    { id: 'cask', path, entry: { name: 'Oil cask', kind: 'tool' } }
  ]
  const rows = itemRows(items, {
    actors: { ada: { name: 'Ada', inventory: { a: { item: 'cask', count: 3 } } } },
    places: { reef: { name: 'The Reef', inventory: { b: { item: 'cask' }, c: { item: 'gone' } } } }
  })
  expect(rows).toEqual([
    {
      id: 'cask',
      name: 'Oil cask',
      kind: 'tool',
      holders: [
        { what: 'character', id: 'ada', name: 'Ada', key: 'a', count: 3 },
        { what: 'place', id: 'reef', name: 'The Reef', key: 'b', count: 1 }
      ]
    },
    { id: 'rope', name: 'rope', kind: '', holders: [] }
  ])
  expect(shownItems(rows, 'OIL ada').map(({ id }) => id)).toEqual(['cask'])
  expect(shownItems(rows, 'nothing')).toEqual([])
})
