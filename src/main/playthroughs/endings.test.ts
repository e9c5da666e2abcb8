import { beforeAll, describe, expect, it } from 'vitest'
import { sizeOf, tier } from '../../../lint/tiers.mjs'
import { bundledFiles } from '../rules/bundled.fixture'
import { loadGame } from '../rules/load-game'
import type { Beginning } from '../story/memory-story'
import { toTheEnd } from './endings.fixture'
import { SAMPLE_GAMES, sampleBeginning } from './samples.fixture'

/** In the tier all also the seeds in which a fight that followed a talk counted as a deed, and a sleep that ended with the fight as a fall. */
const SEEDS = [...Array.from({ length: sizeOf(import.meta.filename, 'seeds') }, (_, n) => String(n + 1)), ...(tier === 'all' ? ['32', '33'] : [])]
/** Sessions within which a story has to end. */
const MAX_SESSIONS = 8

describe.each(SAMPLE_GAMES)('the sample of %s', (name) => {
  let beginning: Beginning
  beforeAll(async () => {
    beginning = await sampleBeginning(name, await loadGame(bundledFiles(name)))
  })

  it.each(SEEDS)(
    'comes to an end, seed %s: the climax in a scene of its own, an epilogue, nothing open, summaries that invent and forget nothing, and memories of what each one saw',
    async (seed) => {
      const played = await toTheEnd(beginning, seed, MAX_SESSIONS)
      expect({ seed, over: played.ended || played.lost }).toEqual({ seed, over: true })
      expect(played.marks.slice(2 * played.sessions)).toEqual([])
      expect(played.misremembered).toEqual([])
      expect(played.leaked).toEqual([])
      if (!played.ended) return
      const { state, lore } = played.story.snapshot
      const climax = lore.story.find((event) => event.climax)
      const scene = played.scenes.findLast(({ story, place }) => story === climax?.id && place === climax?.place)
      expect({ seed, climax: scene?.title.startsWith(climax?.title ?? '?') }).toEqual({ seed, climax: true })
      expect(played.scenes.flatMap(({ log }) => log).some(({ text }) => text.includes(climax?.stakes ?? '?'))).toBe(true)
      const last = played.scenes.at(-1)?.log.at(-1)
      for (const id of state.party ?? []) expect(last?.text).toContain(state.actors[id]?.name.split(' ')[0])
      expect(Object.entries(state.threads).filter(([, thread]) => (thread as { open: boolean }).open)).toEqual([])
    }
  )
})

it('tells and records what follows from story events in a game without an action that records facts', async () => {
  const manifest = 'manifest.yaml'
  const files = new Map(bundledFiles('totm'))
  const text = files.get(manifest) ?? ''
  files.set(manifest, text.replace(' set-fact,', ''))
  files.delete('actions/set-fact.ts')
  const beginning = await sampleBeginning('totm', await loadGame(files))
  const { ended, story, scenes } = await toTheEnd(beginning, '1', MAX_SESSIONS)
  const { facts } = story.snapshot.state
  expect([ended, facts['the-stair-is-clear'], facts['the-drowned-are-going-home']]).toEqual([true, true, true])
  const said = scenes.flatMap(({ log }) => log).filter(({ action }) => action === 'establish')
  expect(said.map((entry) => entry.text)).toContain('The stair is clear.')
})
