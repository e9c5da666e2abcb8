import { expect, it } from 'vitest'
import type { Attempt } from '../../../../shared/analysis/odds'
import { attemptWords, difficultyOf } from './difficulty'

const chance = (value: number) => ({ fraction: `${100 * value}/100`, value, percent: `${100 * value}%` })
const roll = { label: 'STR save', expr: 'd20', need: 3, under: true }
const counted = { success: chance(0.25), partial: chance(0.75), failure: chance(0) }

it('describes a difficulty by the deciding roll and its outcomes', () => {
  const words = (one: Partial<Attempt>) => attemptWords({ key: 'Wren', name: 'Wren', ...one })
  expect(words({ roll, counted })).toBe('25 % arrive unhurt (STR save, 3 or less on a d20)')
  expect(
    words({
      roll: { ...roll, label: 'brawn', need: 4, under: false, expr: 'd6' },
      counted: { ...counted, partial: chance(0), failure: chance(0.75) }
    })
  ).toBe('25 % arrive unhurt, 75 % don’t arrive (brawn, 4 or more on a d6)')
  expect(words({ roll: { ...roll, need: -2 }, counted: { success: chance(0.05), partial: chance(0.95), failure: chance(0) } })).toBe(
    '5 % arrive unhurt (STR save, 1 or less on a d20)'
  )
  const mixed = { success: chance(0.25), partial: chance(0.5), failure: chance(0.25) }
  expect(words({ roll: { ...roll, expr: '2d6', need: 7, under: false }, counted: mixed })).toBe(
    '25 % arrive unhurt, 50 % hurt, 25 % don’t arrive (STR save, 7 or more on 2d6)'
  )
  expect(words({ counted: { success: chance(1), partial: chance(0), failure: chance(0) } })).toBe('always arrives, without a roll')
  expect(words({ why: "this journey isn't offered" })).toBe("this journey isn't offered")
})

it('a difficulty is a whole number up to the maximum', () => {
  expect(['0', ' 7 ', '20', '21', '-1', '1.5', '', '1e3'].map(difficultyOf)).toEqual([0, 7, 20, ...Array<undefined>(5).fill(undefined)])
})
