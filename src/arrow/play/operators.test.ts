import { describe, expect, it } from 'vitest'
import type { ArrowObject, ArrowValue, ArrowVariable } from '../document'
import { CONDITIONS, GENERATORS, UPDATES } from '../words'
import { ANN, ann, fanOut, transcriptOf, variable, X } from './played.fixture'

type Type = ArrowVariable['type']
type Init = ArrowVariable['init']

/** Type, value, operator, right side, and the expected result; `js` where the runtime's differs. */
const COMPARED: readonly [Type, Init, string, ArrowValue, boolean, js?: boolean][] = [
  ['num', 3, 'eq', 3, true],
  ['num', 3, 'eq', '3x', true],
  ['num', 3, 'nq', 3, false],
  ['num', 3, 'gt', 3, false],
  ['num', 3, 'gte', 3, true],
  ['num', -3, 'ls', 0, true],
  ['num', 3, 'lse', 2, false],
  ['num', 3, 'rgx', '3', false],
  ['str', 'Hello', 'rgx', '^[A-Z]l*', true],
  ['str', 'Hello', 'rgx', '^el', false],
  ['str', 'Hello', 'rgx', '(', false],
  ['str', 'Hello', 'ct', 'LL', true],
  ['str', 'Hello', 'cts', 'LL', false],
  ['str', 'Hello', 'cts', 'll', true],
  ['str', 'Hello', 'bgn', 'He', true],
  ['str', 'Hello', 'bgn', 'he', false],
  ['str', 'Hello', 'end', 'lo', true],
  ['str', 'Hello', 'end', '', true],
  ['str', 'lo', 'end', 'Hello', false],
  ['str', 'Hello', 'eql', 'seven', true],
  ['str', 'Hello', 'eql', '5', true],
  ['str', 'Hello', 'eql', 5, true],
  ['str', 'Hello', 'eql', '05', false],
  ['str', 'Hello', 'lng', '4', true],
  ['str', 'Hello', 'lng', 'abcde', false],
  ['str', 'Hello', 'shr', '-30', false, false],
  ['str', 'He', 'shr', '-30', true, false],
  ['str', 'Hello', 'shr', '6', true],
  ['str', 'Hello', 'eq', 'Hello', false],
  ['bool', true, 'eq', true, true],
  ['bool', true, 'eq', 'False', false],
  ['bool', true, 'nq', true, false],
  ['bool', false, 'nq', 1, true]
]

describe('A9 conditions leave by 0 for false and by 1 for true', () => {
  it.each(COMPARED)('%s %j %s %j is %s', (type, init, operator, right, is, js = is) => {
    const document = fanOut('condition', { variable: X, operator, with: [0, right] }, 2, { variables: variable(type, init) })
    const events = (truth: boolean): string[] => ['play 1', `play ${truth ? 3 : 2}`, `pause [${truth ? 3 : 2}]`]
    expect(transcriptOf(document).filter((one) => !one.startsWith('problem'))).toEqual(events(is))
    expect(transcriptOf(document, [], { compat: 'js' })).toEqual(events(js))
  })

  it('every operator has a row', () => {
    const rows = new Set(COMPARED.map(([type, , operator]) => `${type} ${operator}`))
    expect(
      Object.entries(CONDITIONS)
        .flatMap(([type, all]) => Object.keys(all).map((one) => `${type} ${one}`))
        .filter((one) => !rows.has(one))
    ).toEqual([])
  })
})

