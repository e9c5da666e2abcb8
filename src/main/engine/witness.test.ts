import { expect, it } from 'vitest'
import type { EntryChanges } from '../../shared/story/entry-changes'
import type { LogEntry } from '../../shared/story/play'
import { seenBeats } from './witness'

let beat = 0
const did = (by: string, actors: NonNullable<EntryChanges['actors']> = {}, more: Partial<LogEntry> = {}): LogEntry => ({
  at: '',
  beat: ++beat,
  by,
  kind: 'system',
  text: 'It happens.',
  changes: { actors },
  ...more
})

it('a character sees what happens where they are while they are awake, and remembers the place', () => {
  const log = [
    did('Wren', { Wren: { place: { from: 'yard', to: 'inn' } } }),
    did('Tobit'),
    did('Rat', { Wren: { now: 'down' } }),
    did('Pym'),
    did('Rat', { Tobit: { now: 'down' } }),
    did('Pym', { Wren: { now: 'able' } }),
    did('DM', {}, { kind: 'narration' }),
    did('DM', {}, { targets: ['Tobit'] }),
    did('Pym', { Pym: { place: { from: 'inn', to: 'yard' } } })
  ]
  const now = {
    Wren: { location: 'inn', canAct: true },
    Tobit: { location: 'yard', canAct: false },
    Pym: { location: 'yard', canAct: true },
    Rat: { location: 'inn', canAct: true }
  }
  expect([...seenBeats(log, now, 'Wren')]).toEqual([
    [1, 'inn'],
    [3, 'inn'],
    [6, 'inn'],
    [7, 'inn'],
    [9, 'inn']
  ])
  expect([...seenBeats(log, now, 'Tobit').keys()]).toEqual([1, 2, 5])
})
