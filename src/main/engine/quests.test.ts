import { describe, expect, it } from 'vitest'
import type { Json } from '../../shared/base/json'
import type { Params } from '../../shared/story/play'
import { StoryEvent } from '../../shared/story/lore'
import type { GameState } from '../../shared/story/state'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { NO_DOCUMENTS } from './documents'
import type { Outcome } from './outcome'
import { play } from './play'
import { call, playOn } from './playing.fixture'
import { tinyGame } from './tiny-game.fixture'
import { verbsOf } from './verbs'

const dmTurn = (parts: Partial<Record<'quests' | 'relationships' | 'threads', Record<string, Json>>>): GameState => {
  const state = tinyWorld()
  return { ...state, ...parts, next: { ...state.next, phase: 'dm', actor: 'DM', waiting: [] } }
}
const bell = { name: 'Find the bell', status: 'inactive', objectives: { rope: 'Get a rope', 'climb/up': { text: 'Climb', own: 1 } } }
const game = tinyGame({ learn: { execute: () => ({ stateDelta: { facts: { rung: true } }, narrative: 'It rings.' }) } })
const told = ({ writes }: Outcome): string[] =>
  writes.flatMap((write) => (write.kind === 'log' && write.entry.kind === 'system' ? `${write.entry.action}: ${write.entry.text}` : []))
const offersOf = (state: GameState): string[] => verbsOf(state, game, 'DM').flatMap(({ name }) => (/quest|relation/.test(name) ? name : []))

describe("S9 the DM's verbs for quests and relationships", () => {
  it('the DM starts, advances and closes a quest, and each verb is offered only with something to choose', () => {
    const state = dmTurn({ quests: { bell, next: { status: 'inactive', prerequisites: { bell: true } } } })
    expect(offersOf(state)).toEqual(['start_quest', 'change_relationship'])
    const start = verbsOf(state, game, 'DM').find(({ name }) => name === 'start_quest')
    expect(start?.params[0]?.labels).toEqual({ bell: 'Find the bell' })
    const begun = playOn(state, call('DM', 'start_quest', { quest: 'bell' }), game)
    expect([begun.subject, begun.changes]).toEqual([
      'The quest “Find the bell” begins',
      expect.arrayContaining([{ path: '/quests/bell/status', op: 'update', from: 'inactive', to: 'active' }])
    ])
    expect(offersOf(begun.state)).toEqual(['advance_quest', 'close_quest', 'change_relationship'])
    const climbed = playOn(begun.state, call('DM', 'advance_quest', { objective: 'bell/climb/up' }), game)
    expect(climbed.state.quests['bell']).toEqual({
      ...bell,
      status: 'active',
      objectives: { rope: { text: 'Get a rope' }, 'climb/up': { text: 'Climb', own: 1, done: true } }
    })
    const closed = playOn(climbed.state, call('DM', 'close_quest', { quest: 'bell', how: 'completed', outcome: 'It hangs again.' }), game)
    expect([closed.state.quests['bell'], told(closed)]).toMatchObject([
      { status: 'completed', outcome: 'It hangs again.' },
      ['close_quest: It hangs again.']
    ])
    expect(offersOf(closed.state)).toEqual(['start_quest', 'change_relationship'])
  })

  it('close_quest against the facts of the quest is refused with what is missing, unless an event that is over ends it so', () => {
    const facts = { status: 'active', name: 'Raise the bell', done_when: ['bell-up', '!bell-cracked'], fails_when: 'bell-lost' }
    const state = { ...dmTurn({ quests: { bell: facts } }), facts: { 'bell-cracked': true } }
    const close = (how: string, documents = NO_DOCUMENTS) =>
      play(state, call('DM', 'close_quest', { quest: 'bell', how, outcome: 'So it ends.' }), game, undefined, documents)
    expect(() => close('completed')).toThrow(
      "The quest “Raise the bell” isn't completed: the fact “bell-up” is missing and the fact “bell-cracked” must no longer hold. Play on until it is so."
    )
    expect(() => close('failed')).toThrow("The quest “Raise the bell” hasn't failed: the fact “bell-lost” is missing. Play on until it is so.")
    const over = StoryEvent.parse({
      id: 'e',
      title: 'E',
      place: 'inn',
      aim: 'x',
      done_when: ['bell-cracked'],
      outcomes: [{ fails: { bell: 'Cracked.' } }]
    })
    expect(close('failed', { ...NO_DOCUMENTS, story: [over] }).state.quests['bell']).toMatchObject({ status: 'failed' })
  })

  it('change_relationship keeps the value within −100 and 100 and creates a missing relationship', () => {
    const state = dmTurn({ relationships: { old: { from: 'Wren', to: 'Mira', type: 'KIN', value: 95, note: 'mine' } } })
    const change = (from: string, to: string, by: number) => playOn(state, call('DM', 'change_relationship', { from, to, by }), game)
    expect(change('Wren', 'Mira', 30).state.relationships).toEqual({ old: { from: 'Wren', to: 'Mira', type: 'KIN', value: 100, note: 'mine' } })
    const colder = change('Mira', 'Wren', -130)
    expect([colder.subject, colder.state.relationships['mira-wren']]).toEqual([
      'Mira feels colder towards Wren',
      { from: 'Mira', to: 'Wren', type: 'KNOWS', value: -100 }
    ])
  })
})

