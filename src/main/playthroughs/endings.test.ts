import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundledFiles } from '../rules/bundled.fixture'
import { loadGame } from '../rules/load-game'
import type { Beginning } from '../story/memory-story'
import { asText, toTheEnd, type Told } from './endings.fixture'
import { BUNDLED, sampleBeginning } from './samples.fixture'

/** Two seeds of each sample in `npm test`; in a soak as many as SOAK says. TALES names a folder that gets every story as text. */
const SEEDS = process.env['SOAK'] === undefined ? ['1', '3'] : Array.from({ length: Number(process.env['SOAK']) }, (_, i) => String(i + 1))
const TALES = process.env['TALES']
/** Sessions within which a story has to end. */
const MAX_SESSIONS = 8

describe.each(BUNDLED)('the sample of %s', (name) => {
  let beginning: Beginning
  beforeAll(async () => {
    beginning = await sampleBeginning(name, await loadGame(bundledFiles(name)))
  })

  it.each(SEEDS)(
    'comes to an end, seed %s: the climax in a scene of its own, an epilogue, nothing open, nothing after it',
    async (seed) => {
      const played: Told = await toTheEnd(beginning, seed, MAX_SESSIONS)
      if (TALES !== undefined) {
        mkdirSync(TALES, { recursive: true })
        writeFileSync(join(TALES, `${name}-${seed}.txt`), asText(played))
      }
      expect({ seed, over: played.ended || played.lost }).toEqual({ seed, over: true })
      if (!played.ended) return
      const { state, lore } = played.story.snapshot
      const climax = lore.story.find((event) => event.climax)
      const scene = played.scenes.findLast(({ story, place }) => story === climax?.id && place === climax?.place)
      expect({ seed, climax: scene?.title.startsWith(climax?.title ?? '?') }).toEqual({ seed, climax: true })
      expect(played.scenes.flatMap(({ log }) => log).some(({ text }) => text.includes(climax?.stakes ?? '?'))).toBe(true)
      const last = played.scenes.at(-1)?.log.at(-1)
      for (const id of state.party ?? []) expect(last?.text).toContain(state.actors[id]?.name.split(' ')[0])
      expect(Object.entries(state.threads).filter(([, thread]) => (thread as { open: boolean }).open)).toEqual([])
    },
    600_000
  )
})
