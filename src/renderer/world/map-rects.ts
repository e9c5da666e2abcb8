import type { Rect } from '../../shared/geometry/shapes'

/** The part of a map's panel where no tools stand over it, in pixels: those of the whole map are above and at the right, of the compact one at the right. */
export const uncoveredRect = (width: number, height: number, compact: boolean): Rect =>
  compact
    ? { x: 8, y: 8, width: Math.max(1, width - 54), height: Math.max(1, height - 16) }
    : { x: 10, y: 50, width: Math.max(1, width - 60), height: Math.max(1, height - 70) }

/** What is to be seen of a map whose places are within these bounds: also the ground around them, and the names of regions above it. */
export const worldRect = ({ x, y, width, height }: Rect): Rect => ({ x: x - 26, y: y - 52, width: width + 52, height: height + 78 })
