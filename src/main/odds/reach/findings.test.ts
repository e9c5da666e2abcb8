import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../../../shared/story/game'
import type { GameState } from '../../../shared/story/state'
import { bundledFiles } from '../../rules/bundled.fixture'
import { loadGame } from '../../rules/load-game'
import { totmWorld } from '../totm.fixture'
import { reachingNear } from './reach'
import { nearest } from './rated-journeys'
import { journeyOf, reachOf } from '../at-once.fixture'
import { finished } from '../outcomes'

let totm: Game
beforeAll(async () => {
  totm = await loadGame(bundledFiles('totm'))
})
afterAll(() => totm.dispose())

/** A village, a well in it, a cave behind the well, and an island. */
function well(): GameState {
  const world = totmWorld(totm)
  const place = (name: string) => ({ name, region: 'hill', features: {}, inventory: {}, tags: {} })
  const journey = (from: string, to: string, difficulty: number, risks: string[], requires?: string) => ({
    from,
    to,
    region: 'hill',
    direction: 'on',
    duration: '5 minutes',
    difficulty,
    risks,
    ...(requires === undefined ? {} : { requires })
  })
  const players = Object.entries(world.actors).flatMap(([id, actor]) => (actor.kind === 'player' ? [[id, { ...actor, location: 'village' }]] : []))
  return {
    ...world,
    actors: Object.fromEntries(players) as GameState['actors'],
    places: {
      village: place('The Village'),
      bottom: place('The Bottom'),
      cave: place('The Cave'),
      island: place('The Island'),
      attic: place('The Attic')
    },
    journeys: {
      'village--bottom': journey('village', 'bottom', 1, ['slippery stones']),
      'bottom--village': journey('bottom', 'village', 4, ['a climb']),
      'bottom--cave': journey('bottom', 'cave', 0, []),
      'village--attic': journey('village', 'attic', 0, [], 'ladder-found'),
      'attic--village': journey('attic', 'village', 0, []),
      'nowhere--village': journey('nowhere', 'village', 0, [])
    }
  }
}

describe('O9 findings in words', () => {
  it("the well and the cave are sinks for a mage, who can't climb out", () => {
    const { findings } = reachOf(well(), totm)
    expect(findings.map(({ kind, sentence, everybody }) => [kind, sentence, everybody])).toEqual([
      ['sink', 'Once in The Cave, nobody can ever get out again.', true],
      ['soft-lock', 'After going from The Village and The Attic to The Bottom, Mage can never come back.', false],
      ['unreachable', 'Nobody can ever reach The Island from The Village.', true],
      ['impossible', 'Mage can never get through from The Bottom to The Village: too little Brawn.', false],
      ['shut', 'Closed until “ladder-found” is true: The Village → The Attic.', true],
      ['shut', 'Nobody reaches The Attic before a closed journey opens.', true]
    ])
    expect(findings[1]).toMatchObject({ actors: ['Mage'], journeys: ['village--bottom'], places: ['village', 'attic', 'bottom'] })
  })
  it('a finding about one requested actor has their name, and every place says whether it is open now, later or never', () => {
    const { actors, findings } = reachOf(well(), totm, 'Thief')
    expect(findings.map(({ sentence }) => sentence)).toEqual([
      'Once in The Cave, Thief can never get out again.',
      'Thief can never reach The Island from The Village.',
      'Closed until “ladder-found” is true: The Village → The Attic.',
      "Thief doesn't reach The Attic before a closed journey opens."
    ])
    expect(actors[0]?.places.map(({ place, open, chance }) => [place, open, chance?.fraction])).toEqual([
      ['village', 'now', '1'],
      ['bottom', 'now', '1'],
      ['cave', 'now', '1'],
      ['island', 'never', '0'],
      ['attic', 'later', '0']
    ])
  })
  it('O10 journeys to a missing place are left out of reach and findings', () => {
    expect(reachOf(well(), totm, 'Thief').actors[0]?.journeys.map(({ journey }) => journey)).not.toContain('nowhere--village')
  })
  it("an actor who can't travel has a reason instead of places", () => {
    const state = well()
    const mage = state.actors['Mage']
    const down = { ...state, actors: { ...state.actors, Mage: { ...mage!, conditions: { down: {} } } } }
    expect(reachOf(down, totm, 'Mage').actors[0]).toMatchObject({ why: "they can't act", places: [] })
  })
  it('a wounded mage reaches fewer places, but findings assume rest', () => {
    const state = well()
    const cleric = state.actors['Cleric']
    const weak = { ...state, actors: { ...state.actors, Cleric: { ...cleric!, location: 'bottom', stats: { ...cleric!.stats, hp: 1 } } } }
    const { actors, findings } = reachOf(weak, totm, 'Cleric')
    expect(actors[0]).toMatchObject({ hitPoints: 1, rested: 8 })
    expect(actors[0]?.places.find(({ place }) => place === 'village')?.chance?.fraction).toBe('1/4')
    expect(findings.map(({ kind }) => kind)).not.toContain('impossible')
  })
})

it('O8 and O10 alike journeys are counted once, with the same odds as if counted separately', () => {
  const state = well()
  const twin = state.journeys['village--bottom']
  const more = { ...twin!, from: 'cave', to: 'island' }
  const world = { ...state, journeys: { ...state.journeys, 'cave--island': more, 'cave--attic': { ...more, to: 'attic', difficulty: 2 } } }
  const { actors, runs } = reachOf(world, totm, 'Cleric')
  const own = Object.keys(world.journeys)
    .filter((id) => id !== 'nowhere--village')
    .map((id) => journeyOf(world, totm, 'Cleric', id))
  expect(actors[0]?.journeys.map(({ shut: _shut, ...odds }) => odds)).toEqual(own)
  // The twin's four journeys, and one of the two on which nothing is rolled.
  expect(own.reduce((total, each) => total + each.runs, 0) - runs).toBe(5)
})

describe('the first part of the answer in a large world', () => {
  it('the nearest journeys are counted first', () => {
    const world = well()
    const all = nearest(world, 'village', 99)
    const steps = new Map([['village', 0]])
    for (const id of all) {
      const { from = '', to = '' } = world.journeys[id] ?? {}
      if (!steps.has(to)) steps.set(to, (steps.get(from) ?? Number.NaN) + 1)
    }
    const far = all.map((id) => steps.get(world.journeys[id]?.from ?? ''))
    expect(far[0]).toBe(0)
    expect(far).toEqual(far.toSorted((a, b) => (a ?? 0) - (b ?? 0)))
    expect(new Set(all).size).toBe(all.length)
    expect(nearest(world, 'village', 2)).toEqual(all.slice(0, 2))
    expect(nearest(world, 'island', 2)).toEqual([])
  })
  it('the first part has the final odds of near journeys and no findings', () => {
    const world = well()
    const soon = finished(reachingNear(world, totm))
    const later = reachOf(world, totm)
    expect(soon.findings).toEqual([])
    expect(soon.actors.map(({ actor }) => actor)).toEqual(later.actors.map(({ actor }) => actor))
    for (const [at, one] of soon.actors.entries()) {
      expect(one.journeys.length).toBeGreaterThan(0)
      for (const journey of one.journeys) expect(later.actors[at]?.journeys).toContainEqual(journey)
      expect(one.places.map(({ place, open }) => [place, open])).toEqual([[one.from, 'now']])
    }
    expect(() => finished(reachingNear(world, totm, 'Nobody'))).toThrow('There is nobody called "Nobody" here.')
  })
})
