import { expect, it } from 'vitest'
import { documentOf } from '../../documents.fixture'
import { createNode, moveNodes, resizeNode, skipNodes, updateNode } from '../../edit/nodes'
import { setTitle } from '../../edit/scenes'
import { createVariable } from '../../edit/variables'
import { playsAlike } from '../same-play'
import { ANN, ann, scene, variable, X } from '../played.fixture'
import { countReach } from './reach'
import type { ReachReport, ReachWish } from './report'

function reach(document: Parameters<typeof countReach>[0], wish: Partial<ReachWish> = {}): ReachReport {
  const counting = countReach(document, { runs: 200, steps: 100, seed: 7, ...wish })
  for (;;) {
    const { done, value } = counting.next()
    if (done) return value
  }
}

const inn = scene(
  {
    1: { type: 'entry', to: [2] },
    2: { type: 'interaction', data: { actions: ['Knock', 'Leave', 'Wait'] }, to: [3, undefined, 2] },
    3: { type: 'condition', name: 'key?', data: { variable: X, operator: 'eq', with: [0, 3] }, to: [4, 5] },
    4: { type: 'dialog', data: { character: ANN, lines: ['No.', 'Never.'] }, to: [6] },
    5: { type: 'content', name: 'cellar', to: [7] },
    6: { type: 'tag_pass', name: 'kind?', data: { character: ANN, pass: [1, [['mood', 'kind']]] }, to: [8, 9] },
    7: { type: 'hub', name: 'below' },
    8: { type: 'content', name: 'street' },
    9: { type: 'content', name: 'hearth' },
    10: { type: 'content', name: 'draft', to: [11] },
    11: { type: 'content', name: 'draft end' }
  },
  { variables: variable('num', 1, 'keys'), characters: ann({ mood: 'gruff' }) }
)

it('many plays count nodes, lines and choices, and where choices run dry', () => {
  const report = reach(inn)
  const times = (id: number): number => report.nodes.find(({ node }) => node === id)?.times ?? -1
  expect([report.runs, report.ended + report.cut + report.stopped, times(1)]).toEqual([200, 200, 200])
  expect(times(2)).toBeGreaterThan(200)
  expect(times(3)).toBe(times(4))
  const option = (node: number, index: number) => report.options.find((one) => one.node === node && one.index === index)
  const [knock, leave, wait] = [option(2, 0), option(2, 1), option(2, 2)]
  expect([knock?.text, knock?.taken, leave?.dry, wait?.dry]).toEqual(['Knock', times(3), leave?.taken, 0])
  expect((knock?.taken ?? 0) + (leave?.taken ?? 0) + (wait?.taken ?? 0)).toBe(knock?.offered)
  expect([option(4, 0)?.offered, (option(4, 0)?.taken ?? 0) + (option(4, 1)?.taken ?? 0)]).toEqual([times(4), times(4)])
})

it('nodes that nothing leads to are told apart from those behind a value that nothing sets', () => {
  expect(reach(inn).unreached).toEqual([
    { node: 5, why: 'gated', gates: [{ node: 3, slot: 1 }], words: '“key?” (`keys` is 3): it is never true, and nothing sets `keys`.' },
    { node: 7, why: 'gated', gates: [{ node: 3, slot: 1 }], words: '“key?” (`keys` is 3): it is never true, and nothing sets `keys`.' },
    {
      node: 9,
      why: 'gated',
      gates: [{ node: 6, slot: 1 }],
      words: "“kind?” (`Ann` has `mood` = “kind”): it is never true, and nothing sets Ann's tag `mood`."
    },
    { node: 10, why: 'dead', gates: [], words: 'No connection, jump or macro leads here.' },
    { node: 11, why: 'dead', gates: [], words: 'Only “draft” leads here, and nothing leads there.' }
  ])
  expect(reach(inn).outside).toEqual([
    { variable: X, name: 'keys', value: 1, assumed: false },
    { character: ANN, name: 'Ann.mood', value: 'gruff', assumed: false }
  ])
})

it('an assumed value opens what it gates', () => {
  const report = reach(inn, { assume: { [X]: 3 } })
  expect(report.unreached.map(({ node }) => node)).toEqual([4, 6, 8, 9, 10, 11])
  expect(report.outside[0]).toEqual({ variable: X, name: 'keys', value: 3, assumed: true })
})

it('conditions that were never met, and choices that were never taken, are no dead ends', () => {
  const document = scene(
    {
      1: { type: 'variable_update', data: { variable: X, operator: 'add', with: [0, 1] }, to: [2] },
      2: { type: 'condition', name: 'many?', data: { variable: X, operator: 'gt', with: [0, 5] }, to: [3, 4] },
      3: { type: 'content' },
      4: { type: 'content' },
      5: { type: 'jump', data: { target: 4 } }
    },
    { variables: variable('num', 0) }
  )
  expect(reach(document).unreached).toEqual([
    {
      node: 4,
      why: 'unmet',
      gates: [{ node: 2, slot: 1 }],
      words: '“many?” (`x` is more than 5): in these plays it was never true, though `x` is set.'
    },
    { node: 5, why: 'dead', gates: [], words: 'No connection, jump or macro leads here.' }
  ])
  const once = reach(scene({ 1: { type: 'interaction', data: { actions: ['a', 'b'] }, to: [2, 3] }, 2: { type: 'hub' }, 3: { type: 'hub' } }), {
    runs: 1
  })
  expect(once.unreached).toEqual([
    {
      node: 2,
      why: 'chance',
      gates: [{ node: 1, slot: 0 }],
      words: '“node_1” leads here by action 1, which was never taken. Count more plays, or more actions.'
    }
  ])
})

it('the same seed counts the same, and a play that never ends is cut', () => {
  const demo = documentOf('demo.5984437.arrow-project.json')
  expect(reach(demo, { runs: 50 })).toEqual(reach(demo, { runs: 50 }))
  const round = scene({ 1: { type: 'content', to: [1] } })
  expect(reach(round, { runs: 3, steps: 4 })).toMatchObject({ runs: 3, ended: 0, cut: 3, stopped: 0, nodes: [{ node: 1, plays: 3, times: 15 }] })
  const cycle = scene({ 1: { type: 'hub', to: [1] } })
  expect(reach(cycle, { runs: 2 })).toMatchObject({ stopped: 2, problems: [{ node: 1, plays: 2 }] })
})

it('a count stays true when only positions, sizes, colours and notes change', () => {
  const document = documentOf('conf-flow.arrow')
  const [scene] = document.resources.scenes.keys()
  const [id = -1, ...others] = [...(document.resources.scenes.get(scene ?? -1)?.map.keys() ?? [])]
  const moved = updateNode(moveNodes(document, [[id, [5000, 5000]]]), id, { notes: 'Here.' })
  expect(playsAlike(document, resizeNode(moved, id, [400, 400]))).toBe(true)
  expect(playsAlike(document, setTitle(document, 'Other'))).toBe(true)
  expect(playsAlike(document, skipNodes(document, [others[0] ?? -1], true))).toBe(false)
  expect(playsAlike(document, createNode(document, { type: 'hub', scene: scene ?? -1, offset: [0, 0] }).document)).toBe(false)
  expect(playsAlike(document, createVariable(document, { type: 'num' }).document)).toBe(false)
})
