import { expect, it } from 'vitest'
import { judge } from './dice'
import { needOf, needSign, needWords } from '../../shared/words/need-words'

const shown = (expr: string, need: number, under = false): string => {
  const of = needOf({ expr, need, ...(under ? { under } : {}) })
  return of === undefined ? '' : `${needSign(of).trim()}, ${needWords(of)}`
}

it('a roll shows the totals that its dice can have, or says that it always or never succeeds', () => {
  expect(shown('d20', -4, true)).toBe('≤ 1, 1 or less')
  expect(shown('d20', 24, true)).toBe('≤ 19, 19 or less')
  expect(shown('d20', 10, true)).toBe('≤ 10, 10 or less')
  expect(shown('d6', 0, true)).toBe('(never succeeds), never succeeds')
  expect(shown('2d6+1', 13, true)).toBe('(always succeeds), always succeeds')
  expect(shown('d4', 7)).toBe('(never succeeds), never succeeds')
  expect(shown('d4', 0)).toBe('(always succeeds), always succeeds')
  expect(shown('2d6', 7)).toBe('≥ 7, 7 or more')
  expect(shown('4d6k3', 30)).toBe('≥ 30, 30 or more')
  expect(needOf({ expr: 'd20' })).toBeUndefined()
})

it('what a roll shows is what the dice decide', () => {
  const wrong: string[] = []
  for (const [expr, low, high] of [
    ['d20', 1, 20],
    ['d6', 1, 6],
    ['2d4-1', 1, 7]
  ] as const)
    for (let need = -5; need <= 25; need++)
      for (const under of [true, false])
        for (let total = low; total <= high; total++) {
          const { outcome } = judge({ expr, dice: [], total }, under ? { under: need } : { over: need })
          const of = needOf({ expr, need, under })
          const said = of === 'always' || (of !== 'never' && of !== undefined && ('atMost' in of ? total <= of.atMost : total >= of.atLeast))
          if (said !== (outcome === 'success')) wrong.push(`${expr} ${total} ${under ? 'under' : 'over'} ${need}`)
        }
  expect(wrong).toEqual([])
})
