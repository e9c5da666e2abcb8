import { afterEach, beforeEach, expect, it } from 'vitest'
import { editing, type Editing } from './editing.fixture'

let at: Editing
beforeEach(async () => {
  at = await editing()
})
afterEach(() => at.close())

it('a table needs only a name, has one row, and an id of its own; its copy has another name and id', async () => {
  const { created, beat } = await at.edit({ op: 'put-table', name: ' What  drifts in ' }, { op: 'put-table', name: 'WHAT DRIFTS IN' })
  expect([created, beat.subject]).toEqual([['what-drifts-in', 'what-drifts-in-2'], 'Added 2 tables'])
  expect(at.read('rules/tables/what-drifts-in.yaml')).toBe('name: What drifts in\nrows: [Nothing happens.]\n')
  expect((await at.edit({ op: 'copy-table', id: 'what-drifts-in' })).created).toEqual(['what-drifts-in-3'])
  expect(at.read('rules/tables/what-drifts-in-3.yaml')).toMatch(/^name: What drifts in 2\n/)
  await at.studio.undo()
  expect(() => at.read('rules/tables/what-drifts-in-3.yaml')).toThrow('ENOENT')
})

it('rows change with their weights; no table loses its last row or gets an empty one, and another window’s change is a conflict', async () => {
  const { created } = await at.edit({ op: 'put-table', name: 'Drift' })
  const [id = ''] = created
  const rows = ['A cask', { weight: 2, text: 'A hatch' }]
  await at.edit({ op: 'put-table', id, about: [{ keys: ['rows'], to: rows, was: ['Nothing happens.'] }] })
  expect((await at.studio.tables()).find((one) => one.id === id)?.entry).toEqual({ name: 'Drift', rows })
  const put = (to: unknown, was?: unknown) =>
    at.edit({ op: 'put-table', id, about: [{ keys: ['rows'], to: to as never, ...(was === undefined ? {} : { was: was as never }) }] })
  await expect(put(['A rope'], ['Nothing happens.'])).rejects.toMatchObject({ code: 'conflict' })
  await expect(put(null)).rejects.toThrow('needs a row. Add another one first, or remove the table.')
  await expect(put(['A cask', { weight: 3 }])).rejects.toThrow('needs a text or another table. Write one, or remove the row.')
  await expect(at.edit({ op: 'put-table', id: 'constructor', name: 'X' })).rejects.toThrow('There is no table "constructor"')
})
