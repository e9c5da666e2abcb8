import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Problem } from '../../../shared/base/problem'
import { editing, type Editing } from './editing.fixture'

let at: Editing
beforeEach(async () => {
  at = await editing()
})
afterEach(() => at.close())

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(at.dir, path)), { recursive: true })
  writeFileSync(join(at.dir, path), text)
}
const adopted = (): Promise<Problem> =>
  at.studio.adopt().then(
    () => expect.fail('this was not refused'),
    (thrown: Problem) => thrown
  )

describe('a world edited by hand', () => {
  it('with an id in two regions is refused, and both files are named', async () => {
    const before = await at.state()
    write('world/regions/far/locations/hill.yaml', 'name: Another hill\n')
    expect(await adopted()).toMatchObject({
      code: 'bad-file',
      message:
        'world/regions/far/locations/hill.yaml and world/regions/home/locations/hill.yaml: both have the id "hill", and an id must be unique in a campaign. Rename one of them.'
    })
    rmSync(join(at.dir, 'world/regions/far'), { recursive: true })
    write('world/regions/far/journeys.yaml', 'hill--crossroads: { from: hill, to: crossroads }\n')
    expect((await adopted()).message).toContain(
      'world/regions/far/journeys.yaml and world/regions/home/journeys.yaml: both have the id "hill--crossroads"'
    )
    expect(await at.state()).toEqual(before)
  })

  it('with names that only differ in capitals is refused', async () => {
    write('world/regions/home/locations/HILL.yaml', 'name: Hill\n')
    expect((await adopted()).message).toContain(`some systems can't tell "HILL" from "hill"`)
    rmSync(join(at.dir, 'world/regions/home/locations/HILL.yaml'))
    write('world/regions/Home/ABOUT.md', '# Home\n')
    expect((await adopted()).message).toContain(`world/regions/Home and world/regions/home: some systems can't tell "Home" from "home"`)
  })

  it('with a journey to nowhere, or to what every object has, is refused', async () => {
    for (const nowhere of ['nowhere', 'constructor', 'toString']) {
      write('world/regions/home/journeys.yaml', `out: { from: hill, to: ${nowhere} }\n`)
      expect((await adopted()).message).toContain(`the journey out leads to or from "${nowhere}", but no such location exists`)
    }
  })

  it('that lost a location stays what it was until that is put right', async () => {
    const before = await at.state()
    rmSync(join(at.dir, 'world/regions/home/locations/hill.yaml'))
    expect([await at.state(), await at.studio.edits()]).toEqual([
      before,
      [{ path: 'world/regions/home/locations/hill.yaml', change: 'removed', staged: false }]
    ])
    await expect(at.edit({ op: 'put-place', id: 'hill', fields: { name: 'H' } })).rejects.toMatchObject({ code: 'dirty' })
    await expect(at.edit({ op: 'remove', what: 'place', id: 'hill' })).resolves.toMatchObject({ created: [] })
    await at.studio.undo()
    expect(Object.keys((await at.state()).places)).toEqual(['crossroads', 'hill'])
    rmSync(join(at.dir, 'world/regions/home/locations/hill.yaml'))
    expect((await adopted()).message).toContain('leads to or from "hill", but no such location exists')
    await at.studio.setAside()
    expect(await at.settled()).toBe('')
  })

  it('of 400 places in one region comes in, is edited, taken back and read again', async () => {
    const locations = Array.from({ length: 400 }, (_, i) => ({ id: `p${i}`, name: `Place ${i}`, position: { x: i, y: i } }))
    const journeys = locations.map(({ id }, i) => ({ from: id, to: `p${(i * 7 + 1) % 400}` }))
    await at.studio.importWorld({ text: JSON.stringify({ regions: [{ id: 'big' }], locations, journeys }), format: 'json' })
    await at.edit({ op: 'spots', spots: Object.fromEntries(locations.map(({ id }) => [id, { x: 0, y: 1 }])) })
    await at.edit(...locations.slice(0, 100).map(({ id }) => ({ op: 'remove' as const, what: 'place' as const, id })))
    await at.edit({ op: 'rename', what: 'region', id: 'big', to: 'small' })
    const { state, lore } = (await at.studio.present())!
    expect([Object.keys(state.places).length, state.places['p399']?.region, lore.map['p399']]).toEqual([302, 'small', { x: 0, y: 1 }])
    expect(Object.values(state.journeys).every(({ from, to }) => from in state.places && to in state.places)).toBe(true)
    for (let n = 0; n < 4; n++) await at.studio.undo()
    expect(Object.keys((await at.state()).places)).toEqual(['crossroads', 'hill'])
    expect(await at.settled()).toBe('')
  })
})
