import { expect, it } from 'vitest'
import { cutTo, widthOf, wrapped } from './fitting'

const NAMES = [
  'The Well',
  'A place whose name goes on and on',
  'Wwwwwwwwwwwwwwwwwwwwwwwwwww',
  '日本語の長い名前が続く場所',
  'ö 👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀',
  ' \n ',
  '',
  'e\u0301'.repeat(60)
]

it.each(NAMES)('%j stays within its room', (name) => {
  for (const most of [20, 60, 134]) {
    expect(widthOf(cutTo(name, 13, most), 13)).toBeLessThanOrEqual(most)
    for (const line of wrapped(name, 13, most, 2)) expect(widthOf(line, 13)).toBeLessThanOrEqual(most)
  }
})

it('keeps a text that fits and ends a longer one with …', () => {
  expect(cutTo('The  Well\n', 13, 134)).toBe('The Well')
  expect(cutTo('The well at the end of the world', 13, 134)).toMatch(/^The well .*[^ ]…$/)
  expect(wrapped('The well at the end', 13, 134, 2)).toEqual(['The well at the', 'end'])
  expect(wrapped('The well at the end of the known and of the unknown world', 13, 134, 2)).toEqual([
    'The well at the',
    expect.stringMatching(/^end of .*…$/)
  ])
  expect(wrapped('Hinterschellenbergerhausen on the hill', 13, 134, 2)).toEqual([expect.stringMatching(/^Hinter.*…$/)])
})
