import { describe, expect, test } from 'vitest'
import type { ActorReach, Finding, PlaceReach, Reach } from '../../../shared/reach'
import { chosenOf } from './chosen-of'
import { marksOf } from './marks-of'

const chance = (fraction: string, percent: string) => ({ fraction, percent, value: 0 })
const average = (fraction: string, value: number) => ({ fraction, value })
const never = chance('0', '0%')
const sure = chance('1', '100%')

type Way = ActorReach['journeys'][number]
const way = (journey: string, counted: Partial<NonNullable<Way['counted']>> = {}, more: Partial<Way> = {}): Way => ({
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
const climb = { arrives: chance('3/4', '75%'), damage: average('21/16', 1.3125), minutes: average('10', 10), label: 'Brawn' }
const someone = (actor: string, journeys: Way[], places: PlaceReach[]): ActorReach => ({
  actor,
  name: actor,
  from: 'rim',
  hitPoints: 4,
  rested: 6,
  journeys,
  places
})
const reach = (...actors: ActorReach[]): Reach => ({ actors, findings: [], runs: 0 })

describe('what stands on the map', () => {
  test('of one: how likely a journey is, what it costs and what decides; a word besides the colour where it is impossible or shut', () => {
    const { counted: _none, ...refused } = way('refused', {}, { why: 'not in a fight' })
    const journeys = [
      way('free'),
      way('climb', climb),
      way('beyond', { ...climb, arrives: never, impossible: true }),
      way('later', climb, { shut: true, requires: 'rope' }),
      refused
    ]
    expect([...marksOf(reach(someone('Mage', journeys, []))).journeys]).toEqual([
      ['free', { label: '100%', more: '5 min', title: 'Arrives 100%, damage 0, 5 minutes', tone: 'good' }],
      ['climb', { label: '75%', more: '−1.3 hp · 10 min · Brawn', title: 'Arrives 75% (3/4), damage 21/16, 10 minutes, by Brawn', tone: 'fair' }],
      ['beyond', { label: 'impossible', more: '−1.3 hp · 10 min · Brawn', title: 'Arrives 0%, damage 21/16, 10 minutes, by Brawn', tone: 'bad' }],
      [
        'later',
        { label: 'shut · 75%', more: '−1.3 hp · 10 min · Brawn', title: 'Arrives 75% (3/4), damage 21/16, 10 minutes, by Brawn', tone: 'none' }
      ],
      ['refused', { label: 'no odds', title: 'not in a fight', tone: 'none' }]
    ])
  })
  test('of one: the chance ever to stand in a place', () => {
    const { chance: _none, ...uncounted } = place('maze', { why: 'Not exact.' })
    const places = [
      place('rim'),
      place('well'),
      place('cave', { chance: chance('7/8', '87.5%'), minutes: 17.25, damage: 0.875 }),
      place('isle', { open: 'never', chance: never }),
      place('attic', { open: 'later', chance: never }),
      uncounted
    ]
    expect([...marksOf(reach(someone('Mage', [way('free')], places))).places].map(([id, { label, tone }]) => [id, label, tone])).toEqual([
      ['rim', 'here', 'none'],
      ['well', 'ever 100%', 'good'],
      ['cave', 'ever 87.5%', 'fair'],
      ['isle', 'never', 'bad'],
      ['attic', 'behind a shut way', 'none'],
      ['maze', 'no odds', 'none']
    ])
  })
  test('of several: for how many of them; who cannot go at all is not counted', () => {
    const lame = { ...someone('Tansy', [], []), why: 'cannot act' }
    const beyond = way('climb', { ...climb, arrives: never, impossible: true })
    const { journeys, places } = marksOf(
      reach(
        someone('Mage', [way('free'), beyond], [place('rim'), place('well', { open: 'never', chance: never })]),
        someone('Thief', [way('free'), way('climb', climb)], [place('rim'), place('well')]),
        lame
      )
    )
    expect(journeys.get('free')).toEqual({ label: 'all', tone: 'good', title: 'Mage: 100%\nThief: 100%' })
    expect(journeys.get('climb')).toEqual({ label: '1 of 2', tone: 'fair', title: 'Mage: impossible\nThief: 75%' })
    expect(places.get('well')).toEqual({ label: '1 of 2', tone: 'fair', title: 'Mage: never\nThief: ever 100%' })
    expect(marksOf(reach(lame, lame)).journeys.size).toBe(0)
  })
})

test('a finding chooses the places that are lost or hold fast, else the journeys', () => {
  const finding = (kind: Finding['kind'], journeys: string[]): Finding => ({
    kind,
    sentence: '',
    actors: [],
    everybody: false,
    places: ['well'],
    journeys
  })
  expect(chosenOf(finding('sink', ['a']))).toEqual([{ what: 'place', id: 'well' }])
  expect(chosenOf(finding('soft-lock', ['a', 'b']))).toEqual([
    { what: 'journey', id: 'a' },
    { what: 'journey', id: 'b' }
  ])
  expect(chosenOf(finding('shut', []))).toEqual([{ what: 'place', id: 'well' }])
})
