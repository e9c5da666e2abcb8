import { describe, expect, it } from 'vitest'
import { change } from '../json/members'
import { DOCUMENTS, documentOf } from '../documents.fixture'
import type { ArrowDocument } from '../document'
import type { PauseEvent } from './events'
import { ANN, ann, played, scene, transcriptOf, variable, X } from './played.fixture'
import { act, editPlay, startPlay, stepBack, type PlayAction, type PlayStep } from './play'
import { RandomPlayer } from './reach/player'
import { playable } from './playable'
import { resumePlay } from './resume'
import { MAX_AUTOMATIC, MAX_STEPS_BACK, MAX_TEXT, pendingNodes } from './state'

const go: PlayAction = { do: 'continue' }
const pauseOf = ({ events }: PlayStep): PauseEvent | undefined => events.findLast((event): event is PauseEvent => event.ev === 'pause')
const text = (title: string, to: number[] = [], more = {}) => ({ type: 'content', data: { title, ...more }, to })

describe('A1 depth first', () => {
  const branches = scene({
    1: { type: 'sequencer', data: { slots: 3 }, to: [2, undefined, 4] },
    2: { type: 'hub', to: [3] },
    3: text('waits', [5]),
    4: text('auto', [5], { auto: true }),
    5: { type: 'marker' }
  })
  it('a branch is played to its pause or end before the next one', () => {
    expect(transcriptOf(branches)).toEqual(['play 1', 'play 2', 'play 3', 'play 4', 'play 5', 'END_EDGE 5', 'pause [3]'])
  })
  it('a skipped sequencer plays its last connected slot, a randomizer draws from all', () => {
    const skipped = scene({ 1: { type: 'sequencer', data: { slots: 4 }, skip: true, to: [2, 3] }, 2: { type: 'hub' }, 3: { type: 'hub' } })
    expect(transcriptOf(skipped)).toEqual(['play 1', 'play 3', 'END_EDGE 3', 'pause []'])
    const drawn = scene({ 1: { type: 'randomizer', data: { slots: 3 }, skip: true, to: [2] }, 2: { type: 'hub' } })
    expect(transcriptOf(drawn, [], { draw: () => 0.4 })).toEqual(['play 1', 'END_EDGE 1', 'pause []'])
  })
})

describe('A2 what waits', () => {
  it('any of several waiting nodes may be played, each once', () => {
    const document = scene({
      1: { type: 'sequencer', data: { slots: 2 }, to: [2, 3] },
      2: { type: 'dialog', data: { lines: ['a', 'b'], playable: true, character: -1 }, to: [4, 4] },
      3: { type: 'interaction', data: { actions: ['c', 'd'] }, to: [4] },
      4: { type: 'hub' }
    })
    const { state } = startPlay(document, { seed: 1 })
    expect(pendingNodes(state).map(({ id }) => id)).toEqual([2, 3])
    const first = act(document, state, { do: 'choose', index: 1, node: 1 })
    expect(pendingNodes(first.state).map(({ id }) => id)).toEqual([3])
    expect(() => act(document, first.state, { do: 'choose', index: 0, node: 1 })).toThrow('Node “node_2” doesn’t wait for anything.')
    expect(() => act(document, first.state, { do: 'choose', index: 2 })).toThrow('Node “node_3” has 2 to choose from; there is no number 3.')
    expect(() => act(document, first.state, go)).toThrow('Node “node_3” doesn’t wait for “continue”.')
    expect(transcriptOf(document, [{ do: 'choose', index: 1, node: 1 }, { do: 'skip' }]).slice(-4)).toEqual([
      'pause [3]',
      'play 4',
      'END_EDGE 4',
      'pause []'
    ])
  })
  it('what the player gives to an input is checked and set', () => {
    const document = scene(
      { 1: { type: 'user_input', data: { variable: X, custom: [2, 10, 4, 3] }, to: [2] }, 2: text('{x}') },
      { variables: variable('num', 0) }
    )
    const { state } = startPlay(document, { seed: 1 })
    for (const value of ['', 'x', '2.5', 3, 1, 14])
      expect(act(document, state, { do: 'input', value })).toMatchObject({ state, events: [], refused: /.\.$/ })
    expect(pauseOf(act(document, state, { do: 'input', value: '6' }))?.fresh).toMatchObject([{ title: '6' }])
    expect(transcriptOf(document, [{ do: 'skip' }])).toEqual(['play 1', 'pause [1]', 'play 2', 'pause [2]'])
  })
  it('a text must match its pattern as a whole; a yes or no may be given in words', () => {
    const named = scene({ 1: { type: 'user_input', data: { variable: X, custom: ['[A-Z][a-z]+', 'Ann', ''] } } }, { variables: variable('str', '') })
    const refused = (document: ArrowDocument, value: string | boolean): boolean =>
      act(document, startPlay(document, { seed: 1 }).state, { do: 'input', value }).refused !== undefined
    expect(['Bea', 'bea', 'Bea Bo', ''].map((value) => refused(named, value))).toEqual([false, true, true, true])
    const asked = scene(
      { 1: { type: 'user_input', data: { variable: X, custom: ['Stay out', 'Come in', false] } } },
      { variables: variable('bool', false) }
    )
    const set = (value: string | boolean) => played(asked, [{ do: 'input', value }]).state.variables[X]
    expect(['Come in', 'Stay out', 'yes', true, false].map(set)).toEqual([true, false, true, true, false])
  })
})

