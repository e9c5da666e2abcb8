import { describe, expect, it } from 'vitest'
import type { GameState } from '../../shared/story/state'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { call, changed, playAll, playOn, slots, where } from './playing.fixture'
import { tinyGame } from './tiny-game.fixture'
import { offered } from './verbs'

const writes = (stateDelta: Record<string, unknown>) => ({ execute: () => ({ stateDelta, narrative: 'So be it.' }) })
const fight = (initiative: Record<string, number>, sides?: Record<string, string>) => writes({ combat: { initiative, ...(sides ? { sides } : {}) } })
/** The tiny world on the DM's turn. */
const dmWorld = (): GameState => playAll(tinyWorld(), [call('Wren', 'pass'), call('Oswin', 'pass')], tinyGame())
const dmActions = ['begin', 'peace']
const pass = (state: GameState) => call(state.next.phase === 'player' ? state.next.actor : 'DM', 'pass')

describe('initiative-based', () => {
  it('F1 and F2 the order goes by score, then seat, then id, and a passed slot is over', () => {
    const game = tinyGame({ begin: fight({ Ghoul: 2, Mira: 2, Oswin: 1, Wren: 2 }) }, { dm_actions: dmActions })
    let now = playAll(dmWorld(), [call('DM', 'begin')], game)
    const round: string[] = []
    for (; where(now) !== 'dm DM'; now = playAll(now, [pass(now)], game)) round.push(where(now))
    expect(round).toEqual(['player Wren', 'npc Ghoul', 'npc Mira', 'player Oswin'])
    expect([now.next.round, now.next.mode]).toEqual([2, 'combat'])
    expect(slots(playAll(now, [call('DM', 'narrate', { text: 'They circle.' })], game))).toEqual(['Wren', 'Ghoul', 'Mira', 'Oswin'])
  })

  it("F2 the seating order is the table's", () => {
    const game = tinyGame({ begin: fight({ Oswin: 1, Wren: 1 }) }, { dm_actions: dmActions })
    expect(slots(playAll({ ...dmWorld(), party: ['Wren', 'Oswin'] }, [call('DM', 'begin')], game))).toEqual(['Wren', 'Oswin'])
    expect(slots(playAll({ ...dmWorld(), party: ['Oswin', 'Wren'] }, [call('DM', 'begin')], game))).toEqual(['Oswin', 'Wren'])
  })
})

describe('side-based', () => {
  const game = (sides?: Record<string, string>, scores = { Ghoul: 5, Mira: 1, Oswin: 3, Wren: 6 }) =>
    tinyGame({ begin: fight(scores, sides) }, { dm_actions: dmActions, combat_flow: 'side-based' })

  it('F3 a side acts at its highest score, with players and friends against the others', () => {
    expect(slots(playAll(dmWorld(), [call('DM', 'begin')], game()))).toEqual(['Oswin', 'Wren', 'Mira', 'Ghoul'])
    expect(slots(playAll(dmWorld(), [call('DM', 'begin')], game(undefined, { Ghoul: 7, Mira: 1, Oswin: 3, Wren: 6 })))).toEqual([
      'Ghoul',
      'Oswin',
      'Wren',
      'Mira'
    ])
  })

  it('F3 sides that a rule writes are used, and the first seat breaks ties', () => {
    const sides = { Ghoul: 'below', Mira: 'house', Oswin: 'house', Wren: 'below' }
    expect(slots(playAll(dmWorld(), [call('DM', 'begin')], game(sides)))).toEqual(['Wren', 'Ghoul', 'Oswin', 'Mira'])
    expect(slots(playAll(dmWorld(), [call('DM', 'begin')], game(sides, { Ghoul: 6, Mira: 6, Oswin: 6, Wren: 6 })))).toEqual([
      'Oswin',
      'Mira',
      'Wren',
      'Ghoul'
    ])
  })

  it('F4 a newcomer joins the acting side and moves no other side', () => {
    const joins = (more: Record<string, number>) =>
      tinyGame(
        { begin: fight({ Ghoul: 5, Oswin: 6 }), join: writes({ combat: { initiative: more } }) },
        { dm_actions: dmActions, combat_flow: 'side-based', npc_actions: ['join'], combat_actions: ['join'] }
      )
    const late = joins({ Wren: 1 })
    expect(slots(playAll(dmWorld(), [call('DM', 'begin'), call('Oswin', 'join')], late))).toEqual(['Wren', 'Ghoul'])
    const strong = joins({ Mira: 9 })
    const foes = changed(dmWorld(), 'Mira', { attitude: 'hostile' })
    expect(slots(playAll(foes, [call('DM', 'begin'), call('Oswin', 'join')], strong))).toEqual(['Ghoul', 'Mira'])
  })
})

