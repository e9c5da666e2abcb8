import { describe, expect, it } from 'vitest'
import type { Game } from '../../shared/story/game'
import { applyChanges } from '../../shared/base/json'
import type { ActionCall, Params } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { diceFrom } from './dice'
import { play } from './play'
import { call, changed, playAll, where } from './playing.fixture'
import { tinyGame } from './tiny-game.fixture'
import { offered } from './verbs'

const game = tinyGame()
const after = (state: GameState, calls: readonly ActionCall[], rules: Game = game): GameState => playAll(state, calls, rules)
const names = (state: GameState, who: string, rules: Game = game): string[] => offered(state, rules, who).map((o) => o.name)
/** The tiny world on the DM's turn. */
const dmWorld = (): GameState => after(tinyWorld(), [call('Wren', 'pass'), call('Oswin', 'pass')])

describe('playing a call', () => {
  it("P1 and P5 play returns the whole outcome and doesn't change its arguments", () => {
    const before = tinyWorld()
    const copy = structuredClone(before)
    const outcome = play(before, call('Wren', 'walk'), game)
    expect(before).toEqual(copy)
    expect(applyChanges(before, outcome.changes)).toEqual(outcome.state)
    expect(outcome.subject).toBe('Wren goes down.')
    expect(outcome.writes).toEqual([
      {
        kind: 'log',
        entry: {
          at: '1312-03-01T14:10:11Z',
          beat: 11,
          by: 'Wren',
          kind: 'system',
          text: 'Wren goes down.',
          action: 'walk',
          changes: { actors: { Wren: { place: { from: 'inn', to: 'cellar' } } }, minutes: 10 }
        }
      }
    ])
    expect(outcome.changes).toEqual([
      { path: '/actors/Wren/location', op: 'update', from: 'inn', to: 'cellar' },
      { path: '/clock/minutes', op: 'update', from: 0, to: 10 },
      { path: '/next/actor', op: 'update', from: 'Wren', to: 'Oswin' },
      { path: '/next/beat', op: 'update', from: 10, to: 11 },
      { path: '/next/exercised/scene/place:cellar', op: 'add', to: 1 },
      { path: '/next/exercised/scene/walk', op: 'add', to: 1 },
      { path: '/next/exercised/session/place:cellar', op: 'add', to: 1 },
      { path: '/next/exercised/session/walk', op: 'add', to: 1 },
      { path: '/next/turns', op: 'update', from: 3, to: 4 },
      { path: '/next/waiting', op: 'update', from: ['Oswin'], to: [] }
    ])
  })

  it("P3 a verb of the table doesn't query the rules, and a refusal still lists everything that is offered", () => {
    const asked: string[] = []
    const watched: Game = { ...game, offers: (state, actor, list) => (asked.push(actor), game.offers(state, actor, list)) }
    const world = dmWorld()
    expect(play(world, call('DM', 'narrate', { text: 'It rains.' }), watched).state).toEqual(
      play(world, call('DM', 'narrate', { text: 'It rains.' }), game).state
    )
    expect(asked).toEqual([])
    expect(() => play(world, call('DM', 'summarise', { text: 'All is well.' }), watched)).toThrow(
      /DM can't summarise now. Choose one of: .*narrate.*war/
    )
    expect(asked).not.toEqual([])
  })

  it('P15 the log names whose turn the table ended, but not a missing private answer', () => {
    const params = { 'given up': true }
    const { state, writes, subject, params: recorded } = play(tinyWorld(), call('Wren', 'pass', params), game)
    const words = 'Wren gives no valid action, and the turn passes.'
    expect([subject, recorded, writes]).toMatchObject([words, params, [{ kind: 'log', entry: { by: 'Wren', kind: 'system', text: words } }]])
    expect(state).toEqual(play(tinyWorld(), call('Wren', 'pass'), game).state)
    const whispered = after(tinyWorld(), [call('Wren', 'whisper', { text: 'psst' })])
    const silent = play(whispered, call('DM', 'pass', params), game)
    expect([silent.subject, silent.writes]).toEqual(['The DM gives no valid action, and the turn passes.', []])
    expect(() => play(tinyWorld(), call('Wren', 'speak', { text: 'Yes.', ...params }), game)).toThrow('has no parameter "given up"')
  })

  it('P16 a beat whose rules narrate nothing says who did what', () => {
    const mute = { stateDelta: { facts: { seen: true } }, narrative: ' ' }
    const rules = tinyGame({
      'look-about': { execute: () => mute },
      chain: { execute: () => ({ ...mute, followUp: ['look-about'] }) },
      ask: { execute: () => ({ ...mute, followUp: ['walk'] }) }
    })
    const problems = (action: string): unknown[] => {
      const { subject, answer, writes } = play(tinyWorld(), call('Wren', action), rules)
      return [subject, answer, writes.map((write) => write.kind === 'log' && `${write.entry.action}: ${write.entry.text}`)]
    }
    expect(problems('look-about')).toEqual(['Wren: look about.', 'Wren: look about.', ['look-about: Wren: look about.']])
    expect(problems('chain')).toEqual(['Wren: chain.', 'Wren: chain.', ['chain: Wren: chain.']])
    expect(problems('ask')).toEqual(['Wren goes down.', 'Wren goes down.', ['walk: Wren goes down.']])
  })

  it("P2 a call that isn't offered is refused with a list of what is", () => {
    expect(() => play(tinyWorld(), call('Oswin', 'walk'), game)).toThrow("It isn't Oswin's turn. It is Wren's turn.")
    expect(() => play(tinyWorld(), call('Wren', 'hit', { target: 'Mira' }), game)).toThrow("Wren can't hit now. Choose one of: walk, speak")
    expect(() => play(tinyWorld(), call('nobody', 'walk'), game)).toThrow("It isn't nobody's turn")
  })

  it('P3 a failing rule changes nothing, not even the dice count', () => {
    const bad = tinyGame({
      explode: { execute: (_s, _a, _p, dice) => ({ stateDelta: { places: { inn: { name: dice.roll('d6').total } } }, narrative: '' }) }
    })
    const before = tinyWorld()
    const rolls: number[] = []
    const dice = diceFrom((k) => rolls.push(k))
    expect(() => play(before, call('Wren', 'explode'), bad, dice)).toThrow('left an invalid place')
    expect(before).toEqual(tinyWorld())
    expect(play(before, call('Wren', 'walk'), bad).state).toEqual(play(tinyWorld(), call('Wren', 'walk'), bad).state)
  })

  it.each<[string, Params, string]>([
    ['speak', {}, 'speak needs "text"'],
    ['speak', { text: '  ' }, 'speak needs "text"'],
    ['speak', { text: 'x'.repeat(20_001) }, 'at most 20000 characters'],
    ['speak', { text: 'hm', loudly: 'yes' }, 'has no parameter "loudly"'],
    ['speak', { text: ['a'] }, 'takes only one value for "text"'],
    ['speak', { text: 3 }, 'needs text for "text"']
  ])('P4 %s %j is refused', (action, params, sentence) => {
    expect(() => play(tinyWorld(), call('Wren', action, params), game)).toThrow(sentence)
  })

  it('P4 text parameters are cleaned', () => {
    const { writes } = play(tinyWorld(), call('Wren', 'speak', { text: ' Wait\u0007\r\nhere ' }), game)
    expect(writes).toMatchObject([{ entry: { text: 'Wait\nhere', kind: 'speech', by: 'Wren' } }])
  })

  it('P6 follow-ups happen in the same beat, or nothing does', () => {
    const start = tinyWorld()
    const fight: GameState = {
      ...start,
      combat: { initiative: { Wren: 2, Ghoul: 1 } },
      next: { ...start.next, mode: 'combat', round: 1, waiting: [] }
    }
    const felled = play(
      fight,
      call('Wren', 'hit', { target: 'Ghoul' }),
      game,
      diceFrom(() => 6)
    )
    expect(felled.state.next.beat).toBe(11)
    expect(felled.state.combat).toBeUndefined()
    expect(felled.writes.map((w) => (w.kind === 'log' ? [w.entry.action, w.entry.text] : w.kind))).toEqual([
      ['hit', 'Wren hits Ghoul for 6.'],
      ['peace', 'It is over.']
    ])
    const chain = tinyGame({
      loop: { execute: () => ({ stateDelta: {}, narrative: '', followUp: ['loop'] }) },
      dead: { execute: () => ({ stateDelta: { facts: { x: true } }, narrative: '', followUp: ['hit'] }) }
    })
    expect(() => play(tinyWorld(), call('Wren', 'loop'), chain)).toThrow('at most 16 follow-up actions')
    expect(() => play(tinyWorld(), call('Wren', 'dead'), chain)).toThrow("hit must follow this action but isn't possible now")
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['the dice', { next: { dice: { seed: 'x' } } }, "can't write there"],
    ['a number that is none', { actors: { Wren: { stats: { hp: Number.NaN } } } }, 'not finite'],
    ['nowhere', { actors: { Wren: { location: 'moon' } } }, 'sent an actor to "moon", which is not a place'],
    ['an actor away', { actors: { Wren: null } }, 'removed an actor'],
    ['the clock back', { clock: { minutes: -1 } }, 'turned the clock back'],
    ['a stranger into the fight', { combat: { initiative: { Nobody: 1 } } }, 'added a character to the fight who does not exist']
  ])('P7 a rule may not write %s', (_what, stateDelta, sentence) => {
    const bad = tinyGame({ cheat: { execute: () => ({ stateDelta, narrative: 'x' }) } })
    expect(() => play(tinyWorld(), call('Wren', 'cheat'), bad)).toThrow(sentence)
  })

  it('D5 the designer changes the seed in a separate beat at any time', () => {
    const { state, changes, subject } = play(tinyWorld(), call('designer', 'reseed', { seed: 'other' }), game)
    expect([state.next.dice.seed, where(state), subject]).toEqual(['other', 'player Wren', 'The random seed changes'])
    expect(changes.map((change) => change.path)).toEqual(['/next/beat', '/next/dice/seed'])
    expect(() => play(tinyWorld(), call('Wren', 'reseed', { seed: 'other' }), game)).toThrow("can't reseed now")
  })

  it('P9 tools that only look make no beat', () => {
    expect(() => play(tinyWorld(), call('Wren', 'recall', { query: 'x' }), game)).toThrow('only looks')
  })
})

