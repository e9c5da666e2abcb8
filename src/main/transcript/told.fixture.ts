import type { LogEntry } from '../../shared/play'
import type { Told } from './document'

/** An entry of a log at a beat. */
export const entry = (beat: number, kind: LogEntry['kind'], by: string, text: string, more: Partial<LogEntry> = {}): LogEntry => ({
  at: `1421-10-0${beat < 20 ? 3 : 4}T17:40:00Z`,
  beat,
  by,
  kind,
  text,
  ...more
})

/** Two sessions: in the first a scene of each kind of line, in the second one that has just begun. */
export const told = (part: Partial<Told> = {}): Told => ({
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
    [1, { title: 'The Counting', summary: 'They went down.' }],
    [2, {}]
  ]),
  nameOf: (id) => (id === 'Wren' ? 'Wren Tallow' : id),
  ...part
})

/** Texts that would break out of a page, a mark or a line, were they not told apart from them. */
export const HOSTILE = [
  '</p></main><script>alert(1)</script><img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "javascript:alert('1') &lt;script&gt; ]]> --> <!--",
  '# not a heading\n- not an item\n1. not one either\n> not a quotation\n===\n---\n| a | b |',
  '[not a link](https://example.org) ![not a picture](x) `code` *a* __b__ ~~c~~ <https://example.org>',
  '\u202Ebackwards\u2066 and \u0000\u0007\u001B[31m red, half a letter \uD83D, and 日本 🐉 ö ł “quoted” —'
]
