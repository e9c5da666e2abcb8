import { beforeAll, describe, expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import { bundledFiles } from '../rules/bundled.fixture'
import { loadGame } from '../rules/load-game'
import type { Beginning } from '../story/memory-story'
import { toTheEnd } from './endings.fixture'
import { Reader, sharedShare } from './reader.fixture'
import { SAMPLE_GAMES, sampleBeginning } from './samples.fixture'
import { worldBeginning, WORLDS } from './worlds.fixture'

const SEEDS = Array.from({ length: sizeOf(import.meta.filename, 'seeds') }, (_, n) => String(n + 1))
/** The most of a story's own sentences that any other story of the same world may share. */
const MAX_SHARED = 0.15
/** The world whose names no other world may use. */
const OTHER = 'cairn-hack'

const STORIES: Readonly<
  Record<string, (names: readonly string[]) => Promise<{ beginning: Beginning; strangers: readonly string[]; sessions: number }>>
> = {
  ...Object.fromEntries(
    SAMPLE_GAMES.map((game) => [
      `the sample of ${game}`,
      async (names: readonly string[]) => ({
        beginning: await sampleBeginning(game, await loadGame(bundledFiles(game))),
        strangers: game === OTHER ? [] : names,
        sessions: 8
      })
    ])
  ),
  ...Object.fromEntries(
    ['railway', 'room', 'blank cairn-hack'].map((name) => [
      `the world ${name}`,
      async (strangers: readonly string[]) => ({
        beginning: await worldBeginning(name, await loadGame(bundledFiles(WORLDS[name]?.game ?? ''))),
        strangers,
        sessions: 3
      })
    ])
  )
}

let names: string[] = []
beforeAll(async () => {
  const { state } = await sampleBeginning(OTHER, await loadGame(bundledFiles(OTHER)))
  names = [...Object.values(state.actors), ...Object.values(state.places)].map(({ name }) => name)
})

describe.each(Object.keys(STORIES))('a reader of %s', (name) => {
  it('finds hardly a sentence of the table in two stories, and nothing that is not so', async () => {
    const { beginning, strangers, sessions } = await STORIES[name]!(names)
    const told: string[][] = []
    const faults: string[] = []
    for (const seed of SEEDS) {
      const reader = new Reader(beginning, strangers)
      await toTheEnd(beginning, seed, sessions, reader)
      told.push(reader.told)
      faults.push(...reader.faults.map(({ beat, kind, text }) => `seed ${seed}, beat ${beat}, ${kind}: ${text}`))
    }
    expect(faults).toEqual([])
    const pairs = told.flatMap((one, i) =>
      told.map((other, j) => ({ seeds: `${SEEDS[i]} in ${SEEDS[j]}`, share: i === j ? 0 : sharedShare(one, other) }))
    )
    expect(pairs.filter(({ share }) => share >= MAX_SHARED)).toEqual([])
  })
})

it('a reader finds a planted name, claim, hour, place, stranger and repetition', async () => {
  const beginning = await sampleBeginning(OTHER, await loadGame(bundledFiles(OTHER)))
  const { state, lore } = beginning
  const reader = new Reader(beginning, ['Keeper Pell'])
  const say = (text: string, kind: 'narration' | 'speech' = 'narration', by = 'DM'): void =>
    reader.add({ before: state, after: state, lore, entries: [{ at: '1421-10-04T07:00:00Z', beat: 1, by, kind, text }] })
  const authored = 'Cobbles slope inward to the well from all four sides, as if the village had been poured toward it and had set there.'
  say('Held Water waits for them.')
  say('I only lit it.', 'speech', 'Wren')
  say('By nightfall they have supper.')
  say('They are back at Sour Sump.')
  say('Keeper Pell is on the roof.')
  say(authored)
  say(authored)
  expect(reader.faults.map(({ kind }) => kind)).toEqual(['name', 'actor', 'clock', 'name', 'position', 'other world', 'twice'])
  expect(reader.told).toEqual(expect.not.arrayContaining([authored.toLowerCase().slice(0, -1)]))
})
