import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Feature, Item } from '../../shared/state'
import type { JourneyFields, PlaceFields, WorldEdit } from '../../shared/world-edits'
import { memoryKeys } from '../machine/keys'
import { createStudio } from '../studio/studio'
import { BUNDLED, freshSample, RESOURCES } from './samples.fixture'
import { verify } from '../story/checks/verify'
import { playMany, reading, recording } from './commands.fixture'

const home = mkdtempSync(join(tmpdir(), 'empty-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const BEATS = 70
const place = (fields: PlaceFields): WorldEdit[] => [{ op: 'put-place', id: 'crossroads', fields }]
const feature = (one: Feature): WorldEdit[] => place({ features: { chest: one } })
const thing = (one: Item): WorldEdit[] => place({ inventory: { lamp: one } })
const way = (fields: JourneyFields): WorldEdit[] => [{ op: 'put-journey', id: 'crossroads--hill', fields }]
const CHEST: Feature = { name: 'an old chest', text: 'Straw, and a name cut into the lid.', fact: 'chest_known', item: 'torch', after: [] }

/** What the forms of the window save with a field left empty, and what they begin new things as. */
const FORMS: Record<string, WorldEdit[]> = {
  'a place without a description': place({ description: '' }),
  'a place without tags': place({ tags: {} }),
  'a place with nothing but its name': place({ description: '', gm_guide: '', senses: [], tags: {}, features: {}, inventory: {} }),
  'a new place, as the map adds it': [
    { op: 'put-place', region: 'home', fields: { name: 'New place' } },
    { op: 'put-journey', fields: { from: 'crossroads', to: 'new-place' } },
    { op: 'put-journey', fields: { from: 'new-place', to: 'crossroads' } }
  ],
  'a feature as it is added': feature({ name: 'chest', text: '' }),
  'a feature of blanks': feature({ name: 'chest', text: ' \n ' }),
  'a feature that tells nothing': feature({ ...CHEST, text: '' }),
  'a feature without a fact': feature({ name: 'an old chest', text: 'Straw.', item: 'torch' }),
  'a feature without a thing': feature({ name: 'an old chest', text: 'Straw.', fact: 'chest_known' }),
  'a hidden feature that tells nothing': feature({ name: 'chest', text: '', hidden: true }),
  'a feature with a thing of the author': feature({ name: 'chest', text: '', item: 'brass-key' }),
  'a thing as it is added': thing({ item: 'lamp' }),
  'a thing of the game': thing({ item: 'torch' }),
  'a journey without a direction': way({ direction: '' }),
  'a journey without a description': way({ description: '' }),
  'a journey without risks': way({ risks: [], difficulty: 30 }),
  'a journey with nothing but its ends': way({ direction: '', description: '', risks: [], requires: null, difficulty: 0 }),
  'a region without a text': [{ op: 'put-region', id: 'home', about: '' }],
  'a new region with a new place': [
    { op: 'put-region', name: 'Region', about: '' },
    { op: 'put-place', region: 'region', fields: { name: 'Place', description: '' } },
    { op: 'put-journey', fields: { from: 'crossroads', to: 'place', direction: '' } },
    { op: 'put-journey', fields: { from: 'place', to: 'crossroads', direction: '' } }
  ]
}

/** Every use of a tool that was refused or failed, as the inspector has it. */
async function refusals(dir: string): Promise<string[]> {
  const found: string[] = []
  await recording(dir, undefined, (turn) => {
    for (const { by, tool, problem } of turn.calls) if (problem !== undefined) found.push(`${turn.n} ${by} ${tool}: ${problem}`)
  })
  return found
}

async function blank(game: string, name: string): Promise<{ dir: string; studio: ReturnType<typeof createStudio> }> {
  const dir = join(home, `${game} ${name}`)
  const studio = createStudio({ kind: 'terminal', version: '0', home, resources: RESOURCES, keys: memoryKeys() })
  await studio.create({ dir, game, seed: '1', template: 'blank' })
  return { dir, studio }
}

describe.each(BUNDLED)('%s plays on', (game) => {
  test.each(['7', '3'])('its sample of seed %s, and nothing that the built-in table tries is refused', async (seed) => {
    const dir = join(home, `${game} sample ${seed}`)
    await freshSample(dir, game, seed)
    const refused: string[] = []
    await playMany(dir, { beats: 300 }, (_, list) => refused.push(...list.map(({ by, action, reason }) => `${by} ${action}: ${reason}`)))
    expect(refused).toEqual([])
  })

  test.each(Object.entries(FORMS))('with %s', async (name, edits) => {
    const { dir, studio } = await blank(game, name)
    await studio.editWorld({ edits })
    await studio.dispose()
    expect(await playMany(dir, { beats: BEATS }, () => undefined)).toMatchObject({ beats: BEATS })
    expect(await refusals(dir)).toEqual([])
    expect((await reading(dir, verify)).mismatches).toEqual([])
  })

  test('with a list of items, one of which no equipment file describes', async () => {
    const { dir, studio } = await blank(game, 'listed items')
    const file = join(dir, 'world/regions/home/locations/crossroads.yaml')
    const text = readFileSync(file, 'utf8').replace(/^inventory:.*\n/m, '')
    writeFileSync(file, `${text}inventory: ["rusted_chest"] # from a map\n`)
    await studio.adopt()
    await studio.dispose()
    expect(await playMany(dir, { beats: BEATS }, () => undefined)).toMatchObject({ beats: BEATS })
    expect(await refusals(dir)).toEqual([])
    const { mismatches, carried } = await reading(dir, async (campaign) => ({
      ...(await verify(campaign)),
      carried: Object.values(campaign.snapshot.state.actors).flatMap(({ inventory }) => Object.keys(inventory))
    }))
    expect(mismatches).toEqual([])
    expect(carried).toContain('rusted_chest')
    expect(readFileSync(file, 'utf8')).toMatch(/^inventory: \{\}/m)
  })
})
