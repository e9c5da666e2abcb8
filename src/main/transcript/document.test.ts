import { expect, it } from 'vitest'
import { transcriptOf, type Passage } from './document'
import { still, source } from './source.fixture'
import { clean, summaryLines } from './words'

const kinds = (passages: readonly Passage[]): string[] => passages.map(({ kind }) => kind)

it('has sessions and scenes in reading order', () => {
  expect(transcriptOf(source())).toEqual({
    title: 'The Well',
    premise: 'A well has gone foul.',
    span: 'Beats 0 to 30, 3 October 1421 to 4 October 1421',
    time: 86_400_000,
    passages: [
      { kind: 'session', title: 'Session 1: The Counting' },
      { kind: 'scene', title: 'Scene 1: The Counting', place: 'Throat Yard' },
      { kind: 'told', text: 'It stinks of pennies.\n\nNobody drinks.' },
      { kind: 'said', who: 'Wren Tallow', hue: '1', text: 'Let me.' },
      { kind: 'private', who: 'DM to Wren Tallow, privately', text: 'You hear him.' },
      { kind: 'private', who: 'Wren Tallow to the DM, privately', text: 'I say nothing.' },
      { kind: 'result', text: 'Wren climbs down.', rolls: ['Wren Tallow: STR save 12, needs 10 or less, failure'] },
      {
        kind: 'summary',
        title: 'The scene in short',
        lines: [
          { kind: 'heading', text: 'Key events' },
          { kind: 'item', text: 'Wren climbed down.' },
          { kind: 'item', text: 'It stank.' },
          { kind: 'paragraph', text: 'And nothing else.' }
        ]
      },
      { kind: 'still', still: still() },
      { kind: 'summary', title: 'Session 1 in short', lines: [{ kind: 'paragraph', text: 'They went down.' }] },
      { kind: 'session', title: 'Session 2' },
      { kind: 'scene', title: 'Scene 1: Nought' },
      { kind: 'told', text: 'Morning.' }
    ]
  })
})

it('contains no line of a beat outside the span', () => {
  const { passages, span } = transcriptOf(source({ from: 5, to: 6 }))
  expect(kinds(passages.slice(0, 5))).toEqual(['session', 'scene', 'said', 'private', 'private'])
  expect(passages.some(({ kind }) => kind === 'result' || kind === 'told')).toBe(false)
  expect(span).toBe('Beats 5 to 6, 3 October 1421')
  expect(transcriptOf(source({ from: 1, to: 1, scenes: [] }))).toMatchObject({ span: 'Beat 1', passages: [] })
})

it('removes control characters, and keeps every letter', () => {
  expect(clean(' a\r\nb\u0000c\u001B[0m\uD83D “ö ł 日 🐉” \u2028end ')).toBe('a\nb c [0m\uFFFD “ö ł 日 🐉”  end')
})

it('reads a summary that is not a list', () => {
  expect(summaryLines('One\nline.\n\n* a\n* b\n### People\nNobody')).toEqual([
    { kind: 'paragraph', text: 'One line.' },
    { kind: 'item', text: 'a' },
    { kind: 'item', text: 'b' },
    { kind: 'heading', text: 'People' },
    { kind: 'paragraph', text: 'Nobody' }
  ])
})