/** Type, value, operator, right side, and the new value (undefined: no change); `js` where the runtime's differs. */
const UPDATED: readonly [Type, Init, string, ArrowValue, Init | undefined, js?: Init | null][] = [
  ['num', 7, 'set', -2, -2],
  ['num', 7, 'add', 2, 9],
  ['num', 7, 'sub', 9, -2],
  ['num', 7, 'div', -2, -4],
  ['num', -7, 'div', 2, -4],
  ['num', 7, 'div', 0, undefined],
  ['num', -7, 'rem', 3, -1],
  ['num', 7, 'rem', 0, undefined],
  ['num', -7, 'mul', 3, -21],
  ['num', 0, 'mul', -3, 0],
  ['num', 7, 'exp', 2, 49],
  ['num', 7, 'exp', -1, 0],
  ['num', 2, 'exp', -1, 1],
  ['num', 10, 'exp', 30, undefined, 10 ** 30],
  ['num', 10, 'exp', 1000, undefined],
  ['num', 7, 'abs', -3, 3],
  ['num', 7, 'neg', 3, undefined],
  ['str', 'old', 'set', 'new', 'new'],
  ['str', 'old', 'set', 5, '5'],
  ['str', 'old', 'stc', 'camelCase mixed_with', 'Camel Case Mixed With'],
  ['str', 'old', 'stc', 'Hello you', 'Hello You', ' Hello You'],
  ['str', 'old', 'stc', 'a1b2', 'A 1b 2'],
  ['str', 'old', 'stc', 'hi! no', 'Hi! No', 'Hi ! No'],
  ['str', 'old', 'stl', 'ÀB', 'àb'],
  ['str', 'old', 'stu', 'straße', 'STRASSE'],
  ['str', 'old', 'ins', ' hat', 'old hat'],
  ['str', 'old', 'inb', 'very ', 'very old'],
  ['str', 'aXbXa', 'rmc', 'X', 'abXa'],
  ['str', 'aXbXa', 'rmc', 'x', 'aXbXa'],
  ['str', 'aXbXa', 'rml', 'x', 'abXa'],
  ['str', 'aXbXa', 'rmr', 'X', 'aXba'],
  ['str', 'aXbXa', 'rmi', 'x', 'aXba'],
  ['str', 'a.b.c', 'rpl', '.|+', 'a+b+c'],
  ['str', 'a.b.c', 'rpl', '.', 'abc'],
  ['str', 'a.b.c', 'rpl', '.|-|!', 'a-b-c'],
  ['str', 'a.b', 'rpl', '.|[$&]', 'a[$&]b', 'a[.]b'],
  ['str', 'ab', 'rpl', '|-', 'ab', '-a-b-'],
  ['str', 'aXbx', 'rpi', 'x|(y)', 'a(y)b(y)'],
  ['str', 'ab', 'rpi', '|-', 'ab', '-a-b-'],
  ['str', 'old', 'add', 'x', undefined],
  ['bool', true, 'set', false, false],
  ['bool', true, 'neg', true, false],
  ['bool', true, 'neg', false, true],
  ['bool', true, 'add', false, undefined]
]

describe('A9 updates set their variable and go on', () => {
  it.each(UPDATED)('%s %j %s %j makes %j', (type, init, operator, right, to, js = to) => {
    const document = fanOut('variable_update', { variable: X, operator, with: [0, right] }, 1, { variables: variable(type, init) })
    const events = (value: Init | null | undefined): string[] => [
      'play 1',
      ...(value === undefined || value === null ? [] : [`x: ${JSON.stringify(init)} → ${JSON.stringify(value)}`]),
      'play 2',
      'pause [2]'
    ]
    expect(transcriptOf(document).filter((one) => !one.startsWith('problem'))).toEqual(events(to))
    expect(transcriptOf(document, [], { compat: 'js' })).toEqual(events(js))
  })

  it('every operator has a row', () => {
    const rows = new Set(UPDATED.map(([type, , operator]) => `${type} ${operator}`))
    expect(
      Object.entries(UPDATES)
        .flatMap(([type, all]) => Object.keys(all).map((one) => `${type} ${one}`))
        .filter((one) => !rows.has(one))
    ).toEqual([])
  })

  it('the right side may be another variable, or the first value of its own', () => {
    const variables = { ...variable('num', 5), 91: { name: 'y', type: 'num', init: 3 } as const }
    const add = (other: number): string[] =>
      transcriptOf(fanOut('variable_update', { variable: X, operator: 'add', with: [1, other] }, 1, { variables }))
    expect([add(91)[1], add(X)[1]]).toEqual(['x: 5 → 8', 'x: 5 → 10'])
  })
})

/** Method, arguments, the drawn numbers, and the value in both kinds of play. */
const GENERATED: readonly [Type, string, ArrowValue, readonly number[], Init, js?: Init][] = [
  ['num', 'randi', [1, 6, false, true, true], [0.999], 6, 5],
  ['num', 'randi', [1, 6, true, true, true], [0], -1],
  ['num', 'randi', [0, 100, false, true, false], [0.011, 0.02], 2],
  ['num', 'randi', [10, 20, false, false, true], [0, 0.1], 11],
  ['num', 'randi', [5, 5, false, true, true], [0.9], 5],
  ['str', 'ascii', ['abc', 4], [0, 0.5, 0.99, 0.3], 'abca'],
  ['str', 'ascii', ['xy', 0], [0.9, 0.1], 'yx'],
  ['str', 'strst', 'red||blue', [0.5], 'blue'],
  ['str', 'strst', '', [], ''],
  ['bool', 'rnbln', null, [0.05], true],
  ['bool', 'rnbln', null, [0.15], false]
]

describe('A6 generators draw one number a pick', () => {
  it.each(GENERATED)('%s by %s %j with %j is %j', (type, method, given, numbers, to, js = to) => {
    const init = { num: 99, str: 'none', bool: false }[type]
    const data: ArrowObject = { variable: X, method, ...(given === null ? {} : { arguments: given }) }
    const document = fanOut('generator', data, 1, { variables: variable(type, init) })
    const drawing = (): (() => number | undefined) => {
      const left = [...numbers]
      return () => left.shift()
    }
    const events = (value: Init, draws: number): string[] => [
      'play 1',
      ...Array<string>(draws).fill('rand'),
      `x: ${JSON.stringify(init)} → ${JSON.stringify(value)}`,
      'play 2',
      'pause [2]'
    ]
    expect(transcriptOf(document, [], { draw: drawing() })).toEqual(events(to, 0))
    expect(transcriptOf(document, [], { compat: 'js', draw: drawing() })).toEqual(events(js, numbers.length))
  })

  it('every method has a row', () => {
    expect(
      Object.values(GENERATORS)
        .flatMap(Object.keys)
        .filter((one) => !GENERATED.some(([, method]) => method === one))
    ).toEqual([])
  })
})

