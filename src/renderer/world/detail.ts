import type { Point, Rect } from '../../shared/map/shapes'

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

/** The view that shows a rectangle whole in the middle, with a rim; never closer than `closest`. */
export function fitting(rect: Rect, width: number, height: number, closest = 1.05, least = 0.004): View {
  const zoom = Math.max(least, Math.min(closest, (width * 0.88) / Math.max(1, rect.width), (height * 0.86) / Math.max(1, rect.height)))
  return { x: width / 2 - (rect.x + rect.width / 2) * zoom, y: height / 2 - (rect.y + rect.height / 2) * zoom, zoom }
}
