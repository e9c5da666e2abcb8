import type { Point, Rect } from './shapes'

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

/** The next of the sizes 1, 1.41, 2, 2.83, 4 … that is not smaller. */
const rounded = (size: number): number => 2 ** (Math.ceil(2 * Math.log2(Math.max(1, size))) / 2)

/** What is drawn one by one: what is in sight and a rim around it, in steps, so that it changes seldom while the map is moved or zoomed. */
export function drawnOf(sight: Rect): Rect {
  const [width, height] = [rounded(sight.width), rounded(sight.height)]
  const [stepX, stepY] = [width / 4, height / 4]
  const x = Math.floor(sight.x / stepX - 0.5) * stepX
  const y = Math.floor(sight.y / stepY - 0.5) * stepY
  return { x, y, width: width + 2 * stepX, height: height + 2 * stepY }
}

/** The view that shows a rectangle whole in the middle, with a rim; never closer than `closest`. */
export function fitting(rect: Rect, width: number, height: number, closest = 1.05, least = 0.02): View {
  const zoom = Math.max(least, Math.min(closest, (width * 0.88) / Math.max(1, rect.width), (height * 0.86) / Math.max(1, rect.height)))
  return { x: width / 2 - (rect.x + rect.width / 2) * zoom, y: height / 2 - (rect.y + rect.height / 2) * zoom, zoom }
}
