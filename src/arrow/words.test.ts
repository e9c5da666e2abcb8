import { expect, it } from 'vitest'
import type { ArrowDocument, ArrowNode, ArrowObject } from './document'
import { faceOf, inputPoint, outputPoint } from './face'
import { NODE_TYPES, NODE_TYPE_FACTS } from './node-types'
import { CONDITIONS, nodeWords, saidBy, plainWords, UPDATES } from './words'

const document: ArrowDocument = {
  title: '',
  entry: 1,
  meta: {},
  resources: {
    scenes: new Map([[7, { name: 'the inn', entry: 1, map: new Map() }]]),
    nodes: new Map([[1, { type: 'entry', name: 'start', data: {} }]]),
    variables: new Map([
      [2, { name: 'courage', type: 'num', init: 0 }],
      [3, { name: 'oath', type: 'str', init: '' }],
      [4, { name: 'met', type: 'bool', init: false }],
      [5, { name: 'fear', type: 'num', init: 0 }]
    ]),
    characters: new Map([[6, { name: "O'Hara", color: 'ffffff' }]])
  }
}
const node = (type: string, data: ArrowObject = {}): ArrowNode => ({ type, name: '', data })
const said = (type: string, data: ArrowObject): string => plainWords(nodeWords(document, node(type, data)) ?? ['nothing'])

it('sentences describe conditions, updates, generators and tags', () => {
  const sentences = [
    said('condition', { variable: 2, operator: 'gte', with: [0, 3] }),
    said('condition', { variable: 2, operator: 'ls', with: [1, 5] }),
    said('condition', { variable: 2, operator: 'eq', with: [1, 2] }),
    said('condition', { variable: 4, operator: 'nq', with: [0, true] }),
    said('condition', {}),
    said('condition', { variable: 3, operator: 'gte', with: [0, 'x'] }),
    said('variable_update', { variable: 2, operator: 'sub', with: [0, 0] }),
    said('variable_update', { variable: 3, operator: 'rpl', with: [0, 'thee|you|x'] }),
    said('variable_update', { variable: 3, operator: 'ins', with: [0, ''] }),
    said('generator', { variable: 2, method: 'randi', arguments: [1, 6, true, true, false] }),
    said('generator', { variable: 3, method: 'strst', arguments: 'a||b' }),
    said('generator', { variable: 4 }),
    said('tag_edit', { character: 6, edit: [2, 'mood', ''] }),
    said('tag_edit', {}),
    said('tag_pass', {
      character: 6,
      pass: [
        0,
        [
          ['mood', 'sad'],
          ['key', null]
        ]
      ]
    }),
    said('tag_match', { character: 6, tag_key: 'mood' }),
    said('jump', { target: 1, reason: 'Back' }),
    said('macro_use', { macro: 7 }),
    said('macro_use', { macro: 9 })
  ]
  expect(sentences).toEqual([
    '`courage` is at least 3',
    '`courage` is less than `fear`',
    '`courage` is its initial value',
    '`met` is not true',
    '[no variable] [no condition]',
    '`oath` [no condition]',
    'Subtract 0 from `courage`',
    'Replace in `oath`: “thee” with “you”',
    'Append “” to `oath`',
    'Set `courage` to an even number from −1 to −6',
    'Set `oath` to one of “a”, “b”',
    'Set `met` to true or false at random',
    "Set `O'Hara's` tag `mood` to “”",
    "Change [no character's] tag [no tag] to “”, if present",
    "`O'Hara` has `mood` = “sad” or `key`",
    "`O'Hara's` tag `mood` is",
    'To `start`: Back',
    '`the inn`',
    '[no macro]'
  ])
})

it('the text of a dialog omits empty lines', () => {
  expect(saidBy(document, node('interaction', { actions: ['', 'Stay', ' '] }))).toBe('Stay')
  const pictured = {
    ...node('content', { title: '', content: 'It burns.\n[img]../lamp.jpg[/img] [img=300x200]sea.png[/img] [img=gull.png] [img]' }),
    alt: { '../lamp.jpg': "O'Hara's lamp 🪔", 'sea.png': 'decorative' }
  }
  expect(saidBy(document, pictured)).toBe("It burns. (picture: O'Hara's lamp 🪔) (picture) (picture) [img]")
})

it('every operator of every variable type has its own words', () => {
  for (const table of [CONDITIONS, UPDATES])
    for (const words of Object.values(table)) expect(new Set(Object.values(words)).size).toBe(Object.keys(words).length)
  expect(Object.keys(UPDATES.str)).toHaveLength(12)
  expect(nodeWords(document, node('constructor'))).toBeUndefined()
})

it('every slot of every type has its own position on the border of the node', () => {
  for (const type of NODE_TYPES) {
    for (const many of [false, true]) {
      const texts = Array.from({ length: 10 }, (_, k) => 'words '.repeat(k * 3))
      const { outputs, inputs } = NODE_TYPE_FACTS[type]
      const data: ArrowObject = many
        ? { slots: 10, lines: texts, actions: texts, patterns: texts, content: texts.join('\n'), monolog: texts.join('') }
        : {}
      const face = faceOf(node(type, data))
      const count = (slots: number | string, least: number): number => (typeof slots === 'number' ? slots : many ? 10 : least)
      const outs = Array.from({ length: count(outputs, typeof outputs === 'string' && outputs !== 'slots' ? 1 : 2) }, (_, k) => outputPoint(face, k))
      const ins = Array.from({ length: count(inputs, 2) }, (_, k) => inputPoint(face, k))
      for (const points of [outs, ins]) {
        expect(new Set(points.map(({ y }) => y)).size).toBe(points.length)
        for (const { y } of points) expect([type, many, y > 0 && y < face.height]).toEqual([type, many, true])
      }
    }
  }
})
