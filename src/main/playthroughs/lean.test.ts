import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../../shared/story/game'
import type { GameState } from '../../shared/story/state'
import type { Context, Seat } from '../../shared/table/turns'
import { anthropicAgent, SYSTEM_TIMING } from '../agents/anthropic'
import { LEAN } from '../agents/context/lean'
import { tokensOf } from '../agents/context/tokens'
import type { ChatWireRequest } from '../agents/openai/fake-chat.fixture'
import { DM, deciderOf } from '../engine/people'
import { bundledFiles } from '../rules/bundled.fixture'
import { loadGame } from '../rules/load-game'
import { contextOf, offersOf } from '../story/seats/seat-view'
import { MemoryStory } from '../story/memory-story'
import { playTurn } from '../table/play-one-turn'
import { chatTable } from './chat-table.fixture'
import { BUNDLED, sampleBeginning, SAMPLE_GAMES } from './samples.fixture'
import { worldBeginning } from './worlds.fixture'

const SEAT: Seat = { agent: 'anthropic', model: 'local-8b', profile: 'lean' }
/** The most tokens of a request, as this product counts them, after a lookup has used the whole cold tier. */
const MOST_TOKENS = 3150

const LISTS: ReadonlySet<string> = new Set(['facts', 'quests', 'threads', 'factions', 'ties', 'narratives', 'lesserNarratives', 'beliefs'])

const games = new Map<string, Game>()
beforeAll(async () => {
  for (const id of BUNDLED) games.set(id, await loadGame(bundledFiles(id)))
})
afterAll(() => games.forEach((game) => game.dispose()))
const gameOf = (id: string): Game => games.get(id) as Game

/** The tokens of everything that a request sends. */
const tokensIn = ({ messages, tools = [] }: ChatWireRequest): number =>
  [...messages, ...tools].reduce<number>(
    (sum, part) => sum + tokensOf('content' in part ? `${String(part.content)}${JSON.stringify(part.tool_calls ?? '')}` : JSON.stringify(part)),
    0
  )

const shownText = ({ pieces }: Context): string => pieces.flatMap(({ kept, text }) => (kept ? [text] : [])).join('\n')

describe('the lean profile', () => {
  it.each(SAMPLE_GAMES)(
    'small models play a session of the sample of %s to its end with at most eight tools and about 3,000 tokens in each request',
    async (id) => {
      const fake = await chatTable({ scenes: 2, rounds: 2 })
      const agent = anthropicAgent({
        model: () => 'local-8b',
        takesToolChanges: () => false,
        tools: () => 'stable',
        access: async () => ({ key: '', baseUrl: fake.url, protocol: 'chat' }),
        sleep: async () => undefined,
        ...SYSTEM_TIMING
      })
      const story = new MemoryStory(await sampleBeginning(id, gameOf(id)))
      const actions = new Set<string>()
      const found: string[] = []
      for (let beat = 0; beat < 300 && (beat === 0 || story.snapshot.state.next.phase !== 'done'); beat++) {
        found.push(...faultsOf(story, deciderOf(story.snapshot.state)))
        const played = await playTurn(story, async () => ({ seat: SEAT, agent }))
        if (played?.problem) throw played.problem
        if (JSON.stringify(played?.exchanges).includes('"name":"do"')) actions.add('through do')
        actions.add(`${played?.who === DM ? DM : 'player'} ${played?.beat?.action}`)
      }
      await fake.close()
      expect([fake.wrong, found]).toEqual([[], []])
      expect(story.snapshot.state.next.phase).toBe('done')
      expect([...actions]).toEqual(
        expect.arrayContaining([...['open_scene', 'narrate', 'call_on', 'summarise'].map((verb) => `DM ${verb}`), 'player speak', 'through do'])
      )
      expect(Math.max(...fake.requests.map(({ tools = [] }) => tools.length))).toBeLessThanOrEqual(LEAN.maxTools)
      const sizes = fake.requests.map(tokensIn).toSorted((a, b) => a - b)
      expect(sizes.at(-1)).toBeLessThanOrEqual(MOST_TOKENS)
      expect(sizes[sizes.length >> 1]).toBeLessThanOrEqual(3000)
    }
  )

  it('keeps its size in a world of 2,000 places, 60 people and 60 items', async () => {
    const story = await bigWorld()
    play(story, 'open_session', { title: 'One' })
    play(story, 'open_scene', { title: 'The hub', place: 'parlour', aim: 'Find the bell.' })
    expect(faultsOf(story, DM)).toEqual([])
    play(story, 'call_on', { who: ['all'] })
    expect(faultsOf(story, deciderOf(story.snapshot.state))).toEqual([])
  })
})

const play = (story: MemoryStory, action: string, params: Record<string, string | string[]>): unknown =>
  story.recordBeat({ kind: 'play', action, actor: DM, params, agent: 'hand' })

/** What is wrong with a lean context of a seat. */
function faultsOf(story: MemoryStory, who: string): string[] {
  const context = contextOf(story.snapshot, who, { profile: 'lean' })
  const offers = offersOf(story.snapshot, who)
  const shown = new Set(context.tools.flatMap(({ isDoor, action }) => (isDoor ? [] : [action])))
  const hidden = [...new Set(offers.map(({ name }) => name))].filter((name) => !shown.has(name))
  const door = context.tools.find(({ isDoor }) => isDoor)?.description ?? ''
  const text = shownText(context)
  return [
    ...(context.tools.length > LEAN.maxTools ? [`${context.tools.length} tools`] : []),
    ...(context.tokens > 2950 ? [`${context.tokens} tokens`] : []),
    ...hidden.filter((name) => !new RegExp(`[ ;]${name}[ ;.]`).test(door)).map((name) => `no way to ${name}`),
    // Lists have one entry in a line, and are cut between two of them.
    ...context.pieces
      .filter(({ id, kept, text }) => kept && !LISTS.has(id.replace(/:.*/s, '')) && /[\p{L}\p{N},]\n(?:\[…\])/u.test(text))
      .map(({ id }) => `${id} is cut in a sentence`),
    ...(text.includes('undefined') ? ['undefined'] : [])
  ]
}

/** A world of 2,000 places, with 60 people and 60 things in one of them and 40 journeys from there. */
async function bigWorld(): Promise<MemoryStory> {
  const beginning = await worldBeginning('room', gameOf('totm'))
  const { state } = beginning
  const place = state.places['parlour'] as GameState['places'][string]
  const person = state.actors["O'Hara"] as GameState['actors'][string]
  const many = <Value>(count: number, make: (n: number) => [string, Value]): Record<string, Value> =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => make(n)))
  const places = many(2000, (n) => [`place-${n}`, { ...place, name: `The place with number ${n}`, features: {} }])
  const things = many(60, (n) => [`thing-${n}`, { item: 'rope', name: `A thing with number ${n}` }])
  const people = many(60, (n) => [`person-${n}`, { ...person, name: `Person ${n} of the house` }])
  const journeys = many(40, (n) => [
    `out-${n}`,
    { from: 'parlour', to: `place-${n}`, region: place.region, direction: 'out', duration: '5 minutes', difficulty: 0, risks: [] }
  ])
  return new MemoryStory(beginning, {
    ...state,
    places: { ...places, parlour: { ...place, inventory: things } },
    journeys,
    actors: { ...state.actors, ...people }
  })
}
