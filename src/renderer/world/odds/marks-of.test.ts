import { describe, expect, it } from 'vitest'
import type { ActorReach, ReachFinding, PlaceReach, Reach } from '../../../shared/analysis/reach'
import { itemsOf } from './finding-items'
import { marksOf } from './marks-of'

const chance = (fraction: string, percent: string) => {
  const [over = 0, under = 1] = fraction.split('/').map(Number)
  return { fraction, percent, value: over / under }
}
const average = (fraction: string, value: number) => ({ fraction, value })
const never = chance('0', '0%')
const sure = chance('1', '100%')

type JourneyReach = ActorReach['journeys'][number]
const reachOf = (journey: string, counted: Partial<NonNullable<JourneyReach['counted']>> = {}, more: Partial<JourneyReach> = {}): JourneyReach => ({
  journey,
  from: 'rim',
  to: 'well',
  names: ['The Rim', 'The Well'],
  params: {},
  shut: false,
  runs: 1,
  counted: {
    success: sure,
    partial: never,
    failure: never,
    arrives: sure,
    impossible: false,
    damage: average('0', 0),
    harm: [],
    minutes: average('5', 5),
    ...counted
  },
  ...more
})
const place = (id: string, more: Partial<PlaceReach> = {}): PlaceReach => ({
  place: id,
  name: id,
  open: 'now',
  chance: sure,
  minutes: 5,
  damage: 0,
  route: [],
  ...more
})
// 5 % arrive unhurt and 70 % hurt: that is not "75 %".
const ends = { success: chance('1/20', '5%'), partial: chance('7/10', '70%'), failure: chance('1/4', '25%') }
const climb = { ...ends, arrives: chance('3/4', '75%'), damage: average('21/16', 1.3125), minutes: average('10', 10), label: 'Brawn' }
const PARTS = [
  { text: '✓5', tone: 'good' },
  { text: '◐70', tone: 'fair' },
  { text: '✕25', tone: 'bad' }
]
const ENDS = (success: string, partial: string, failure: string): string =>
  `Arrives unhurt ${success}, arrives hurt ${partial}, doesn't arrive ${failure}`
const title = `${ENDS('5% (1/20)', '70% (7/10)', '25% (1/4)')}; damage 21/16, 10 minutes, by Brawn`
const someone = (actor: string, journeys: JourneyReach[], places: PlaceReach[]): ActorReach => ({
  actor,
  name: actor,
  from: 'rim',
  hitPoints: 4,
  rested: 6,
  stats: [],
  journeys,
  places
})
const reach = (...actors: ActorReach[]): Reach => ({ actors, findings: [], runs: 0 })

describe('marks on the map', () => {
  it('marks a journey of one character with its odds, its cost and the deciding stat, and in words if it is impossible or closed', () => {
    const { counted: _none, ...refused } = reachOf('refused', {}, { why: 'a fight is under way' })
    const journeys = [
      reachOf('free'),
      reachOf('climb', climb),
      reachOf('beyond', { ...climb, arrives: never, impossible: true }),
      reachOf('later', climb, { shut: true, requires: 'rope' }),
      refused
    ]
    expect([...marksOf(reach(someone('Mage', journeys, []))).journeys]).toEqual([
      ['free', { label: '', more: '5 min', title: `${ENDS('100%', '0%', '0%')}; damage 0, 5 minutes`, tone: 'good' }],
      ['climb', { label: '✓5 ◐70 ✕25', parts: PARTS, more: '1.3 damage · 10 min · Brawn', title, tone: 'fair' }],
      ['beyond', { label: '✕ impossible', parts: [{ text: '✕ impossible', tone: 'bad' }], more: '1.3 damage · 10 min · Brawn', title, tone: 'bad' }],
      ['later', { label: '✓5 ◐70 ✕25', parts: PARTS, more: '1.3 damage · 10 min · Brawn', title, tone: 'none' }],
      ['refused', { label: 'no odds', title: 'a fight is under way', tone: 'none' }]
    ])
  })
  it('a possible outcome is never 0 percent, an uncertain one never 100', () => {
    const rare = { ...climb, success: chance('999/1000', '99.9%'), partial: never, failure: chance('1/1000', '0.1%') }
    expect(marksOf(reach(someone('Mage', [reachOf('rare', rare)], []))).journeys.get('rare')?.label).toBe('✓>99 ✕<1')
  })
  it('marks a place of one character with the chance of ever reaching it', () => {
    const { chance: _none, ...uncounted } = place('maze', { why: 'Not exact.' })
    const places = [
      place('rim'),
      place('well'),
      place('cave', { chance: chance('7/8', '87.5%'), minutes: 17.25, damage: 0.875 }),
      place('isle', { open: 'never', chance: never }),
      place('attic', { open: 'later', chance: never }),
      uncounted
    ]
    expect([...marksOf(reach(someone('Mage', [reachOf('free')], places))).places].map(([id, { label, tone }]) => [id, label, tone])).toEqual([
      ['rim', 'here', 'none'],
      ['well', 'ever 100%', 'good'],
      ['cave', 'ever 87.5%', 'fair'],
      ['isle', 'never', 'bad'],
      ['attic', 'closed now', 'none'],
      ['maze', 'no odds', 'none']
    ])
  })
  it('marks for how many of several characters something is open, without those who take no journey', () => {
    const lame = { ...someone('Tansy', [], []), why: "they can't act" }
    const beyond = reachOf('climb', { ...climb, arrives: never, impossible: true })
    const { journeys, places } = marksOf(
      reach(
        someone('Mage', [reachOf('free'), beyond], [place('rim'), place('well', { open: 'never', chance: never })]),
        someone('Thief', [reachOf('free'), reachOf('climb', climb)], [place('rim'), place('well')]),
        lame
      )
    )
    expect(journeys.get('free')).toEqual({ label: '', tone: 'good', title: 'Mage: always arrives unhurt\nThief: always arrives unhurt' })
    expect(journeys.get('climb')).toEqual({ label: '1 of 2', tone: 'fair', title: 'Mage: ✕ impossible\nThief: ✓5 ◐70 ✕25' })
    expect(places.get('well')).toEqual({ label: '1 of 2', tone: 'fair', title: 'Mage: never\nThief: ever 100%' })
    expect(marksOf(reach(lame, lame)).journeys.size).toBe(0)
  })
})

it('selects the places of a finding that are lost or a dead end, else the journeys', () => {
  const finding = (kind: ReachFinding['kind'], journeys: string[]): ReachFinding => ({
    kind,
    sentence: '',
    actors: [],
    everybody: false,
    places: ['well'],
    journeys
  })
  expect(itemsOf(finding('sink', ['a']))).toEqual([{ what: 'place', id: 'well' }])
  expect(itemsOf(finding('soft-lock', ['a', 'b']))).toEqual([
    { what: 'journey', id: 'a' },
    { what: 'journey', id: 'b' }
  ])
  expect(itemsOf(finding('shut', []))).toEqual([{ what: 'place', id: 'well' }])
})