describe('S10 facts change the status of quests', () => {
  const after = (quests: Record<string, Json>): Outcome => playOn({ ...tinyWorld(), quests }, call('Wren', 'learn'), game)
  it('facts complete or fail an active quest, start an inactive one and finish objectives; the log names quests that every player knows', () => {
    const outcome = after({
      a: { name: 'A', known_to: 'all', status: 'active', done_when: 'rung' },
      b: { name: 'B', known_to: 'all', status: 'active', fails_when: ['rung'], done_when: 'rung' },
      c: { name: 'C', known_to: 'all', status: 'inactive', starts_when: 'rung', done_when: 'rung' },
      d: { name: 'D', status: 'inactive', starts_when: 'rung', prerequisites: ['c'] },
      e: { name: 'E', status: 'active', objectives: { x: { text: 'X', done_when: 'rung' }, y: 'Y' } },
      f: { name: 'F', status: 'active', done_when: 'rung', owner: 'Wren' },
      g: { name: 'G', status: 'active', done_when: 'rung', owner: 'Wren', known_to: { Oswin: true } },
      old: { title: 'Old', done_when: 'rung' }
    })
    const { quests } = outcome.state
    expect(Object.fromEntries(Object.entries(quests).map(([id, quest]) => [id, (quest as { status?: string }).status]))).toEqual({
      a: 'completed',
      b: 'failed',
      c: 'active',
      d: 'inactive',
      e: 'active',
      f: 'completed',
      g: 'completed',
      old: undefined
    })
    expect((quests['e'] as { objectives: Json }).objectives).toEqual({ x: { text: 'X', done_when: 'rung', done: true }, y: { text: 'Y' } })
    expect(told(outcome)).toEqual([
      'learn: It rings.',
      'quest: The quest “A” is completed.',
      'quest: The quest “B” has failed.',
      'quest: The quest “C” begins.',
      'quest: The quest “G” is completed.'
    ])
  })

  it('what the DM writes down of quests, threads and relationships is in the log: for everybody if every player knows the quest, otherwise for the DM alone', () => {
    const objectives = { rope: 'Get a rope.' }
    const quests = {
      bell: { name: 'Find the bell', known_to: 'all', status: 'inactive', objectives },
      toll: { name: 'Who tolled?', status: 'inactive', objectives: { ask: { text: 'Ask Oswin', done_when: 'rung' } } }
    }
    let state = dmTurn({ quests })
    const logged = (action: string, params: Params): (string | undefined)[] => {
      const { state: after, writes } = playOn(state, call('DM', action, params), game)
      state = { ...after, next: { ...after.next, phase: 'dm', actor: 'DM' } }
      return writes.flatMap((write) => (write.kind === 'log' ? [`${write.entry.kind}: ${write.entry.text}`, write.entry.action] : []))
    }
    expect(logged('start_quest', { quest: 'bell' })).toEqual(['system: The quest “Find the bell” begins.', 'quest'])
    expect(logged('advance_quest', { objective: 'bell/rope' })).toEqual(['system: Done for the quest “Find the bell”: Get a rope.', 'quest'])
    expect(logged('start_quest', { quest: 'toll' })).toEqual(['record: “Who tolled?” begins.', 'start_quest'])
    expect(logged('open_thread', { thread: 'ferry', text: 'Nobody has seen the ferryman.' })).toEqual([
      'record: Thread opened: Nobody has seen the ferryman.',
      'open_thread'
    ])
    expect(logged('change_relationship', { from: 'Wren', to: 'Mira', by: -5 })).toEqual([
      'record: Wren feels colder towards Mira.',
      'change_relationship'
    ])
    const asked = playOn({ ...state, next: tinyWorld().next }, call('Wren', 'learn'), game)
    expect(asked.writes).toMatchObject([{ entry: { kind: 'system', changes: { quests: { toll: { name: 'Who tolled?', done: ['Ask Oswin'] } } } } }])
  })

  it('threads store the beats in which they were opened and closed', () => {
    const opened = playOn(dmTurn({}), call('DM', 'open_thread', { thread: 'key', text: 'Where is the key?', payoff: 'It fits.' }), game)
    expect(opened.state.threads['key']).toEqual({ text: 'Where is the key?', open: true, intended_payoff: 'It fits.', opened: 11 })
    const paid = playOn(opened.state, call('DM', 'close_thread', { thread: 'key', outcome: 'It fits.' }), game)
    expect(paid.state.threads['key']).toMatchObject({ open: false, outcome: 'It fits.', opened: 11, paid: 12 })
  })

  it('S8 a beat that breaks an invariant of the story is refused as a whole', () => {
    const state = dmTurn({ threads: { key: 'old text' } })
    const wrong = tinyGame({ learn: { execute: () => ({ stateDelta: { quests: { a: { giver: 'Nobody' } } }, narrative: 'x' }) } })
    expect(() => playOn({ ...state, next: tinyWorld().next }, call('Wren', 'learn'), wrong)).toThrow('names "Nobody" as its giver')
  })
})
