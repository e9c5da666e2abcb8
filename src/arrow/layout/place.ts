import { inflate, intersects, type Point, type Rect } from '../../shared/geometry/shapes'
import type { ArrowDocument, ArrowId, ArrowScene } from '../document'
import { sceneRects, type Size } from './sizes'

/** The position of a new node: beside or below a node, or after the end of the scene (`auto`). */
export type PlaceRule = 'auto' | 'below_previous' | 'right_of_previous'

/** The rule for a new node and the node that it follows; by default the scene's rightmost node. */
export interface PlaceHint {
  readonly rule: PlaceRule
  readonly previous?: ArrowId
}

/** The gaps between neighbouring nodes: to the right, where lines need room, and below. In pixels. */
export const GAP = { right: 80, below: 40 } as const

/** The position of the first node in an empty scene, as in Arrow. */
const ORIGIN: Point = { x: 100, y: 100 }

/**
 * A free offset for a new node of a size in a scene; no existing node moves. Frames may surround it. `auto` places it to the right of the previous
 * node, or of the rightmost one if the hint names none or one of another scene. A scene that doesn't exist counts as empty.
 */
export function place(document: ArrowDocument, sceneId: ArrowId, size: Size, { rule, previous }: PlaceHint): readonly [x: number, y: number] {
  const scene = document.resources.scenes.get(sceneId)
  if (!scene) return [ORIGIN.x, ORIGIN.y]
  const { boxes } = sceneRects(scene, document.resources.nodes)
  const beside = (previous === undefined ? undefined : boxes.get(previous)) ?? followed(scene, boxes)
  const { x, y } = freeBeside(beside, size, rule === 'below_previous' ? 'below' : 'right', [...boxes.values()])
  return [x, y]
}

/** The box after which a scene continues: the rightmost one without a connection, otherwise the rightmost one. */
function followed(scene: ArrowScene, boxes: ReadonlyMap<ArrowId, Rect>): Rect | undefined {
  const rightmost = (open: boolean): Rect | undefined =>
    [...boxes]
      .filter(([id]) => !open || (scene.map.get(id)?.io?.length ?? 0) === 0)
      .reduce<Rect | undefined>((best, [, box]) => (!best || box.x + box.width > best.x + best.width ? box : best), undefined)
  return rightmost(true) ?? rightmost(false)
}

/**
 * The nearest free spot to the right of a box or below it, in whole pixels. On the right it moves down past obstacles, below it moves to the right,
 * so that the successors of a node stay on its far side.
 */
export function freeBeside(beside: Rect | undefined, size: Size, side: 'right' | 'below', taken: readonly Rect[]): Point {
  if (!beside) return freeFrom({ ...ORIGIN }, size, 'right', taken)
  const start = side === 'right' ? { x: beside.x + beside.width + GAP.right, y: beside.y } : { x: beside.x, y: beside.y + beside.height + GAP.below }
  return freeFrom({ x: Math.floor(start.x), y: Math.floor(start.y) }, size, side, taken)
}

/** The first free spot from a point on: downwards for `right`, to the right for `below`. */
export function freeFrom(start: Point, size: Size, side: 'right' | 'below', taken: readonly Rect[]): Point {
  const [along, across] = side === 'right' ? (['y', 'height'] as const) : (['x', 'width'] as const)
  const gap = side === 'right' ? GAP.below : GAP.right
  const lane = inflate({ ...start, width: size.width, height: size.height }, 1)
  // Only boxes across the lane can be obstacles; they are sorted along it.
  const ahead = taken
    .filter((box) => intersects({ ...box, [along]: lane[along], [across]: 1 }, lane) && box[along] + box[across] >= start[along])
    .toSorted((a, b) => a[along] - b[along])
  const spot = { ...start }
  for (const box of ahead) {
    if (box[along] >= spot[along] + size[across] + MIN_GAP_PX) continue
    if (box[along] + box[across] + MIN_GAP_PX <= spot[along]) continue
    spot[along] = Math.ceil(box[along] + box[across] + gap)
  }
  return spot
}

/** The minimum gap between two nodes, in pixels. */
const MIN_GAP_PX = 8