describe('turns', () => {
  it("T1 each called player has one action, then it is the DM's turn", () => {
    const state = after(dmWorld(), [call('DM', 'call_on', { who: ['Wren', 'Oswin'] })])
    expect(where(state)).toBe('player Oswin')
    expect(where(after(state, [call('Oswin', 'pass')]))).toBe('player Wren')
    expect(where(after(state, [call('Oswin', 'pass'), call('Wren', 'walk')]))).toBe('dm DM')
  })

  it('T2 free verbs have a budget per turn', () => {
    const said = after(tinyWorld(), [call('Wren', 'speak', { text: 'One.' }), call('Wren', 'speak', { text: 'Two.' })])
    expect(where(said)).toBe('player Wren')
    expect(names(said, 'Wren')).not.toContain('speak')
    expect(() => play(said, call('Wren', 'speak', { text: 'Three.' }), game)).toThrow("can't speak now")
  })

  it("T3 the DM answers a whisper in private, and the player's turn goes on", () => {
    const state = after(tinyWorld(), [call('Wren', 'whisper', { text: 'Is he lying?' })])
    expect([where(state), state.next.answering, names(state, 'DM')]).toEqual(['dm DM', 'Wren', ['speak', 'pass']])
    const answered = play(state, call('DM', 'speak', { player: 'Wren', text: 'He is.' }), game)
    expect(answered.writes).toEqual([{ kind: 'private', player: 'Wren', by: 'DM', text: 'He is.' }])
    expect([where(answered.state), answered.state.next.waiting, answered.state.next.spent]).toEqual(['player Wren', ['Oswin'], { whisper: 1 }])
  })

  it("T4 an actor who can't act is skipped", () => {
    const start = tinyWorld()
    const down: GameState = {
      ...start,
      actors: { ...start.actors, Oswin: { ...(start.actors['Oswin'] as GameState['actors'][string]), conditions: { down: {} } } }
    }
    expect(where(after(down, [call('Wren', 'pass')]))).toBe('dm DM')
  })

  it('the DM can speak only for NPCs near the players who can act', () => {
    const voices = (state: GameState) =>
      offered(state, game, 'DM')
        .find(({ name }) => name === 'narrate')
        ?.params.find(({ name }) => name === 'voice')
    expect(voices(dmWorld())?.enum).toEqual(['Mira'])
    const silent = changed(dmWorld(), 'Mira', { conditions: { down: {} } })
    expect(voices(silent)).toBeUndefined()
    expect(() => play(silent, call('DM', 'narrate', { text: 'Hush.', voice: 'Mira' }), game)).toThrow('has no parameter "voice"')
  })

  it("T5 the DM's turn ends after eight calls", () => {
    const narrations = Array.from({ length: 8 }, (_, i) => call('DM', 'narrate', { text: `Line ${i}.` }))
    expect(where(after(dmWorld(), narrations.slice(0, 7)))).toBe('dm DM')
    expect(where(after(dmWorld(), narrations))).toBe('player Oswin')
  })

  it('T6 and T7 a fight follows its order round by round, and its end gives the DM the turn', () => {
    const fight = after(dmWorld(), [call('DM', 'war')])
    expect([where(fight), fight.next.mode, fight.next.round, fight.next.initiative]).toEqual(['player Wren', 'combat', 1, ['Oswin', 'Ghoul']])
    const round = after(fight, [call('Wren', 'pass'), call('Oswin', 'pass')])
    expect([where(round), names(round, 'DM')]).toEqual(['npc Ghoul', ['hit', 'narrate', 'pass']])
    const outcome = after(round, [call('DM', 'pass', {}, { as: 'Ghoul' })])
    expect([where(outcome), outcome.next.round]).toEqual(['dm DM', 2])
    expect(where(after(outcome, [call('DM', 'narrate', { text: 'They circle.' })]))).toBe('player Wren')
    const over = after(outcome, [call('DM', 'peace')])
    expect([where(over), over.next.mode, over.next.round]).toEqual(['dm DM', 'story', 0])
  })

  it("T8 at a scene's turn limit only end_scene is offered", () => {
    const tired = tinyGame({}, { limits: { turns_per_scene: 4, scenes_per_session: 1 } })
    const late = after(tinyWorld(), [call('Wren', 'pass'), call('Oswin', 'pass')], tired)
    expect(names(late, 'DM', tired)).toEqual(['end_scene'])
    const open = after(
      late,
      [call('DM', 'end_scene', { outcome: 'Night falls.' }), call('DM', 'summarise', { text: 'They waited.', recap: 'They sat.' })],
      tired
    )
    expect([where(open), names(open, 'DM', tired)]).toEqual(['open DM', ['end_session', 'recall', 'record']])
  })
})

