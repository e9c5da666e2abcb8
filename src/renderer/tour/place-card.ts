import { containsRect, inflate, intersects, type Rect } from '../../shared/geometry/shapes'

const GAP_PX = 14

/** Where a card of this size stands in the window: below, above, left or right of a part, where it covers none of it; else in the middle. */
export function placeCard({ width, height }: Pick<Rect, 'width' | 'height'>, part: Rect | undefined, room: Rect): Rect {
  const inside = inflate(room, -GAP_PX)
  const middle = { x: room.x + (room.width - width) / 2, y: room.y + (room.height - height) / 2, width, height }
  if (!part) return middle
  const alongX = clamped(part.x + (part.width - width) / 2, inside.x, inside.x + inside.width - width)
  const alongY = clamped(part.y + (part.height - height) / 2, inside.y, inside.y + inside.height - height)
  const places = [
    { x: alongX, y: part.y + part.height + GAP_PX },
    { x: alongX, y: part.y - height - GAP_PX },
    { x: part.x - width - GAP_PX, y: alongY },
    { x: part.x + part.width + GAP_PX, y: alongY }
  ].map((at) => ({ ...at, width, height }))
  return places.find((place) => containsRect(inside, place) && !intersects(place, part)) ?? middle
}

const clamped = (at: number, from: number, to: number): number => Math.max(from, Math.min(to, at))
