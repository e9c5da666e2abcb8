import { expect, it } from 'vitest'
import { type ArrowDocument, moveNodes, readArrow, writeArrow } from '../../../arrow'
import { SceneGraphs } from './scene-graph'

/** A chain at the distance at which Arrow adds nodes, as Arrow writes it. */
const chain = (): ArrowDocument => {
  const ids = [1, 2, 3, 4, 5, 6]
  const map = ids.map((id) => [id, { offset: [id * 220, 100], ...(id < 6 && { io: [[id, 0, id + 1, 0]] }) }])
  const nodes = ids.map((id) => [id, id === 1 ? { type: 'entry', name: '1', data: { plaque: '' } } : { type: 'content', name: `${id}`, data: {} }])
  const scenes = { 0: { name: 'Quay', entry: 1, map: Object.fromEntries(map) } }
  const resources = { scenes, nodes: Object.fromEntries(nodes), variables: {}, characters: {} }
  return readArrow(
    JSON.stringify({ title: 'Quay', entry: 1, meta: { chapter: 0, authors: { 0: ['A', 7] }, last_save: null, editor: '3.1.0' }, resources })
  ).document
}

const positions = (graphs: SceneGraphs, document: ArrowDocument, moving?: ReadonlyMap<string, { x: number; y: number }>): number[] =>
  graphs.of(document, 0, { moving }).graph.nodes.map(({ x }) => x)

it('nodes that are too close are drawn further apart, and the document stays as it is', () => {
  const document = chain()
  const text = writeArrow(document)
  const { graph, spread, covering } = new SceneGraphs().of(document, 0)
  expect(graph.nodes.map(({ x, y }) => [x, y])).toEqual([1, 2, 3, 4, 5, 6].map((id) => [id * 275, 100]))
  expect([spread, covering]).toEqual([{ x: 1.25, y: 1 }, 0])
  expect(writeArrow(document)).toBe(text)
})

it('a node that moves moves no other, and is drawn where it was dropped', () => {
  const graphs = new SceneGraphs()
  const document = chain()
  expect(positions(graphs, document)).toEqual([275, 550, 825, 1100, 1375, 1650])
  // Dragged over another node, by 500 drawn pixels: 400 in the file.
  const moving = new Map([['2', { x: 440 + 400, y: 100 }]])
  expect(positions(graphs, document, moving)).toEqual([275, 1050, 825, 1100, 1375, 1650])
  const moved = moveNodes(document, [[2, [840, 100]]])
  expect(positions(graphs, moved)).toEqual([275, 1050, 825, 1100, 1375, 1650])
  expect(graphs.of(moved, 0).covering).toBe(2)
})

it('an arranged scene is drawn as saved, and spread again after undo', () => {
  const graphs = new SceneGraphs()
  const document = chain()
  positions(graphs, document)
  const arranged = moveNodes(
    document,
    [1, 2, 3, 4, 5, 6].map((id) => [id, [220 + 340 * (id - 1), 100]] as const)
  )
  expect(positions(graphs, arranged)).toEqual([220, 560, 900, 1240, 1580, 1920])
  expect(positions(graphs, document)).toEqual([275, 550, 825, 1100, 1375, 1650])
})
