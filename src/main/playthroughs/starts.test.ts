import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import { isRemark } from '../../shared/base/problem'
import { bundledFiles } from '../rules/bundled.fixture'
import { loadGame } from '../rules/load-game'
import { checkDir } from '../story/checks/check'
import { beginningOf, createCampaign } from '../story/creation/create'
import { bundledStart, bundledStarts, startCards } from '../story/creation/starts'
import { Beginning } from '../story/memory-story'
import { toTheEnd } from './endings.fixture'
import { Reader } from './reader.fixture'
import { RESOURCES } from './samples.fixture'

const SEEDS = Array.from({ length: sizeOf(import.meta.filename, 'seeds') }, (_, n) => String(n + 1))
const ALL = bundledStarts(RESOURCES)
const SMALL = ALL.filter(({ isSample }) => !isSample)

async function beginning(id: string): Promise<Beginning> {
  const { game } = bundledStart(RESOURCES, id)
  const { files } = await beginningOf({ dir: id, game, start: id, seed: '1', template: 'sample', resources: RESOURCES })
  const ofCampaign = [...files].flatMap(([path, { bytes }]) => (path.startsWith('rules/') ? [] : [[path, bytes] as const]))
  return new Beginning(new Map(ofCampaign), await loadGame(bundledFiles(game)))
}

/** The names of the characters and places of every bundled campaign, by its id. */
const names = new Map<string, string[]>()
beforeAll(async () => {
  for (const { id } of ALL) {
    const { state } = await beginning(id)
    names.set(
      id,
      [...Object.values(state.actors), ...Object.values(state.places)].map(({ name }) => name)
    )
  }
})
const home = mkdtempSync(join(tmpdir(), 'starts-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

it('the gallery has a small campaign for every game, with its sizes and the outline of its map', () => {
  expect(SMALL.map(({ game, kind }) => `${game}: ${kind}`).toSorted()).toEqual(['cairn-hack: A siege', 'starter: A journey', 'totm: A mystery'])
  const card = startCards(RESOURCES).find(({ id }) => id === 'hale-bridge')
  expect(card).toMatchObject({ title: 'A Toll on Hale Bridge', places: 5, people: 6, scenes: 2 })
  expect(card?.premise).toMatch(/^Sixty hired men .* want them not to\.$/)
  // In the order of MAP.yaml; the party begins at the North Gate.
  expect(card?.map).toEqual({
    places: [
      { x: 0, y: 0 },
      { x: 200, y: 60 },
      { x: 400, y: 120 },
      { x: 300, y: 300 },
      { x: 600, y: 180 }
    ],
    journeys: [
      [0, 1],
      [1, 2],
      [2, 4],
      [2, 3]
    ],
    party: 0
  })
})

it('a start that doesn’t exist, or is of another game, is refused with a sentence', async () => {
  const wanted = { dir: 'x', seed: '1', template: 'sample', resources: RESOURCES } as const
  await expect(beginningOf({ ...wanted, game: 'totm', start: '../blank' })).rejects.toThrow(
    'There is no start "../blank". Choose one of: a-piano-for-varn, hale-bridge, the-cold-trough, the-lamp-stair, the-well.'
  )
  await expect(beginningOf({ ...wanted, game: 'totm', start: 'hale-bridge' })).rejects.toThrow(
    '“A Toll on Hale Bridge” is a campaign for cairn-hack, not for totm. Choose that game, or another start.'
  )
})

describe.each(SMALL.map(({ id }) => id))('the start %s', (id) => {
  it('has no errors and no warnings in a check', async () => {
    const dir = join(home, id)
    await createCampaign({ dir, game: bundledStart(RESOURCES, id).game, start: id, seed: '1', template: 'sample', resources: RESOURCES, now: 0 })
    const { findings } = await checkDir(dir, { bounds: { calls: 30, walk: 30 }, resources: RESOURCES })
    expect(findings.filter((finding) => !isRemark(finding))).toEqual([])
  })

  it('is small and whole: its last event has an end for each answer of its scene', async () => {
    const { state, lore } = await beginning(id)
    expect(Object.keys(state.places).length).toBeLessThanOrEqual(6)
    expect(state.party).toHaveLength(2)
    const last = lore.story.at(-1)
    expect([last?.climax, lore.story.length]).toEqual([true, 3])
    expect(last?.outcomes.length).toBeGreaterThanOrEqual(2)
    for (const who of state.party ?? []) expect(lore.actors[who]).toMatchObject({ fears: expect.stringMatching(/./), wants: [{}, {}] })
  })

  it.each(SEEDS)('plays both of its scenes and ends in its first session, seed %s, in words of its own world', async (seed) => {
    const begun = await beginning(id)
    const strangers = [...names].flatMap(([other, theirs]) => (other === id ? [] : theirs))
    const reader = new Reader(begun, strangers)
    const { ended, scenes, story, marks, misremembered, leaked } = await toTheEnd(begun, seed, 1, reader)
    const { state, lore } = story.snapshot
    const last = lore.story.at(-1)?.id ?? ''
    expect([ended, Object.keys(state.plays ?? {}), state.plays?.[last]?.over]).toEqual([true, [lore.story[0]?.id, last], true])
    expect(scenes.flatMap(({ log }) => log).filter(({ action }) => action === 'choose_option')).not.toEqual([])
    expect({ faults: reader.faults, marks, misremembered, leaked }).toEqual({ faults: [], marks: [], misremembered: [], leaked: [] })
    expect(Object.values(state.threads).filter((thread) => (thread as { open: boolean }).open)).toEqual([])
  })
})