describe('A3 ends, macros and jumps', () => {
  const macro = (inner: Parameters<typeof scene>[0], outer: Parameters<typeof scene>[0]) => scene(outer, {}, { 85: inner })
  const use = { type: 'macro_use', data: { macro: 85 } }

  it('the end of a macro goes on after its use; a node outside closes it for good', () => {
    const document = macro({ 11: { type: 'entry', to: [12] }, 12: text('in') }, { 1: { ...use, to: [2] }, 2: text('after'), 3: text('landing') })
    expect(transcriptOf(document, [go, go])).toEqual([
      'play 1',
      'play 11',
      'play 12',
      'pause [12]',
      'END_EDGE 12 in 1',
      'play 2',
      'pause [2]',
      'END_EDGE 2',
      'pause []'
    ])
    const leaving = macro(
      { 11: { type: 'entry', to: [12] }, 12: { type: 'jump', data: { target: 3 } } },
      { 1: { ...use, to: [2] }, 2: text('after'), 3: text('landing') }
    )
    expect(transcriptOf(leaving, [go])).toEqual(['play 1', 'play 11', 'play 12', 'play 3', 'pause [3]', 'END_EDGE 3', 'pause []'])
  })
  it('a macro use without a successor ends the line, and stays open', () => {
    const document = macro({ 11: { type: 'entry' } }, { 1: use })
    expect(transcriptOf(document)).toEqual(['play 1', 'play 11', 'END_EDGE 11 in 1', 'END_EDGE 1 in 1', 'pause []'])
    expect(pauseOf(startPlay(document, { seed: 1 }))?.macro).toBe(1)
  })
  it('the first branch of a sequencer in a macro returns; the second is played with no open macro', () => {
    const document = macro(
      { 11: { type: 'sequencer', data: { slots: 2 }, to: [12, 13] }, 12: { type: 'hub' }, 13: { type: 'hub' } },
      { 1: { ...use, to: [2] }, 2: { type: 'marker' } }
    )
    expect(transcriptOf(document)).toEqual([
      'play 1',
      'play 11',
      'play 12',
      'END_EDGE 12 in 1',
      'play 2',
      'END_EDGE 2',
      'play 13',
      'END_EDGE 13',
      'pause []'
    ])
  })
  it('a skipped jump does nothing, a skipped macro is passed', () => {
    const document = macro({ 11: { type: 'entry' } }, { 1: { ...use, skip: true, to: [2] }, 2: { type: 'jump', data: { target: 1 }, skip: true } })
    expect(transcriptOf(document)).toEqual(['play 1', 'play 2', 'NO_DEFAULT 2', 'pause []'])
  })
})

