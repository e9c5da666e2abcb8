import { describe, expect, it } from 'vitest'
import type { Json } from '../base/json'
import { newStoryFaults, refuseStoryFaults, storyFaults, type FaultState } from './story-faults'
import { factionOf, questOf, relationshipOf, threadOf } from './story-state'

const person = (name: string) => ({ name, inventory: {} }) as unknown as FaultState['actors'][string]
const world = (parts: Partial<Record<'quests' | 'factions' | 'relationships' | 'threads', Record<string, Json>>>): FaultState => ({
  quests: {},
  factions: {},
  relationships: {},
  threads: {},
  facts: { 'bell-found': true },
  actors: { Wren: person('Wren'), "D'Arcy": person("D'Arcy") },
  places: {},
  ...parts
})
const faultLines = (parts: Parameters<typeof world>[0]): string[] => storyFaults(world(parts)).map(({ path, sentence }) => `${path}: ${sentence}`)

describe('what old and new files say', () => {
  it('a quest is read from the shape of the first campaigns, from a bare text, and whole', () => {
    const state = world({
      quests: {
        old: { title: 'Find the bell', owner: 'Wren', done_when: 'bell-found' },
        odd: 'as it is',
        word: { status: 'open', objectives: ['ask', 'look'], prerequisites: ['old'], rewards: 'a kiss' },
        whole: {
          name: 'Hang it',
          status: 'inactive',
          giver: "D'Arcy",
          known_to: { Wren: true },
          objectives: { rope: { text: 'Get a rope', done: true }, hang: 'Hang it' },
          prerequisites: { old: true },
          rewards: { gold: 5 },
          starts_when: ['bell-found', '!late'],
          fails_when: 'late'
        }
      }
    })
    const bare = { description: '', knownTo: [], objectives: [], prerequisites: [], rewards: [], startsWhen: [], doneWhen: [], failsWhen: [] }
    expect(['old', 'odd', 'word', 'whole', 'none'].map((id) => questOf(state, id))).toEqual([
      { ...bare, name: 'Find the bell', status: 'completed', owner: 'Wren', doneWhen: ['bell-found'] },
      { ...bare, name: 'as it is', status: 'active' },
      {
        ...bare,
        name: 'word',
        status: 'active',
        objectives: [
          { id: '1', text: 'ask', done: false },
          { id: '2', text: 'look', done: false }
        ],
        prerequisites: ['old'],
        rewards: [{ name: 'a kiss' }]
      },
      {
        ...bare,
        name: 'Hang it',
        status: 'inactive',
        giver: "D'Arcy",
        knownTo: ['Wren'],
        objectives: [
          { id: 'rope', text: 'Get a rope', done: true },
          { id: 'hang', text: 'Hang it', done: false }
        ],
        prerequisites: ['old'],
        rewards: [{ name: 'gold', quantity: 5 }],
        startsWhen: ['bell-found', '!late'],
        failsWhen: ['late']
      },
      undefined
    ])
  })

  it('factions, relationships and threads too', () => {
    const state = world({
      factions: { row: { members: ['Wren'], wants: ['salt'] }, office: { name: 'Office', members: { Wren: 'clerk' }, standing: { Wren: -20 } } },
      relationships: { kin: { from: 'Wren', to: 'office', type: 'SERVES', value: 40 }, odd: { text: 'no ends' } },
      threads: { old: { text: 'A door.', open: true }, paid: { setup: 'A key.', intended_payoff: 'It fits.', open: false, opened: 3, paid: 9 } }
    })
    expect(['row', 'office'].map((id) => factionOf(state, id))).toEqual([
      { name: 'row', description: '', goals: ['salt'], members: [{ id: 'Wren', role: '' }], standing: {} },
      { name: 'Office', description: '', goals: [], members: [{ id: 'Wren', role: 'clerk' }], standing: { Wren: -20 } }
    ])
    expect(['kin', 'odd'].map((id) => relationshipOf(state, id))).toEqual([
      { from: 'Wren', to: 'office', type: 'SERVES', value: 40, text: '' },
      undefined
    ])
    expect(['old', 'paid'].map((id) => threadOf(state, id))).toEqual([
      { setup: 'A door.', open: true },
      { setup: 'A key.', intendedPayoff: 'It fits.', open: false, opened: 3, paid: 9 }
    ])
  })
})

