import type { CanvasEdge, CanvasNode } from './graph'

/** A line of a scene: a node with one input slot and two output slots. */
export interface SceneNode extends CanvasNode {
  text: string
}

const [WIDTH, HEIGHT, ROWS] = [180, 80, 20]

/** A graph that is not a world: lines of a scene in columns of twenty, each connected to two of the next column. */
export function sceneOf(count: number): { nodes: SceneNode[]; edges: CanvasEdge[] } {
  const nodes = Array.from({ length: count }, (_, k): SceneNode => ({
    id: `line-${k}`,
    text: `Line ${k}`,
    x: Math.floor(k / ROWS) * 300,
    y: (k % ROWS) * 120,
    width: WIDTH,
    height: HEIGHT,
    slots: [
      { id: 'in', type: 'target', at: { x: 0, y: HEIGHT / 2 } },
      { id: 'yes', type: 'source', at: { x: WIDTH, y: 20 } },
      { id: 'no', type: 'source', at: { x: WIDTH, y: 60 } }
    ]
  }))
  const edges = nodes.flatMap(({ id }, k) =>
    [ROWS, ROWS + 1].flatMap((step, slot): CanvasEdge[] => {
      const to = nodes[k + step]
      const fromSlot = slot === 0 ? 'yes' : 'no'
      return to ? [{ id: `${id}.${fromSlot}`, from: id, fromSlot, to: to.id, toSlot: 'in' }] : []
    })
  )
  return { nodes, edges }
}
