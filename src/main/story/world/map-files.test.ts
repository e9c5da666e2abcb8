import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { router } from '../../../shared/api'
import type { Problem } from '../../../shared/base/problem'
import type { MapFormat } from '../../../shared/contract/world-edits'
import { editing, type Editing } from './editing.fixture'

let at: Editing
beforeEach(async () => {
  at = await editing()
})
afterEach(() => at.close())

/** The document's own example, with the journey that belongs to it. */
const DOCUMENT = {
  regions: [{ id: 'well', name: 'The Well' }],
  locations: [
    {
      id: 'loc_well_bottom',
      name: 'The Bottom of the Well',
      description: 'Damp, mossy stone walls rise around you.',
      npcs: [{ id: 'goblin_01', name: 'Cowering Goblin', stats: { hp: 5 } }],
      inventory: ['rusted_chest', 'rope', 'rope'],
      gm_guide: 'The chest contains the forest map. The goblin knows about the secret switch.'
    },
    { id: 'loc_well_top', name: 'The Top of the Well', mood: 'grim' }
  ],
  journeys: [
    {
      from: 'loc_well_top',
      to: 'loc_well_bottom',
      direction: 'down',
      duration: '1 minute',
      difficulty: 3,
      risks: ['Slippery stones', 'Darkness'],
      description: 'A precarious climb down the rusted ladder.'
    },
    { from_id: 'loc_well_top', to_id: 'loc_well_bottom' },
    { id: 'up', from: 'loc_well_bottom', to: 'loc_well_top' },
    { from: 'loc_well_top', to: 'loc_well_top' },
    { from: 'loc_well_top', to: 'hill' }
  ]
}

const imported = (value: unknown, region?: string): ReturnType<Editing['studio']['importWorld']> =>
  at.studio.importWorld({ text: typeof value === 'string' ? value : JSON.stringify(value), format: 'json', region })
const problemOf = async (work: Promise<unknown>): Promise<Problem> => {
  const problem = await work.then(
    () => expect.fail('this was not refused'),
    (thrown: Problem) => thrown
  )
  expect(problem.code).not.toBe('internal')
  return problem
}

