import { afterEach, beforeEach, expect, it } from 'vitest'
import { editing, type Editing } from './editing.fixture'

let at: Editing
beforeEach(async () => {
  at = await editing()
})
afterEach(() => at.close())

const FILE = 'rules/equipment/items.yaml'

it('an item of the game changes value by value, and no other line of its file; a value that another window changed is refused', async () => {
  const before = at.read(FILE)
  await at.edit({
    op: 'put-item',
    id: 'rope',
    about: [
      { keys: ['worth'], to: 2, was: null },
      { keys: ['name'], to: ' Tarred  rope ' }
    ]
  })
  const changed = (a: string[], b: string[]): string[] => b.filter((line) => !a.includes(line))
  expect(changed(before.split('\n'), at.read(FILE).split('\n'))).toEqual([expect.stringMatching(/^rope: .*Tarred rope.*worth: 2/)])
  await expect(at.edit({ op: 'put-item', id: 'rope', about: [{ keys: ['worth'], to: 3, was: null }] })).rejects.toMatchObject({ code: 'conflict' })
  await expect(at.edit({ op: 'put-item', id: 'rope', about: [{ keys: ['name'], to: ' ' }] })).rejects.toThrow('An item needs a name. Enter one.')
  await expect(at.edit({ op: 'put-item', id: 'constructor', about: [] })).rejects.toThrow('There is no item "constructor"')
  await at.studio.undo()
  expect(at.read(FILE)).toBe(before)
})

it('an item is copied with another name and id, and the copy can be given to somebody in the same beat', async () => {
  const { created, beat } = await at.edit({ op: 'copy-item', id: 'rope' }, { op: 'copy-item', id: 'rope' })
  expect([created, beat.subject]).toEqual([['rope-2', 'rope-3'], 'Added 2 items as a copy of Coil of rope'])
  const [who = ''] = Object.keys((await at.state()).actors)
  await at.edit({ op: 'put-character', id: who, sheet: [{ keys: ['inventory', 'rope-2'], to: { item: 'rope-2' }, was: null }] })
  expect((await at.state()).actors[who]?.inventory['rope-2']).toEqual({ item: 'rope-2' })
  await at.studio.verify().then(({ mismatches }) => expect(mismatches).toEqual([]))
})
