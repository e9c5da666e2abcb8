import { expect, it } from 'vitest'
import { type ArrowDocument, faceOf, outputPoint, readArrow } from '../../../arrow'
import { drawnNode } from '../graph/cards'
import { connectionOf, edgeId, sceneElements, slotOf } from '../graph/scene-graph'
import { sceneRows } from './rows'

/** A scene with a cycle back to its entry, a node of an unknown type, and an unreachable one. */
const document: ArrowDocument = readArrow(
  JSON.stringify({
    title: '',
    entry: 1,
    meta: { chapter: 0, authors: { 0: ['A', 9] } },
    resources: {
      scenes: {
        0: {
          name: 'Inn',
          entry: 1,
          map: {
            4: { offset: [0, 0] },
            3: { offset: [0, 0], io: [[3, 1, 1, 0]] },
            2: { offset: [0, 0], io: [[2, 1, 3, 0]], skip: true },
            1: { offset: [0, 0], io: [[1, 0, 2, 0]] }
          }
        }
      },
      nodes: {
        1: { type: 'hub', name: '1', data: { slots: 2 } },
        2: { type: 'dialog', name: "O'Hara's line", data: { character: -1, lines: ['', 'Two'] } },
        3: { type: 'avatar', name: '3', data: { lines: 'no list' } },
        4: { type: 'content', name: '4', data: {} }
      },
      variables: {},
      characters: {}
    }
  })
).document

it('a scene is listed in the order of the story, once each, with its ways out', () => {
  const rows = sceneRows(document, 0, { 2: true, 3: true })
  expect(rows.map(({ level, label, skip }) => [level, label, skip])).toEqual([
    [1, 'Hub', false],
    [1, "O'Hara's line: Anonymous: Two", true],
    [2, 'empty line → nothing yet', false],
    [2, 'Two → avatar', false],
    [1, 'avatar', false],
    [2, '2 → Hub', false],
    [1, 'Content', false]
  ])
  expect(sceneRows(document, 0, {}, "o'hara").map(({ node }) => node)).toEqual([2])
  expect(sceneRows(document, 7, {})).toEqual([])
})

it('a node of an unknown type is a plain box with the slots that its connections use', () => {
  const { nodes, edges } = sceneElements(document, 0)
  const unknown = nodes.find(({ arrow }) => arrow === 3)
  expect(unknown?.slots?.map(({ id }) => id)).toEqual(['in0', 'out0', 'out1'])
  if (!unknown) throw new Error('the node is drawn')
  expect(
    drawnNode(document, 0, unknown, {
      playing: new Set(),
      played: new Set(),
      findings: new Map(),
      heat: new Map(),
      visits: new Map(),
      changes: undefined
    })
  ).toMatchObject({
    type: 'card',
    data: { label: 'avatar', empty: 'Unchanged in the file', rows: [] }
  })
  expect(outputPoint(faceOf(unknown.node), 1).x).toBe(unknown.width)
  expect(edges.map(({ id }) => connectionOf(id))).toEqual(edges.map(({ connection }) => [...connection]))
  expect([slotOf('out12'), slotOf('in0'), slotOf('top'), slotOf(undefined), connectionOf('x'), edgeId([1, 0, 2, 3])]).toEqual([
    { side: 'out', slot: 12 },
    { side: 'in', slot: 0 },
    undefined,
    undefined,
    undefined,
    '1.0>2.3'
  ])
})

it('what did not change is the same object when a scene is drawn again', () => {
  const [first, again] = [sceneElements(document, 0), sceneElements(document, 0)]
  expect(first.nodes.every((node, k) => node === again.nodes[k])).toBe(true)
  expect(first.edges.every((edge, k) => edge === again.edges[k])).toBe(true)
  const moved = sceneElements(document, 0, { moving: new Map([['2', { x: 5, y: 6 }]]) })
  expect(moved.nodes.filter((node) => !first.nodes.includes(node)).map(({ arrow, x, y }) => [arrow, x, y])).toEqual([[2, 5, 6]])
})
