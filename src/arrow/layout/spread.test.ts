import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { containsRect } from '../../shared/geometry/shapes'
import type { ArrowDocument, ArrowId } from '../document'
import { documentOf, type Made } from '../made.fixture'
import { readArrow } from '../read'
import { AS_SAVED, sceneRects, type Spread } from './sizes'
import { countCovering, spreadOf } from './spread'

const FIXTURES = join(import.meta.dirname, '../fixtures')

/** The spread of a scene, and the number of nodes that cover others before and after it. */
function spread({ resources: { scenes, nodes } }: ArrowDocument, id: ArrowId = 0): { spread: Spread; before: number; after: number } {
  const scene = scenes.get(id)
  if (!scene) throw new Error('no scene')
  const found = spreadOf(scene, nodes)
  const covering = (by: Spread): number => countCovering([...sceneRects(scene, nodes, by).boxes.values()])
  return { spread: found, before: covering(AS_SAVED), after: covering(found) }
}

/** Contents in rows at a distance. */
const rows = (count: number, perRow: number, [right, down]: readonly [number, number]): Record<ArrowId, Made> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, k) => [
      k + 1,
      { type: 'content', data: { title: `Leaf ${k}`, content: 'Rain.' }, at: [(k % perRow) * right, Math.floor(k / perRow) * down] }
    ])
  )

it('AD20 in a document of Arrow no node is drawn over another', () => {
  const documents = readdirSync(FIXTURES).filter((name) => name.endsWith('.arrow'))
  const scenes = documents.flatMap((name) => {
    const { document } = readArrow(readFileSync(join(FIXTURES, name), 'utf8'))
    return [...document.resources.scenes.keys()].map((id) => spread(document, id))
  })
  expect(scenes.some(({ before }) => before > 20)).toBe(true)
  expect(scenes.filter(({ after }) => after > 0)).toEqual([])
})

it('a scene spreads along the axis on which its nodes are too close, and no further than needed', () => {
  expect(spread(documentOf({ 0: { nodes: rows(40, 10, [220, 200]) } }))).toEqual({ spread: { x: 1.25, y: 1 }, before: 36, after: 0 })
  expect(spread(documentOf({ 0: { nodes: rows(40, 10, [300, 60]) } }))).toEqual({ spread: { x: 1, y: 1.75 }, before: 30, after: 0 })
  expect(spread(documentOf({ 0: { nodes: rows(40, 10, [300, 200]) } })).spread).toBe(AS_SAVED)
})

it('a few nodes that cover others don’t spread a large scene, and those on one spot stay together', () => {
  const strays = { ...rows(300, 20, [300, 200]), 5: { type: 'content', at: [310, 10] as const } }
  expect(spread(documentOf({ 0: { nodes: strays } }))).toEqual({ spread: AS_SAVED, before: 1, after: 1 })
  expect(spread(documentOf({ 0: { nodes: rows(30, 30, [0, 0]) } }))).toEqual({ spread: AS_SAVED, before: 29, after: 29 })
})

it('a frame is drawn around the nodes that it surrounds in the file', () => {
  const { resources } = documentOf({ 0: { nodes: { ...rows(3, 3, [220, 0]), 9: { type: 'frame', data: { rect: [760, 160] }, at: [-30, -60] } } } })
  const scene = resources.scenes.get(0)
  if (!scene) throw new Error('no scene')
  const { boxes, frames } = sceneRects(scene, resources.nodes, spreadOf(scene, resources.nodes))
  expect([...boxes].filter(([, box]) => containsRect(frames.get(9) ?? box, box)).map(([id]) => id)).toEqual([1, 2, 3])
})