describe('invariants', () => {
  it('a world that keeps them has no fault', () => {
    expect(
      faultLines({
        quests: { a: { name: 'A', giver: "D'Arcy" }, b: { prerequisites: { a: true } } },
        relationships: { k: { from: 'Wren', to: "D'Arcy", value: -100 } }
      })
    ).toEqual([])
  })

  it.each<[string, Parameters<typeof world>[0], string[]]>([
    [
      'a status that there is not',
      { quests: { a: { status: 'lost' } } },
      ['/quests/a/status: The quest "a": status must be one of inactive, active, completed, failed, but it is "lost".']
    ],
    [
      'a reward below zero',
      { quests: { a: { rewards: { gold: -1 } } } },
      ['/quests/a/rewards/gold: The quest "a": rewards.gold must be at least 0, but it is -1.']
    ],
    [
      'a giver who is nobody',
      { quests: { a: { name: 'Sing', giver: 'Wrem' } } },
      ['/quests/a/giver: The quest “Sing” names "Wrem" as its giver, but there is no such character or faction. Did you mean "Wren"?']
    ],
    [
      'a prerequisite that is no quest',
      { quests: { a: { prerequisites: ['gone'] } } },
      ['/quests/a/prerequisites/gone: The quest “a” names "gone" as a prerequisite, but there is no such quest.']
    ],
    [
      'a quest that waits for itself',
      { quests: { a: { prerequisites: 'a' } } },
      ['/quests/a/prerequisites/a: The quest “a” is its own prerequisite, so it can never begin.']
    ],
    [
      'quests that wait for each other, told from the first',
      {
        quests: {
          x: { prerequisites: ['c'] },
          c: { name: 'C', prerequisites: ['b'] },
          b: { prerequisites: { a: true } },
          a: { prerequisites: ['c'] }
        }
      },
      ['/quests/a/prerequisites/c: These quests wait for each other, so none of them can begin: “a” → “C” → “b” → “a”.']
    ],
    [
      'a member who is nobody',
      { factions: { f: { name: 'Row', members: { Nan: true } } } },
      ['/factions/f/members/Nan: The faction “Row” names "Nan" as a member, but there is no such character.']
    ],
    [
      'a standing out of range',
      { factions: { f: { standing: { Wren: 101 } } } },
      ['/factions/f/standing/Wren: The faction "f": standing.Wren must be at most 100, but it is 101.']
    ],
    [
      'a relationship out of range',
      { relationships: { k: { from: 'Wren', to: 'Wren', value: -101 } } },
      ['/relationships/k/value: The relationship "k": value must be at least -100, but it is -101.']
    ],
    [
      'a relationship without an end',
      { relationships: { k: { from: 'Wren' } } },
      ['/relationships/k/to: The relationship "k": to must be text, but it is missing.']
    ],
    [
      'a relationship to nobody',
      { relationships: { k: { from: 'Wren', to: 'toString' } } },
      [
        '/relationships/k/to: The relationship “Wren → toString” names "toString" as one of its ends, but there is no such character, faction or place.'
      ]
    ],
    [
      'a thread paid before the beginning',
      { threads: { t: { paid: -1 } } },
      ['/threads/t/paid: The thread "t": paid must be at least 0, but it is -1.']
    ],
    ['an entry that is a list', { threads: { t: [] } }, ['/threads/t: The thread "t" must be a map, but it is a list.']],
    [
      'an id that programs reserve',
      { quests: Object.fromEntries([['__proto__', {}]]) },
      ['/quests/__proto__: The quest "__proto__" can\'t have this id: programs reserve this name. Choose another id.']
    ]
  ])('%s', (_, parts, faults) => expect(faultLines(parts)).toEqual(faults))

  it('a quantity below zero', () => {
    const state = world({})
    const actors = { ...state.actors, Wren: { ...person('Wren'), inventory: { rope: { item: 'rope', count: -2 } } } }
    expect(storyFaults({ ...state, actors })).toEqual([
      { path: '/actors/Wren/inventory/rope/count', sentence: "Wren has -2 of “rope”, but a quantity can't be below 0." }
    ])
  })

  it('ten thousand quests in a chain, and in a circle', () => {
    const chain = (last: string[]) =>
      Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`q${i}`, { prerequisites: i === 0 ? last : [`q${i - 1}`] }]))
    expect(faultLines({ quests: chain([]) })).toEqual([])
    const before = world({ quests: chain([]) })
    const after = { ...before, quests: { ...before.quests, q0: { prerequisites: ['q9999'] } } }
    expect(newStoryFaults(before, after)).toHaveLength(1)
    expect(newStoryFaults(before, after)[0]?.sentence).toMatch(/^These quests wait for each other.*“q0” → “q9999” → .*…\.$/)
  })
})

describe('what a change may do', () => {
  const quest = (status: string) => world({ quests: { a: { name: 'Sing', status } } })
  it.each(['inactive', 'active', 'completed', 'failed'])('a quest that is %s goes only forward', (from) => {
    const can = ['inactive', 'active', 'completed', 'failed'].filter((to) => newStoryFaults(quest(from), quest(to)).length === 0)
    expect(can).toEqual(
      { inactive: ['inactive', 'active'], active: ['active', 'completed', 'failed'], completed: ['completed'], failed: ['failed'] }[from]
    )
  })

  it('a refusal says where a quest can go; undo may go back', () => {
    expect(() => refuseStoryFaults(quest('completed'), quest('active'))).toThrow(
      "The quest “Sing” can't go from completed to active. A completed quest is over. Nothing was changed."
    )
    expect(() => refuseStoryFaults(quest('inactive'), quest('failed'))).toThrow('An inactive quest can only become active.')
    expect(() => refuseStoryFaults(quest('completed'), quest('active'), { mayReopen: true })).not.toThrow()
  })

  it('existing faults don’t refuse other changes, and new references to something removed do', () => {
    const before = world({ quests: { a: { giver: 'Nobody' }, b: { giver: "D'Arcy" } } })
    const more = { ...before, quests: { ...before.quests, c: { name: 'C' } } }
    expect(newStoryFaults(before, more)).toEqual([])
    const { ["D'Arcy"]: _, ...actors } = before.actors
    expect(newStoryFaults(before, { ...before, actors }).map(({ path }) => path)).toEqual(['/quests/b/giver'])
  })
})
