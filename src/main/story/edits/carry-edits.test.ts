import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { editing, type Editing } from '../world/editing.fixture'

let at: Editing
afterEach(() => at.close())

const PLACE = 'world/regions/underclint/locations/throat-yard.yaml'
const head = async (): Promise<string> => (await at.studio.present())?.head ?? ''

it('edits made after a beat come along when play continues from it, except those that were undone', async () => {
  at = await editing('sample')
  const { studio } = at
  await studio.step()
  const from = await head()
  await studio.step()
  await studio.setTable({ ...(await studio.tableSettings()), k: 7 })
  await studio.step()
  await at.edit({ op: 'put-place', id: 'throat-yard', fields: { description: 'A yard that was swept.' } })
  await at.edit({ op: 'put-place', id: 'throat-yard', fields: { description: 'A yard that nobody swept.' } })
  await studio.undo()
  writeFileSync(join(at.dir, 'world/misc/o’hara.md'), '# O’Hara\n')
  await studio.adopt()
  const end = await head()
  expect(await studio.editsBetween({ at: from, end })).toBe(5)
  const { edits } = await studio.branch({ at: from, name: 'again', editsTo: end })
  expect(edits).toEqual({ made: 5, left: [] })
  expect([at.read('table.yaml').includes('k: 7'), at.read('world/misc/o’hara.md')]).toEqual([true, '# O’Hara\n'])
  expect(at.read(PLACE)).toContain('A yard that was swept.')
  expect(at.git('log', '-1', '--format=%s').trim()).toBe('Adopted changes to world/misc/o’hara.md')
  expect(await studio.verify()).toMatchObject({ mismatches: [] })
  // Each is a beat of its own, which Undo takes back.
  await studio.undo()
  expect(at.git('ls-files', 'world/misc')).not.toContain('hara')
  await studio.step()
  expect(await at.settled()).toBe('')
})

it('an edit of what only later play wrote is left out and named, and the others come along', async () => {
  at = await editing('sample')
  const { studio } = at
  await studio.step()
  const from = await head()
  const params = { note_path: 'misc/late.md', content: 'The tide is late.\n' }
  await studio.play({ kind: 'play', action: 'record', actor: 'DM', params, agent: 'hand' })
  writeFileSync(join(at.dir, 'world/misc/late.md'), at.read('world/misc/late.md').replace('late.', 'very late.'))
  await studio.adopt()
  await studio.setTable({ ...(await studio.tableSettings()), k: 7 })
  const end = await head()
  const { edits } = await studio.branch({ at: from, name: 'again', editsTo: end })
  expect(edits).toEqual({ made: 1, left: ['adopted changes to world/misc/late.md'] })
  expect(at.read('table.yaml')).toContain('k: 7')
  // A beat of another line has no later edits there.
  const here = await head()
  expect(await studio.editsBetween({ at: here, end })).toBe(0)
  await expect(studio.branch({ at: here, name: 'other', editsTo: end })).rejects.toMatchObject({ code: 'refused' })
})
