import { describe, expect, it } from 'vitest'
import type { View } from '../../shared/agents'
import { ActorLore, Lore, PlaceLore } from '../../shared/lore'
import type { GameState } from '../../shared/state'
import { tinyWorld } from '../rules/tiny-world'
import { holds, project, type Pages } from './project'
import { tinyGame } from './tiny-game'

const SECRETS = [
  'SECRET-GUIDE',
  'SECRET-STORY',
  'SECRET-FACT',
  'SECRET-WANTS',
  'SECRET-WHISPER-WREN',
  'SECRET-WHISPER-OSWIN',
  'SECRET-TOPIC',
  'SECRET-HIDDEN',
  'SECRET-SEED',
  'SECRET-WAY',
  'SECRET-QUEST',
  'SECRET-THREAD',
  'SECRET-FACTION',
  'SECRET-TIE',
  'SECRET-BELIEF-MIRA',
  'SECRET-BELIEF-WREN'
] as const

/** The tiny world with a unique word in every secret place. */
function leakyWorld(): { state: GameState; lore: Lore; pages: Pages } {
  const state = tinyWorld()
  state.facts['SECRET-FACT'] = true
  state.next.dice.seed = 'SECRET-SEED'
  state.quests = { one: { title: 'SECRET-QUEST', done_when: 'other' }, won: { title: 'Over', done_when: 'SECRET-FACT' }, lost: { status: 'failed' } }
  state.threads = { loose: { text: 'SECRET-THREAD', open: true }, tied: { text: 'Tied up', open: false } }
  state.factions = { row: { name: 'SECRET-FACTION', members: { Mira: true } } }
  state.relationships = { near: { type: 'SECRET-TIE', from: 'Mira', to: 'nobody' }, far: { type: 'KIN', from: 'nobody', to: 'nowhere' } }
  const inn = state.places['inn'] as GameState['places'][string]
  inn.features['trapdoor'] = { name: 'SECRET-HIDDEN trapdoor', text: 'It opens.', hidden: true }
  inn.features['hearth'] = { name: 'the hearth', text: 'Ash.' }
  inn.features['shelf'] = { name: 'the shelf', text: 'Dust.', searched: true }
  state.journeys['inn--cave'] = {
    from: 'inn',
    to: 'cave',
    region: 'hill',
    direction: 'SECRET-WAY',
    duration: '1 minute',
    difficulty: 0,
    risks: [],
    requires: 'never'
  }
  const lore = Lore.parse({
    title: 'Tiny',
    premise: 'Small.',
    places: { inn: PlaceLore.parse({ description: 'Warm.', gm_guide: 'SECRET-GUIDE' }) },
    journeys: {},
    actors: {
      Mira: ActorLore.parse({ public: 'A tall woman.', wants: 'SECRET-WANTS', beliefs: { 'SECRET-BELIEF-MIRA': { believes: 1 } } }),
      Wren: ActorLore.parse({ beliefs: { 'SECRET-BELIEF-WREN': { doubts: 0.6 } } })
    },
    story: [{ id: 'one', title: 'SECRET-STORY', place: 'inn', aim: 'x', starts_when: ['SECRET-FACT'], done_when: ['other'] }],
    topics: [{ path: 'world/misc/x/ABOUT.md', title: 'SECRET-TOPIC', tags: [], body: '' }]
  })
  const pages: Pages = {
    log: [
      { at: 't', beat: 3, by: 'DM', kind: 'narration', text: 'It rains.' },
      { at: 't', beat: 9, by: 'Oswin', kind: 'speech', text: 'I go first.' },
      { at: 't', beat: 9, by: 'Oswin', kind: 'system', text: 'Oswin looks round.' }
    ],
    private: { Wren: [{ beat: 4, by: 'Wren', text: 'SECRET-WHISPER-WREN' }], Oswin: [{ beat: 5, by: 'Oswin', text: 'SECRET-WHISPER-OSWIN' }] },
    summaries: { scenes: [] }
  }
  return { state, lore, pages }
}

