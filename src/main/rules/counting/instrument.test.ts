import { describe, expect, it } from 'vitest'
import { compile } from '../compile'
import { instrument } from './instrument'

/** Runs a function of an instrumented module; returns its result and the counts of each line's places. */
function ran(source: string, ...args: unknown[]): { answer: unknown; lines: Record<number, number[]> } {
  const { code, places } = instrument(compile('rule.ts', source), 0, 'counter')!
  expect(code.split('\n').length).toBe(source.split('\n').length)
  const counter = places.map(() => 0)
  // oxlint-disable-next-line typescript/no-implied-eval -- the code of this test, outside any sandbox
  const answer: unknown = (new Function('counter', code.replace('export default ', 'return '))(counter) as (...all: unknown[]) => unknown)(...args)
  const lines: Record<number, number[]> = {}
  for (const [i, { line }] of places.entries()) (lines[line] ??= []).push(counter[i] ?? 0)
  return { answer, lines }
}

describe('a rule that counts', () => {
  it('counts every statement on its own line, however it is written', () => {
    const source = `export default function rule(n: number, deep: boolean): string {
  'use strict'
  let out = ''
  for (let i = 0; i < n; i++) out += i
  if (deep) out += '!'
  else out += '?'
  do n--
  while (n > 0)
  outer: for (const a of [1, 2]) {
    for (const b of [1, 2]) if (b === 2) continue outer
    out += 'never'
  }
  switch (out.length) {
    case 4:
      out += 'four'
      break
    default:
      out += 'other'
  }
  const f = (x: number) => x + 1
  try {
    throw new Error('x')
  } catch {
    out += f(1)
  }
  return deep ? out : out.length > 4 ? 'long' : 'short'
}`
    expect(ran(source, 3, true)).toEqual({
      answer: '012!four2',
      lines: {
        3: [1],
        4: [1, 3],
        5: [1, 1],
        6: [0],
        7: [1, 3],
        9: [1],
        10: [2, 4, 2],
        11: [0],
        13: [1],
        15: [1],
        16: [1],
        18: [0],
        20: [1, 1],
        21: [1],
        22: [1],
        24: [1],
        26: [1, 1, 0, 0, 0]
      }
    })
    expect(ran(source, 3, false).answer).toBe('long')
  })

  it('closes what it opens in the right order where a line has no semicolons', () => {
    const source = `export default function rule(a) {
  let out
  if (a) out = a > 1 ? (b) => b : () => () => a
  else for (;;) if (!out) out = a
  ? 1 : () => ({ a }); else break
  return out
}`
    expect((ran(source, 1).answer as () => () => number)()()).toBe(1)
    expect((ran(source, 0).answer as () => object)()).toEqual({ a: 0 })
  })

  it('leaves code outside functions alone, and what is not a module', () => {
    expect(instrument('const a = 1\nexport const b = a ? 2 : 3\n', 0, 'counter')?.places).toEqual([])
    expect(instrument('const a = ', 0, 'counter')).toBeUndefined()
    expect(instrument(`export const a = ${'('.repeat(50_000)}1${')'.repeat(50_000)}`, 0, 'counter')).toBeUndefined()
  })
})
