import { expect, it } from 'vitest'
import type { PlaceReach, Reach } from '../../shared/analysis/reach'
import { reachWords } from './odds-words'

const place = (id: string, name: string, more: Partial<PlaceReach> = {}): PlaceReach => ({
  place: id,
  name,
  open: 'now',
  chance: { fraction: '1/2', value: 0.5, percent: '50%' },
  minutes: 12.25,
  damage: 1.5,
  route: ['rim--hill', `hill--${id}`],
  ...more
})

it('the reach of actors and the findings about journeys are printed in words', () => {
  const certain = { chance: { fraction: '1', value: 1, percent: '100%' }, damage: 0 }
  const { chance: _none, ...maze } = place('maze', 'The Maze', { why: 'Not exact: too many circles.' })
  const places = [
    place('rim', 'The Rim', certain),
    place('hill', 'The Hill', certain),
    place('well', 'The Well'),
    place('moor', 'The Moor', { chance: { fraction: `1/${'7'.repeat(30)}`, value: 1e-30, percent: '<0.1%' } }),
    maze,
    place('isle', 'The Isle', { open: 'never', chance: { fraction: '0', value: 0, percent: '0%' } })
  ]
  const reach: Reach = {
    runs: 9,
    actors: [
      {
        actor: 'Wren',
        name: 'Wren',
        from: 'rim',
        hitPoints: 3,
        rested: 7,
        stats: [{ label: 'Hit points', now: 3, rested: 7 }],
        places,
        journeys: []
      },
      { actor: 'Oswin', name: 'Oswin', from: 'rim', hitPoints: 0, rested: 4, stats: [], places: [], journeys: [], why: "they can't act" }
    ],
    findings: [
      { kind: 'sink', sentence: 'Once in The Isle, Wren can never get out again.', actors: ['Wren'], everybody: false, places: [], journeys: [] }
    ]
  }
  expect(reachWords(reach).split('\n')).toEqual([
    'How far Wren gets alone, from The Rim with Hit points 3 of 7',
    '  Places',
    '              ever       mean damage  minutes  journeys',
    '    The Well  50% (1/2)  1.5          12.3     rim--hill, hill--well',
    '    The Moor  <0.1%      1.5          12.3     rim--hill, hill--moor',
    '    The Maze  –          –            –        Not exact: too many circles.',
    '  And 1 that Wren can always reach unhurt.',
    '',
    'Findings about journeys',
    '  Once in The Isle, Wren can never get out again.'
  ])
  expect(reachWords({ actors: [], findings: [], runs: 0 })).toBe('')
})
