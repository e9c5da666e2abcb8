/** A point of the plane, in pixels at zoom 1; x to the right, y down. */
export interface Point {
  x: number
  y: number
}

/** A rectangle by its top left corner. */
export interface Rect extends Point {
  width: number
  height: number
}

/** The line of an edge: straight, or a cubic Bézier curve with two control points. */
export interface Curve {
  from: Point
  to: Point
  bend?: readonly [Point, Point]
}

/** The centre of a rectangle. */
export const centreOf = (rect: Rect): Point => ({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 })

/** Returns whether two rectangles share a point. */
export const intersects = (a: Rect, b: Rect): boolean =>
  a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height

/** Returns whether a point lies in a rectangle. */
export const containsPoint = (rect: Rect, { x, y }: Point): boolean =>
  x >= rect.x && x <= rect.x + rect.width && y >= rect.y && y <= rect.y + rect.height

/** Whether the second rectangle lies wholly in the first. */
export const containsRect = (a: Rect, b: Rect): boolean => containsPoint(a, b) && containsPoint(a, { x: b.x + b.width, y: b.y + b.height })

/** The part that two rectangles share; undefined if there is none. */
export function intersectionOf(a: Rect, b: Rect): Rect | undefined {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)]
  const [width, height] = [Math.min(a.x + a.width, b.x + b.width) - x, Math.min(a.y + a.height, b.y + b.height) - y]
  return width < 0 || height < 0 ? undefined : { x, y, width, height }
}

/** A rectangle enlarged by a margin on each side. */
export const inflate = (rect: Rect, margin: number): Rect => ({
  x: rect.x - margin,
  y: rect.y - margin,
  width: rect.width + 2 * margin,
  height: rect.height + 2 * margin
})

/** The smallest rectangle around all of these; an empty one at the origin if there are none. */
export function boundsOf(rects: Iterable<Rect>): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const rect of rects) {
    left = Math.min(left, rect.x)
    top = Math.min(top, rect.y)
    right = Math.max(right, rect.x + rect.width)
    bottom = Math.max(bottom, rect.y + rect.height)
  }
  return left === Infinity ? { x: 0, y: 0, width: 0, height: 0 } : { x: left, y: top, width: right - left, height: bottom - top }
}

/** Where a ray from inside a rectangle crosses its border, as a fraction of the ray (at most 1). */
function exit(rect: Rect, from: Point, dx: number, dy: number): number {
  const x = dx > 0 ? (rect.x + rect.width - from.x) / dx : dx < 0 ? (rect.x - from.x) / dx : Infinity
  const y = dy > 0 ? (rect.y + rect.height - from.y) / dy : dy < 0 ? (rect.y - from.y) / dy : Infinity
  return Math.max(0, Math.min(x, y, 1))
}

/** A straight line between the borders of two rectangles, moved to the right of its direction by `aside` pixels. */
export function lineBetween(a: Rect, b: Rect, aside = 0): Curve {
  const [one, other] = [centreOf(a), centreOf(b)]
  const distance = Math.hypot(other.x - one.x, other.y - one.y) || 1
  const most = Math.min(a.height, b.height) / 2 - 4
  const shift = Math.max(-most, Math.min(most, aside))
  const [nx, ny] = [(-(other.y - one.y) / distance) * shift, ((other.x - one.x) / distance) * shift]
  const from = { x: one.x + nx, y: one.y + ny }
  const to = { x: other.x + nx, y: other.y + ny }
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const start = exit(inflate(a, 2), from, dx, dy)
  const end = 1 - exit(inflate(b, 4), to, -dx, -dy)
  // Overlapping rectangles have no line between their borders, so the line joins their centres.
  if (start >= end) return { from, to }
  return { from: { x: from.x + dx * start, y: from.y + dy * start }, to: { x: from.x + dx * end, y: from.y + dy * end } }
}

/** The loop of the k-th edge from a node to itself: over the right end of the upper border. */
export function loopAt(rect: Rect, k = 0): Curve {
  const right = rect.x + rect.width
  const high = 34 + 14 * k
  return {
    from: { x: right - 44 - 8 * k, y: rect.y - 2 },
    to: { x: right - 14, y: rect.y - 4 },
    bend: [
      { x: right - 58 - 14 * k, y: rect.y - high },
      { x: right + 4 + 8 * k, y: rect.y - high }
    ]
  }
}

/** A curve as the `d` of an SVG path. */
export function svgPath({ from, to, bend }: Curve): string {
  const between = bend ? `C${bend[0].x},${bend[0].y} ${bend[1].x},${bend[1].y} ` : 'L'
  return `M${from.x},${from.y}${between}${to.x},${to.y}`
}

/** The point of a curve at a fraction of its length, from 0 to 1. */
export function pointAt({ from, to, bend }: Curve, part: number): Point {
  const rest = 1 - part
  if (!bend) return { x: from.x * rest + to.x * part, y: from.y * rest + to.y * part }
  const [a, b, c, d] = [rest ** 3, 3 * rest ** 2 * part, 3 * rest * part ** 2, part ** 3]
  return { x: a * from.x + b * bend[0].x + c * bend[1].x + d * to.x, y: a * from.y + b * bend[0].y + c * bend[1].y + d * to.y }
}

/** The direction in which a curve arrives, in degrees clockwise from the right. */
export function heading({ from, to, bend }: Curve): number {
  const before = bend?.[1] ?? from
  return (Math.atan2(to.y - before.y, to.x - before.x) * 180) / Math.PI
}

/** The distance of a point from a curve, in pixels. A bent curve is approximated by eight segments. */
export function distanceToCurve(curve: Curve, point: Point): number {
  const pieces = curve.bend ? 8 : 1
  let least = Infinity
  let last = curve.from
  for (let k = 1; k <= pieces; k++) {
    const next = pointAt(curve, k / pieces)
    const [dx, dy] = [next.x - last.x, next.y - last.y]
    const part = Math.max(0, Math.min(1, ((point.x - last.x) * dx + (point.y - last.y) * dy) / (dx * dx + dy * dy || 1)))
    least = Math.min(least, Math.hypot(last.x + dx * part - point.x, last.y + dy * part - point.y))
    last = next
  }
  return least
}
