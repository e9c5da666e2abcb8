import { expect, it } from 'vitest'
import type { LogEntry } from '../../shared/story/play'
import { memoriesOf, type PlayedScene } from './memory'

const entry = (beat: number, by: string, text: string, more: Partial<LogEntry> = {}): LogEntry => ({
  at: '',
  beat,
  by,
  kind: 'system',
  text,
  ...more
})
const moved = (beat: number, who: string, from: string | undefined, to: string): LogEntry =>
  entry(beat, who, `${who} goes to the ${to}.`, { changes: { actors: { [who]: { place: { ...(from === undefined ? {} : { from }), to } } } } })
const scene = (number: number, place: string, ...log: LogEntry[]): PlayedScene => ({ session: 1, number, place, log, private: {} })
const at = (location: string, canAct = true) => ({ location, canAct })
const remembered = (scenes: readonly PlayedScene[], now: Parameters<typeof memoriesOf>[1], who: string): string[] =>
  memoriesOf(scenes, now, who).map(({ beat, text }) => `${beat} ${text}`)

it('V18 a player remembers what happened where they were and awake, in every scene, the narration of it, and their own private talk', () => {
  const scenes: PlayedScene[] = [
    {
      ...scene(1, 'quay', entry(2, 'Ilse', 'Ilse buys the eel.'), moved(3, 'Ilse', 'quay', 'loft'), entry(4, 'Bram', 'The chest is full of salt.')),
      private: { Ilse: [{ beat: 5, by: 'DM', text: 'You are being followed.' }], Bram: [{ beat: 5, by: 'Bram', text: 'I keep the salt.' }] }
    },
    scene(
      2,
      'quay',
      entry(7, 'DM', 'Fog on the quay.', { kind: 'narration' }),
      entry(8, 'Ilse', 'Rats in the loft.'),
      entry(9, 'DM', 'They have eaten the ledger.', { kind: 'narration' }),
      entry(10, 'DM', 'Bram is the thief.', { kind: 'record' }),
      entry(11, 'DM', 'The toll is doubled.', { action: 'quest' }),
      entry(12, 'Rat', 'The rat bites.', { changes: { actors: { Ilse: { now: 'down' } } } }),
      entry(13, 'Rat', 'The rat counts its gold.')
    )
  ]
  const now = { Ilse: at('loft', false), Bram: at('quay'), Rat: at('loft') }
  expect(remembered(scenes, now, 'Ilse')).toEqual([
    '2 Ilse buys the eel.',
    '3 Ilse goes to the loft.',
    '5 You are being followed.',
    '8 Rats in the loft.',
    '9 They have eaten the ledger.',
    '11 The toll is doubled.',
    '12 The rat bites.'
  ])
  expect(remembered(scenes, now, 'Bram')).toEqual([
    '2 Ilse buys the eel.',
    '3 Ilse goes to the loft.',
    '4 The chest is full of salt.',
    '5 I keep the salt.',
    '7 Fog on the quay.',
    '11 The toll is doubled.'
  ])
  expect(remembered(scenes, now, 'DM').filter((line) => /^(?:5|10|13) /.test(line))).toEqual(['10 Bram is the thief.', '13 The rat counts its gold.'])
})

it('V18 where a move is missing in the log a player remembers nothing, and who joins later nothing from before', () => {
  const scenes = [
    scene(1, 'quay', entry(1, 'Ilse', 'Ilse waits.'), moved(2, 'Ilse', 'quay', 'loft'), entry(3, 'Rat', 'A rat in the loft.')),
    scene(2, 'quay', entry(4, 'Bram', 'Bram finds the key.'), moved(5, 'Ilse', 'well', 'quay'), entry(6, 'Bram', 'Bram hides the key.')),
    scene(
      3,
      'quay',
      entry(7, 'Bram', 'Bram laughs.'),
      entry(8, 'Odo', 'Odo comes in.'),
      entry(9, 'Bram', 'Bram nods.'),
      moved(10, 'Una', undefined, 'quay')
    )
  ]
  const now = { Ilse: at('quay'), Bram: at('quay'), Rat: at('loft'), Odo: at('quay'), Una: at('quay') }
  expect(remembered(scenes, now, 'Ilse')).toEqual([
    '1 Ilse waits.',
    '2 Ilse goes to the loft.',
    '5 Ilse goes to the quay.',
    '6 Bram hides the key.',
    '7 Bram laughs.',
    '8 Odo comes in.',
    '9 Bram nods.',
    '10 Una goes to the quay.'
  ])
  expect(remembered(scenes, now, 'Odo')).toEqual(['8 Odo comes in.', '9 Bram nods.', '10 Una goes to the quay.'])
  expect(remembered(scenes, now, 'Una')).toEqual(['10 Una goes to the quay.'])
})
