import type { TurnLine } from '../../../shared/table/turns'

/** Turn number `n` of a table where DM and Wren take turns; its beat is `b<n>`, played from the one before. */
export const turnLine = (n: number, more: Partial<TurnLine> = {}): TurnLine => ({
  id: `b${n - 1}:${n % 2 ? 'Wren' : 'DM'}:0`,
  beat: `b${n}`,
  parent: `b${n - 1}`,
  n,
  who: n % 2 ? 'Wren' : 'DM',
  seat: { agent: 'offline' },
  words: `turn ${n}`,
  calls: 1,
  refused: 0,
  exchanges: 0,
  ms: 1,
  ...more
})
