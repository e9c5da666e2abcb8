import { expect, it } from 'vitest'
import { atEnd, follows } from './follow'

const end = { top: 900, height: 1500, view: 600 }

it('is at its end within three lines of it', () => {
  expect([atEnd(end), atEnd({ ...end, top: 830 }), atEnd({ ...end, top: 800 })]).toEqual([true, true, false])
})

it('scrolling up stops following, returning to the end resumes it', () => {
  const up = { ...end, top: 300 }
  expect(follows(true, end, up)).toBe(false)
  expect(follows(false, up, { ...end, top: 400 })).toBe(false)
  expect(follows(false, up, end)).toBe(true)
})

it('a growing list doesn’t change whether it follows', () => {
  const grown = { ...end, height: 1800 }
  expect(follows(true, end, grown)).toBe(true)
  expect(follows(false, { ...end, top: 300 }, { ...grown, top: 300 })).toBe(false)
})