it('A4 texts stay as they were shown; what was taken is read again', () => {
  const document = scene(
    {
      1: { type: 'sequencer', data: { slots: 2 }, to: [2, 3] },
      2: { type: 'interaction', data: { actions: ['pay {x}'] } },
      3: { type: 'variable_update', data: { variable: X, operator: 'add', with: [0, 1] } }
    },
    { variables: variable('num', 7) }
  )
  const { state } = played(document, [{ do: 'choose', index: 0 }])
  expect(state.open[1]?.shown).toEqual({ actions: ['pay 7'], taken: 'pay 8' })
})

describe('A5 and A7 values, edits and steps back', () => {
  const document = scene(
    {
      1: text('{x} {Ann.mood}', [2]),
      2: { type: 'variable_update', data: { variable: X, operator: 'add', with: [0, 1] }, to: [3] },
      3: { type: 'tag_edit', data: { character: ANN, edit: [2, 'mood', 'glad'] }, to: [1] }
    },
    { variables: variable('num', 1), characters: ann({ mood: 'calm' }) }
  )
  it('an edit is an action that can be taken back', () => {
    const { state } = startPlay(document, { seed: 1 })
    const edited = editPlay(document, editPlay(document, state, { variable: X, value: 41 }).state, { character: ANN, key: 'mood', value: null })
    expect(edited.state).toMatchObject({ variables: { [X]: 41 }, tags: { [ANN]: {} } })
    const next = act(document, edited.state, go)
    expect(pauseOf(next)?.fresh.at(-1)?.title).toBe('42 glad')
    expect(stepBack(next.state)).toEqual(edited.state)
    expect(stepBack(stepBack(edited.state) ?? state)).toEqual(state)
    expect(stepBack(state)).toBeUndefined()
    expect(() => editPlay(document, state, { variable: X, value: 'x' })).toThrow('“x” doesn’t fit variable “x”. Enter another value.')
    expect(() => editPlay(document, state, { variable: 4, value: 1 })).toThrow('Variable 4 isn’t in the document.')
  })
  it('as many actions as are kept can be taken back', () => {
    const { state } = played(
      document,
      Array.from({ length: MAX_STEPS_BACK + 20 }, () => go)
    )
    const states = [state]
    for (let at = stepBack(state); at; at = stepBack(at)) states.push(at)
    expect([states.length - 1, states.at(-1)?.variables[X]]).toEqual([MAX_STEPS_BACK, 21])
  })
})

it.each(DOCUMENTS)('A7 in random plays of %s a step back restores the very state, and JSON keeps it', (name) => {
  const document = documentOf(name)
  for (const compat of ['js', undefined] as const) {
    for (let seed = 1; seed <= 2; seed++) {
      const player = new RandomPlayer(playable(document), seed)
      let { state } = startPlay(document, { seed, compat })
      for (let i = 0; i < 30; i++) {
        const action = player.act(state.open)
        if (!action) break
        const step = act(document, state, action)
        expect(step.refused ?? stepBack(step.state)).toEqual(step.refused ?? state)
        state = step.state
      }
      expect(resumePlay(document, JSON.parse(JSON.stringify(state)))).toEqual({ state, changes: [] })
    }
  }
})

