import type { LogEntry } from '../../shared/story/play'
import type { Still, TranscriptSource } from './document'

/** A log entry of a beat. */
export const entry = (beat: number, kind: LogEntry['kind'], by: string, text: string, more: Partial<LogEntry> = {}): LogEntry => ({
  at: `1421-10-0${beat < 20 ? 3 : 4}T17:40:00Z`,
  beat,
  by,
  kind,
  text,
  ...more
})

/** An image with a shape of each kind. */
export const still = (name = 'Throat Yard'): Still => ({
  words: `The map of Underclint at the end of session 1: the party is at ${name}.`,
  image: {
    title: name,
    bounds: { x: -10, y: -20, width: 300, height: 140 },
    ground: 'wings',
    unlabelled: 0,
    shapes: [
      {
        kind: 'line',
        curve: {
          from: { x: 20, y: 20 },
          to: { x: 200, y: 60 },
          bend: [
            { x: 90, y: 20 },
            { x: 150, y: 60 }
          ]
        },
        pen: { colour: 'line-strong', width: 1.5, dash: [1, 5], round: true },
        title: name
      },
      { kind: 'line', curve: { from: { x: 20, y: 20 }, to: { x: 200, y: 60 } }, pen: { colour: 'ink-3', width: 2 } },
      {
        kind: 'patch',
        points: [
          { x: 200, y: 60 },
          { x: 190, y: 55 },
          { x: 190, y: 65 }
        ],
        fill: 'ink-3'
      },
      { kind: 'box', box: { x: 0, y: 0, width: 134, height: 56 }, radius: 9, fill: 'raised', edge: { colour: 'live', width: 2 }, title: name },
      { kind: 'box', box: { x: 4, y: 40, width: 20, height: 20 }, radius: 10, edge: { colour: 'hue-1', width: 1, dash: [3, 3] } },
      { kind: 'words', at: { x: 11, y: 21 }, text: name, face: 'serif', size: 13, bold: true, fill: 'ink' },
      { kind: 'portrait', of: 'Wren', box: { x: 5, y: 41, width: 18, height: 18 }, radius: 9, title: 'Wren' },
      { kind: 'words', at: { x: 14, y: 54 }, text: 'W', face: 'sans', size: 11, middle: true, fill: 'token-ink' }
    ]
  }
})

/** Two sessions: the first has a scene with each kind of line, the second has just begun. */
export const source = (part: Partial<TranscriptSource> = {}): TranscriptSource => ({
  title: 'The Well',
  premise: 'A well has gone foul.',
  from: 0,
  to: 30,
  time: 86_400_000,
  scenes: [
    {
      session: 1,
      number: 1,
      title: 'The Counting',
      place: 'Throat Yard',
      opened: 2,
      entries: [
        entry(2, 'scene', 'DM', 'The Counting. Throat Yard.'),
        entry(3, 'narration', 'DM', 'It stinks of pennies.\n\nNobody drinks.'),
        entry(5, 'speech', 'Wren', 'Let me.'),
        entry(7, 'system', 'Wren', 'Wren climbs down.', {
          rolls: [{ expr: 'd20', dice: [12], total: 12, label: 'STR save', target: 'Wren', need: 10, under: true, outcome: 'failure' }]
        })
      ],
      private: {
        Wren: [
          { beat: 6, by: 'DM', text: 'You hear him.' },
          { beat: 6, by: 'Wren', text: 'I say nothing.' }
        ]
      },
      summary: '## Key events\n- Wren climbed\n  down.\n- It stank.\n\nAnd nothing else.'
    },
    { session: 2, number: 1, title: 'Nought', opened: 21, entries: [entry(22, 'narration', 'DM', 'Morning.')], private: {} }
  ],
  sessions: new Map([
    [1, { title: 'The Counting', summary: 'They went down.', still: still() }],
    [2, {}]
  ]),
  nameOf: (id) => (id === 'Wren' ? 'Wren Tallow' : id),
  hueOf: (id) => (id === 'Wren' ? '1' : 'npc'),
  ...part
})

/** Texts that would break a page, markup or a line if they weren't escaped. */
export const HOSTILE = [
  '</p></main><script>alert(1)</script><img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "javascript:alert('1') &lt;script&gt; ]]> --> <!--",
  '# not a heading\n- not an item\n1. not one either\n> not a quotation\n===\n---\n| a | b |',
  '[not a link](https://example.org) ![not a picture](x) `code` *a* __b__ ~~c~~ <https://example.org>',
  '\u202Ebackwards\u2066 and \u0000\u0007\u001B[31m red, half a letter \uD83D, and 日本 🐉 ö ł “quoted” —'
]
