import { expect, it } from 'vitest'
import type { Context, Exchange } from '../../../shared/table/turns'
import { lengthOf } from './words'

const context: Context = { who: 'Wren', beat: 4, pieces: [], tools: [], budget: 1000, tokens: 300, digest: 'd' }
const exchange = (more: Partial<Exchange> = {}): Exchange => ({
  messages: [],
  digest: 'd',
  text: '',
  thought: '',
  uses: [],
  stop: 'tool_use',
  content: [],
  usage: { input: 20, output: 9, cacheRead: 100, cacheWrite: 200 },
  ms: 1,
  retries: [],
  ...more
})
const estimate = { by: 'estimate', tokens: 300 }

it('takes the length of a prompt from the usage of the first answer', () => {
  expect(lengthOf({ context, exchanges: [exchange(), exchange({ messages: [{}] })] })).toEqual({ by: 'provider', tokens: 320 })
})

it.each<[string, Exchange[]]>([
  ['nobody was asked', []],
  ['its server counted nothing, so it was estimated', [exchange({ usage: { input: 900, output: 1, cacheRead: 0, cacheWrite: 0, estimated: true } })]],
  ['it was asked for twice, and paid for twice', [exchange({ retries: [{ words: 'Overloaded', ms: 1 }] })]],
  ['the turn had been begun before', [exchange({ messages: [{}] })]],
  ['it broke off before anything was counted', [exchange({ usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } })]]
])('the estimate stands where %s', (_why, exchanges) => {
  expect(lengthOf({ context, exchanges })).toEqual(estimate)
})

it('a turn without a prompt has no length', () => {
  expect(lengthOf({ exchanges: [] })).toBeUndefined()
})

it('takes the length of a continued conversation from the turn’s own first request', () => {
  const before = { n: 3, exchanges: [exchange({ after: 0 })] }
  const own = exchange({ after: 2, messages: [{}], usage: { input: 5, output: 1, cacheRead: 900, cacheWrite: 20 } })
  expect(lengthOf({ context, exchanges: [own], earlier: [before] })).toEqual({ by: 'provider', tokens: 925 })
})
