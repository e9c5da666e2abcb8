import { beforeAll, describe, expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import { bundledFiles } from '../rules/bundled.fixture'
import { loadGame } from '../rules/load-game'
import { toTheEnd, type PlayedStory } from './endings.fixture'
import { worldBeginning, WORLDS } from './worlds.fixture'

const SEEDS = Array.from({ length: sizeOf(import.meta.filename, 'seeds') }, (_, n) => String(n + 1))
/** Sessions within which a story without events has to end. */
const MAX_SESSIONS = 3
const textsOf = ({ scenes }: PlayedStory): string[] => scenes.flatMap(({ log }) => log.map(({ text }) => text))

const played = new Map<string, readonly PlayedStory[]>()
beforeAll(async () => {
  for (const [name, { game }] of Object.entries(WORLDS)) {
    const beginning = await worldBeginning(name, await loadGame(bundledFiles(game)))
    const stories: PlayedStory[] = []
    for (const seed of SEEDS) stories.push(await toTheEnd(beginning, seed, MAX_SESSIONS))
    played.set(name, stories)
  }
})

describe.each(Object.keys(WORLDS))('the world %s, which has no story events', (name) => {
  it('comes to an end in which everybody of the party has a part, in clean sentences', () => {
    for (const [i, one] of played.get(name)?.entries() ?? []) {
      expect({ seed: SEEDS[i], ended: one.ended }).toEqual({ seed: SEEDS[i], ended: true })
      const texts = textsOf(one)
      expect(texts.filter((text) => /undefined|[{}[\]]|\.\.| {2}/.test(text))).toEqual([])
      const { state, lore } = one.story.snapshot
      const wanting = (state.party ?? []).filter((id) => (lore.actors[id]?.wants ?? '') !== '')
      for (const id of wanting) expect(texts.at(-1)).toContain(state.actors[id]?.name)
    }
  })
})

it('what counts as having what somebody wants is ruled where their file does not say', () => {
  const ruled = ['railway', 'room'].flatMap((name) => played.get(name) ?? []).map(({ story }) => story.snapshot.lore.topics.map(({ path }) => path))
  expect(ruled).toHaveLength(2 * SEEDS.length)
  for (const paths of ruled) expect(paths).toContain('world/rulings/when-a-want-is-met.md')
})

it('what people along the railway want is pursued and settled', () => {
  for (const { story, scenes } of played.get('railway') ?? []) {
    const { facts } = story.snapshot.state
    expect([facts['plough-was-lit'], facts['mailbag-found']]).toEqual([true, true])
    expect(scenes.map(({ title }) => title)).toEqual(expect.arrayContaining(['What Maren wants', "What Lucan D'Arcy wants"]))
  }
})
