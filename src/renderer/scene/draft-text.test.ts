import { expect, test } from 'vitest'
import type { Live } from '../../shared/turns'
import { withLiveEvent, type LiveTurn } from '../store/live'
import { draftsOf, isDrafting, thoughtOf } from './draft-text'

type News = Live extends infer One ? (One extends Live ? Omit<One, 'turn' | 'who'> : never) : never
const turn = (who: string, ...news: News[]): LiveTurn | undefined =>
  news.reduce<readonly LiveTurn[]>((known, one) => withLiveEvent(known, { turn: 't', who, ...one }), [])[0]
const start: News = { at: 'start', seat: { agent: 'anthropic' }, n: 7 }
const drafts = (live: LiveTurn | undefined) => (live ? draftsOf(live) : [])

test('words grow as they are written, and are gone when they were answered or are asked for again', () => {
  const writing = turn(
    'Wren',
    start,
    { at: 'draft', tool: 'speak', input: { text: 'Keep' } },
    { at: 'draft', tool: 'speak', input: { text: 'Keep close' } }
  )
  expect(drafts(writing)).toEqual([{ kind: 'said', by: 'Wren', text: 'Keep close' }])
  const call = { tool: 'speak', by: 'Wren', agent: 'anthropic', input: {}, ms: 1, problem: 'No.' } as const
  expect(drafts(writing && withLiveEvent([writing], { turn: 't', who: 'Wren', at: 'call', call })[0])).toEqual([])
  expect(drafts(writing && withLiveEvent([writing], { turn: 't', who: 'Wren', at: 'retry', retry: { words: 'Overloaded.', ms: 1000 } })[0])).toEqual(
    []
  )
})

test('what is told, said through somebody, said in private and done are told apart', () => {
  const of = (who: string, tool: string, input: Record<string, string>) => drafts(turn(who, start, { at: 'draft', tool, input }))[0]
  expect(of('DM', 'narrate', { text: 'Rain.' })).toEqual({ kind: 'told', text: 'Rain.' })
  expect(of('DM', 'narrate', { voice: 'Rat', text: 'Squeak.' })).toEqual({ kind: 'said', by: 'Rat', text: 'Squeak.' })
  expect(of('DM', 'speak', { player: 'Wren', text: 'Psst.' })).toEqual({ kind: 'private', by: 'DM', text: 'Psst.' })
  expect(of('Wren', 'whisper', { text: 'Do I?' })).toEqual({ kind: 'private', by: 'Wren', text: 'Do I?' })
  expect(of('Wren', 'attack', { target: 'Rat' })).toEqual({ kind: 'done', tool: 'attack' })
  expect(of('Wren', 'remember', { text: 'A day.' })).toEqual({ kind: 'done', tool: 'remember' })
})

test('only models are watched, also by whoever came late', () => {
  const isWatched = (live: LiveTurn | undefined): boolean => live !== undefined && isDrafting(live)
  expect(isWatched(turn('Wren', start))).toBe(true)
  expect(isWatched(turn('Wren', { at: 'start', seat: { agent: 'offline' }, n: 7 }))).toBe(false)
  const late = turn('Wren', { at: 'thought', text: 'Hm.' }, { at: 'text', text: 'So.' })
  expect(isWatched(late)).toBe(true)
  expect(late && thoughtOf(late)).toBe('Hm.\n\nSo.')
})
