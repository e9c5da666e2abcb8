import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import type { Feature, Item } from '../../shared/story/state'
import type { TurnRecord } from '../../shared/table/turns'
import type { JourneyFields, PlaceFields, WorldEdit } from '../../shared/contract/world-edits'
import { offlineAgent } from '../agents/offline'
import { verify } from '../story/checks/verify'
import { createCampaign } from '../story/creation/create'
import { beginningOf, MemoryStory } from '../story/memory-story'
import { OpenCampaign } from '../story/open-campaign'
import type { Story } from '../story/story'
import { hasSeat } from '../story/turns/turn-records'
import { editWorld } from '../story/world/edit-world'
import { playTurn } from '../table/play-one-turn'
import { SAMPLE_GAMES, freshSample, RESOURCES } from './samples.fixture'

const home = mkdtempSync(join(tmpdir(), 'empty-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** The number of beats played with each form in memory, and the number that are also recorded and verified. */
const BEATS = sizeOf(import.meta.filename, 'beats')
const RECORDED_BEATS = 8
/** In the tier all, long enough for two sessions. */
const SAMPLE_BEATS = sizeOf(import.meta.filename, 'sample')
const place = (fields: PlaceFields): WorldEdit[] => [{ op: 'put-place', id: 'crossroads', fields }]
const feature = (one: Feature): WorldEdit[] => place({ features: { chest: one } })
const thing = (one: Item): WorldEdit[] => place({ inventory: { lamp: one } })
const putJourney = (fields: JourneyFields): WorldEdit[] => [{ op: 'put-journey', id: 'crossroads--hill', fields }]
const CHEST: Feature = { name: 'an old chest', text: 'Straw, and a name cut into the lid.', fact: 'chest_known', item: 'torch', after: [] }

/** What the window's forms save if a field is left empty, and their initial values. */
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
  'a journey without a direction': putJourney({ direction: '' }),
  'a journey without a description': putJourney({ description: '' }),
  'a journey without risks': putJourney({ risks: [], difficulty: 30 }),
  'a journey with nothing but its ends': putJourney({ direction: '', description: '', risks: [], requires: null, difficulty: 0 }),
  'a region without a text': [{ op: 'put-region', id: 'home', about: '' }],
  'a new region with a new place': [
    { op: 'put-region', name: 'Region', about: '' },
    { op: 'put-place', region: 'region', fields: { name: 'Place', description: '' } },
    { op: 'put-journey', fields: { from: 'crossroads', to: 'place', direction: '' } },
    { op: 'put-journey', fields: { from: 'place', to: 'crossroads', direction: '' } }
  ]
}

/** Long enough for somebody to pick up an item. */
const PICKED_UP_BEATS = 80
/** In the gate, every nth form represents the others. */
const EVERY = sizeOf(import.meta.filename, 'every')
const agent = offlineAgent()

/** Plays with the built-in table and returns the number of beats. */
async function play(story: Story, limit: number): Promise<number> {
  for (let beats = 0; beats < limit; beats++) if (!(await playTurn(story, () => Promise.resolve({ seat: { agent: 'offline' }, agent })))) return beats
  return limit
}

/** Every use of a tool that was refused or failed. */
const refusals = (turns: readonly Pick<TurnRecord, 'n' | 'calls'>[]): string[] =>
  turns.flatMap(({ n, calls }) => calls.flatMap(({ by, tool, problem }) => (problem === undefined ? [] : [`${n} ${by} ${tool}: ${problem}`])))

describe.each(SAMPLE_GAMES)('%s plays on', (game) => {
  let campaign: OpenCampaign
  let beginning: string
  beforeAll(async () => {
    const dir = join(home, game)
    await createCampaign({ dir, game, seed: '1', template: 'blank', resources: RESOURCES, now: 0 })
    campaign = await OpenCampaign.open(dir, { clock: () => 0 })
    // Without wants, the story doesn't end after a few beats.
    const hero = join(dir, 'world/players/Hero/ABOUT.md')
    writeFileSync(hero, readFileSync(hero, 'utf8').replace(/^wants:\n(?: .*\n)+/m, ''))
    await campaign.adopt()
    beginning = campaign.snapshot.commit.id
  })
  afterAll(() => campaign.dispose())

  test.each(['3'])('its sample of seed %s, and nothing that the built-in table tries is refused', async (seed) => {
    const dir = join(home, `${game} sample ${seed}`)
    await freshSample(dir, game, seed)
    const sample = await OpenCampaign.open(dir, { readOnly: true, clock: () => 0 })
    const story = new MemoryStory(beginningOf(sample))
    expect(await play(story, SAMPLE_BEATS)).toBe(SAMPLE_BEATS)
    expect(refusals(story.turns.all)).toEqual([])
    sample.dispose()
  })

  test.each(Object.entries(FORMS).filter((_, n) => n % EVERY === 0))('with %s', async (name, edits) => {
    await campaign.createBranch(beginning, name.replaceAll(/\W+/g, '-'))
    await editWorld(campaign, edits)
    const story = new MemoryStory(beginningOf(campaign))
    expect(await play(story, BEATS)).toBe(BEATS)
    expect(refusals(story.turns.all)).toEqual([])
    expect(await play(campaign, RECORDED_BEATS)).toBe(RECORDED_BEATS)
    expect(await verify(campaign)).toMatchObject({ play: RECORDED_BEATS, mismatches: [] })
  })

  test('with a list of items, one of which no equipment file describes', async () => {
    await campaign.createBranch(beginning, 'listed-items')
    const file = join(campaign.history.dir, 'world/regions/home/locations/crossroads.yaml')
    const text = readFileSync(file, 'utf8').replace(/^inventory:.*\n/m, '')
    writeFileSync(file, `${text}inventory: ["rusted_chest"] # from a map\n`)
    await campaign.adopt()
    expect(await play(campaign, PICKED_UP_BEATS)).toBe(PICKED_UP_BEATS)
    expect(refusals(campaign.turns.all().filter(hasSeat))).toEqual([])
    expect(await verify(campaign)).toMatchObject({ mismatches: [] })
    expect(Object.values(campaign.snapshot.state.actors).flatMap(({ inventory }) => Object.keys(inventory))).toContain('rusted_chest')
    expect(readFileSync(file, 'utf8')).toMatch(/^inventory: \{\}/m)
  })
})
