import { beforeAll, describe, expect, it } from 'vitest'
import type { Beat, Params } from '../../shared/story/play'
import type { Game } from '../../shared/story/game'
import type { GameState } from '../../shared/story/state'
import { offlineAgent } from '../agents/offline'
import { GIVEN_UP } from '../engine/verbs'
import { loadGame } from '../rules/load-game'
import { Beginning, MemoryStory } from '../story/memory-story'
import { playTurn } from '../table/play-one-turn'
import { AIRSHIP_GAME, airshipFiles } from './airship.fixture'

/** The maximum number of beats in the story. How few it takes says nothing: it has to be told to its end. */
const MAX_BEATS = 300
const PARTY = ['Ines', 'Teo', 'Dair']
/** A beat with its parameters and the states before and after it. */
interface Played {
  beat: Beat
  params: Params
  before: GameState
  after: GameState
}

describe('a game that has nothing in common with the bundled ones', () => {
  let game: Game
  const played: Played[] = []
  const by = (...actions: string[]): Played[] => played.filter(({ beat }) => actions.includes(beat.action) && PARTY.includes(beat.actor))
  const end = (): GameState => played.at(-1)?.after as GameState

  const play = async (seed: string): Promise<Played[]> => {
    const beats: Played[] = []
    const story = new MemoryStory(new Beginning(airshipFiles(seed), game))
    const agent = offlineAgent()
    for (let n = 0; n < MAX_BEATS; n++) {
      const before = story.snapshot.state
      const { beat } = (await playTurn(story, () => Promise.resolve({ seat: { agent: 'offline' }, agent }))) ?? {}
      if (!beat) break
      const call = story.turns.all.at(-1)?.calls.at(-1)
      beats.push({ beat, params: call?.input ?? {}, before, after: story.snapshot.state })
    }
    return beats
  }

  beforeAll(async () => {
    game = await loadGame(AIRSHIP_GAME)
    played.push(...(await play('9')))
  })

  it('shows what its actions are for by what they do', () => {
    const kinds = Object.fromEntries(Object.entries(game.guide().actions).map(([name, { kind }]) => [name, kind]))
    expect(kinds).toEqual({
      bolt: 'flee',
      brawl: 'start_combat',
      breather: 'rest',
      chat: 'talk',
      clamber: 'move',
      discharge: 'cast',
      dodge: 'protect',
      gust: 'endanger',
      hum: 'other',
      'lash-out': 'attack',
      'log-fact': 'set_fact',
      'pass-along': 'give',
      'patch-up': 'heal',
      pin: 'hold',
      pour: 'give',
      rouse: 'heal',
      rummage: 'search',
      settle: 'end_combat',
      stow: 'drop',
      survey: 'explore',
      swig: 'use',
      'while-away': 'pass_time',
      wriggle: 'break_free'
    })
    expect(Object.values(game.actions).filter(({ file, kind }) => file.endsWith('.ts') && kind !== undefined)).toHaveLength(1)
    const { coil, cocoa, logbook, sandbag } = game.guide().items
    expect([coil?.purpose, cocoa?.purpose, cocoa?.heals, logbook?.worth, sandbag?.worth]).toEqual(['attack', 'heal', 3, 3, 0])
  })

  it('is played without a stall: no seat gives up or waits for long, and every character acts', () => {
    expect(end().next).toMatchObject({ phase: 'done', ended: true })
    // A player who has just spoken leaves the next step to the others, and a new place is narrated first; the DM adds nothing to a round it knows.
    const isWait = (at: number): boolean => played[at]?.beat.action === 'pass'
    const idle = played.filter(({ params }, at) => Object.hasOwn(params, GIVEN_UP) || [0, 1, 2].every((n) => isWait(at + n)))
    expect(idle.map(({ beat, before }) => `${beat.n} ${beat.actor}: ${beat.subject} (${before.next.mode})`)).toEqual([])
    for (const who of PARTY)
      expect(played.filter(({ beat }) => beat.actor === who && Object.hasOwn(game.actions, beat.action)).length).toBeGreaterThan(8)
  })

  it('uses every action that is of use, in one story or another', async () => {
    const used = new Set([...played, ...(await play('2')), ...(await play('3')), ...(await play('4'))].map(({ beat }) => beat.action))
    const useful = ['brawl', 'chat', 'clamber', 'lash-out', 'rummage', 'settle', 'survey', 'swig']
    expect(useful.filter((name) => !used.has(name))).toEqual([])
    expect(['breather', 'patch-up'].some((name) => used.has(name))).toBe(true)
    expect(['stow', 'pass-along'].some((name) => used.has(name))).toBe(true)
    expect(by('hum').length).toBeLessThan(played.length / 10)
  })

  it('reaches the place that the aim speaks of', () => {
    expect(end().facts).toMatchObject({ 'purser-found': true, 'helm-seen': true })
    expect(end().places['bridge']?.tags['visited']).toBe(true)
  })

  it('attacks foes and never friends', () => {
    const blows = by('lash-out', 'pin')
    const targets = blows.map(({ params, before }) => before.actors[String(params['at'] ?? params['who'])])
    expect(blows.length).toBeGreaterThan(3)
    expect(targets.filter((target) => target?.attitude !== 'hostile' || target.conditions['out-cold'])).toEqual([])
  })

  it('heals the wounded, and hardly ever the whole', () => {
    const isHurt = (state: GameState, id: string): boolean => (state.actors[id]?.stats['nerve'] ?? 0) < (state.actors[id]?.max['nerve'] ?? 0)
    expect(isHurt(played[0]?.before as GameState, 'Teo')).toBe(true)
    expect(PARTY.filter((id) => end().actors[id]?.conditions['out-cold'] || (end().actors[id]?.stats['nerve'] ?? 0) < 6)).toEqual([])
    const needless = [
      ...by('patch-up').filter(({ params, before }) => !isHurt(before, String(params['who']))),
      ...by('swig', 'breather').filter(({ beat, before }) => !PARTY.some((id) => isHurt(before, id)) && beat.action === 'swig')
    ]
    expect(needless.length).toBeLessThanOrEqual(4)
  })

  it('searches what it needs and more, and talks with whoever knows something', () => {
    const features = Object.values(end().places).flatMap((place) => Object.values(place.features))
    expect(features.filter(({ fact, searched }) => fact !== undefined && !searched)).toEqual([])
    expect(features.filter(({ searched }) => searched).length).toBeGreaterThan(2)
    expect(by('rummage').length).toBe(features.filter(({ searched }) => searched).length)
  })

  it('drops and hands over what is worth little, and keeps what is dear', () => {
    const things = by('stow', 'pass-along').map(({ beat, params, before }) => before.actors[beat.actor]?.inventory[String(params['thing'])]?.item)
    expect(things.length).toBeGreaterThan(0)
    expect(things.filter((item) => item !== 'sandbag' && item !== 'cocoa' && item !== 'goggles')).toEqual([])
    for (const key of ['logbook', 'telegram', 'coil']) expect(end().actors['Ines']?.inventory[key]).toBeDefined()
    expect(end().actors['Dair']?.inventory['logbook']).toBeDefined()
  })
})
