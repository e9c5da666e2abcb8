import { expect, test } from 'vitest'
import { StoryEvent } from '../../shared/story/lore'
import { call } from '../engine/playing.fixture'
import { tinyGame } from '../engine/tiny-game.fixture'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { resolveCall } from '../campaign/beat-files'
import { ANN, ann, scene, transcriptOf, variable, X } from '../../arrow/play/played.fixture'
import {
  act,
  type ArrowDocument,
  type ArrowVariable,
  countReach,
  htmlText,
  parseMarkup,
  plainMarkup,
  replay,
  runtimeText,
  startPlay
} from '../../arrow'
import { readTrace } from '../../arrow/schemas'

const LONG = 'a'.repeat(90_000)
const EXPLODING = '^(a+)+$'
const step = (type: string, data: object, to: number[]) => ({ type, data: data as never, to })
const text = (init: string): Record<number, ArrowVariable> => variable('str', init)
const doubling = Object.fromEntries(
  Array.from({ length: 60 }, (_, i) => [200 + i, { name: `v${i}`, type: 'str', init: `{v${i + 1}}{v${i + 1}}` } as const])
)

/** A document that would play for ever, or compute more than any machine. Nothing here is measured: what has no limit does not come to an end. */
const HOSTILE: readonly [string, ArrowDocument, RegExp][] = [
  ['a cycle without a pause', scene({ 1: step('hub', {}, [2]), 2: step('marker', {}, [1]) }), /^The play stopped after 5000 nodes without a pause/],
  [
    'sequencers that lead to themselves ten times',
    scene({ 1: step('sequencer', { slots: 10 }, Array<number>(10).fill(1)) }),
    /^The play stopped after 5000/
  ],
  [
    'a sequencer of 2^53 outputs',
    scene({ 1: step('sequencer', { slots: 2 ** 53 - 1 }, [2]), 2: step('hub', {}, [1]) }),
    /^The play stopped after 5000/
  ],
  [
    'a macro in itself',
    scene({ 1: step('macro_use', { macro: 85 }, []) }, {}, { 85: { 11: step('macro_use', { macro: 85 }, []) } }),
    /^The play stopped after 5000/
  ],
  [
    'a pattern that explodes',
    scene({ 1: step('condition', { variable: X, operator: 'rgx', with: [0, EXPLODING] }, []) }, { variables: text(`${LONG}!`) }),
    /takes too long on this text/
  ],
  [
    'such a pattern in a cycle',
    scene({ 1: step('condition', { variable: X, operator: 'rgx', with: [0, EXPLODING] }, [1]) }, { variables: text(`${LONG}!`) }),
    /^The play stopped at node “node_1”: it computes too much/
  ],
  [
    'such patterns of a tag',
    scene(
      { 1: step('tag_match', { character: ANN, tag_key: 'm', regex: true, patterns: Array<string>(500).fill(EXPLODING) }, []) },
      { characters: ann({ m: `${LONG}!` }) }
    ),
    /^The play stopped at node “node_1”/
  ],
  [
    'a random text of a million characters',
    scene({ 1: step('generator', { variable: X, method: 'ascii', arguments: ['ab', 1_000_000] }, []) }, { variables: text('') }),
    /at most 100000 characters, not 1000000/
  ],
  [
    'random texts in a cycle',
    scene({ 1: step('generator', { variable: X, method: 'ascii', arguments: ['ab', 100_000] }, [1]) }, { variables: text('') }),
    /^The play stopped at node “node_1”/
  ],
  [
    'a number to a huge power',
    scene({ 1: step('variable_update', { variable: X, operator: 'exp', with: [0, 2 ** 53 - 1] }, []) }, { variables: variable('num', 7) }),
    /beyond the largest exact one/
  ],
  [
    'a text that is added to itself',
    scene({ 1: step('variable_update', { variable: X, operator: 'rpl', with: [0, `a|${LONG}`] }, []) }, { variables: text(LONG) }),
    /longer than 100000 characters/
  ],
  [
    'a text of a hundred thousand placeholders',
    scene({ 1: step('content', { content: '{x}'.repeat(100_000) }, []) }, { variables: text(LONG) }),
    /can’t show all values/
  ]
]

