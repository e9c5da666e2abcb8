import { overlaps } from '../../shared/geometry/overlaps'
import type { Rect } from '../../shared/geometry/shapes'
import type { ArrowId, ArrowNode, ArrowScene } from '../document'
import { AS_SAVED, sceneRects, type Spread } from './sizes'

/** The factors; a few steps, so that a moved node seldom changes them. */
const STEPS = [1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4]
/** The least gap between two nodes that had covered each other, in pixels. */
const MIN_GAP_PX = 24
/** An overlap of less than this hides only the border of a node. */
const BORDER_PX = 4
/** The share of a scene's nodes that may stay covered: a few strays don't spread a large scene. */
const STRAY_SHARE = 0.02
/** The most nodes below a node that are taken into account. */
const MAX_COVERED = 20

/**
 * The least spread by which hardly any node of a scene covers another one. Arrow draws most nodes smaller than this app does, so many scenes need one.
 * What no spread can part stays together.
 */
export function spreadOf(scene: ArrowScene, nodes: ReadonlyMap<ArrowId, ArrowNode>): Spread {
  const boxes = [...sceneRects(scene, nodes).boxes.values()]
  const needed: Spread[] = []
  for (const [k, other] of overlaps(boxes, BORDER_PX, MAX_COVERED)) {
    const [a, b] = [boxes[k], boxes[other]]
    const factors = a && b && { x: factorFor(a, b, 'x', 'width'), y: factorFor(a, b, 'y', 'height') }
    if (factors && Math.min(factors.x, factors.y) <= (STEPS.at(-1) ?? 1)) needed.push(factors)
  }
  const fits = (x: number, y: number): boolean => needed.filter((one) => one.x > x && one.y > y).length <= boxes.length * STRAY_SHARE
  if (fits(1, 1)) return AS_SAVED
  const fitting = STEPS.flatMap((x) => STEPS.filter((y) => fits(x, y)).map((y) => ({ x, y })))
  return fitting.toSorted((a, b) => a.x * a.y - b.x * b.y)[0] ?? AS_SAVED
}

/** The factor by which two boxes have to move apart along an axis, until there is a gap between them. */
const factorFor = (a: Rect, b: Rect, along: 'x' | 'y', size: 'width' | 'height'): number =>
  ((a[along] < b[along] ? a : b)[size] + MIN_GAP_PX) / Math.abs(a[along] - b[along])

/** The number of boxes that cover another one. */
export const countCovering = (boxes: readonly Rect[]): number => [...overlaps(boxes, BORDER_PX, 1)].length
