import { expect, it } from 'vitest'
import type { JsonObject } from '../../shared/base/json'
import { rowChanges, rowsIn, tableRows } from './tables'

const listed: JsonObject = { name: 'Drift', rows: ['A cask', { weight: 2, text: 'A hatch', item: 'hatch' }] }
const rolled: JsonObject = { name: 'Fog', dice: 'd6', rows: { '4': 'Thin', '1-3': 'Thick', '5-6': { text: 'Gone', table: 'drift' } } }
const odd: JsonObject = { name: 'Tide', dice: '2d6', rows: { '2-7': 'Low', '8-12': 'High' } }

it('the rows of a table have weights, whether its file lists them or gives them the numbers of one die', () => {
  expect(rowsIn(listed).rows).toEqual([
    { weight: 1, text: 'A cask' },
    { weight: 2, text: 'A hatch', item: 'hatch' }
  ])
  expect(rowsIn(rolled)).toEqual({
    rows: [
      { weight: 3, text: 'Thick' },
      { weight: 1, text: 'Thin' },
      { weight: 2, text: 'Gone', table: 'drift' }
    ],
    keys: ['1-3', '4', '5-6'],
    isWeighted: true
  })
  expect(rowsIn(odd)).toEqual({ rows: [{ text: 'Low' }, { text: 'High' }], keys: ['2-7', '8-12'], isWeighted: false })
})

it('a changed row changes only its line; another weight makes a list of rows that are as probable as before', () => {
  const [thick = {}, thin = {}, gone = {}] = rowsIn(rolled).rows
  expect(rowChanges(rolled, [thick, { ...thin, text: 'A gap' }, gone])).toEqual([{ keys: ['rows', '4'], to: 'A gap', was: 'Thin' }])
  expect(rowChanges(rolled, [thick, { ...thin, weight: 2 }, gone])).toEqual([
    { keys: ['dice'], to: null, was: 'd6' },
    {
      keys: ['rows'],
      to: [
        { weight: 3, text: 'Thick' },
        { weight: 2, text: 'Thin' },
        { weight: 2, text: 'Gone', table: 'drift' }
      ],
      was: rolled['rows']
    }
  ])
  const [cask = {}] = rowsIn(listed).rows
  expect(rowChanges(listed, [cask, { weight: 1, text: 'Rope' }])).toEqual([{ keys: ['rows'], to: ['A cask', 'Rope'], was: listed['rows'] }])
  for (const table of [listed, rolled, odd]) expect(rowChanges(table, rowsIn(table).rows)).toEqual([])
})

it('tables are listed by name with the die that they are rolled with', () => {
  const rows = tableRows([
    { id: 'tide', path: 'rules/tables/tide.yaml', entry: odd },
    { id: 'drift', path: 'rules/tables/drift.yaml', entry: listed },
    { id: 'bare', path: 'rules/tables/bare.yaml', entry: {} }
  ])
  expect(rows.map(({ id, name, dice, count }) => [id, name, dice, count])).toEqual([
    ['bare', 'bare', 'd0', 0],
    ['drift', 'Drift', 'd3', 2],
    ['tide', 'Tide', '2d6', 2]
  ])
})
