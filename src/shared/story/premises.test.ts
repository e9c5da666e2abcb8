import { expect, it } from 'vitest'
import { Lore, StoryOutcome } from './lore'
import { isTrue, linesNow, wantOf } from './premises'
import { tinyWorld } from '../../main/rules/tiny-world.fixture'

const world = (facts: Record<string, boolean>) => ({ ...tinyWorld(), facts })
const lore = Lore.parse({
  title: 'x',
  premise: '',
  places: {},
  journeys: {},
  actors: { Wren: { wants: [{ want: 'Her brother.', met: 'fact.found' }, { want: 'Soup.' }] }, Oswin: { wants: 'Peace.' } },
  story: [
    { id: 'end', title: 'End', place: 'inn', aim: 'x', done_when: ['over'], outcomes: [{ when: 'fact.found', wants: { Oswin: '', Wren: 'Sleep.' } }] }
  ],
  narratives: {},
  topics: []
})

it('sentences are said only while their premise holds', () => {
  const lines = ['Always.', { text: 'Not found.', when: 'not fact.found' }, { text: 'Found.', when: 'fact.found' }]
  expect(linesNow(lines, world({}))).toEqual(['Always.', 'Not found.'])
  expect(linesNow(lines, world({ found: true }))).toEqual(['Always.', 'Found.'])
  expect(isTrue(undefined, world({}))).toBe(true)
})

it('a want is followed by the next once it is met, and by what an event leaves', () => {
  expect(wantOf('Wren', lore, world({}))).toEqual({ now: 'Her brother.', met: [] })
  expect(wantOf('Wren', lore, world({ found: true }))).toEqual({ now: 'Soup.', met: ['Her brother.'] })
  expect(wantOf('Oswin', lore, world({ over: true }))).toEqual({ now: 'Peace.', met: [] })
  expect(wantOf('Oswin', lore, world({ over: true, found: true }))).toEqual({ now: '', met: ['Peace.'] })
  expect(wantOf('Wren', lore, world({ over: true, found: true }))).toEqual({ now: 'Sleep.', met: ['Her brother.', 'Soup.'] })
})

it('the wants that an event leaves are those of the given state and story', () => {
  const now = world({ over: true, found: true })
  expect(wantOf('Oswin', lore, now).now).toBe('')
  expect(wantOf('Oswin', { ...lore, story: [] }, now).now).toBe('Peace.')
  expect(wantOf('Oswin', lore, { ...now, facts: {} }).now).toBe('Peace.')
  expect(wantOf('Oswin', lore, now)).toEqual({ now: '', met: ['Peace.'] })
})

it('a premise that is not an expression is refused with its reason', () => {
  expect(StoryOutcome.safeParse({ when: 'fact.' }).error?.issues[0]?.message).toBe('A name must follow this dot')
})
