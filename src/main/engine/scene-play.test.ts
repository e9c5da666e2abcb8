import { describe, expect, it } from 'vitest'
import { documentOf } from '../../arrow/made.fixture'
import { type ArrowDocument, updateNode } from '../../arrow'
import { StoryEvent } from '../../shared/story/lore'
import { isOver } from '../../shared/story/premises'
import type { LogEntry, Params } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { tinyWorld } from '../rules/tiny-world.fixture'
import type { Documents } from './documents'
import type { Outcome } from './outcome'
import { play } from './play'
import { call, where } from './playing.fixture'
import { tinyGame } from './tiny-game.fixture'
import { offered } from './verbs'
import { deepFreeze } from '../rules/vm/plain'

const game = tinyGame()
const event = StoryEvent.parse({
  id: 'Mira’s secret',
  title: 'Mira’s secret',
  place: 'inn',
  aim: 'hear it',
  arrow: { path: 'world/story/Mira’s secret/scene.arrow', version: '1' }
})
const [COINS, MIRA, OLD_TOM] = [90, 95, 96]

/** Mira asks; the players choose; paying costs coins and leaves a tag. */
const DOCUMENT = documentOf(
  {
    80: {
      nodes: {
        1: { type: 'entry', to: [2] },
        2: { type: 'content', data: { title: 'The taproom', content: 'You have {coins} coins.' }, to: [3] },
        3: { type: 'monolog', data: { character: MIRA, monolog: 'It’s not for sale.' }, to: [4] },
        4: { type: 'interaction', data: { actions: ['Pay.', ''] }, to: [5, 8] },
        5: { type: 'variable_update', data: { variable: COINS, operator: 'sub', with: [0, 3] }, to: [6] },
        6: { type: 'tag_edit', data: { character: MIRA, edit: [2, 'paid', 'yes'] }, to: [7] },
        7: { type: 'condition', data: { variable: COINS, operator: 'gte', with: [0, 2] }, to: [8, 9] },
        8: { type: 'content', data: { content: 'Nothing comes of it.' } },
        9: { type: 'user_input', data: { prompt: 'How much more?', variable: COINS, custom: [0, 9, 1, 0] }, to: [10] },
        10: { type: 'content', data: { content: 'Now {coins}.' } }
      }
    }
  },
  {
    variables: { [COINS]: { name: 'coins', type: 'num', init: 5 } },
    characters: { [MIRA]: { name: 'mira', color: '112233' }, [OLD_TOM]: { name: 'Old Tom', color: '112233' } }
  }
)

const dmTurn = (): GameState => {
  const state = tinyWorld()
  return { ...state, next: { ...state.next, phase: 'dm', actor: 'DM', waiting: [] } }
}
const documents = (document: ArrowDocument = DOCUMENT, events = [event]): Documents => ({
  story: events,
  events,
  undecided: [],
  narratives: [],
  read: () => document
})
const playing =
  (prepared: Documents = documents()) =>
  (state: GameState, actor: string, action: string, params: Params = {}): Outcome =>
    play(deepFreeze(state), call(actor, action, params), game, undefined, prepared)
const log = ({ writes }: Outcome): string[] => writes.flatMap((write) => (write.kind === 'log' ? [said(write.entry)] : []))
const said = ({ by, kind, text }: LogEntry): string => `${by} ${kind}: ${text}`
const run = { event: event.id }
const names = (state: GameState, who: string): string[] => offered(state, game, who, { documents: [event] }).map(({ name }) => name)

