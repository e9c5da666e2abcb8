import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Problem } from '../../../shared/base/problem'
import type { WorldEdit } from '../../../shared/contract/world-edits'
import { editing, type Editing } from './editing.fixture'

let at: Editing
beforeEach(async () => {
  at = await editing()
})
afterEach(() => at.close())

const pond: WorldEdit = { op: 'put-place', region: 'home', fields: { name: 'Mill Pond' }, spot: { x: 40, y: 220 } }

/** The refusal of an edit; the folder and its history must be unchanged. */
async function refused(...edits: WorldEdit[]): Promise<Problem> {
  const head = at.git('rev-parse', 'HEAD')
  const problem = await at.edit(...edits).then(
    () => undefined,
    (thrown: Problem) => thrown
  )
  expect([at.git('rev-parse', 'HEAD'), await at.settled()]).toEqual([head, ''])
  return problem as Problem
}

describe('editing the world', () => {
  it('a region of places and ways is one beat by the designer, with ids made from the names', async () => {
    const { beat, created: made } = await at.edit(
      { op: 'put-region', name: 'The Mill Lands' },
      { op: 'put-place', region: 'the-mill-lands', fields: { name: 'Mill Pond', gm_guide: 'A pike.', tags: { dark: true } }, spot: { x: 1, y: 2 } },
      { op: 'put-place', region: 'the-mill-lands', fields: { name: 'Mill Pond' } },
      {
        op: 'put-journey',
        fields: { from: 'mill-pond', to: 'mill-pond-2', direction: 'north', duration: '1-2 hours', difficulty: 3, risks: ['slippery'] }
      },
      { op: 'put-journey', fields: { from: 'mill-pond', to: 'mill-pond-2' } },
      { op: 'put-journey', fields: { from: 'mill-pond', to: 'mill-pond' } }
    )
    expect(made).toEqual(['the-mill-lands', 'mill-pond', 'mill-pond-2', 'mill-pond--mill-pond-2', 'mill-pond--mill-pond-2-2', 'mill-pond--mill-pond'])
    expect([beat.kind, beat.action, beat.actor, beat.subject]).toEqual([
      'edit',
      'edit-world',
      'designer',
      'Added the region The Mill Lands, 2 places and 3 journeys'
    ])
    expect(at.touched()).toEqual([
      'A world/regions/the-mill-lands/ABOUT.md',
      'A world/regions/the-mill-lands/MAP.yaml',
      'A world/regions/the-mill-lands/journeys.yaml',
      'A world/regions/the-mill-lands/locations/mill-pond-2.yaml',
      'A world/regions/the-mill-lands/locations/mill-pond.yaml'
    ])
    const { state, lore } = (await at.studio.present())!
    expect(state.regions['the-mill-lands']).toEqual({ name: 'The Mill Lands' })
    expect(state.places['mill-pond']).toEqual({ name: 'Mill Pond', region: 'the-mill-lands', features: {}, inventory: {}, tags: { dark: true } })
    expect(lore.places['mill-pond']?.gm_guide).toBe('A pike.')
    expect(lore.map['mill-pond']).toEqual({ x: 1, y: 2 })
    expect(state.journeys['mill-pond--mill-pond-2']).toMatchObject({
      difficulty: 3,
      duration: '1-2 hours',
      risks: ['slippery'],
      region: 'the-mill-lands'
    })
    expect([await at.settled(), (await at.studio.verify()).mismatches]).toEqual(['', []])
  })

  it('lines that nobody changed keep their bytes: comments, unknown keys, order', async () => {
    const path = join(at.dir, 'world/regions/home/locations/hill.yaml')
    const mine =
      '# Mine.\nname: The Hill # high\nheight: 300\ndescription: >-\n  Far\n  away.\nsenses:\n  - wind\ntags: { safe: true, odd: 1 } # two\n'
    writeFileSync(path, mine)
    await at.studio.adopt()
    await at.edit({ op: 'put-place', id: 'hill', fields: { name: 'The High Hill', description: 'Far away.', tags: { safe: true, odd: 2 } } })
    expect(at.read('world/regions/home/locations/hill.yaml')).toBe(mine.replace('The Hill', 'The High Hill').replace('odd: 1', 'odd: 2'))
    expect(at.touched()).toEqual(['M world/regions/home/locations/hill.yaml'])
  })

  it('hand-made positions go to MAP.yaml alone, and null gives a place back', async () => {
    const { beat } = await at.edit({ op: 'spots', spots: { hill: { x: 7.5, y: -3 }, crossroads: null } })
    expect(beat.subject).toBe('Moved 2 places on the map')
    expect([at.touched(), at.read('world/regions/home/MAP.yaml')]).toEqual([['M world/regions/home/MAP.yaml'], '{hill: {x: 7.5, y: -3}}\n'])
  })

  it('an actor is moved to a place', async () => {
    const { beat } = await at.edit({ op: 'put-actor', id: 'Hero', place: 'hill' })
    expect([beat.subject, (await at.state()).actors['Hero']?.location, at.touched()]).toEqual([
      'Moved Hero to The Hill',
      'hill',
      ['M world/players/Hero/STATS.yaml']
    ])
  })

  it('a place goes with its journeys and its position, and sends people and things elsewhere', async () => {
    await at.edit(
      { op: 'put-place', id: 'crossroads', fields: { inventory: { rope: { item: 'rope' } } } },
      { op: 'put-place', id: 'hill', fields: { inventory: { rope: { item: 'rope', count: 2 } } } }
    )
    const problem = await refused({ op: 'remove', what: 'place', id: 'crossroads' })
    expect([problem.code, problem.data['references'], problem.message]).toEqual([
      'refused',
      ['Hero is in The Crossroads'],
      "The Crossroads can't be removed, because Hero is in The Crossroads. Change that first."
    ])
    await at.edit({ op: 'remove', what: 'place', id: 'crossroads', to: 'hill' }, { op: 'remove', what: 'journey', id: 'hill--crossroads' })
    const state = await at.state()
    expect([state.actors['Hero']?.location, Object.keys(state.places), state.journeys]).toEqual(['hill', ['hill'], {}])
    expect(state.places['hill']?.inventory).toEqual({ rope: { count: 2, item: 'rope' }, 'rope-2': { item: 'rope' } })
    expect(at.read('world/regions/home/MAP.yaml')).toBe('{hill: {x: 220, y: -140}}\n')
  })

  it('a place moves to another region with its journeys and its position', async () => {
    await at.edit({ op: 'put-region', id: 'far', name: 'Far' }, { op: 'put-place', id: 'hill', region: 'far', fields: {} })
    const { state, lore } = (await at.studio.present())!
    expect([state.places['hill']?.region, state.journeys['hill--crossroads']?.region, state.journeys['crossroads--hill']?.region]).toEqual([
      'far',
      'far',
      'home'
    ])
    expect(lore.map['hill']).toEqual({ x: 220, y: -140 })
    await at.edit({ op: 'remove', what: 'region', id: 'far' })
    expect([Object.keys((await at.state()).places), (await at.state()).regions]).toEqual([['crossroads'], { home: { name: 'Home country' } }])
    expect(at.git('ls-tree', '-r', '--name-only', 'HEAD', 'world/regions/far')).toBe('')
  })

  it('a journey takes another end, and what it needs can be taken from it', async () => {
    await at.edit({ op: 'put-region', id: 'far', name: 'Far' }, { op: 'put-place', id: 'pond', region: 'far', fields: { name: 'Pond' } })
    await at.edit({ op: 'put-journey', id: 'hill--crossroads', fields: { from: 'pond', requires: 'bridge-built' } })
    expect((await at.state()).journeys['hill--crossroads']).toMatchObject({ from: 'pond', to: 'crossroads', region: 'far', requires: 'bridge-built' })
    const { beat } = await at.edit({ op: 'put-journey', id: 'hill--crossroads', fields: { requires: null } })
    expect(beat.subject).toBe('Saved the journey from Pond to The Crossroads')
    expect((await at.state()).journeys['hill--crossroads']?.requires).toBeUndefined()
  })

  it('a refused edit changes nothing, also not its first steps', async () => {
    const cases: [WorldEdit, string][] = [
      [
        { op: 'put-place', id: 'Hill', region: 'home', fields: { name: 'Hill' } },
        'A place "Hill" already exists, or one that differs only in capitals'
      ],
      [{ op: 'put-place', id: 'a/b', region: 'home', fields: { name: 'B' } }, '"a/b" can\'t be the id of a place'],
      ...(['old mill', 'old.mill', ' mill'] as const).flatMap((id): [WorldEdit, string][] => {
        const refused = (what: string) =>
          `"${id}" can't be the id of a ${what}: an id can contain only letters, digits, dashes and underscores. Choose another id.`
        const feature = { name: 'Chest', text: '' }
        return [
          [{ op: 'put-region', id, name: 'B' }, refused('region')],
          [{ op: 'put-place', id, region: 'home', fields: { name: 'B' } }, refused('place')],
          [{ op: 'put-journey', id, fields: { from: 'hill', to: 'crossroads' } }, refused('journey')],
          [{ op: 'rename', what: 'place', id: 'hill', to: id }, refused('place')],
          [{ op: 'rename', what: 'region', id: 'home', to: id }, refused('region')],
          [{ op: 'rename', what: 'journey', id: 'hill--crossroads', to: id }, refused('journey')],
          [{ op: 'put-place', id: 'hill', fields: { features: { [id]: feature } } }, refused('feature')],
          [{ op: 'put-place', id: 'hill', fields: { inventory: { [id]: { item: 'rope' } } } }, refused('thing')],
          [{ op: 'put-place', id: 'hill', fields: { features: { chest: { ...feature, fact: id } } } }, refused('fact')],
          [{ op: 'put-place', id: 'hill', fields: { features: { chest: { ...feature, after: [id] } } } }, refused('fact')],
          [{ op: 'put-journey', id: 'hill--crossroads', fields: { requires: id } }, refused('fact')]
        ]
      }),
      [{ op: 'put-place', id: 'con', region: 'home', fields: { name: 'B' } }, 'Windows reserves this name'],
      [{ op: 'put-place', region: 'nowhere', fields: { name: 'B' } }, 'There is no region "nowhere"'],
      [{ op: 'put-place', fields: { name: 'B' } }, 'A new place needs a region and a name'],
      [{ op: 'put-journey', fields: { from: 'hill', to: 'nowhere' } }, 'There is no place "nowhere"'],
      [{ op: 'put-journey', fields: { from: 'hill' } }, 'A new journey needs a place to start from'],
      [{ op: 'put-journey', id: 'hill--crossroads', fields: { duration: 'long' } }, '"long" is not a duration'],
      [{ op: 'spots', spots: { nowhere: { x: 0, y: 0 } } }, 'There is no place "nowhere"'],
      [{ op: 'put-actor', id: 'Nobody', place: 'hill' }, 'This campaign has no character "Nobody"'],
      [{ op: 'remove', what: 'place', id: 'crossroads', to: 'crossroads' }, 'The Crossroads is removed as well'],
      [{ op: 'remove', what: 'region', id: 'home' }, "The region Home country can't be removed"],
      [{ op: 'remove', what: 'journey', id: 'nothing' }, 'There is no journey "nothing"'],
      [{ op: 'rename', what: 'place', id: 'hill', to: 'crossroads' }, 'A place "crossroads" already exists']
    ]
    for (const [edit, sentence] of cases) expect(await at.edit(pond, edit).catch((thrown: Problem) => thrown.message)).toContain(sentence)
    expect((await refused({ op: 'put-place', id: 'hill', fields: { name: 'The Hill' } })).message).toBe(
      'The world already has these values, so there is nothing to save.'
    )
  })

  it('an edit is refused if the file has an external change, which stays', async () => {
    writeFileSync(join(at.dir, 'world/regions/home/MAP.yaml'), '{}\n')
    await expect(at.edit(pond)).rejects.toMatchObject({ code: 'dirty' })
    expect([at.read('world/regions/home/MAP.yaml'), at.git('status', '--porcelain')]).toEqual(['{}\n', ' M world/regions/home/MAP.yaml\n'])
    rmSync(join(at.dir, 'world/regions/home/locations/hill.yaml'))
    await expect(at.edit({ op: 'put-place', id: 'hill', fields: { name: 'H' } })).rejects.toMatchObject({ code: 'dirty' })
  })

  it('two clients edit one after the other; the second sees the first edit', async () => {
    const [first, second] = await Promise.all([
      at.edit(pond),
      at.edit({ op: 'put-journey', fields: { from: 'mill-pond', to: 'hill' } }),
      at.edit(pond)
    ])
    expect([second.beat.parent, second.created]).toEqual([first.beat.id, ['mill-pond--hill']])
    expect(Object.keys((await at.state()).places)).toEqual(['crossroads', 'hill', 'mill-pond', 'mill-pond-2'])
  })

  it('does not stop the table', async () => {
    await at.studio.autoplay({ pace: 5 })
    await at.edit(pond)
    expect((await at.studio.present())?.table.running).toBe(true)
    await at.studio.pause()
    expect([await at.settled(), (await at.studio.verify()).mismatches]).toEqual(['', []])
  })
})
