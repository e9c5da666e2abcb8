import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import type { LogEntry } from '../../shared/story/play'
import { offlineAgent } from '../agents/offline'
import { frameOf, namesOne } from '../agents/offline/frame.fixture'
import { type Beginning, beginningOf, MemoryStory } from './memory-story'
import { OpenCampaign } from './open-campaign'
import { playTurn } from '../table/play-one-turn'
import { freshSample } from '../playthroughs/samples.fixture'

const home = mkdtempSync(join(tmpdir(), 'story-'))
const open: OpenCampaign[] = []
const agent = offlineAgent()
afterAll(() => {
  for (const campaign of open) campaign.dispose()
  rmSync(home, { recursive: true, force: true })
})

/** Sentences may be repeated after this many entries. */
const APART = 40

/** Games and seeds to play: `SEEDS=5,8` or `SEEDS=1-20` for each game, `GAME=totm` for one game; a few seeds by default. */
const GAMES: Readonly<Record<string, { seeds: string; news: string }>> = {
  'cairn-hack': { seeds: '3,7,11,20', news: 'news-told' },
  totm: { seeds: '11', news: 'lamp-lit' }
}
const SEEDS = sizeOf(import.meta.filename, 'seeds')
const seedsOf = (game: string): string[] =>
  (process.env['SEEDS']?.split(',') ?? GAMES[game]?.seeds.split(',').slice(0, SEEDS) ?? []).flatMap((part) => {
    const [first = 1, last = first] = part.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, i) => String(first + i))
  })
const games = Object.keys(GAMES).filter((game) => (process.env['GAME'] ?? game) === game)

interface PlayedStory {
  entries: LogEntry[]
  names: string[]
  beats: number
  /** The outcome of a session: whether the news was brought home, known facts, survivors, and visited places. */
  outcome: { news: boolean; facts: string[]; alive: string[]; visited: string[] }
}

const beginnings = new Map<string, Promise<Beginning>>()
/** A game's sample campaign, read once. */
function beginningIn(game: string): Promise<Beginning> {
  const beginning =
    beginnings.get(game) ??
    (async () => {
      const dir = join(home, game)
      await freshSample(dir, game, '1')
      const campaign = await OpenCampaign.open(dir, { readOnly: true, clock: () => 0 })
      open.push(campaign)
      return beginningOf(campaign)
    })()
  beginnings.set(game, beginning)
  return beginning
}

const stories = new Map<string, Promise<PlayedStory>>()
/** One session of a game's sample campaign, played by the offline table; played once for each seed. */
function session(game: string, seed: string): Promise<PlayedStory> {
  const old = stories.get(`${game} ${seed}`)
  if (old) return old
  const play = async (): Promise<PlayedStory> => {
    const beginning = await beginningIn(game)
    const { next } = beginning.state
    const story = new MemoryStory(beginning, { ...beginning.state, next: { ...next, dice: { seed } } })
    const entries: LogEntry[] = []
    let beats = 0
    do {
      const played = await playTurn(story, () => Promise.resolve({ seat: { agent: 'offline' }, agent }))
      if (!played) break
      beats++
      for (const write of played.saved?.outcome.writes ?? []) if (write.kind === 'log') entries.push(write.entry)
    } while (story.snapshot.state.next.phase !== 'done')
    const { state, game: rules } = story.snapshot
    const names = [
      // Most people are called by their first name, which is their id.
      ...Object.entries(state.actors).flatMap(([id, actor]) => [id, actor.name]),
      ...Object.values(state.places).flatMap((place) => [place.name, ...Object.values(place.features).map((feature) => feature.name)]),
      ...Object.values(rules.equipment).map((item) => item.name)
    ]
    const outcome = {
      news: state.facts[GAMES[game]?.news ?? ''] === true,
      facts: Object.keys(state.facts).filter((fact) => state.facts[fact]),
      alive: Object.keys(state.actors).filter((id) => state.actors[id]?.kind === 'player' && !state.actors[id].conditions['dead']),
      visited: Object.keys(state.places).filter((id) => state.places[id]?.tags['visited'] === true)
    }
    return { entries, names, beats, outcome }
  }
  const playing = play()
  stories.set(`${game} ${seed}`, playing)
  return playing
}

/** Entries whose sentence, without names, already occurred within the last APART entries. */
function again({ entries, names }: PlayedStory): string[] {
  const frames = entries.map((entry) => frameOf(entry.text, names))
  return frames.flatMap((frame, i) =>
    frames.slice(Math.max(0, i - APART), i).includes(frame) ? [`${entries[i]?.kind} ${entries[i]?.action ?? ''}: ${entries[i]?.text}`] : []
  )
}
const naming = ({ entries, names }: PlayedStory): number => entries.filter((entry) => namesOne(entry.text, names)).length / entries.length

describe.each(games)('a session of %s reads as a story', (game) => {
  it.each(seedsOf(game))('seed %s: nothing comes twice within 40 entries, nearly two in three name something', async (seed) => {
    const story = await session(game, seed)
    const repeats = again(story)
    if (process.env['SEEDS'] !== undefined) {
      const { news, facts, alive, visited } = story.outcome
      console.log(
        `seed ${seed}: ${story.beats} beats, ${story.entries.length} entries, ${repeats.length} repeats, ${Math.round(100 * naming(story))} % naming, ` +
          `news ${news ? 'told' : 'not told'}, alive ${alive.join(' ')}, ${visited.length} places (${visited.join(' ')}), ${facts.length} facts`
      )
    }
    expect(repeats).toEqual([])
    expect(naming(story)).toBeGreaterThanOrEqual(0.65)
    for (const { text } of story.entries) expect(text).not.toMatch(/[{}$|]|undefined|NaN| {2}/)
  })

  it('sessions of other seeds come to other ends', async () => {
    const seeds = seedsOf(game)
    const ends: string[] = []
    for (const seed of seeds) {
      const { news, alive, visited } = (await session(game, seed)).outcome
      ends.push(JSON.stringify({ news, alive, visited }))
    }
    expect(new Set(ends).size).toBe(seeds.length)
  })
})
