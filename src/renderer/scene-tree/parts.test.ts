import { expect, test } from 'vitest'
import { stretchesOf, unfolded } from './parts'

const words = { speaks: 'Who?', intent: 'ask', waitingMessage: '…' }

test('words are clickable where they first stand, whole; of words that overlap, the first and longest', () => {
  const text = 'The lifeline is a line, a red line, and <b>no</b> rope.'
  const shown = stretchesOf('narration[0]', { text, clickable: { line: words, 'red line': words, 'a line': words, knot: words, 'rope.': words } })
  expect(shown.map((one) => (one.id === undefined ? one.text : `[${one.id} ${one.text}]`)).join('')).toBe(
    'The lifeline is [narration[0]/a line a line], a [narration[0]/red line red line], and <b>no</b> [narration[0]/rope. rope.]'
  )
  expect(shown.map((one) => one.text).join('')).toBe(text)
  expect(
    unfolded('narration[0]', { text, clickable: { 'red line': words, knot: words } }, { 'narration[0]/red line': 4 }).map(({ text: one }) => one)
  ).toEqual(['red line'])
})