describe('an Arrow document at the table', () => {
  const step = playing()
  const first = step(dmTurn(), 'DM', 'run_scene', run)
  const second = step(first.state, 'DM', 'run_scene', run)
  const asked = step(second.state, 'DM', 'run_scene', run)

  it('A2 run_scene tells one text at a time, with the current facts', () => {
    expect(log(first)).toEqual(['DM narration: The taproom\nYou have 5 coins.'])
    expect(first.writes).toMatchObject([{ entry: { changes: { facts: { coins: 5 } } } }])
    expect(log(second)).toEqual(['Mira speech: It’s not for sale.'])
    expect(step({ ...dmTurn(), facts: { coins: 9 } }, 'DM', 'run_scene', run).subject).toContain('You have 9 coins.')
  })

  it('A1 the DM is offered the document at the event’s place or in its scene, once the event may begin', () => {
    const isOffered = (state: GameState, one = event): boolean =>
      offered(state, game, 'DM', { documents: [one] }).some(({ name }) => name === 'run_scene')
    const elsewhere = { ...event, place: 'cave' }
    const inItsScene = (state: GameState): GameState => ({ ...state, ...(state.scene ? { scene: { ...state.scene, story: event.id } } : {}) })
    expect([isOffered(dmTurn()), isOffered(dmTurn(), elsewhere), isOffered(inItsScene(dmTurn()), elsewhere)]).toEqual([true, false, true])
    const later = { ...event, starts_when: ['rain'] }
    expect([isOffered(dmTurn(), later), isOffered({ ...dmTurn(), facts: { rain: true } }, later)]).toEqual([false, true])
  })

  it('A4 a choice is put to the present players in seating order', () => {
    expect(where(asked.state)).toBe('player Oswin')
    expect(asked.state.next.waiting).toEqual(['Wren'])
    const offer = offered(asked.state, game, 'Oswin').find(({ name }) => name === 'choose_option')
    expect(offer?.params[0]?.labels).toEqual({ 1: 'Pay.', 2: 'Do nothing.' })
    expect(names(asked.state, 'DM')).toEqual([])
  })

  it('A3 a choice changes facts and tags, and the next choice is put to the next player first', () => {
    const paid = step(asked.state, 'Oswin', 'choose_option', { choice: '1' })
    expect(paid.state.facts).toEqual({ coins: 2 })
    expect(paid.state.actors['Mira']?.tags).toEqual({ paid: 'yes' })
    expect(log(paid).slice(0, 2)).toEqual(['Oswin system: Pay.', 'DM narration: How much more?'])
    expect(where(paid.state)).toBe('player Wren')
    expect(() => step(paid.state, 'Wren', 'choose_option', { answer: 12 })).toThrow('Give a number from 0 to 9.')
    const told = step(paid.state, 'Wren', 'choose_option', { answer: 7 })
    expect(log(told)).toContain('DM narration: Now 7.')
    expect(where(told.state)).toBe('dm DM')
    expect(told.state.plays?.[event.id]).toEqual({
      visits: { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 9: 1, 10: 1 },
      chooser: 'Wren',
      over: true
    })
    expect(names(told.state, 'DM')).not.toContain('run_scene')
  })

  it('A2 a text’s pictures are in its log entry, by their paths in the campaign; a picture without words is told by its description', () => {
    const nodes = {
      1: { type: 'content', data: { content: 'Frost. [img]../../pictures/quay.jpg[/img][img=40]art/a.png[/img]' }, to: [2] },
      2: { type: 'content', data: { content: '[img]../../pictures/quay.jpg[/img]' }, to: [3] },
      3: { type: 'content', data: { content: '[img]../../../../b.png[/img][img]https://a.b/c.png[/img] Done.' } }
    }
    const alt = { '../../pictures/quay.jpg': 'The quay at dusk' }
    const pictured = [1, 2].reduce((document, id) => updateNode(document, id, { alt }), documentOf({ 80: { nodes } }))
    const entries: LogEntry[] = []
    let state = dmTurn()
    for (let steps = 0; steps < 3; steps++) {
      const told = playing(documents(pictured))(state, 'DM', 'run_scene', run)
      entries.push(...told.writes.flatMap((write) => (write.kind === 'log' ? [write.entry] : [])))
      state = told.state
    }
    const quay = { file: 'world/pictures/quay.jpg', alt: 'The quay at dusk' }
    expect(entries.map(({ text, pictures }) => [text, pictures])).toEqual([
      ['Frost.', [quay, { file: 'world/story/Mira’s secret/art/a.png' }]],
      ['The quay at dusk', [quay]],
      ['Done.', undefined]
    ])
  })

  it('A2 the last text ends the play, together with the silent nodes after it', () => {
    const quiet = documentOf(
      {
        80: {
          nodes: {
            1: { type: 'content', data: { content: 'It’s done.' }, to: [2] },
            2: { type: 'variable_update', data: { variable: 90, operator: 'set', with: [0, true] }, to: [3] },
            3: { type: 'macro_use', data: { macro: 85 } }
          }
        },
        85: { macro: true, nodes: { 11: { type: 'hub', to: [12] }, 12: { type: 'content', data: { content: '' } } } }
      },
      { variables: { 90: { name: 'done', type: 'bool', init: false } } }
    )
    const only = playing(documents(quiet))(dmTurn(), 'DM', 'run_scene', run)
    expect(log(only)).toEqual(['DM narration: It’s done.'])
    expect([only.state.facts, only.answer]).toEqual([{ done: true }, 'It’s done.\n“Mira’s secret” has been played to its end.'])
    expect(only.state.plays?.[event.id]).toEqual({ visits: { 1: 1, 2: 1, 3: 1, 11: 1, 12: 1 }, over: true })
    // With its scene an event is over that no facts decide.
    expect([isOver(event, dmTurn()), isOver(event, only.state), isOver({ ...event, done_when: ['x'] }, only.state)]).toEqual([false, true, false])
  })

  it("a loop of empty texts doesn't end the play", () => {
    const nodes = { 1: { type: 'content', data: { content: 'On.' }, to: [2] }, 2: { type: 'content', to: [3] }, 3: { type: 'content', to: [2] } }
    const round = playing(documents(documentOf({ 80: { nodes } })))(dmTurn(), 'DM', 'run_scene', run)
    expect([log(round), round.state.plays?.[event.id]?.waiting?.length]).toEqual([['DM narration: On.'], 1])
  })

  it("A4 at the scene's turn limit the DM has the turn, even if a choice leads back to itself", () => {
    const nodes = { 1: { type: 'interaction', data: { actions: ['Knock.'] }, to: [1] } }
    const again = playing(documents(documentOf({ 80: { nodes } })))
    let { state } = again(dmTurn(), 'DM', 'run_scene', run)
    for (let n = 0; state.next.phase === 'player' && n < 100; n++) state = again(state, state.next.actor, 'choose_option', { choice: '1' }).state
    expect([where(state), names(state, 'DM')]).toEqual(['dm DM', ['end_scene']])
  })

  it('A5 the DM or the designer interrupts a play, and a later scene continues it where it stopped', () => {
    const stopped = step(asked.state, 'designer', 'stop_scene')
    expect(where(stopped.state)).toBe('player Oswin')
    expect(names(stopped.state, 'Oswin')).not.toContain('choose_option')
    const later = { ...dmTurn(), plays: stopped.state.plays ?? {} }
    const again = step(
      { ...later, scene: { ...(later.scene as NonNullable<GameState['scene']>), path: 'sessions/session-2/001-scene' } },
      'DM',
      'run_scene',
      run
    )
    expect(log(again)).toEqual(['DM scene: “Mira’s secret” goes on.'])
    expect(where(again.state)).toBe('player Oswin')
    expect(step(again.state, 'Oswin', 'choose_option', { choice: '2' }).subject).toBe('Nothing comes of it.')
  })

  it('A5 a play starts over if its document was rewritten where it waits', () => {
    const rewritten = playing(
      documents(documentOf({ 80: { nodes: { 1: { type: 'entry', to: [2] }, 2: { type: 'content', data: { content: 'New.' } } } } }))
    )
    const lost = rewritten(asked.state, 'Oswin', 'choose_option', { choice: '1' })
    expect(log(lost)).toEqual(['DM scene: “Mira’s secret” has been rewritten where it stopped, and begins anew.'])
    expect(where(lost.state)).toBe('dm DM')
    expect(log(rewritten(lost.state, 'DM', 'run_scene', run))).toEqual(['DM narration: New.'])
  })

  it('a play is over if its event has no document any more', () => {
    const lost = playing(documents(DOCUMENT, []))(asked.state, 'Oswin', 'choose_option', { choice: '1' })
    expect(log(lost)).toEqual(['DM scene: The prepared scene is gone. The story goes on without it.'])
    expect(lost.state.plays?.[event.id]?.waiting).toBeUndefined()
    expect(where(lost.state)).toBe('dm DM')
  })

  it("A4 a player's own line is put to that player alone", () => {
    const wren = documentOf(
      { 80: { nodes: { 1: { type: 'dialog', data: { character: 95, playable: true, lines: ['I’ll go.', 'Not I.'] } } } } },
      { characters: { 95: { name: 'WREN', color: '112233' } } }
    )
    const put = playing(documents(wren))(dmTurn(), 'DM', 'run_scene', run)
    expect([where(put.state), put.state.next.waiting]).toEqual(['player Wren', []])
    expect(log(playing(documents(wren))(put.state, 'Wren', 'choose_option', { choice: '2' }))).toEqual(['Wren speech: Not I.'])
  })

  it('A2 a chosen line keeps the speaker of its node, whoever chose it', () => {
    const lines = (name: string) =>
      documentOf(
        { 80: { nodes: { 1: { type: 'dialog', data: { character: 95, playable: true, lines: ['Stay.', 'Go.'] } } } } },
        { characters: { 95: { name, color: '112233' } } }
      )
    const saidBy = (name: string): string[] => {
      const put = playing(documents(lines(name)))(dmTurn(), 'DM', 'run_scene', run)
      return log(playing(documents(lines(name)))(put.state, put.state.next.actor, 'choose_option', { choice: '1' }))
    }
    expect([saidBy('Mira'), saidBy('A voice')]).toEqual([['Mira speech: Stay.'], ['Oswin speech: Stay.']])
  })

  it('A5 a play that was interrupted inside a macro returns from it', () => {
    const nested = documentOf({
      80: { nodes: { 1: { type: 'macro_use', data: { macro: 85 }, to: [2] }, 2: { type: 'content', data: { content: 'After.' } } } },
      85: { macro: true, nodes: { 11: { type: 'content', data: { content: 'Inside.' } } } }
    })
    const inside = playing(documents(nested))(dmTurn(), 'DM', 'run_scene', run)
    expect(log(inside)).toEqual(['DM narration: Inside.'])
    expect(log(playing(documents(nested))(inside.state, 'DM', 'run_scene', run))).toEqual(['DM narration: After.'])
  })

  it("A4 a choice that everybody passes waits for the DM's next call", () => {
    const passed = step(step(asked.state, 'Oswin', 'pass').state, 'Wren', 'pass')
    expect(where(passed.state)).toBe('dm DM')
    expect(names(passed.state, 'DM')).not.toContain('run_scene')
    expect(names(passed.state, 'DM')).toContain('stop_scene')
    const called = step(passed.state, 'DM', 'call_on', { who: ['all'] })
    expect(names(called.state, 'Oswin')).toContain('choose_option')
  })

  it("A2 a step without texts doesn't tell which facts it changes", () => {
    const secret = documentOf(
      {
        80: {
          nodes: {
            1: { type: 'variable_update', data: { variable: 90, operator: 'set', with: [0, 'Mira'] }, to: [2] },
            2: { type: 'interaction', data: { actions: ['Wait.'] } }
          }
        }
      },
      { variables: { 90: { name: 'traitor', type: 'str', init: '' } } }
    )
    const done = playing(documents(secret))(dmTurn(), 'DM', 'run_scene', run)
    expect(done.state.facts).toEqual({ traitor: 'Mira' })
    expect(log(done)).toEqual(['DM scene: “Mira’s secret” goes on.'])
  })

  it("texts are stored in the form of the campaign's files", () => {
    const odd = documentOf(
      { 80: { nodes: { 1: { type: 'interaction', data: { actions: ['a\u0000b\ud800', 'c\r\nd'] } } } } },
      { variables: { 90: { name: 'note', type: 'str', init: 'x\u202ey' } } }
    )
    const { state } = playing(documents(odd))(dmTurn(), 'DM', 'run_scene', run)
    expect(state.plays?.[event.id]?.waiting?.[0]?.shown.actions).toEqual(['ab\ufffd', 'c\nd'])
    expect(state.facts).toEqual({ note: 'xy' })
  })

  it('A6 and P8 the same call on the same state gives the same outcome', () => {
    expect(step(asked.state, 'Oswin', 'choose_option', { choice: '1' })).toEqual(step(asked.state, 'Oswin', 'choose_option', { choice: '1' }))
  })
})

