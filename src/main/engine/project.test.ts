import { describe, expect, it } from 'vitest'
import type { View } from '../../shared/table/agents'
import { ActorLore, Lore, PlaceLore } from '../../shared/story/lore'
import type { GameState } from '../../shared/story/state'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { holds } from '../../shared/story/premises'
import { project, type TableTexts } from './project'
import { tinyGame } from './tiny-game.fixture'

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
  'SECRET-BELIEF-WREN',
  'SECRET-SUMMARY',
  'SECRET-PLAN-DM',
  'SECRET-PLAN-WREN'
] as const

/** The tiny world with a unique word in every secret place. */
function leakyWorld(): { state: GameState; lore: Lore; pages: TableTexts } {
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
  const pages: TableTexts = {
    log: [
      { at: 't', beat: 3, by: 'DM', kind: 'narration', text: 'It rains.' },
      { at: 't', beat: 9, by: 'Oswin', kind: 'speech', text: 'I go first.' },
      { at: 't', beat: 9, by: 'Oswin', kind: 'system', text: 'Oswin looks round.' }
    ],
    private: { Wren: [{ beat: 4, by: 'Wren', text: 'SECRET-WHISPER-WREN' }], Oswin: [{ beat: 5, by: 'Oswin', text: 'SECRET-WHISPER-OSWIN' }] },
    summaries: { scenes: ['They met. SECRET-SUMMARY'], session: 'SECRET-SUMMARY', campaign: 'SECRET-SUMMARY' },
    recaps: { scenes: ['They met.'], session: 'It rained.', campaign: 'So far.' },
    plans: { DM: 'SECRET-PLAN-DM', Wren: 'SECRET-PLAN-WREN' }
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
  it('V1 a player sees everybody in the same place, but only their own sheet', () => {
    const seen = see('Wren').actors.map((a) => [a.id, a.sheet !== undefined])
    expect(seen).toEqual([
      ['Oswin', false],
      ['Wren', true],
      ['Mira', false]
    ])
    expect(see('DM').actors.every((a) => a.sheet)).toBe(true)
  })

  it('a party member who was elsewhere has no reaction to an event', () => {
    const says = (oswinAt: string, place: string): (string[] | undefined)[] => {
      const { state, lore, pages } = leakyWorld()
      const reactions = { Wren: ['At last.'], Oswin: ['Well, well.'] }
      const event = { id: 'one', title: 'One', place, aim: 'x', done_when: ['done'], outcomes: [{ facts: ['told'], reactions }] }
      state.facts['done'] = true
      state.actors['Oswin']!.location = oswinAt
      const seen = (who: string): View => project(state, Lore.parse({ ...lore, story: [event] }), pages, who, tinyGame())
      return ['Wren', 'Oswin'].map((who) => seen(who).actors.find(({ id }) => id === who)?.sheet?.says['reaction'])
    }
    expect(says('inn', 'inn')).toEqual([['At last.'], ['Well, well.']])
    expect(says('cave', 'inn')).toEqual([['At last.'], undefined])
    expect(says('cave', 'cave')).toEqual([undefined, ['Well, well.']])
  })

  it('a reaction with a premise on who acted is said only by an event that this character settled', () => {
    const { state, lore, pages } = leakyWorld()
    const reactions = { Wren: [{ text: 'I only lit it.', by: 'Wren' }, 'It burns.'] }
    const event = { id: 'one', title: 'One', place: 'inn', aim: 'x', done_when: ['done'], outcomes: [{ facts: ['told'], reactions }] }
    const own = (by: string): unknown[] => {
      const entry = { ...pages.log[0]!, by, kind: 'system' as const, changes: { facts: { done: true } } }
      const now = { ...state, facts: { ...state.facts, done: true } }
      const seen = (who: string): View =>
        project(now, Lore.parse({ ...lore, story: [event] }), { ...pages, log: [...pages.log, entry] }, who, tinyGame())
      const told = seen('DM').story?.[0]?.outcomes[0]?.reactions['Wren']
      return [told, seen('Wren').actors.find(({ id }) => id === 'Wren')?.sheet?.says['reaction']]
    }
    expect(own('Wren')).toEqual([
      ['I only lit it.', 'It burns.'],
      ['I only lit it.', 'It burns.']
    ])
    expect(own('Oswin')).toEqual([['It burns.'], ['It burns.']])
  })

  it("V2, V3, V5 and V6 a player's view contains no secrets except their own private talk and beliefs", () => {
    expect(leaks(see('Wren'))).toEqual(['SECRET-WHISPER-WREN', 'SECRET-BELIEF-WREN', 'SECRET-PLAN-WREN'])
    expect(leaks(see('Oswin'))).toEqual(['SECRET-WHISPER-OSWIN'])
  })

  it("V3 and V5 the DM's view has the world's secrets, no seed, and only the whisper that waits for an answer", () => {
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
      'SECRET-BELIEF-WREN',
      'SECRET-SUMMARY',
      'SECRET-PLAN-DM'
    ])
    expect(leaks(see('DM', (state) => (state.next.answering = 'Wren')))).toContain('SECRET-WHISPER-WREN')
  })

  it("V4 players who are called on together don't hear each other's answers", () => {
    const texts = (called: number | undefined): string[] => see('Wren', (state) => (state.next.called = called)).log.map((e) => e.text)
    expect(texts(undefined)).toEqual(['It rains.', 'I go first.', 'Oswin looks round.'])
    expect(texts(8)).toEqual(['It rains.', 'Oswin looks round.'])
  })

  it('V6 a view shows only open exits and unsearched features', () => {
    const { place } = see('Wren')
    expect(place?.exits.map((e) => e.journey)).toEqual(['inn--cellar'])
    expect(place?.features).toEqual({ hearth: 'the hearth' })
  })

  it("V15 only a player's own view has the last entries of their timeline", () => {
    const { state, lore, pages } = leakyWorld()
    const lives = { Wren: ['Born in a storm.'], Oswin: ['Left home.'] }
    const life = (who: string): string[] | undefined => project(state, lore, { ...pages, lives }, who, tinyGame()).life
    expect([life('Wren'), life('Oswin'), life('DM')]).toEqual([['Born in a storm.'], ['Left home.'], undefined])
  })

  it("V16 a player's view says what their character did not see, and the DM's does not", () => {
    const { state, lore, pages } = leakyWorld()
    const entry = { at: '', beat: 9, by: 'Oswin', kind: 'system' as const, text: 'Oswin falls.' }
    const wren = state.actors['Wren'] as GameState['actors'][string]
    const unseen = (who: string, location: string): number[] | undefined =>
      project({ ...state, actors: { ...state.actors, Wren: { ...wren, location } } }, lore, { ...pages, log: [entry] }, who, tinyGame()).unseen
    expect([unseen('Wren', 'inn'), unseen('Wren', 'cellar'), unseen('Oswin', 'cellar'), unseen('DM', 'cellar')]).toEqual([
      undefined,
      [9],
      undefined,
      undefined
    ])
  })

  it("V17 only the DM's view has the DM's records", () => {
    const { state, lore, pages } = leakyWorld()
    const entry = { at: '', beat: 9, by: 'DM', kind: 'record' as const, text: 'Thread opened: Oswin is the heir.', action: 'open_thread' }
    const views = ['Wren', 'Oswin', 'DM'].map((who) => project(state, lore, { ...pages, log: [entry] }, who, tinyGame()))
    expect(views.map(({ log, entries, unseen }) => [log.length, entries, unseen])).toEqual([
      [0, 0, undefined],
      [0, 0, undefined],
      [1, 1, undefined]
    ])
    expect(JSON.stringify(views.slice(0, 2))).not.toContain('heir')
  })

  it("V14 a player's view has the purpose of an item or condition only if the player sees it", () => {
    const item = { name: 'Bandage', purpose: 'heal', worth: 2, weapon: false, heals: 3, cures: [], slots: 1, tags: {} } as const
    const condition = { care: ['help'], dead: false } as const
    const guide = {
      actions: {},
      items: { 'healing-draught': item, 'SECRET-ITEM': item },
      conditions: { down: condition, 'SECRET-CONDITION': condition }
    } as const
    const { state, lore, pages } = leakyWorld()
    if (state.actors['Wren']) state.actors['Wren'].conditions = { down: {} }
    const guideFor = (who: string): View['guide'] => project(state, lore, pages, who, { ...tinyGame(), guide: () => guide }).guide
    expect(guideFor('Wren')).toEqual({ actions: {}, items: { 'healing-draught': item }, conditions: { down: condition } })
    expect(guideFor('DM')).toEqual(guide)
  })
  it("V9 only the DM's view has unfinished quests and threads, factions and attitudes", () => {
    const { quests = {}, threads = {}, factions = {}, ties = {} } = see('DM')
    expect([quests, threads, factions, ties].map((entries) => Object.keys(entries))).toEqual([['one'], ['loose'], ['row'], ['near']])
    expect(Object.keys(see('DM', (state) => (state.facts['other'] = true)).quests ?? {})).toEqual([])
    expect(see('Wren')).not.toHaveProperty('quests')
  })

  it('V10 every view names who lacks the preparation, until nobody does', () => {
    const game = tinyGame(
      {},
      { preparation: { needs: 'a class', tag: 'class', choices: 'kins', action: 'walk' }, kins: { mage: { name: 'Mage' }, thief: {} } }
    )
    const { state, lore, pages } = leakyWorld()
    const wren = state.actors['Wren'] as GameState['actors'][string]
    const kinOf = (kin: Record<string, string>, who: string) => {
      const actors = { ...state.actors, Wren: { ...wren, tags: kin } }
      return project({ ...state, actors }, lore, pages, who, game).preparation
    }
    const common = { needs: 'a class', action: 'walk', choices: ['Mage', 'thief'] }
    for (const who of ['DM', 'Wren', 'Oswin']) {
      expect(kinOf({ class: 'mage' }, who)).toEqual({ ...common, have: { Wren: 'Mage' }, missing: ['Oswin'] })
      expect(kinOf({ class: 'valueOf' }, who)).toEqual({ ...common, have: {}, missing: ['Oswin', 'Wren'] })
    }
    const all = Object.fromEntries(Object.entries(state.actors).map(([id, actor]) => [id, { ...actor, tags: { class: 'thief' } }]))
    expect(project({ ...state, actors: all }, lore, pages, 'DM', game).preparation).toBeUndefined()
    expect(see('Wren').preparation).toBeUndefined()
  })

  it('V11 while the party is split, the DM sees every place with a player, and players only their own', () => {
    const split = (state: GameState): void => void ((state.actors['Wren'] as GameState['actors'][string]).location = 'cellar')
    expect(see('DM').elsewhere).toBeUndefined()
    const view = see('DM', split)
    expect([view.place?.id, view.place?.gm_guide, view.elsewhere?.map(({ id }) => id)]).toEqual(['inn', 'SECRET-GUIDE', ['cellar']])
    expect([see('Wren', split).place?.id, see('Wren', split).elsewhere]).toEqual(['cellar', undefined])
  })

  it('V12 players read recaps, and the DM reads summaries', () => {
    expect(see('Wren').summaries).toEqual({ scenes: ['They met.'], session: 'It rained.', campaign: 'So far.' })
    expect(see('DM').summaries).toEqual({ scenes: ['They met. SECRET-SUMMARY'], session: 'SECRET-SUMMARY', campaign: 'SECRET-SUMMARY' })
    expect([see('Wren').plan, see('Oswin').plan, see('DM').plan]).toEqual(['SECRET-PLAN-WREN', undefined, 'SECRET-PLAN-DM'])
  })

  it("V13 every view has the tone, the DM's the style, and a player's their own persona", () => {
    const { state, lore, pages } = leakyWorld()
    const text = (name: string) => ({ path: `direction/${name}.md`, name, text: name, weights: {} })
    const [tone, dm, persona] = [text('tone'), text('dm'), text('persona')]
    const directed: TableTexts = { ...pages, direction: { tone, dm, personas: { Wren: persona } } }
    const seen = ['DM', 'Wren', 'Oswin'].map((who) => project(state, lore, directed, who, tinyGame()).direction)
    expect(seen).toEqual([{ tone, dm }, { tone, persona }, { tone }])
  })

  it("the DM's view marks story events as ready or done", () => {
    expect(see('DM').story?.map(({ id, ready, done }) => ({ id, ready, done }))).toEqual([{ id: 'one', ready: true, done: false }])
    expect(see('DM', (state) => (state.facts['other'] = 1)).story?.[0]?.done).toBe(true)
    expect(holds({ a: true }, ['a', '!b'])).toBe(true)
    expect(holds({ a: true }, ['!a'])).toBe(false)
  })
})

it('V19 only those at a place read what its picture shows; a decorative picture shows nothing', () => {
  const { state, lore, pages } = leakyWorld()
  const seen = (alt: string, who: string, at = state): string | undefined => {
    const places = { ...lore.places, inn: PlaceLore.parse({ picture: { file: 'inn.jpg', alt } }) }
    return project(at, { ...lore, places }, pages, who, tinyGame()).place?.picture
  }
  const away = structuredClone(state)
  if (away.actors['Oswin']) away.actors['Oswin'].location = 'cave'
  expect([seen('A fire', 'Oswin'), seen('A fire', 'DM'), seen('Decorative', 'Oswin'), seen('', 'DM')]).toEqual([
    'A fire',
    'A fire',
    undefined,
    undefined
  ])
  expect(
    JSON.stringify(
      project(
        away,
        { ...lore, places: { ...lore.places, inn: PlaceLore.parse({ picture: { file: 'inn.jpg', alt: 'A fire' } }) } },
        pages,
        'Oswin',
        tinyGame()
      )
    )
  ).not.toMatch(/A fire|inn\.jpg/)
})
