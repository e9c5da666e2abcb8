import { expect, test } from 'vitest'
import { atEnd, follows } from './follow'

const end = { top: 900, height: 1500, view: 600 }

test('the list is at its end within three lines of it', () => {
  expect([atEnd(end), atEnd({ ...end, top: 830 }), atEnd({ ...end, top: 800 })]).toEqual([true, true, false])
})

test('scrolling up stops following; coming back to the end begins it again', () => {
  const up = { ...end, top: 300 }
  expect(follows(true, end, up)).toBe(false)
  expect(follows(false, up, { ...end, top: 400 })).toBe(false)
  expect(follows(false, up, end)).toBe(true)
})

test('a list that grows under the reader’s eyes is no decision of the reader', () => {
  const grown = { ...end, height: 1800 }
  expect(follows(true, end, grown)).toBe(true)
  expect(follows(false, { ...end, top: 300 }, { ...grown, top: 300 })).toBe(false)
})