test.each(HOSTILE)('%s comes to an end, with its node named', (_name, document, says) => {
  const problems = (compat: 'js' | undefined): string[] => transcriptOf(document, [], { compat }).filter((line) => line.startsWith('problem'))
  expect(
    problems(undefined)
      .at(-1)
      ?.replace(/^problem at \d+: /, '')
  ).toMatch(says)
  expect(problems('js').length).toBeLessThan(5001)
  const counting = countReach(document, { runs: 2, steps: 5, seed: 1 })
  let last = counting.next()
  while (!last.done) last = counting.next()
  expect(last.value.runs).toBe(2)
})

test.each(HOSTILE)('%s at the table is a beat like any other, and the table goes on', (_name, document) => {
  const event = StoryEvent.parse({
    id: 'trap',
    title: 'The trap',
    place: 'inn',
    aim: 'x',
    characters: { Ann: 'Mira' },
    arrow: { path: 'x', version: '1' }
  })
  const world = tinyWorld()
  const state = { ...world, next: { ...world.next, phase: 'dm' as const, actor: 'DM', waiting: [] } }
  const documents = { story: [event], events: [event], undecided: [], narratives: [], read: () => document }
  const { outcome: done } = resolveCall({ state, game: tinyGame() }, call('DM', 'run_scene', { event: 'trap' }), () => undefined, { documents })
  expect(done.state.next.beat).toBe(state.next.beat + 1)
  expect(JSON.stringify([done.state, done.writes]).length).toBeLessThan(400_000)
  expect(done.writes.flatMap((write) => (write.kind === 'log' ? [write.entry.text.length] : [])).every((length) => length <= 20_000)).toBe(true)
})

test('values that hold each other do not grow for ever', () => {
  const document = scene({ 1: step('content', { content: '{v0}' }, []) }, { variables: doubling })
  expect(transcriptOf(document, [], { compat: 'js' })[1]).toMatch(/can’t show all values/)
  expect(transcriptOf(document)).toEqual(['play 1', 'pause [1]'])
})

test('an answer to an input is checked in a limited time', () => {
  const document = scene({ 1: step('user_input', { variable: X, custom: [EXPLODING, '', ''] }, []) }, { variables: text('') })
  const { state } = startPlay(document, { seed: 1 })
  expect(act(document, state, { do: 'input', value: `${'a'.repeat(5000)}!` }).refused).toBe(
    'This text takes too long to check against the pattern. Give a shorter one.'
  )
  expect(act(document, state, { do: 'input', value: 'a'.repeat(200_000) }).refused).toBe('Give a text of at most 100000 characters.')
})

test('texts of unclosed tags are read in as many steps as they have characters', () => {
  for (const part of ['[b]', '[url=', '[url=x|onclick]', '[attr=a value=b]', '<script>', '<a "', '&#', '[/b]', '[list][*]']) {
    const many = part.repeat(30_000)
    expect([runtimeText(many).length, htmlText(many).length, plainMarkup(parseMarkup(many)).length].every((length) => length <= many.length)).toBe(
      true
    )
  }
})

test('no text becomes code: markup has only safe addresses, and keeps tags as text', () => {
  const evil =
    '<img src=x onerror=alert(1)>[url=javascript:alert(1)]a[/url][img]data:text/html,x[/img][color=red;background:url(x)]b[/color][style=position:fixed]c[/style][url=https://ok.example/"onclick]d[/url]'
  expect(parseMarkup(evil)).toEqual([
    '<img src=x onerror=alert(1)>',
    { tag: 'url', children: ['a'] },
    { tag: 'img', children: [] },
    { tag: 'color', children: ['b'] },
    'c',
    { tag: 'url', children: ['d'] }
  ])
})

test('a recorded play can hold anything', () => {
  const document = scene({ 1: step('content', {}, []) })
  const lines = ['{"ev":"rand","r":1e999}', '{"ev":"pause","open":"x"}', '[]', 'null', '{"ev":"__proto__"}', '{"ev":"tags","update":{"1":5}}']
  for (const line of lines) expect(() => readTrace(`{"trace":"x"}\n${line}`)).toThrow(/^Line 2 of the trace is not (?:an event|JSON)/)
  const far = readTrace('{"trace":"x"}\n{"ev":"choose","id":1,"index":900719925474099,"text":"t"}')
  expect(replay(document, far).difference).toBeDefined()
  expect(() => readTrace('')).toThrow('The trace is empty. Record a play first.')
})