/** Method, tags before, key and value, and the change. */
const EDITED: readonly [number, Record<string, string>, string, string, Record<string, string | null>][] = [
  [0, {}, 'mood', 'sad', { mood: 'sad' }],
  [0, { mood: 'calm' }, 'mood', 'sad', {}],
  [1, {}, 'mood', 'sad', {}],
  [1, { mood: 'calm' }, 'mood', '', { mood: '' }],
  [2, {}, 'mood', 'sad', { mood: 'sad' }],
  [2, { mood: 'calm' }, 'mood', 'sad', { mood: 'sad' }],
  [3, { mood: 'calm' }, 'mood', 'sad', {}],
  [3, { mood: 'calm' }, 'mood', 'calm', { mood: null }],
  [4, { mood: 'calm' }, 'mood', 'sad', { mood: null }],
  [4, {}, 'mood', 'sad', {}]
]

describe('A5 tag edits change one tag and go on', () => {
  it.each(EDITED)('method %i on %j with %s=%j changes %j', (method, tags, key, value, update) => {
    const document = fanOut('tag_edit', { character: ANN, edit: [method, key, value] }, 1, { characters: ann(tags) })
    const change = `tags {"${ANN}":${JSON.stringify(update)}}`
    expect(transcriptOf(document)).toEqual(['play 1', ...(Object.keys(update).length > 0 ? [change] : []), 'play 2', 'pause [2]'])
    expect(transcriptOf(document, [], { compat: 'js' })).toEqual(['play 1', change, 'play 2', 'pause [2]'])
  })
})

/** Data, tags, and the slot: 0 is false and 1 true for a check, −1 the end of the line for a match. */
const TAGGED: readonly [string, ArrowObject, Record<string, string>, number][] = [
  ['tag_match', { tag_key: 'mood', patterns: ['sad', 'calm'] }, { mood: 'calm' }, 1],
  ['tag_match', { tag_key: 'mood', patterns: ['sad', 'cal'] }, { mood: 'calm' }, -1],
  ['tag_match', { tag_key: 'mood', patterns: ['', 'calm'] }, { mood: '' }, 0],
  ['tag_match', { tag_key: 'mood', patterns: ['^c', 'a'], regex: true }, { mood: 'calm' }, 0],
  ['tag_match', { tag_key: 'mood', patterns: ['(', 'al'], regex: true }, { mood: 'calm' }, 1],
  ['tag_match', { tag_key: 'mood', patterns: ['x', 'y'], regex: true }, { mood: 'calm' }, -1],
  ['tag_match', { tag_key: 'none', patterns: ['x', 'y'] }, { mood: 'calm' }, -1],
  [
    'tag_pass',
    {
      pass: [
        1,
        [
          ['mood', 'calm'],
          ['key', null]
        ]
      ]
    },
    { mood: 'calm', key: '7' },
    1
  ],
  [
    'tag_pass',
    {
      pass: [
        1,
        [
          ['mood', 'calm'],
          ['key', null]
        ]
      ]
    },
    { mood: 'calm' },
    0
  ],
  ['tag_pass', { pass: [0, [['mood', 'sad'], ['key']]] }, { mood: 'calm', key: '' }, 1],
  [
    'tag_pass',
    {
      pass: [
        0,
        [
          ['mood', 'sad'],
          ['key', null]
        ]
      ]
    },
    { mood: 'calm' },
    0
  ],
  ['tag_pass', { pass: [1, [['key', '']]] }, { key: '' }, 1],
  ['tag_pass', { pass: [1, [['key', '']]] }, { key: 'x' }, 0],
  [
    'tag_pass',
    {
      pass: [
        1,
        [
          ['', null],
          ['mood', null]
        ]
      ]
    },
    { mood: 'calm' },
    1
  ],
  ['tag_pass', { pass: [1, [['', null]]] }, { mood: 'calm' }, 0],
  ['tag_pass', { pass: [0, []] }, { mood: 'calm' }, 0]
]

describe('A3 tag matches and tag checks leave by their slots', () => {
  it.each(TAGGED)('%s %j on %j leaves by %i', (type, data, tags, slot) => {
    const document = fanOut(type, { character: ANN, ...data }, 2, { characters: ann(tags) })
    const events = slot < 0 ? ['play 1', 'END_EDGE 1', 'pause []'] : ['play 1', `play ${slot + 2}`, `pause [${slot + 2}]`]
    expect(transcriptOf(document).filter((one) => !one.startsWith('problem'))).toEqual(events)
    expect(transcriptOf(document, [], { compat: 'js' })).toEqual(events)
  })
})
