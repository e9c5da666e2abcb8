import ELK from 'elkjs/lib/elk.bundled.js'
import { describe, expect, it } from 'vitest'
import { containsRect, intersects, type Rect } from '../../shared/geometry/shapes'
import type { ArrowDocument, ArrowId } from '../document'
import { documentOf, type Made } from '../made.fixture'
import { layOutNew, layOutScene, type SceneLayout } from './layered'
import { place, type PlaceHint } from './place'
import { nodeSize, sceneRects } from './sizes'

const elk = new ELK()
const laidOut = (document: ArrowDocument): Promise<SceneLayout> => layOutScene(document, 0, (graph) => elk.layout(graph))
const SIZE = { width: 240, height: 90 }

/** The boxes of the scene after a layout. */
function boxesAfter(document: ArrowDocument, { offsets, rects }: SceneLayout): { boxes: Map<ArrowId, Rect>; frames: Map<ArrowId, Rect> } {
  const scene = document.resources.scenes.get(0)
  if (!scene) throw new Error('no scene')
  const moved = new Map([...scene.map].map(([id, item]) => [id, { ...item, offset: offsets.get(id) ?? item.offset }]))
  const nodes = new Map(
    [...document.resources.nodes].map(([id, node]) => [
      id,
      { ...node, data: { ...node.data, ...(rects.has(id) ? { rect: rects.get(id) ?? [] } : {}) } }
    ])
  )
  return sceneRects({ ...scene, map: moved }, nodes)
}
const overlaps = (boxes: ReadonlyMap<ArrowId, Rect>): [ArrowId, ArrowId][] => {
  const all = [...boxes]
  return all.flatMap(([a, one], k) => all.slice(k + 1).flatMap(([b, other]): [ArrowId, ArrowId][] => (intersects(one, other) ? [[a, b]] : [])))
}

const heap = { at: [100, 100] as const }
const talk: Record<ArrowId, Made> = {
  1: { type: 'entry', to: [2], ...heap },
  2: { type: 'dialog', data: { lines: ['Help me!', 'Run!', 'Wait!'], playable: true }, to: [3, 4, 5], ...heap },
  3: { type: 'content', data: { title: 'You help', content: 'A long text about how you help.\nAnd more of it.' }, to: [6], ...heap },
  4: { type: 'content', to: [6], ...heap },
  5: { type: 'condition', to: [2, 6], ...heap },
  6: { type: 'hub', ...heap },
  7: { type: 'marker', ...heap }
}

describe('the layout of a whole scene', () => {
  it('AD20 runs from left to right without overlaps, and the entry stays', async () => {
    const document = documentOf({ 0: { nodes: talk } })
    const layout = await laidOut(document)
    const { boxes } = boxesAfter(document, layout)
    expect(overlaps(boxes)).toEqual([])
    expect(layout.offsets.get(1)).toEqual([100, 100])
    const x = (id: ArrowId): number => boxes.get(id)?.x ?? Number.NaN
    expect([x(1) < x(2), x(2) < x(3), x(2) < x(5), x(3) < x(6)]).toEqual([true, true, true, true])
    // The target of the first slot stands above the target of the last.
    expect((boxes.get(3)?.y ?? 0) < (boxes.get(5)?.y ?? 0)).toBe(true)
    expect([...layout.offsets.values()].flat().every(Number.isInteger)).toBe(true)
  })
  it('keeps frames around their nodes, and no others in them', async () => {
    const document = documentOf({
      0: {
        nodes: {
          ...talk,
          3: { ...talk[3], type: 'content', at: [1000, 1000] },
          4: { ...talk[4], type: 'content', at: [1020, 1020] },
          8: { type: 'frame', data: { label: 'Both', rect: [600, 400] }, at: [950, 950] },
          9: { type: 'frame', data: { label: 'A remark' }, at: [-900, -900] }
        }
      }
    })
    const layout = await laidOut(document)
    const { boxes, frames } = boxesAfter(document, layout)
    const frame = frames.get(8) ?? { x: 0, y: 0, width: 0, height: 0 }
    expect(overlaps(boxes)).toEqual([])
    expect([...boxes].filter(([, box]) => containsRect(frame, box)).map(([id]) => id)).toEqual([3, 4])
    expect([...boxes].filter(([, box]) => intersects(frame, box)).map(([id]) => id)).toEqual([3, 4])
    expect([...layout.rects.keys()]).toEqual([8])
  })
  it('works without elk, and without overlaps, for 1,600 nodes', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 1600 }, (_, k): [number, Made] => [
        k + 1,
        { type: 'dialog', data: { lines: ['a', 'b'] }, to: [2 * k + 2, 2 * k + 3].filter((to) => to <= 1600), ...heap }
      ])
    )
    const document = documentOf({ 0: { nodes: chain } })
    const layout = await layOutScene(document, 0, () => Promise.reject(new Error('not asked')))
    expect(layout.offsets.size).toBe(1600)
    const boxes = [...boxesAfter(document, layout).boxes.values()]
    expect(boxes.filter((box, k) => boxes.slice(k + 1).some((other) => intersects(box, other)))).toEqual([])
  })
  it('is made without elk where elk fails, as it does on a line of a thousand nodes', async () => {
    const document = documentOf({ 0: { nodes: talk } })
    const layout = await layOutScene(document, 0, () => Promise.reject(new RangeError('Maximum call stack size exceeded')))
    expect(layout.offsets.size).toBe(Object.keys(talk).length)
    expect(overlaps(boxesAfter(document, layout).boxes)).toEqual([])
  })
  it('does not fail for a missing scene and broken connections', async () => {
    const document = documentOf({ 0: { nodes: { 1: { type: 'entry', to: [99] }, 2: { type: 'teapot', to: [1, 2] } } } })
    expect((await laidOut(document)).offsets.size).toBe(2)
    expect(await layOutScene(document, 77, (graph) => elk.layout(graph))).toEqual({ offsets: new Map(), rects: new Map() })
  })
})

