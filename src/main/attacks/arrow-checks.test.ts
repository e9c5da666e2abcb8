import { expect, test } from 'vitest'
import { documentOf, type Made } from '../../arrow/made.fixture'
import {
  type ArrowDocument,
  campaignFindings,
  checkText,
  inkOf,
  layOutNew,
  lintDocument,
  playablePage,
  playReadyJson,
  printTranslations,
  readTranslations,
  safelyFixed,
  sceneImage,
  scriptOf,
  tweeOf,
  updateTranslations,
  writeArrow
} from '../../arrow'

const scene = (nodes: Record<number, Made>): ArrowDocument => documentOf({ 0: { name: 'x', nodes } })
const chain = (count: number, nodeAt: (k: number) => Made): Record<number, Made> =>
  Object.fromEntries(Array.from({ length: count }, (_, k) => [k + 1, nodeAt(k + 1)]))
const odd = (data: object): Made['data'] => data as Made['data']

/** Documents that a stranger made to break whoever reads them. Nothing here is measured: what has no limit does not come to an end. */
const HOSTILE: readonly [string, ArrowDocument][] = [
  [
    'a sequencer of 2^53 outputs',
    scene({ 1: { type: 'sequencer', data: { slots: 2 ** 53 - 1 }, to: [2] }, 2: { type: 'hub', data: { slots: 2 ** 53 - 1 } } })
  ],
  ['numbers of slots that are none', scene({ 1: { type: 'randomizer', data: { slots: -5 }, to: [2] }, 2: { type: 'hub', data: { slots: 1.5 } } })],
  ['2,000 choices in each other', scene(chain(2000, (k) => ({ type: 'interaction', data: { actions: ['a'] }, to: [k + 1] })))],
  ['a chain of 3,000 nodes that leads back to its beginning', scene(chain(3000, (k) => ({ type: 'hub', to: [(k % 3000) + 1] })))],
  [
    'every choice leading to every node',
    scene(
      chain(120, () => ({ type: 'interaction', data: { actions: Array<string>(120).fill('a') }, to: Array.from({ length: 120 }, (_, k) => k + 1) }))
    )
  ],
  [
    'data of no form',
    scene({
      1: { type: 'dialog', data: odd({ lines: { a: 1 }, character: 'x' }) },
      2: { type: 'tag_pass', data: odd({ pass: [[], 5] }) },
      3: { type: 'condition', data: odd({ with: 'x', operator: {}, variable: [] }) },
      4: { type: 'generator', data: odd({ method: 7 }) },
      5: { type: 'frame', data: odd({ rect: ['a'] }) }
    })
  ],
  [
    'nodes named after what objects have',
    scene({ 1: { type: 'constructor', data: {} }, 2: { type: '__proto__', data: odd({ toString: 1 }) }, 3: { type: 'hasOwnProperty', data: {} } })
  ],
  ['a text of 200,000 braces', scene({ 1: { type: 'content', data: { content: '{'.repeat(200_000) } } })],
  [
    'a pattern of 20,000 groups',
    scene({
      1: {
        type: 'tag_match',
        data: {
          tag_key: 'a',
          character: -1,
          regex: true,
          patterns: [`${'('.repeat(20_000)}${')*'.repeat(20_000)}`, '('.repeat(100_000), '(a*)*'.repeat(5000)]
        }
      }
    })
  ]
]

test.each(HOSTILE)('%s is checked, laid out, shown as a script and exported', (_, document) => {
  expect(lintDocument(document).every(({ message }) => message.length < 2000)).toBe(true)
  expect(safelyFixed(document).document.resources.nodes.size).toBe(document.resources.nodes.size)
  const shown = new Set(scriptOf(document, 0).rows.flatMap(({ kind, node }) => (kind === 'link' || kind === 'part' ? [] : [node])))
  expect(shown.size).toBe(document.resources.nodes.size)
  const some = new Set([...document.resources.nodes.keys()].slice(0, 200))
  expect(layOutNew(document, 0, some).offsets.size).toBeLessThanOrEqual(some.size)
  const player = { script: '', style: '', scriptHash: '', styleHash: '' }
  for (const text of [
    sceneImage(document, 0, 'dark'),
    inkOf(document).text,
    tweeOf(document).text,
    playReadyJson(document),
    playablePage(document, player)
  ])
    expect(text.length).toBeGreaterThan(50)
  expect(readTranslations(printTranslations(updateTranslations(document).table)).languages).toEqual([])
})

test('a text that is not a document gets one sentence, whatever it is', () => {
  const texts = [
    '',
    'null',
    '[]',
    '{',
    '\u0000',
    '['.repeat(200_000),
    `{"title":${'9'.repeat(400)}}`,
    '{"title":"a","title":"b"}',
    writeArrow(scene({ 1: { type: 'entry' } })).slice(0, 300)
  ]
  for (const text of texts) {
    const checked = checkText(text)
    expect(checked.problem?.message).toMatch(/^[^\n]{10,400}\.$/)
    expect(campaignFindings('a.arrow', text)).toHaveLength(1)
  }
})