describe('the document’s JSON', () => {
  it('comes in as one beat: people inline, things by name, ids that lack, cycles and self loops', async () => {
    const { beat, created: made, notes } = await imported(DOCUMENT)
    expect([beat.kind, beat.action, beat.subject]).toEqual([
      'import',
      'import-world',
      'Imported the region The Well, 2 places and 5 journeys, with Cowering Goblin'
    ])
    expect(made).toEqual([
      'well',
      'loc_well_bottom',
      'loc_well_top',
      'up',
      'loc_well_top--loc_well_bottom',
      'loc_well_top--loc_well_bottom-2',
      'loc_well_top--loc_well_top',
      'loc_well_top--hill'
    ])
    expect(notes).toEqual(['Not imported, because a map has no such field: mood.'])
    const { state, lore } = (await at.studio.present())!
    expect(state.places['loc_well_bottom']).toEqual({
      name: 'The Bottom of the Well',
      region: 'well',
      features: {},
      inventory: { rope: { item: 'rope', count: 2 }, rusted_chest: { item: 'rusted_chest' } },
      tags: {}
    })
    expect(lore.places['loc_well_bottom']?.gm_guide).toContain('forest map')
    expect(state.actors['goblin_01']).toMatchObject({
      kind: 'npc',
      name: 'Cowering Goblin',
      location: 'loc_well_bottom',
      stats: { hp: 5 },
      max: { hp: 5 }
    })
    expect(state.journeys['loc_well_top--loc_well_bottom']).toMatchObject({ difficulty: 3, risks: ['Slippery stones', 'Darkness'], region: 'well' })
    expect([await at.settled(), (await at.studio.verify()).mismatches]).toEqual(['', []])
    await at.studio.undo()
    expect(Object.keys((await at.state()).places)).toEqual(['crossroads', 'hill'])
    await at.studio.redo()
    expect((await at.state()).actors['goblin_01']?.name).toBe('Cowering Goblin')
  })

  it('may hold a graph with nodes and edges, a region for all, and hit points and hostility in short', async () => {
    const { notes } = await imported({
      region: { id: 'woods', name: "Hob's Wood" },
      graph: {
        nodes: [
          {
            id: 'glade',
            npcs: [
              { id: 'wolf', name: 'Grey Wolf', hp: 6, hostile: true },
              { id: 'hob', hostile: false, attitude: 'wary' }
            ]
          },
          { id: 'den', region: 'Under Wood' }
        ],
        edges: [{ from: 'glade', to: 'den', difficulty: 2 }]
      }
    })
    const { actors, places, journeys, regions } = await at.state()
    expect(notes).toEqual([])
    expect([actors['wolf']?.stats['hp'], actors['wolf']?.max['hp'], actors['wolf']?.attitude, actors['hob']?.attitude]).toEqual([
      6,
      6,
      'hostile',
      'wary'
    ])
    expect([places['glade']?.region, places['den']?.region, journeys['glade--den']?.difficulty]).toEqual(['woods', 'under-wood', 2])
    expect([regions['woods']?.name, regions['under-wood']?.name]).toEqual(["Hob's Wood", 'Under Wood'])
    await imported({ regions: [{ id: 'sea', graph: { locations: [{ id: 'quay' }], edges: [{ from: 'quay', to: 'glade' }] } }] })
    expect([(await at.state()).places['quay']?.region, (await at.state()).journeys['quay--glade']?.region]).toEqual(['sea', 'sea'])
    await imported({
      regions: [
        { id: 'marsh', graph: { nodes: [{ id: 'reeds' }] } },
        { id: 'moor', locations: [{ id: 'tor' }] }
      ]
    })
    expect([(await at.state()).places['reeds']?.region, (await at.state()).places['tor']?.region]).toEqual(['marsh', 'moor'])
    await imported({ region: "O'Hara's Fen", locations: [{ id: 'causeway' }, { id: 'stile', region: 'moor' }] })
    const { places: now, regions: all } = await at.state()
    expect([all[now['causeway']?.region ?? '']?.name, now['stile']?.region]).toEqual(["O'Hara's Fen", 'moor'])
  })

  it('may nest in regions, be maps by id, or be a bare list', async () => {
    await imported({ regions: { far: { name: 'Far', locations: { pond: { name: 'Pond' } }, journeys: [{ from: 'pond', to: 'pond' }] } } })
    await imported([{ name: 'A Ford' }, { name: 'A Ford' }], 'home')
    await imported({ locations: [{ id: 'a/b:c', region: 'New Land' }], journeys: [{ from: 'a/b:c', to: 'pond' }] })
    const { places, regions, journeys } = await at.state()
    expect(Object.entries(places).map(([id, { region }]) => `${region}/${id}`)).toEqual([
      'new-land/a-b-c',
      'home/a-ford',
      'home/a-ford-2',
      'home/crossroads',
      'home/hill',
      'far/pond'
    ])
    expect([regions['new-land']?.name, journeys['a-b-c--pond']?.region]).toEqual(['New Land', 'new-land'])
  })

  it('is refused with the list of what is wrong, and nothing has changed', async () => {
    const head = at.git('rev-parse', 'HEAD')
    const problem = await problemOf(
      imported({
        regions: [{ id: 'r' }, { id: 'R' }, {}],
        locations: [{ id: 'a' }, { id: 'A' }, { id: 'hill' }, {}, { id: 'b', npcs: [{ id: 'Hero' }, { name: 'DM' }, {}] }],
        journeys: [
          { id: 'x', from: 'a', to: 'b' },
          { id: 'x', from: 'a', to: 'b' },
          { from: 'a', to: 'nowhere' },
          { from: 'a', to: 'b', duration: 'soon' },
          { id: 'crossroads--hill', from: 'a', to: 'b' }
        ]
      })
    )
    expect(problem.code).toBe('refused')
    expect(problem.data['references']).toEqual([
      'the file has two regions "R"',
      'a region has no id and no name',
      'the file has two places "A"',
      'this campaign has a place "hill" already',
      'a place has no id and no name',
      'a journey leads from "a" to "nowhere", but there is no place nowhere',
      'a journey lasts "soon", which is not a duration such as "10 minutes"',
      'the file has two journeys "x"',
      'this campaign has a journey "crossroads--hill" already',
      'this campaign has a person "Hero" already',
      'a person has no id and no name',
      `a character can't be called "dm", because the table uses that name`
    ])
    expect(problem.message).toMatch(/^This map can't be imported: .*; and 7 more\. Correct the file and import again\.$/)
    expect([at.git('rev-parse', 'HEAD'), await at.settled()]).toEqual([head, ''])
  })

  it('says where a file does not fit', async () => {
    const cases: [unknown, string][] = [
      ['{', 'This file is not JSON'],
      ['3', 'This file contains no regions, locations or journeys'],
      ['{"a": 1}', 'This file contains no regions, locations or journeys'],
      [`{"locations": ${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 'nested too deeply'],
      [{ locations: 'here' }, 'at locations: it must be a list or a map'],
      [{ locations: [3] }, 'at locations[0]'],
      [{ locations: [{ id: 'a', features: { x: 1 } }] }, 'at locations[0] (a): `features.x` must be a map with `name`'],
      [
        { locations: [{ id: 'a', npcs: [{ id: 'b', stats: { hp: 'many' } }] }] },
        'at locations[0] (a): `npcs.0.stats.hp` must be a number, but it is "many"'
      ],
      [{ journeys: [{ from: 'hill' }] }, 'at journeys[0]: `to` must be text'],
      [{ journeys: [{ from: 'hill', to: 'hill', difficulty: -1 }] }, 'at journeys[0]: `difficulty` must be at least 0, but it is -1']
    ]
    for (const [file, words] of cases) expect((await problemOf(imported(file))).message).toContain(words)
  })
})

describe('a map that goes out', () => {
  it.each(['json', 'graphml'] as const)('as %s comes in again and goes out the same, with secrets and without', async (format: MapFormat) => {
    const well = await editing('sample')
    const { lore } = (await well.studio.present())!
    const [open, secret] = [await well.studio.exportWorld({ format, secrets: false }), await well.studio.exportWorld({ format, secrets: true })]
    await well.close()
    const guide =
      Object.values(lore.places)
        .find(({ gm_guide }) => gm_guide !== '')
        ?.gm_guide.slice(0, 12) ?? '?'
    expect([open.includes(guide), secret.includes(guide), open.includes('reveals')]).toEqual([false, true, false])
    for (const text of [open, secret]) {
      const empty = await editing()
      await empty.studio.importWorld({ text, format })
      await empty.edit({ op: 'remove', what: 'region', id: 'home', to: 'throat-yard' })
      expect(await empty.studio.exportWorld({ format, secrets: text === secret })).toBe(text)
      await empty.close()
    }
  })

  it('goes over the wire, as every call about the world does', async () => {
    const caller = router.createCaller({ studio: at.studio })
    await caller.editWorld({ edits: [{ op: 'put-place', region: 'home', fields: { name: 'Mill Pond' } }] })
    expect(await caller.editHistory()).toEqual({ undo: 'added Mill Pond' })
    const out = await caller.exportWorld({ format: 'graphml', secrets: false })
    expect([(await caller.undo()).action, (await caller.redo()).action]).toEqual(['undo', 'redo'])
    await caller.undo()
    const copy = out.replaceAll('"home"', '"there"').replaceAll('"crossroads', '"pond').replaceAll('"hill', '"peak')
    expect((await caller.importWorld({ text: copy, format: 'graphml' })).created).toContain('mill-pond')
    await expect(caller.editWorld({ edits: [{ op: 'put-place', fields: { name: '', colour: 'red' } as never }] })).rejects.toThrow(
      'unrecognized_keys'
    )
  })

  it('can be exported at any commit', async () => {
    const before = await at.studio.exportWorld({ format: 'json', secrets: false })
    const { beat } = await at.edit({ op: 'put-place', region: 'home', fields: { name: 'Mill Pond' } })
    expect(await at.studio.exportWorld({ format: 'json', secrets: false })).toContain('Mill Pond')
    expect(await at.studio.exportWorld({ format: 'json', at: beat.parent, secrets: false })).toBe(before)
  })
})