describe('a layout of only the new nodes', () => {
  it('AD20 moves no other, and places each after a predecessor or before a successor', () => {
    const document = documentOf({
      0: {
        nodes: {
          1: { type: 'entry', to: [2], at: [0, 0] },
          2: { type: 'content', to: [3], at: [300, 0] },
          3: { type: 'content', to: [4], at: [0, 0] },
          4: { type: 'content', at: [0, 0] },
          5: { type: 'entry', to: [2], at: [0, 0] },
          6: { type: 'marker', at: [0, 0] }
        }
      }
    })
    const layout = layOutNew(document, 0, new Set([3, 4, 5, 6]))
    expect([...layout.offsets.keys()].toSorted((a, b) => a - b)).toEqual([3, 4, 5, 6])
    const { boxes } = boxesAfter(document, layout)
    expect(overlaps(boxes)).toEqual([])
    const x = (id: ArrowId): number => boxes.get(id)?.x ?? Number.NaN
    expect([x(2) < x(3), x(3) < x(4), x(5) < x(2)]).toEqual([true, true, true])
  })
})

describe('the place of one new node', () => {
  const nodes: Record<ArrowId, Made> = {
    1: { type: 'entry', to: [2], at: [100, 100] },
    2: { type: 'content', at: [400, 100] },
    3: { type: 'frame', data: { rect: [4000, 4000] }, at: [0, 0] }
  }
  const at = (hint: PlaceHint, scene: Record<ArrowId, Made> = nodes): readonly [number, number] =>
    place(documentOf({ 0: { nodes: scene } }), 0, SIZE, hint)
  const { width, height } = nodeSize({ type: 'content', name: '', data: {} })

  it('is Arrow’s origin in an empty or missing scene', () => {
    expect(place(documentOf({ 0: { nodes: {} } }), 0, SIZE, { rule: 'auto' })).toEqual([100, 100])
    expect(place(documentOf({ 0: { nodes } }), 5, SIZE, { rule: 'auto', previous: 1 })).toEqual([100, 100])
  })
  it('is right of the node that the scene ends with, frames aside', () => {
    expect(at({ rule: 'auto' })).toEqual([400 + width + 80, 100])
  })
  it('is right of or below the previous node, past obstacles', () => {
    expect(at({ rule: 'below_previous', previous: 2 })).toEqual([400, 100 + height + 40])
    const crowded = {
      ...nodes,
      4: { type: 'content', at: [400 + width + 80, 120] as const },
      5: { type: 'content', at: [400, 100 + height + 10] as const }
    }
    expect(at({ rule: 'right_of_previous', previous: 2 }, crowded)).toEqual([400 + width + 80, 120 + height + 40])
    expect(at({ rule: 'below_previous', previous: 2 }, crowded)).toEqual([400 + width + 80, 100 + height + 40])
  })
  it('never lies on another node, however many are placed', () => {
    let scene: Record<ArrowId, Made> = { 1: { type: 'entry', at: [0, 0] } }
    for (let id = 2; id < 60; id++) {
      const rule = (['auto', 'below_previous', 'right_of_previous'] as const)[id % 3] ?? 'auto'
      const spot = place(documentOf({ 0: { nodes: scene } }), 0, nodeSize({ type: 'dialog', name: '', data: {} }), {
        rule,
        previous: 1 + ((id * 7) % (id - 1))
      })
      scene = { ...scene, [id]: { type: 'dialog', at: spot } }
    }
    const document = documentOf({ 0: { nodes: scene } })
    expect(overlaps(boxesAfter(document, { offsets: new Map(), rects: new Map() }).boxes)).toEqual([])
  })
})
