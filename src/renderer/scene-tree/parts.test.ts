import { expect, it } from 'vitest'
import type { LogEntry } from '../../shared/story/play'
import { saidSince, stretchesOf, unfolded } from './parts'

const words = { speaks: 'Who?', intent: 'ask', waitingMessage: '…' }

it('makes the first whole occurrence of words clickable; of overlapping words the first and longest', () => {
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

it('lists the log since the last paragraph without the clicks of the tree', () => {
  const entry = (kind: LogEntry['kind'], text: string, action?: string): LogEntry => ({
    at: '',
    beat: 1,
    by: 'DM',
    kind,
    text,
    ...(action ? { action } : {})
  })
  const log = [
    entry('narration', 'Rain.'),
    entry('narration', 'A rope.'),
    entry('system', '10 min.'),
    entry('speech', 'Who cut it?', 'click'),
    entry('speech', "It's Bryn's rope."),
    entry('narration', 'Nobody answers.')
  ]
  const texts = (most: number): string[] => saidSince({ narration: [{ text: 'Rain.' }, { text: ' A rope. ' }] }, log, most).map(({ text }) => text)
  expect([texts(9), texts(1), saidSince({ narration: [{ text: 'Snow.' }] }, log, 9)]).toEqual([
    ["It's Bryn's rope.", 'Nobody answers.'],
    ['Nobody answers.'],
    []
  ])
})
