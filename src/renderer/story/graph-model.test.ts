import { describe, expect, it } from 'vitest'
import { StoryEvent } from '../../shared/story/lore'
import { state } from '../store/tiny.fixture'
import { neighbourOf, placedAt, storyGraph } from './graph-model'
import { eventRows, factRows } from './rows'

const event = (id: string, more: object = {}) => StoryEvent.parse({ id, title: id.toUpperCase(), place: 'well', aim: 'x', ...more })
const words = {
  now: { over: 'Over', playing: 'Playing', ready: 'Ready', waiting: 'Waits' },
  unset: 'Nothing sets it',
  idle: 'Nothing needs it',
  noValue: 'not yet'
}
const place = { path: 'world/story/a/ABOUT.md', text: '', line: 1, column: 1, endLine: 1, endColumn: 1 }

describe('the graph of the story', () => {
  const story = [
    event('a', { outcomes: [{ facts: ['lit', 'told'] }, { facts: ['lit'] }] }),
    event('b', { starts_when: ['lit', '!fog'], done_when: ['home'] })
  ]
  const world = { ...state(3), facts: {} }
  const uses = [
    { id: 'fog', sets: [], needs: [place] },
    { id: 'home', sets: [], needs: [place] },
    { id: 'lit', sets: [place], needs: [place] },
    { id: 'told', sets: [place], needs: [] }
  ]
  const plan = storyGraph(eventRows({ state: world, lore: { story } }), story, factRows(uses, world), words)

  it('joins each event to the facts that it sets, begins with and ends with, each once', () => {
    expect(plan.edges.map(({ from, to, how, isNot }) => [from, how, to, isNot])).toEqual([
      ['events:a', 'sets', 'facts:lit', false],
      ['events:a', 'sets', 'facts:told', false],
      ['facts:lit', 'begins', 'events:b', false],
      ['facts:fog', 'begins', 'events:b', true],
      ['facts:home', 'ends', 'events:b', false]
    ])
  })

  it('says of each fact in words whether nothing sets it or nothing needs it', () => {
    expect(plan.nodes.map(({ of, words, look }) => [of, words, look])).toEqual([
      ['a', 'Ready', 'ready'],
      ['b', 'Waits', 'waiting'],
      ['fog', 'Nothing sets it', 'unset'],
      ['home', 'Nothing sets it', 'unset'],
      ['lit', 'not yet', 'set'],
      ['told', 'Nothing needs it', 'idle']
    ])
  })

  it('is walked with the arrow keys: along what is set and needed, and up and down in a column', () => {
    const placed = placedAt(plan, new Map(plan.nodes.map(({ id, tab }, i) => [id, { x: tab === 'events' ? 0 : 420, y: 70 * i }])))
    expect(neighbourOf(placed, '', 'down')).toBe('events:a')
    expect(neighbourOf(placed, 'events:a', 'right')).toBe('facts:lit')
    expect(neighbourOf(placed, 'facts:lit', 'left')).toBe('events:a')
    expect(neighbourOf(placed, 'facts:lit', 'right')).toBe('events:b')
    expect(neighbourOf(placed, 'facts:lit', 'up')).toBe('facts:home')
    expect(neighbourOf(placed, 'facts:told', 'right')).toBeUndefined()
    expect(neighbourOf(placed, 'facts:fog', 'up')).toBeUndefined()
  })
})
