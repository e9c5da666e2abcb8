import { intersects, centreOf, type Point, type Rect } from '../../shared/geometry/shapes'

/** Where the map is looked at: its pixels are moved by x and y after being scaled by zoom. */
export interface View extends Point {
  zoom: number
}

/** How the map is drawn: place by place to be read, or all at once to be seen. */
export type Level = 'near' | 'far'

/** So many places in sight can be drawn one by one; a few more, once they are. */
const MOST = 220
const STAY = 280

/** How to draw with so many places in sight. What is drawn now is kept on the border between the two, so that it does not flicker. */
export const levelOf = (inSight: number, now: Level): Level => (inSight <= (now === 'near' ? STAY : MOST) ? 'near' : 'far')

/** The part of the map that is in sight. */
export const sightOf = ({ x, y, zoom }: View, width: number, height: number): Rect => ({
  x: -x / zoom,
  y: -y / zoom,
  width: width / zoom,
  height: height / zoom
})

/** How much farther than what is in sight nodes are drawn, to each side, as a part of it. */
const RIM = 0.35

/** What is drawn one by one: what is in sight and a rim around it. It stays what it was as long as that covers the sight and is not much too big for it. */
export function drawnOf(sight: Rect, last?: Rect): Rect {
  const covered = last && last.x <= sight.x && last.y <= sight.y && reach(last).x >= reach(sight).x && reach(last).y >= reach(sight).y
  if (covered && last.width <= sight.width * 3) return last
  const [rimX, rimY] = [sight.width * RIM, sight.height * RIM]
  return { x: sight.x - rimX, y: sight.y - rimY, width: sight.width + 2 * rimX, height: sight.height + 2 * rimY }
}

const reach = ({ x, y, width, height }: Rect): Point => ({ x: x + width, y: y + height })

/** The part of a map's panel where nothing stands over the map, in pixels: the tools of the whole map are above and at the right, of the small one at the right. */
export const roomOf = (width: number, height: number, compact: boolean): Rect =>
  compact
    ? { x: 8, y: 8, width: Math.max(1, width - 54), height: Math.max(1, height - 16) }
    : { x: 10, y: 50, width: Math.max(1, width - 60), height: Math.max(1, height - 70) }

/** What is to be seen of a map whose places are within these bounds: also the ground around them, and the names of regions above it. */
export const wholeOf = ({ x, y, width, height }: Rect): Rect => ({ x: x - 26, y: y - 52, width: width + 52, height: height + 78 })

/** The view that shows a rectangle whole in the middle of the room, with a rim; never closer than `closest`. */
export function fitting(rect: Rect, room: Rect, closest = 1.05, least = 0.004): View {
  const zoom = Math.max(least, Math.min(closest, (room.width * 0.96) / Math.max(1, rect.width), (room.height * 0.96) / Math.max(1, rect.height)))
  return centred(centreOf(rect), room, zoom)
}

/**
 * The view that shows a rectangle whole in the room, clear of what floats over the map (such as a legend) where that would lie on it:
 * beside, above or below it, whichever shows the most.
 */
export function fittingClear(rect: Rect, room: Rect, floats: readonly Rect[]): View {
  const whole = fitting(rect, room)
  const { x, y, zoom } = whole
  const onScreen = { x: rect.x * zoom + x, y: rect.y * zoom + y, width: rect.width * zoom, height: rect.height * zoom }
  if (!floats.some((one) => intersects(onScreen, one))) return whole
  const rooms = floats.reduce<Rect[]>((left, one) => left.flatMap((part) => (intersects(part, one) ? besides(part, one) : [part])), [room])
  return rooms.map((part) => fitting(rect, part)).reduce((best, view) => (view.zoom > best.zoom ? view : best))
}

/** The parts of a room at the four sides of something in it. */
const besides = (room: Rect, inner: Rect): Rect[] => {
  const [end, to] = [reach(room), reach(inner)]
  return [
    { ...room, width: Math.max(1, inner.x - room.x) },
    { ...room, height: Math.max(1, inner.y - room.y) },
    { ...room, x: to.x, width: Math.max(1, end.x - to.x) },
    { ...room, y: to.y, height: Math.max(1, end.y - to.y) }
  ]
}

/** The view around a point at a zoom that leaves as little of the room empty as it can: at the edge of the map the point is not in the middle. */
export function viewAround(point: Point, whole: Rect, room: Rect, zoom: number): View {
  const along = (at: number, from: number, size: number, length: number): number => {
    const half = length / zoom / 2
    return size <= 2 * half ? from + size / 2 : Math.max(from + half, Math.min(from + size - half, at))
  }
  const middle = { x: along(point.x, whole.x, whole.width, room.width), y: along(point.y, whole.y, whole.height, room.height) }
  return centred(middle, room, zoom)
}

const centred = (middle: Point, room: Rect, zoom: number): View => ({
  x: room.x + room.width / 2 - middle.x * zoom,
  y: room.y + room.height / 2 - middle.y * zoom,
  zoom
})