describe('scenes', () => {
  it('S1, S2 and S3 a session opens, plays a scene, and closes with its summaries', () => {
    const closed = after(dmWorld(), [call('DM', 'end_session')])
    expect([where(closed), closed.next.closing]).toEqual(['close DM', ['scene', 'session', 'campaign']])
    const summed = play(closed, call('DM', 'summarise', { text: 'They waited.', recap: 'They sat.' }), game)
    expect(summed.writes).toEqual([{ kind: 'summary', of: 'scene', text: 'They waited.', recap: 'They sat.', exercised: {} }])
    const done = after(summed.state, [
      call('DM', 'summarise', { text: 'A session.', recap: 'It passed.' }),
      call('DM', 'summarise', { text: 'A campaign.', recap: 'It went on.' })
    ])
    expect([where(done), done.scene, names(done, 'DM')]).toEqual(['done DM', undefined, ['open_session']])
    const opened = play(
      after(done, [call('DM', 'open_session', { title: 'The second evening' })]),
      call('DM', 'open_scene', { title: 'Below', place: 'inn', aim: 'Go down.', present: ['Mira'] }),
      game
    )
    expect(opened.state.scene).toEqual({
      path: 'sessions/session-2/001-scene',
      title: 'Below',
      place: 'inn',
      aim: 'Go down.',
      present: { Mira: true },
      opened: opened.state.next.beat
    })
    expect(opened.subject).toBe('Scene 1: Below, at The Drowned Lamb')
    expect(() =>
      play(after(done, [call('DM', 'open_session', { title: 'x' })]), call('DM', 'open_scene', { title: 'x', place: 'cave', aim: 'y' }), game)
    ).toThrow('can\'t take "cave" for "place"')
  })

  it('roll_table logs its roll', () => {
    const rolled = play(
      dmWorld(),
      call('DM', 'roll_table', { table: 'omen' }),
      game,
      diceFrom(() => 5)
    )
    expect([rolled.answer, rolled.subject, rolled.rolls]).toEqual([
      'A bell.',
      'Omens: A bell.',
      [{ expr: 'd6', dice: [5], total: 5, label: 'Omens' }]
    ])
  })
})