describe('A7 a document that can’t be played', () => {
  const nodes = { 1: { type: 'entry', to: [2] }, 2: { type: 'hub', to: [3] }, 3: { type: 'hub', to: [2] } }
  it.each([
    ['automatic nodes that lead in a circle', documentOf({ 80: { nodes } }), /lead to each other without waiting/],
    [
      'a speaker who is nobody here',
      documentOf(
        { 80: { nodes: { 1: { type: 'monolog', data: { character: 95, monolog: 'Hm.' } } } } },
        { characters: { 95: { name: 'D’Arcy', color: '000000' } } }
      ),
      /“D’Arcy” .* matches nobody\. Say who it is in the front matter of world\/story\/Mira’s secret\/ABOUT\.md: characters: \{"D’Arcy": /
    ],
    [
      'a variable of another type than the fact',
      documentOf({ 80: { nodes: { 1: { type: 'content' } } } }, { variables: { 90: { name: 'gate', type: 'num', init: 1 } } }),
      /Variable “gate” .* is a whole number, but the fact “gate” is true or false/
    ]
  ])('a document with %s is broken with a reason, and the story goes on', (_, document, why) => {
    const step = playing(documents(document))
    const done = step({ ...dmTurn(), facts: { gate: true } }, 'DM', 'run_scene', run)
    expect(done.state.plays?.[event.id]?.broken?.why).toMatch(why)
    expect(done.answer).toMatch(why)
    expect(log(done)[0]).toBe('DM scene: “Mira’s secret” can’t be played on. The story goes on without it.')
    expect(where(done.state)).toBe('dm DM')
    expect(names(done.state, 'DM')).not.toContain('run_scene')
    const corrected = { ...event, arrow: { path: 'x', version: '2' } }
    expect(offered(done.state, game, 'DM', { documents: [corrected] }).map(({ name }) => name)).toContain('run_scene')
  })
})

it('A8 a story event with neither facts nor a document is over when its scene at its place has ended', () => {
  const { arrow: _, ...undecided } = event
  const ended = (scene: Partial<NonNullable<GameState['scene']>>, action: string, params: Params = {}): boolean => {
    const state = dmTurn()
    const at = { ...state, scene: { ...state.scene!, story: event.id, place: event.place, ...scene } }
    return isOver(undecided, playing({ ...documents(), events: [], undecided: [undecided] })(at, 'DM', action, params).state)
  }
  const outcome = { outcome: 'They have heard it.' }
  expect([ended({}, 'end_scene', outcome), ended({}, 'end_session')]).toEqual([true, true])
  expect([ended({ place: 'cave' }, 'end_scene', outcome), ended({ story: 'another' }, 'end_scene', outcome)]).toEqual([false, false])
})
