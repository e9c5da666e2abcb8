import { expect, it } from 'vitest'
import type { Live } from '../../shared/table/turns'
import { withLiveEvent, type LiveTurn } from './live'

type News = Live extends infer One ? (One extends Live ? Omit<One, 'turn' | 'who'> : never) : never
const usage = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, cost: 0.5 }
const call = { tool: 'narrate', by: 'DM', agent: 'anthropic' as const, input: { text: 'Rain falls.' }, result: 'Told.', ms: 1 }
const turns = (...news: News[]): readonly LiveTurn[] =>
  news.reduce<readonly LiveTurn[]>((known, one) => withLiveEvent(known, { turn: 't1', who: 'DM', ...one }), [])
const after = (...news: News[]): LiveTurn | undefined => turns(...news)[0]

it('text and thought grow in separate parts', () => {
  const turn = after(
    { at: 'start', seat: { agent: 'anthropic' }, n: 4 },
    { at: 'thought', text: 'Hm' },
    { at: 'thought', text: 'm.' },
    { at: 'text', text: 'Well' }
  )
  expect(turn).toMatchObject({
    who: 'DM',
    n: 4,
    seat: { agent: 'anthropic' },
    parts: [
      { kind: 'thought', text: 'Hmm.' },
      { kind: 'text', text: 'Well' }
    ]
  })
})

it('a draft grows in place and becomes the call', () => {
  const growing = after({ at: 'draft', tool: 'narrate', input: { text: 'Rain' } }, { at: 'draft', tool: 'narrate', input: { text: 'Rain falls.' } })
  expect(growing?.parts).toEqual([{ kind: 'draft', tool: 'narrate', input: { text: 'Rain falls.' } }])
  const done = after({ at: 'draft', tool: 'narrate', input: { text: 'Rain' } }, { at: 'exchange', usage, stop: 'tool_use' }, { at: 'call', call })
  expect(done?.parts).toEqual([{ kind: 'call', call }])
})

it('two uses of a tool in one answer are two drafts', () => {
  const turn = after(
    { at: 'draft', tool: 'speak', input: { player: 'Wren', text: 'Come.' } },
    { at: 'draft', tool: 'speak', input: { player: 'Pym' } },
    { at: 'draft', tool: 'speak', input: { player: 'Pym', text: 'Stay.' } }
  )
  expect(turn?.parts.map((part) => (part.kind === 'draft' ? part.input['player'] : part.kind))).toEqual(['Wren', 'Pym'])
})

it('a retry discards the broken answer and keeps complete ones', () => {
  const retry = { words: 'The stream broke off.', ms: 500 }
  const turn = after(
    { at: 'text', text: 'First.' },
    { at: 'exchange', usage, stop: 'tool_use' },
    { at: 'call', call },
    { at: 'text', text: 'Sec' },
    { at: 'draft', tool: 'narrate', input: { text: 'x' } },
    { at: 'retry', retry },
    { at: 'text', text: 'Second.' }
  )
  expect(turn?.parts).toEqual([
    { kind: 'text', text: 'First.' },
    { kind: 'call', call },
    { kind: 'retry', retry },
    { kind: 'text', text: 'Second.' }
  ])
})

it('adds up usage; one unknown cost makes the sum unknown', () => {
  expect(after({ at: 'exchange', usage, stop: 'a' }, { at: 'exchange', usage, stop: 'b' })?.usage).toEqual({
    ...usage,
    input: 20,
    output: 10,
    cost: 1
  })
  const { cost, ...unpriced } = usage
  expect(after({ at: 'exchange', usage, stop: 'a' }, { at: 'exchange', usage: unpriced, stop: 'b' })?.usage).not.toHaveProperty('cost')
  expect(cost).toBe(0.5)
})

it('the end of a turn clears it and no other', () => {
  const one = turns({ at: 'text', text: 'a' })
  expect(withLiveEvent(one, { turn: 't1', who: 'DM', at: 'end' })).toEqual([])
  expect(withLiveEvent(one, { turn: 't0', who: 'DM', at: 'end' })).toBe(one)
})

it('seats in parallel have their own parts and costs; a seat has one turn at a time', () => {
  const wren = { turn: 't2', who: 'Wren' }
  const both = withLiveEvent(turns({ at: 'text', text: 'a' }, { at: 'exchange', usage, stop: 'a' }), { ...wren, at: 'text', text: 'b' })
  expect(both).toMatchObject([
    { who: 'DM', parts: [{ text: 'a' }], usage: { cost: 0.5 } },
    { who: 'Wren', parts: [{ text: 'b' }] }
  ])
  expect(withLiveEvent(both, { ...wren, at: 'text', text: 'c' })[1]?.parts).toEqual([{ kind: 'text', text: 'bc' }])
  expect(withLiveEvent(both, { turn: 't3', who: 'Wren', at: 'text', text: 'd' }).map(({ turn }) => turn)).toEqual(['t1', 't3'])
})
