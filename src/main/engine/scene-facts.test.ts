import { expect, it } from 'vitest'
import type { EntryChanges } from '../../shared/story/entry-changes'
import type { LogEntry } from '../../shared/story/play'
import { type LogNames, sceneFacts } from './scene-facts'

const cast: LogNames = {
  actors: [
    { id: 'Wren', name: 'Wren', kind: 'player' },
    { id: 'Tobit', name: "O'Tobit", kind: 'player' },
    { id: 'Goss', name: 'the bailiff', kind: 'npc' },
    { id: 'Rat', name: 'the bone rat', kind: 'npc' }
  ],
  threads: [
    { id: 'counting', title: 'The Counting', starts_when: [], done_when: ['bell-sold'] },
    { id: 'below', title: 'Below', starts_when: ['bell-sold'], done_when: ['home'] },
    { id: 'later', title: 'Later', starts_when: ['home'], done_when: ['over'] }
  ],
  facts: { 'bell-sold': true }
}
let beats = 0
const systemEntry = (by: string, action: string, text: string, changes?: EntryChanges, more: Partial<LogEntry> = {}): LogEntry => ({
  at: '',
  beat: ++beats,
  by,
  kind: 'system',
  text,
  action,
  ...(changes ? { changes } : {}),
  ...more
})
const key = { item: 'key', name: 'brass key', count: 1 }

it('a log is summarised as dealings, fallen characters, finds, gains, losses, promises and threads', () => {
  const log: LogEntry[] = [
    systemEntry('Wren', 'travel', 'They go down.', { actors: { Wren: { place: { from: 'yard', to: 'ledge' } } }, minutes: 8 }),
    systemEntry(
      'Wren',
      'talk',
      'Wren asks the bailiff.',
      { result: { status: 'failure' }, actors: { Goss: { attitude: { from: 'neutral', to: 'wary' } } } },
      { targets: ['Goss'] }
    ),
    systemEntry(
      'Wren',
      'talk',
      'Wren asks again.',
      {
        result: { status: 'success' },
        actors: { Goss: { attitude: { from: 'wary', to: 'friendly' } } },
        facts: { 'bell-sold': true, rumour: false }
      },
      { targets: ['Goss'] }
    ),
    systemEntry('Wren', 'search', 'A key.', { actors: { Wren: { gained: [key] } }, places: { ledge: { searched: ['the niche'] } } }),
    systemEntry('Wren', 'give', 'Wren hands it over.', { actors: { Wren: { lost: [key] }, Tobit: { gained: [key] } } }),
    systemEntry('Tobit', 'use', 'A torch burns down.', { actors: { Tobit: { lost: [{ item: 'torch', name: 'Torch', count: 2 }] } } }),
    systemEntry('Rat', 'attack', 'It bites Tobit.', { actors: { Tobit: { damage: 3, stats: { hp: { from: 3, to: 0 } }, now: 'down' } } }),
    systemEntry(
      'Wren',
      'attack',
      'A blow.',
      { actors: { Rat: { damage: 4, now: 'dead' } }, fight: 'ends' },
      { targets: ['Rat'], rolls: [{ expr: 'd6', dice: [4], total: 4, target: 'Rat', outcome: 'success' }] }
    ),
    systemEntry('Wren', 'help', "Wren helps O'Tobit up.", { actors: { Tobit: { now: 'able' } } }),
    { at: '', beat: 9, by: 'Goss', kind: 'speech', text: 'Go home. I promise you the boat, and nothing more.' }
  ]
  expect(sceneFacts(log, cast)).toEqual({
    places: ['ledge'],
    dealings: [
      {
        npc: 'Goss',
        actions: new Map([
          [
            'talk',
            new Map([
              ['failure', 1],
              ['success', 1]
            ])
          ]
        ]),
        attitude: { from: 'neutral', to: 'friendly' }
      },
      { npc: 'Rat', actions: new Map([['attack', new Map([['success', 1]])]]), now: 'dead' }
    ],
    fell: [
      { who: 'Tobit', worst: 'down', now: 'able' },
      { who: 'Rat', worst: 'dead', now: 'dead' }
    ],
    damage: new Map([
      ['Tobit', 3],
      ['Rat', 4]
    ]),
    finds: [{ place: 'ledge', name: 'the niche' }],
    won: [{ who: 'Tobit', name: 'brass key', count: 1 }],
    lost: [{ who: 'Tobit', name: 'Torch', count: 2 }],
    facts: new Map<string, boolean>([
      ['bell-sold', true],
      ['rumour', false]
    ]),
    quests: [],
    threads: [],
    ties: [],
    promised: [{ by: 'Goss', text: 'I promise you the boat, and nothing more.' }],
    opened: ['below'],
    closed: ['counting'],
    fights: 0,
    minutes: 8
  })
})

