import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { editing, type Editing } from './editing.fixture'

let at: Editing
beforeEach(async () => {
  at = await editing('sample')
})
afterEach(() => at.close())

/** Everything below world/ that names an id as a whole word outside of prose. */
const namesOf = (id: string): string[] =>
  at.git('grep', '-lwE', `(from|to|from_id|to_id|location|place|roams): ${id}|^${id}:`, 'HEAD', '--', 'world', 'sessions').trim().split('\n')

describe('renaming', () => {
  it('a place: journeys of every region, sheets, the scene, story events and the position say the new id', async () => {
    while (!(await at.state()).scene) await at.studio.step()
    const before = await at.state()
    const id = before.scene?.place ?? ''
    const path = 'world/regions/underclint/journeys.yaml'
    writeFileSync(join(at.dir, path), at.read(path).replace(`from: ${id}`, `from_id: ${id}`).replace(`to: ${id}`, `to_id: ${id}`))
    await at.studio.adopt()
    const { lore } = (await at.studio.present())!
    const { beat } = await at.edit({ op: 'rename', what: 'place', id, to: 'the-green' })
    expect(beat.subject).toBe(`Renamed ${id} to the-green`)
    const after = (await at.studio.present())!
    const renamed = JSON.parse(JSON.stringify({ ...before, next: 0 }).replaceAll(`"${id}"`, '"the-green"')) as object
    expect({ ...after.state, next: 0 }).toEqual(renamed)
    expect(after.lore.map['the-green']).toEqual(lore.map[id])
    expect(after.lore.story.map(({ place }) => place)).toEqual(lore.story.map(({ place }) => (place === id ? 'the-green' : place)))
    expect(() => namesOf(id)).toThrow('Command failed')
    expect(at.touched()).toContain(`M ${before.scene?.path}/ABOUT.md`)
    expect([at.git('diff', '--stat', 'HEAD~', '--', path).includes('|'), at.read(path).match(/from_id: the-green/g)?.length]).toEqual([true, 1])
    expect((await at.studio.verify()).mismatches).toEqual([])
    expect((await at.studio.step())?.kind).toBe('play')
  })

  it('a name and the id made from it: one beat, one step back, and journeys and links follow', async () => {
    const { created: made } = await at.edit({ op: 'put-place', region: 'underclint', fields: { name: 'New place' }, spot: { x: 1, y: 2 } })
    const [id = ''] = made
    const [placeId = ''] = Object.keys((await at.state()).places)
    await at.edit(
      { op: 'put-journey', id: 'way', fields: { from: placeId, to: id } },
      { op: 'put-place', id: placeId, fields: { description: 'See [[New place]].' } }
    )
    const before = await at.studio.present()
    const { beat } = await at.edit({ op: 'put-place', id, fields: { name: 'Mill Pond' } }, { op: 'rename', what: 'place', id, to: 'mill-pond' })
    expect(beat.subject).toBe('Saved Mill Pond and renamed new-place to mill-pond')
    const after = (await at.studio.present())!
    expect([after.state.places['mill-pond']?.name, after.state.places[id], after.state.journeys['way']?.to]).toEqual([
      'Mill Pond',
      undefined,
      'mill-pond'
    ])
    expect([after.lore.map['mill-pond'], after.lore.places[placeId]?.description]).toEqual([{ x: 1, y: 2 }, 'See [[Mill Pond]].'])
    await at.studio.undo()
    const undone = (await at.studio.present())!
    expect([undone.state.places, undone.state.journeys, undone.lore]).toEqual([before?.state.places, before?.state.journeys, before?.lore])
    expect((await at.studio.verify()).mismatches).toEqual([])
  })

  it('a region: its whole folder moves, and whoever keeps to it keeps to it', async () => {
    const before = await at.state()
    const { beat } = await at.edit({ op: 'rename', what: 'region', id: 'underclint', to: 'upper-village' })
    expect(beat.subject).toBe('Renamed underclint to upper-village')
    const renamed = JSON.parse(JSON.stringify({ ...before, next: 0 }).replaceAll('"underclint"', '"upper-village"')) as object
    expect({ ...(await at.state()), next: 0 }).toEqual(renamed)
    expect(at.touched().filter((line) => !line.includes('/regions/'))).toEqual(['M world/npcs/Bodkin/STATS.yaml'])
    expect(at.git('ls-tree', 'HEAD', 'world/regions/underclint')).toBe('')
  })

  it('a journey: its entry stays where it stands, with its comments', async () => {
    const path = 'world/regions/underclint/journeys.yaml'
    const [id = ''] = /^[\w-]+(?=:)/m.exec(at.read(path)) ?? []
    const mine = at.read(path).replace(`${id}:\n`, `${id}: # the first\n`)
    writeFileSync(join(at.dir, path), mine)
    await at.studio.adopt()
    await at.edit({ op: 'rename', what: 'journey', id, to: '12' })
    expect(at.read(path)).toBe(mine.replace(`${id}:`, '"12":'))
  })
})
