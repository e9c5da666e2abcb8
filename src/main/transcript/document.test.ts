import { describe, expect, it } from 'vitest'
import type { TextPart, Writer } from '../../shared/story/writers'
import type { Attribution } from './document'
import { transcriptOf, type Passage } from './document'
import { htmlOf } from './html'
import { markdownOf } from './markdown'
import { entry, still, source } from './source.fixture'
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

describe('writers', () => {
  const part = (from: number, to: number, writer: Writer): TextPart => ({ from, to, writer })
  const model: Writer = { by: 'model', model: 'claude-haiku-4-5' }
  const table: Writer = { by: 'built-in' }
  const text = 'By noon it rains. The tinker owes the moon.'
  const scene = {
    session: 1,
    number: 1,
    title: 'A title by a model',
    opened: 2,
    entries: [
      entry(2, 'scene', 'DM', 'A title by a model. The yard.'),
      entry(3, 'narration', 'DM', text),
      entry(4, 'narration', 'DM', 'One.'),
      entry(5, 'speech', 'Wren', 'Two.'),
      entry(6, 'speech', 'Wren', 'Three 🙂.')
    ],
    private: { Wren: [{ beat: 6, by: 'DM', text: 'Four.' }] },
    summary: 'Five.',
    writers: {
      entries: [
        [part(0, 29, model)],
        [part(0, 18, table), part(18, text.length, model)],
        [part(0, 4, model)],
        [part(0, 4, { by: 'unknown' as const })],
        [part(0, 9, { by: 'player' as const })]
      ],
      private: { Wren: [model] },
      summary: table
    },
    notes: [{ id: 'a', n: 3, at: 1, text: 'Too long?', quote: 'By noon', by: 'Ann', done: true as const }]
  }
  const bare = (attribution: Attribution) =>
    transcriptOf(source({ scenes: [scene], sessions: new Map([[1, { title: 'Day one', writers: { title: table, summary: table } }]]), attribution }))

  it('are named after each text', () => {
    const { passages } = bare({ says: true, withoutModels: false })
    expect(passages.map(({ kind, wrote }) => [kind, wrote])).toEqual([
      ['session', undefined],
      ['scene', undefined],
      ['told', 'built-in text, claude-haiku-4-5'],
      ['note', undefined],
      ['told', 'claude-haiku-4-5'],
      ['said', 'not recorded'],
      ['said', 'the player'],
      ['private', 'claude-haiku-4-5'],
      ['summary', 'built-in text']
    ])
    for (const page of [markdownOf(bare({ says: true, withoutModels: false })), htmlOf(bare({ says: true, withoutModels: false }))])
      expect(page).toContain('claude-haiku-4-5')
  })

  it('without models, what one wrote or may have written is left out in place, and the rest stays whole', () => {
    const page = markdownOf(bare({ says: false, withoutModels: true })).replaceAll('\\', '')
    expect(page.slice(page.indexOf('## ')).trimEnd()).toBe(`## Session 1: Day one

### Scene 1

*Left out here: the title (claude-haiku-4-5).*

By noon it rains. […]

> **Director’s note by Ann (done) on “By noon”**: Too long?

*Left out here: 2 lines (claude-haiku-4-5, not recorded).*

**Wren Tallow**: Three 🙂.

*Left out here: 1 line (claude-haiku-4-5).*

#### The scene in short

Five.`)
  })
})