it('dealings count only the target of an action, not a name in the sentence or a roll by somebody else', () => {
  const passing = systemEntry('Wren', 'travel', 'Wren passes the bone rat.', undefined, {
    rolls: [{ expr: '2d6', dice: [3, 3], total: 6, target: 'Goss' }]
  })
  expect(sceneFacts([passing], cast).dealings).toEqual([])
  const struck = {
    ...passing,
    beat: ++beats,
    action: 'attack',
    targets: ['Rat'],
    rolls: [{ expr: 'd20', dice: [3], total: 3, outcome: 'failure' as const }]
  }
  expect(sceneFacts([passing, struck], cast).dealings).toEqual([{ npc: 'Rat', actions: new Map([['attack', new Map([['failure', 1]])]]) }])
})

it('a scene says that an unconscious character got up, and its facts have their final values', () => {
  const log = [
    systemEntry('Wren', 'help', 'Up.', { actors: { Tobit: { now: 'able' } }, facts: { open: true, seal: 'cracked' } }),
    systemEntry('DM', 'quest', 'The quest “Home” begins.', {
      facts: { open: null, seal: 'broken' },
      quests: { home: { name: 'Home', status: 'active' } },
      ties: { a: { from: 'Wren', to: 'Goss', by: 5 } }
    }),
    systemEntry(
      'DM',
      'open_thread',
      'x',
      { threads: { key: { text: 'Whose key?', open: true } }, ties: { a: { from: 'Wren', to: 'Goss', by: -7 } } },
      { kind: 'record' }
    )
  ]
  const { fell, facts, quests, threads, ties } = sceneFacts(log, cast)
  expect([fell, [...facts], quests, threads, ties]).toEqual([
    [{ who: 'Tobit', worst: 'able', now: 'able' }],
    [
      ['open', null],
      ['seal', 'broken']
    ],
    [{ name: 'Home', status: 'active' }],
    [{ text: 'Whose key?', open: true }],
    [{ from: 'Wren', to: 'Goss', by: -2 }]
  ])
})

it('what a rule lets follow a call is not a dealing of the one who called, and a fall that ends within its beat is none', () => {
  const log = [
    systemEntry('Wren', 'talk', 'It goes wrong.', undefined, { targets: ['Goss'], beat: 80 }),
    systemEntry('Wren', 'start-combat', 'Blades are drawn.', { fight: 'begins' }, { targets: ['Goss'], beat: 80 }),
    systemEntry('Tobit', 'lull', 'The rat yawns.', { actors: { Rat: { now: 'down', damage: 1 } } }, { targets: ['Rat'], beat: 81 }),
    systemEntry('DM', 'end-combat', 'It is over.', { actors: { Rat: { now: 'able' } }, fight: 'ends' }, { beat: 81 })
  ]
  const { dealings, fell, damage, fights } = sceneFacts(log, cast)
  expect([dealings.map(({ npc, actions, now }) => [npc, [...actions.keys()], now]), fell, [...damage], fights]).toEqual([
    [
      ['Goss', ['talk'], undefined],
      ['Rat', ['lull'], undefined]
    ],
    [],
    [['Rat', 1]],
    1
  ])
})
