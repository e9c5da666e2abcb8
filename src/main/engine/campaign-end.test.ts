import { describe, expect, it } from 'vitest'
import type { GameState } from '../../shared/story/state'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { call, changed, playAll } from './playing.fixture'
import { StoryEvent } from '../../shared/story/lore'
import { closedEnding } from './ending'
import { play } from './play'
import { tinyGame } from './tiny-game.fixture'
import { verbAvailabilities } from './verb-availability'
import { offered } from './verbs'

const game = tinyGame()
const ON = [call('Wren', 'pass'), call('Oswin', 'pass')]
const at = (state: GameState, ...calls: ReturnType<typeof call>[]): GameState => playAll(state, calls, game)

describe('the end of a campaign', () => {
  it('S5 end_campaign closes scene, session and campaign, and opening a session undoes it', () => {
    const before = at(tinyWorld(), ...ON)
    const ended = play(before, call('DM', 'end_campaign', { epilogue: 'They all went home.' }), game)
    expect(ended.state.next).toMatchObject({ phase: 'close', closing: ['scene', 'session', 'campaign'], ended: true })
    expect(ended.writes).toMatchObject([{ kind: 'log', entry: { kind: 'scene', text: 'They all went home.' } }])
    const sum = call('DM', 'summarise', { text: 'It was told.', recap: 'It was told.' })
    const over = at(ended.state, sum, sum, sum)
    expect(over.next).toMatchObject({ phase: 'done', ended: true })
    expect(at(over, call('DM', 'open_session', { title: 'One more' })).next.ended).toBeUndefined()
  })
})

describe('S5 the gate before the end of a campaign', () => {
  const event = (id: string, more: object = {}): StoryEvent => StoryEvent.parse({ id, title: id, place: 'inn', aim: 'x', ...more })
  const state = { ...tinyWorld(), facts: { begun: true } }
  const first = event('First', { done_when: ['begun'] })
  const last = event('Last', { done_when: ['finished'] })

  it('is closed until the last event is over, and open for a lost party and in a story without events', () => {
    expect(closedEnding(state, game, [first, last])).toBe(
      "the last story event, “Last”, isn't over; until then only the designer can end the campaign"
    )
    expect(closedEnding({ ...state, facts: { finished: true } }, game, [first, last])).toBeUndefined()
    const lost = Object.fromEntries(Object.entries(state.actors).map(([id, actor]) => [id, { ...actor, conditions: { down: {} } }]))
    expect([closedEnding({ ...state, actors: lost }, game, [last]), closedEnding(state, game, [])]).toEqual([undefined, undefined])
  })

  it('an event that only its scene decides keeps it closed only if the story has no other', () => {
    expect(closedEnding(state, game, [first, event('Epilogue')])).toBeUndefined()
    expect(closedEnding(state, game, [event('Epilogue')])).toContain('“Epilogue”')
  })

  it('agents are not offered end_campaign behind it, and the designer reads why', () => {
    const dm = at(tinyWorld(), ...ON)
    const authored = { closedEnding: closedEnding(dm, game, [last]) }
    expect(offered(dm, game, 'DM', authored).map(({ name }) => name)).not.toContain('end_campaign')
    expect(offered(dm, game, 'DM').map(({ name }) => name)).toContain('end_campaign')
    expect(verbAvailabilities(dm, game, 'DM', authored).find(({ action }) => action === 'end_campaign')?.reason).toMatch(
      /^The last story event, “Last”/
    )
  })
})

describe('threads', () => {
  it('S6 a thread gets a free name, and closing it stores its outcome and tells everybody', () => {
    const before = at(tinyWorld(), ...ON)
    const open = call('DM', 'open_thread', { thread: "The Ferryman's debt", text: 'He owes a crossing.' })
    const opened = at(before, open, open)
    expect(opened.threads).toEqual({
      'the-ferrymans-debt': { text: 'He owes a crossing.', open: true, opened: 13 },
      'the-ferrymans-debt-2': { text: 'He owes a crossing.', open: true, opened: 14 }
    })
    const closed = play(opened, call('DM', 'close_thread', { thread: 'the-ferrymans-debt', outcome: 'He has paid.' }), game)
    expect(closed.state.threads['the-ferrymans-debt']).toEqual({
      text: 'He owes a crossing.',
      open: false,
      outcome: 'He has paid.',
      opened: 13,
      paid: 15
    })
    expect(closed.writes).toMatchObject([{ kind: 'log', entry: { kind: 'system', action: 'close_thread', text: 'He has paid.' } }])
    expect(() => play(closed.state, call('DM', 'close_thread', { thread: 'the-ferrymans-debt', outcome: 'Twice.' }), game)).toThrow(
      'the-ferrymans-debt'
    )
  })

  it('the DM can write only into the timelines of NPCs who are near', () => {
    const world = tinyWorld()
    const near = Object.keys(world.actors).find((id) => world.actors[id]?.kind === 'npc') ?? ''
    const before = at(changed(world, near, { location: world.actors['Wren']?.location ?? '' }), ...ON)
    expect(play(before, call('DM', 'remember', { who: near, text: 'Saw it.' }), game).writes).toEqual([
      { kind: 'timeline', actor: near, text: 'Saw it.' }
    ])
    expect(() => play(before, call('DM', 'remember', { who: 'Wren', text: 'x' }), game)).toThrow('Wren')
  })
})

describe('facts', () => {
  it('S7 establish records a fact in games without an action for it, and everybody hears it', () => {
    const before = at(tinyWorld(), ...ON)
    const outcome = play(before, call('DM', 'establish', { fact: 'bridge-down', text: 'The bridge is down.' }), game)
    expect(outcome.state.facts['bridge-down']).toBe(true)
    expect(outcome.writes).toMatchObject([
      { kind: 'log', entry: { kind: 'system', action: 'establish', text: 'The bridge is down.', changes: { facts: { 'bridge-down': true } } } }
    ])
    expect(play(before, call('DM', 'establish', { fact: 'The bridge, down!', text: 'x' }), game).state.facts).toMatchObject({
      'the-bridge-down': true
    })
    const facts = { execute: () => ({ stateDelta: {}, narrative: '' }) }
    const other = tinyGame({ 'note-fact': facts }, { dm_actions: ['war', 'peace', 'note-fact'] })
    const guide = { actions: { 'note-fact': { kind: 'set_fact' as const, power: 1 } }, items: {}, conditions: {} }
    expect(() => play(before, call('DM', 'establish', { fact: 'a', text: 'A.' }), { ...other, guide: () => guide })).toThrow('establish')
  })
})