describe('joining and leaving', () => {
  const game = (stateDelta: Record<string, unknown>) =>
    tinyGame(
      { begin: fight({ Ghoul: 3, Oswin: 2, Wren: 4 }), act: writes(stateDelta) },
      { dm_actions: [...dmActions, 'act'], combat_actions: ['act'], npc_actions: ['act'] }
    )
  const begun = (rules: ReturnType<typeof game>) => playAll(dmWorld(), [call('DM', 'begin')], rules)

  it.each([
    [1, ['Ghoul', 'Oswin', 'Mira']],
    [3.5, ['Mira', 'Ghoul', 'Oswin']],
    [2, ['Ghoul', 'Oswin', 'Mira']],
    [9, ['Ghoul', 'Oswin']]
  ])('F4 an actor who joins with the score %d during the first slot acts in the order %j', (score, order) => {
    const rules = game({ combat: { initiative: { Mira: score } } })
    expect(slots(playAll(begun(rules), [call('Wren', 'act')], rules))).toEqual(order)
  })

  it('F4 an actor who joins in the last slot acts if their place comes after it; one who joins between rounds acts in the next', () => {
    const rules = game({ combat: { initiative: { Mira: 1 } } })
    const last = playAll(begun(rules), [call('Wren', 'pass'), call('DM', 'pass'), call('Oswin', 'act')], rules)
    expect([where(last), last.next.round]).toEqual(['npc Mira', 1])
    const between = playAll(begun(rules), [call('Wren', 'pass'), call('DM', 'pass'), call('Oswin', 'pass'), call('DM', 'act')], rules)
    expect(where(between)).toBe('dm DM')
    expect(slots(playAll(between, [call('DM', 'pass')], rules))).toEqual(['Wren', 'Ghoul', 'Oswin', 'Mira'])
  })

  it('F4 an actor who rejoins a fight has no second slot in a round', () => {
    const rules = game({ combat: { initiative: { Mira: 1 } } })
    const twice = playAll(begun(rules), [call('Wren', 'act'), call('DM', 'act')], rules)
    expect(slots(twice)).toEqual(['Oswin', 'Mira'])
  })

  it('F5 an actor who leaves or falls loses the slot at once, and fleeing uses it', () => {
    const fled = game({ combat: { initiative: { Ghoul: null } } })
    expect(slots(playAll(begun(fled), [call('Wren', 'act')], fled))).toEqual(['Oswin'])
    const falls = game({ actors: { Ghoul: { conditions: { down: {} } } } })
    expect(slots(playAll(begun(falls), [call('Wren', 'act')], falls))).toEqual(['Oswin'])
    const runs = game({ actors: { Wren: { location: 'cellar' } }, combat: { initiative: { Wren: null, Mira: 3.5 } } })
    const ran = playAll(begun(runs), [call('Wren', 'act')], runs)
    expect(slots(ran)).toEqual(['Mira', 'Ghoul', 'Oswin'])
  })

  it('F6 if nobody can act, each round ends at once and nothing hangs', () => {
    const down = { conditions: { down: {} } }
    const rules = game({ actors: { Ghoul: down, Oswin: down, Wren: down } })
    let now = playAll(begun(rules), [call('Wren', 'act')], rules)
    expect([where(now), now.next.round]).toEqual(['dm DM', 2])
    now = playAll(now, [call('DM', 'narrate', { text: 'Nobody moves.' })], rules)
    expect([where(now), now.next.round]).toEqual(['dm DM', 3])
    const empty = tinyGame({ begin: fight({}) }, { dm_actions: dmActions })
    expect(where(playAll(dmWorld(), [call('DM', 'begin')], empty))).toBe('dm DM')
  })

  it("T5 the next round begins after the DM's eighth call between rounds", () => {
    const rules = game({ facts: { noise: true } })
    const between = playAll(begun(rules), [call('Wren', 'pass'), call('DM', 'pass'), call('Oswin', 'pass')], rules)
    const acts = Array.from({ length: 8 }, () => call('DM', 'act'))
    expect(where(playAll(between, acts.slice(1), rules))).toBe('dm DM')
    expect(where(playAll(between, acts, rules))).toBe('player Wren')
  })

  it('T8 closing the scene ends a fight that is past the turn limit', () => {
    const rules = tinyGame({ begin: fight({ Wren: 1 }) }, { dm_actions: dmActions, limits: { turns_per_scene: 4, scenes_per_session: 2 } })
    const start = { ...dmWorld() }
    const late = playAll({ ...start, next: { ...start.next, turns: 3 } }, [call('DM', 'begin'), call('Wren', 'pass')], rules)
    expect(offered(late, rules, 'DM').map((o) => o.name)).toEqual([
      'narrate',
      'get_location',
      'get_exits',
      'recall',
      'plan',
      'pass',
      'end_scene',
      'begin',
      'peace'
    ])
    const closed = playAll(late, [call('DM', 'end_scene', { outcome: 'They run.' })], rules)
    expect([where(closed), closed.combat, closed.next.mode]).toEqual(['close DM', undefined, 'story'])
  })
})

