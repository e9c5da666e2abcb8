import { expect, it } from 'vitest'
import type { Live } from '../../shared/table/turns'
import { withLiveEvent, type LiveTurn } from '../store/live'
import { draftsOf, isDrafting, thoughtOf } from './draft-text'

type News = Live extends infer One ? (One extends Live ? Omit<One, 'turn' | 'who'> : never) : never
const turn = (who: string, ...news: News[]): LiveTurn | undefined =>
  news.reduce<readonly LiveTurn[]>((known, one) => withLiveEvent(known, { turn: 't', who, ...one }), [])[0]
const start: News = { at: 'start', seat: { agent: 'anthropic' }, n: 7 }
const drafts = (live: LiveTurn | undefined) => (live ? draftsOf(live) : [])

it('a draft grows while it is written and ends with its answer or a retry', () => {
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

it('separates narration, NPC speech, private talk and actions', () => {
  const of = (who: string, tool: string, input: Record<string, string>) => drafts(turn(who, start, { at: 'draft', tool, input }))[0]
  expect(of('DM', 'narrate', { text: 'Rain.' })).toEqual({ kind: 'told', text: 'Rain.' })
  expect(of('DM', 'narrate', { voice: 'Rat', text: 'Squeak.' })).toEqual({ kind: 'said', by: 'Rat', text: 'Squeak.' })
  expect(of('DM', 'speak', { player: 'Wren', text: 'Psst.' })).toEqual({ kind: 'private', by: 'DM', text: 'Psst.' })
  expect(of('Wren', 'whisper', { text: 'Do I?' })).toEqual({ kind: 'private', by: 'Wren', text: 'Do I?' })
  expect(of('Wren', 'attack', { target: 'Rat' })).toEqual({ kind: 'done', tool: 'attack' })
  expect(of('Wren', 'remember', { text: 'A day.' })).toEqual({ kind: 'done', tool: 'remember' })
})

it('shows a narrator’s output chunk by chunk, dialogue first', () => {
  const output = JSON.stringify({
    scene: {
      id: 'yard',
      narration: [{ text: 'The rope is cut.', clickable: { rope: { speaks: 'Who?', intent: 'ask', response: { text: 'Hidden.' } } } }]
    },
    dialogue: [{ text: 'Rain.' }, { speaker: 'Rat', text: 'Squeak \\ “so”.' }]
  })
  const of = (end: number) => drafts(turn('DM', start, { at: 'draft', tool: 'narrate', input: { output: output.slice(0, end) } }))
  const whole = [
    { kind: 'told', text: 'Rain.' },
    { kind: 'said', by: 'Rat', text: 'Squeak \\ “so”.' },
    { kind: 'told', text: 'The rope is cut.' }
  ]
  expect(of(output.length)).toEqual(whole)
  const texts = (end: number): string[] => of(end).flatMap((one) => ('text' in one ? [one.text] : []))
  for (let end = 0; end < output.length; end++) {
    for (const text of texts(end)) expect(whole.some((one) => one.text.startsWith(text))).toBe(true)
    expect(texts(end).join(' ')).not.toContain('Hidden')
  }
  expect(texts(output.indexOf('cut'))).toEqual(['The rope is '])
})

it('shows drafts only of models, also to a late client', () => {
  const isWatched = (live: LiveTurn | undefined): boolean => live !== undefined && isDrafting(live)
  expect(isWatched(turn('Wren', start))).toBe(true)
  expect(isWatched(turn('Wren', { at: 'start', seat: { agent: 'offline' }, n: 7 }))).toBe(false)
  const late = turn('Wren', { at: 'thought', text: 'Hm.' }, { at: 'text', text: 'So.' })
  expect(isWatched(late)).toBe(true)
  expect(late && thoughtOf(late)).toBe('Hm.\n\nSo.')
})