describe('A8 a play is taken up on a document that has changed', () => {
  const before = scene(
    { 1: text('a', [2]), 2: { type: 'interaction', data: { actions: ['b', 'c'] }, to: [3] }, 3: text('d') },
    { variables: variable('num', 5), characters: ann({}) }
  )
  const { state } = played(before, [go])
  const resumed = (document: ArrowDocument) => resumePlay(document, JSON.parse(JSON.stringify(state)))

  it('and says what no longer fits', () => {
    const fewer = scene({ 2: { type: 'interaction', data: { actions: ['b'] } } }, { variables: { 91: { name: 'y', type: 'str', init: 'new' } } })
    expect(resumed(fewer)).toMatchObject({
      state: { variables: { 91: 'new' }, tags: {} },
      changes: [
        'Node “node_2” had 2 to choose from and has 1 now; the page shows the old ones.',
        'One variable is no longer in the document; the values are dropped.',
        'Variable “y” is new; it starts with its initial value.'
      ]
    })
    const resumedPlay = resumed(scene({ 1: text('a') }, { variables: variable('bool', true), characters: ann({ mood: 'new' }) }))
    expect(resumedPlay.changes).toEqual([
      'Node “node_2”, which waited for the player, is no longer in the document. It can’t be played on.',
      'Variable “x” has another type now; it starts with its initial value.'
    ])
    expect(pendingNodes(resumedPlay.state)).toEqual([])
  })
  it('and refuses what is not a play', () => {
    for (const json of [null, {}, { ...state, version: 2 }, { ...state, open: [{}] }, { ...state, open: state.open.slice(1), count: 9 }])
      expect(() => resumePlay(before, json)).toThrow(/Start the document again\.$/)
  })
  it('an action on a node that became another kind is refused', () => {
    const other = change(before, {
      resources: { ...before.resources, nodes: new Map(before.resources.nodes).set(2, { type: 'hub', name: 'h', data: {} }) }
    })
    expect(() => act(other, state, { do: 'choose', index: 0 })).toThrow(
      'Node “node_2” is no longer in the document as it was shown. Step back, or start again.'
    )
  })
})

describe('A10 limits', () => {
  it('a cycle of automatic nodes stops with its nodes named, and the play can be taken back', () => {
    const document = scene({ 1: text('go', [2]), 2: { type: 'hub', name: 'round', to: [3] }, 3: { type: 'marker', name: 'about', to: [2] } })
    for (const compat of ['js', undefined] as const) {
      const step = played(document, [go], { compat })
      expect(step.state.stopped).toBe(true)
      expect(step.events.filter(({ ev }) => ev === 'problem')).toMatchObject([
        {
          problem: {
            message: expect.stringMatching(
              new RegExp(
                `^The play stopped after ${MAX_AUTOMATIC} nodes without a pause: “(?:round” and “about|about” and “round)” lead to each other without waiting\\.`
              )
            )
          }
        }
      ])
      expect(stepBack(step.state)).toMatchObject({ stopped: false, count: 1 })
    }
  })
  it('texts and values stop growing', () => {
    const double = scene(
      {
        1: { type: 'variable_update', data: { variable: X, operator: 'ins', with: [1, 91] }, to: [2] },
        2: { type: 'variable_update', data: { variable: 91, operator: 'ins', with: [1, X] }, to: [1] }
      },
      { variables: { ...variable('str', 'ab'), 91: { name: 'y', type: 'str', init: 'cd' } } }
    )
    const { state, events } = played(double)
    expect(String(state.variables[X]).length).toBeLessThanOrEqual(MAX_TEXT)
    expect(events.filter(({ ev }) => ev === 'problem').length).toBeGreaterThan(1)
    const names = Array.from({ length: 40 }, (_, i) => i)
    const growing = Object.fromEntries(names.map((i) => [200 + i, { name: `v${i}`, type: 'str', init: `{v${i + 1}}{v${i + 1}}$\`` } as const]))
    for (const compat of ['js', undefined] as const) {
      const [, problem] = played(scene({ 1: text('{v0}') }, { variables: growing }), [], { compat }).events
      expect(problem?.ev === 'problem' ? problem.problem.message : compat).toBe(
        compat ? 'Node “node_1” can’t show all values: its text would be longer than 100000 characters. Shorten the values.' : undefined
      )
    }
  })
})
