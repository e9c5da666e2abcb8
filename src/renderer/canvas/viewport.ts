import { centreOf, intersects, type Point, type Rect } from '../../shared/geometry/shapes'

/** The part of the plane that a panel shows: plane pixels are scaled by zoom and then moved by x and y. */
export interface Viewport extends Point {
  zoom: number
}

/** The level of detail: readable nodes as elements, or all nodes painted at once. */
export type DetailLevel = 'near' | 'far'

/** The range of the zoom. */
export const MIN_ZOOM = 0.004
export const MAX_ZOOM = 2

/** A graph of up to so many nodes consists of elements at every zoom. */
export const MAX_WHOLE_NODES = 60
/** The most visible nodes of a larger graph that are drawn as elements; the limit to keep that level is a little higher. */
const MAX_NEAR_NODES = 48
const MAX_NEAR_NODES_KEPT = 54

/** Below this zoom nobody can read a node, so even few of them are painted, unless the graph has no more. */
const MIN_NEAR_ZOOM = 0.2
/** Near a limit the current level is kept, so that it does not flicker. */
const KEPT_ZOOM_FACTOR = 0.8

/** The level of detail for a number of visible nodes, at a zoom, of a graph with a number of nodes. */
export function detailLevel(visible: number, zoom: number, all: number, current: DetailLevel): DetailLevel {
  if (all <= MAX_WHOLE_NODES) return 'near'
  const isNear = current === 'near'
  return visible <= (isNear ? MAX_NEAR_NODES_KEPT : MAX_NEAR_NODES) && zoom >= MIN_NEAR_ZOOM * (isNear ? KEPT_ZOOM_FACTOR : 1) ? 'near' : 'far'
}

/** The part of the plane that a panel of this size shows. */
export const visibleRect = ({ x, y, zoom }: Viewport, width: number, height: number): Rect => ({
  x: -x / zoom,
  y: -y / zoom,
  width: width / zoom,
  height: height / zoom
})

/** The margin around the visible part in which nodes are drawn, on each side, as a fraction of that part. */
const OVERSCAN_FACTOR = 0.15

/** The part of the plane whose nodes are drawn: the visible part and a margin. The last one stays while it covers that and isn't too large. */
export function cullingRect(visible: Rect, last?: Rect): Rect {
  const covered = last && last.x <= visible.x && last.y <= visible.y && endOf(last).x >= endOf(visible).x && endOf(last).y >= endOf(visible).y
  if (covered && last.width <= visible.width * 3) return last
  const [marginX, marginY] = [visible.width * OVERSCAN_FACTOR, visible.height * OVERSCAN_FACTOR]
  return { x: visible.x - marginX, y: visible.y - marginY, width: visible.width + 2 * marginX, height: visible.height + 2 * marginY }
}

const endOf = ({ x, y, width, height }: Rect): Point => ({ x: x + width, y: y + height })

/** The viewport that shows a whole rectangle in the middle of a part of the panel, with a margin; never at a larger zoom than `maxZoom`. */
export function fitRect(rect: Rect, room: Rect, maxZoom = 1.05, minZoom = MIN_ZOOM): Viewport {
  const fittingZoom = Math.min((room.width * 0.96) / Math.max(1, rect.width), (room.height * 0.96) / Math.max(1, rect.height))
  return centredAt(centreOf(rect), room, Math.max(minZoom, Math.min(maxZoom, fittingZoom)))
}

/** The viewport that shows a rectangle in the room: beside, above or below what floats over the canvas, whichever shows the most. */
export function fitRectClearOf(rect: Rect, room: Rect, floating: readonly Rect[]): Viewport {
  const whole = fitRect(rect, room)
  const { x, y, zoom } = whole
  const onScreen = { x: rect.x * zoom + x, y: rect.y * zoom + y, width: rect.width * zoom, height: rect.height * zoom }
  if (!floating.some((one) => intersects(onScreen, one))) return whole
  const rooms = floating.reduce<Rect[]>((left, one) => left.flatMap((part) => (intersects(part, one) ? partsAround(part, one) : [part])), [room])
  return rooms.map((part) => fitRect(rect, part)).reduce((best, view) => (view.zoom > best.zoom ? view : best))
}

const partsAround = (room: Rect, inner: Rect): Rect[] => {
  const [roomEnd, innerEnd] = [endOf(room), endOf(inner)]
  return [
    { ...room, width: Math.max(1, inner.x - room.x) },
    { ...room, height: Math.max(1, inner.y - room.y) },
    { ...room, x: innerEnd.x, width: Math.max(1, roomEnd.x - innerEnd.x) },
    { ...room, y: innerEnd.y, height: Math.max(1, roomEnd.y - innerEnd.y) }
  ]
}

/** The viewport around a point that leaves as little of the room empty as possible: near the edge of `whole` the point is not in the middle. */
export function viewportAround(point: Point, whole: Rect, room: Rect, zoom: number): Viewport {
  const clamped = (at: number, from: number, size: number, length: number): number => {
    const half = length / zoom / 2
    return size <= 2 * half ? from + size / 2 : Math.max(from + half, Math.min(from + size - half, at))
  }
  const centre = { x: clamped(point.x, whole.x, whole.width, room.width), y: clamped(point.y, whole.y, whole.height, room.height) }
  return centredAt(centre, room, zoom)
}

const centredAt = (centre: Point, room: Rect, zoom: number): Viewport => ({
  x: room.x + room.width / 2 - centre.x * zoom,
  y: room.y + room.height / 2 - centre.y * zoom,
  zoom
})