const see = (who: string, change: (state: GameState) => void = () => undefined): View => {
  const { state, lore, pages } = leakyWorld()
  change(state)
  return project(state, lore, pages, who, tinyGame())
}
const leaks = (view: View): string[] => SECRETS.filter((word) => JSON.stringify(view).includes(word))

describe('views', () => {
  it('V1 a player sees people here, and only their own sheet', () => {
    const seen = see('Wren').actors.map((a) => [a.id, a.sheet !== undefined])
    expect(seen).toEqual([
      ['Oswin', false],
      ['Wren', true],
      ['Mira', false]
    ])
    expect(see('DM').actors.every((a) => a.sheet)).toBe(true)
  })

  it('V2, V3, V5 and V6 leak nothing to a player but their own private talk and beliefs', () => {
    expect(leaks(see('Wren'))).toEqual(['SECRET-WHISPER-WREN', 'SECRET-BELIEF-WREN'])
    expect(leaks(see('Oswin'))).toEqual(['SECRET-WHISPER-OSWIN'])
  })

  it('V3 and V5 the DM sees the secrets of the world, no seed, and only the whisper that is to be answered', () => {
    expect(leaks(see('DM'))).toEqual([
      'SECRET-GUIDE',
      'SECRET-STORY',
      'SECRET-FACT',
      'SECRET-WANTS',
      'SECRET-TOPIC',
      'SECRET-QUEST',
      'SECRET-THREAD',
      'SECRET-FACTION',
      'SECRET-TIE',
      'SECRET-BELIEF-MIRA',
      'SECRET-BELIEF-WREN'
    ])
    expect(leaks(see('DM', (state) => (state.next.answering = 'Wren')))).toContain('SECRET-WHISPER-WREN')
  })

  it('V4 those called on together do not hear each other', () => {
    const texts = (called: number | undefined): string[] => see('Wren', (state) => (state.next.called = called)).log.map((e) => e.text)
    expect(texts(undefined)).toEqual(['It rains.', 'I go first.', 'Oswin looks round.'])
    expect(texts(8)).toEqual(['It rains.', 'Oswin looks round.'])
  })

  it('V6 shows open ways and unsearched features only', () => {
    const { place } = see('Wren')
    expect(place?.exits.map((e) => e.journey)).toEqual(['inn--cellar'])
    expect(place?.features).toEqual({ hearth: 'the hearth' })
  })

  it('V8 shows a player the last entries of their own timeline, and nobody else', () => {
    const { state, lore, pages } = leakyWorld()
    const lives = { Wren: ['Born in a storm.'], Oswin: ['Left home.'] }
    const life = (who: string): string[] | undefined => project(state, lore, { ...pages, lives }, who, tinyGame()).life
    expect([life('Wren'), life('Oswin'), life('DM')]).toEqual([['Born in a storm.'], ['Left home.'], undefined])
  })

  it('V9 tells the DM, and nobody else, what is under way and not over', () => {
    const { quests = {}, threads = {}, factions = {}, ties = {} } = see('DM')
    expect([quests, threads, factions, ties].map((entries) => Object.keys(entries))).toEqual([['one'], ['loose'], ['row'], ['near']])
    expect(Object.keys(see('DM', (state) => (state.facts['other'] = true)).quests ?? {})).toEqual([])
    expect(see('Wren')).not.toHaveProperty('quests')
  })

  it('tells the DM which story events are ready and done', () => {
    expect(see('DM').story?.map(({ id, ready, done }) => ({ id, ready, done }))).toEqual([{ id: 'one', ready: true, done: false }])
    expect(see('DM', (state) => (state.facts['other'] = 1)).story?.[0]?.done).toBe(true)
    expect(holds({ a: true }, ['a', '!b'])).toBe(true)
    expect(holds({ a: true }, ['!a'])).toBe(false)
  })
})
