import { describe, expect, it } from 'vitest'
import type { GameState } from '../../shared/story/state'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { diceFrom } from './dice'
import { call, changed, narratives, playAll, playOn, where } from './playing.fixture'
import { tinyGame } from './tiny-game.fixture'

const NAMES = ['combat_start', 'turn_start', 'turn_end', 'round_end'] as const
/** A game in which every hook has an action of the same name that reports when it ran. */
const gameWith = (over: Parameters<typeof tinyGame>[0] = {}, manifest: Record<string, unknown> = {}) =>
  tinyGame(
    {
      ...Object.fromEntries(
        NAMES.map((name) => [name, { execute: (_s: GameState, actor: string) => ({ stateDelta: {}, narrative: `${actor}: ${name}.` }) }])
      ),
      ...over
    },
    {
      entry_actions: ['walk', 'shove'].filter((name) => name === 'walk' || name in over),
      hooks: Object.fromEntries(NAMES.map((name) => [name, name])),
      ...manifest
    }
  )
const dmWorld = (): GameState => playAll(tinyWorld(), [call('Wren', 'pass'), call('Oswin', 'pass')], tinyGame())

describe('hooks', () => {
  it("H1 outside fights, hooks run when players' turns begin and end, never for the DM's turns", () => {
    const game = gameWith()
    const outcome = playOn(dmWorld(), call('DM', 'call_on', { who: ['all'] }), game)
    expect([narratives(outcome), where(outcome.state)]).toEqual([['Oswin turn_start'], 'player Oswin'])
    const spoke = playOn(outcome.state, call('Oswin', 'speak', { text: 'Hm.' }), game)
    expect(narratives(spoke)).toEqual([])
    const acted = playOn(spoke.state, call('Oswin', 'walk'), game)
    expect([narratives(acted), where(acted.state)]).toEqual([['Oswin walk', 'Oswin turn_end', 'Wren turn_start'], 'player Wren'])
    const passed = playOn(acted.state, call('Wren', 'pass'), game)
    expect([narratives(passed), where(passed.state)]).toEqual([['Wren turn_end'], 'dm DM'])
    expect(narratives(playOn(passed.state, call('DM', 'narrate', { text: 'Night.' }), game))).toEqual([])
  })

  it('H1 a whisper and its answer run no turn hooks', () => {
    const game = gameWith()
    const outcome = playOn(tinyWorld(), call('Wren', 'whisper', { text: 'Is he lying?' }), game)
    const answered = playOn(outcome.state, call('DM', 'speak', { player: 'Wren', text: 'He is.' }), game)
    expect([narratives(outcome), narratives(answered), where(answered.state)]).toEqual([[], [], 'player Wren'])
  })

  it('H1 and H4 in a fight, hooks run at its start, at each slot and at the end of each round', () => {
    const game = gameWith()
    const war = playOn(dmWorld(), call('DM', 'war'), game)
    expect(narratives(war)).toEqual(['DM war', 'DM combat_start', 'Wren turn_start'])
    const next = playOn(war.state, call('Wren', 'pass'), game)
    expect(narratives(next)).toEqual(['Wren turn_end', 'Oswin turn_start'])
    const npc = playOn(next.state, call('Oswin', 'pass'), game)
    expect(narratives(npc)).toEqual(['Oswin turn_end', 'Ghoul turn_start'])
    const round = playOn(npc.state, call('DM', 'pass', {}, { as: 'Ghoul' }), game)
    expect([narratives(round), where(round.state)]).toEqual([['Ghoul turn_end', 'DM round_end'], 'dm DM'])
    expect(narratives(playOn(round.state, call('DM', 'narrate', { text: 'They circle.' }), game))).toEqual(['Wren turn_start'])
    expect(narratives(playOn(round.state, call('DM', 'peace'), game))).toEqual(['DM peace'])
  })

  it('H4 when a player starts a fight, their turn ends first', () => {
    const shove = { execute: () => ({ stateDelta: {}, narrative: 'A shove.', followUp: [{ action: 'war', actor: 'DM' }] }) }
    const begun = playOn(tinyWorld(), call('Wren', 'shove'), gameWith({ shove }))
    expect(narratives(begun)).toEqual(['Wren shove', 'DM war', 'Wren turn_end', 'DM combat_start', 'Wren turn_start'])
  })

  it('H4 round_end runs before the round number and conditions with rounds change', () => {
    const seen: unknown[] = []
    const round_end = {
      execute: (state: GameState) => {
        seen.push([state.next.round, state.actors['Wren']?.conditions])
        return { stateDelta: {}, narrative: 'A bell.' }
      }
    }
    const game = gameWith({ round_end })
    const start = changed(dmWorld(), 'Wren', { conditions: { hasted: { rounds: 2 } } })
    const over = playAll(start, [call('DM', 'war'), call('Wren', 'pass'), call('Oswin', 'pass'), call('DM', 'pass')], game)
    expect(seen).toEqual([[1, { hasted: { rounds: 2 } }]])
    expect([over.next.round, over.actors['Wren']?.conditions]).toEqual([2, { hasted: { rounds: 1 } }])
  })
})