describe('acting through an NPC', () => {
  const wave = { execute: (_s: GameState, actor: string) => ({ stateDelta: { facts: { waved: actor } }, narrative: `${actor} waves.` }) }
  const game = tinyGame({ wave }, { entry_actions: [], npc_actions: ['hit', 'wave'] })

  it('P12 in a fight, the DM acts through an NPC only in its slot, named or not', () => {
    const slot = playAll(dmWorld(), [call('DM', 'war'), call('Wren', 'pass'), call('Oswin', 'pass')], game)
    expect([where(slot), offered(slot, game, 'DM').map((o) => `${o.as} ${o.name}`)]).toEqual([
      'npc Ghoul',
      ['Ghoul hit', 'Ghoul wave', 'Ghoul narrate', 'Ghoul pass']
    ])
    expect(playOn(slot, call('DM', 'wave'), game).state.facts).toEqual({ waved: 'Ghoul' })
    expect(playOn(slot, call('DM', 'wave', {}, { as: 'Ghoul' }), game).state.facts).toEqual({ waved: 'Ghoul' })
    expect(() => playOn(slot, call('DM', 'wave', {}, { as: 'Mira' }), game)).toThrow("DM as Mira can't wave now")
    expect(() => playOn(slot, call('Wren', 'wave', {}, { as: 'Ghoul' }), game)).toThrow("It isn't Wren's turn")
  })

  it('P12 between fights, the DM acts through NPCs near the party within the eight calls', () => {
    const now = dmWorld()
    const through = offered(now, game, 'DM').filter((o) => o.as !== undefined)
    expect(through.map((o) => [o.as, o.name, o.cost])).toEqual([['Mira', 'wave', 'free']])
    const waved = playOn(now, call('DM', 'wave', {}, { as: 'Mira' }), game)
    expect([waved.state.facts, waved.subject, where(waved.state), waved.state.next.spent]).toEqual([
      { waved: 'Mira' },
      'Mira waves.',
      'dm DM',
      { wave: 1 }
    ])
    expect(() => playOn(now, call('DM', 'wave'), game)).toThrow("DM can't wave now")
    expect(() => playOn(now, call('DM', 'wave', {}, { as: 'Ghoul' }), game)).toThrow("can't wave now")
    const eight = Array.from({ length: 8 }, () => call('DM', 'wave', {}, { as: 'Mira' }))
    expect(where(playAll(now, eight, game))).toBe('player Oswin')
    expect(offered(changed(now, 'Mira', { conditions: { down: {} } }), game, 'DM').some((o) => o.as === 'Mira')).toBe(false)
  })

  it('P12 an NPC can use the actions that its conditions grant', () => {
    const state = {
      ...game,
      conditions: {
        ...game.conditions,
        riled: { name: 'Riled', description: '', cannot_act: false, visible: true, grants: ['peace', 'walk'], stacks: 'refresh' as const }
      }
    }
    const now = changed(dmWorld(), 'Mira', { conditions: { riled: {} } })
    expect(
      offered(now, state, 'DM')
        .filter((o) => o.as === 'Mira')
        .map((o) => o.name)
    ).toEqual(['wave', 'walk'])
  })
})