describe('what hooks can do', () => {
  it('H2 an unavailable hook is skipped; a failing hook refuses the whole beat', () => {
    const shut = gameWith({ turn_end: { available: () => false, execute: () => ({ stateDelta: {}, narrative: 'Never.' }) } })
    expect(narratives(playOn(tinyWorld(), call('Wren', 'walk'), shut))).toEqual(['Wren walk', 'Oswin turn_start'])
    const broken = gameWith({ turn_end: { execute: () => ({ stateDelta: { next: {} }, narrative: 'Never.' }) } })
    const before = tinyWorld()
    expect(() => playOn(before, call('Wren', 'walk'), broken)).toThrow("actions/turn_end.ts can't write there")
    expect(before).toEqual(tinyWorld())
  })

  it('H2 an unavailable hook costs one query to the rules', () => {
    const questions: string[] = []
    const shut = gameWith(
      { turn_end: { available: () => false, execute: () => ({ stateDelta: {}, narrative: '' }) } },
      { hooks: { turn_end: 'turn_end' } }
    )
    const counting = {
      ...shut,
      offers: (state: GameState, actor: string, names: readonly string[]) => (questions.push(names.join()), shut.offers(state, actor, names))
    }
    playOn(tinyWorld(), call('Wren', 'pass'), counting)
    expect(questions.filter((names) => names === 'turn_end')).toEqual(['turn_end'])
  })

  it('H3 if turn_start disables the actor, the turn passes on without turn_end', () => {
    const turn_start = {
      available: (_s: GameState, actor: string) => actor === 'Wren',
      execute: () => ({ stateDelta: { actors: { Wren: { conditions: { down: {} } } } }, narrative: 'Wren drops.' })
    }
    const story = playOn(
      tinyWorld(),
      call('Wren', 'pass'),
      gameWith({
        turn_start: {
          ...turn_start,
          available: (_s, actor) => actor === 'Oswin',
          execute: () => ({ stateDelta: { actors: { Oswin: { conditions: { down: {} } } } }, narrative: 'Oswin drops.' })
        }
      })
    )
    expect([narratives(story), where(story.state)]).toEqual([['Wren turn_end', 'Oswin turn_start'], 'dm DM'])
    const fight = playOn(dmWorld(), call('DM', 'war'), gameWith({ turn_start }))
    expect([narratives(fight), where(fight.state)]).toEqual([['DM war', 'DM combat_start', 'Wren turn_start'], 'player Oswin'])
  })

  it.each(['combat_start', 'turn_start', 'turn_end', 'round_end'])('H3 %s can end the fight', (hook) => {
    const ends = {
      available: (state: GameState) => state.combat !== undefined,
      execute: () => ({ stateDelta: { combat: null }, narrative: 'Enough.' })
    }
    const game = gameWith({ [hook]: ends })
    let now = playAll(dmWorld(), [call('DM', 'war')], game)
    while (now.next.phase !== 'dm') now = playAll(now, [call(now.next.phase === 'npc' ? 'DM' : now.next.actor, 'pass')], game)
    expect([where(now), now.combat, now.next.mode, now.next.round, now.next.initiative]).toEqual(['dm DM', undefined, 'story', 0, []])
  })

  it('H5 hooks are counted and logged with their rolls', () => {
    const turn_end = {
      execute: (_s: GameState, actor: string, _p: unknown, dice: { roll(expr: string): { total: number } }) => ({
        stateDelta: {},
        narrative: `${actor} shakes: ${dice.roll('d4').total}.`
      })
    }
    const game = gameWith({ turn_end }, { hooks: { turn_end: 'turn_end' } })
    const outcome = playOn(
      tinyWorld(),
      call('Wren', 'walk'),
      game,
      diceFrom(() => 3)
    )
    expect(outcome.state.next.exercised.scene).toEqual({ 'place:cellar': 1, turn_end: 1, walk: 1 })
    expect(outcome.writes.map((write) => (write.kind === 'log' ? [write.entry.by, write.entry.text, write.entry.rolls] : []))).toEqual([
      ['Wren', 'Wren goes down.', undefined],
      ['Wren', 'Wren shakes: 3.', [{ expr: 'd4', dice: [3], total: 3 }]]
    ])
    expect(outcome.rolls).toEqual([{ expr: 'd4', dice: [3], total: 3 }])
  })

  it('P6 a beat has at most 16 hooks and follow-ups', () => {
    const chain = (length: number) => ({ execute: () => ({ stateDelta: {}, narrative: 'On.', followUp: Array.from({ length }, () => 'walk') }) })
    const at = (length: number) => playOn(tinyWorld(), call('Wren', 'shove'), gameWith({ shove: chain(length) }))
    expect(narratives(at(14))).toHaveLength(17)
    expect(() => at(15)).toThrow('at most 16 follow-up actions')
  })
})
