import { type Point, type Rect, boundsOf, inflate, intersects } from '../geometry/shapes'
import { cutTo, widthOf } from '../map-image/fitting'
import type { Colour } from '../map-image/shape'
import { type Drawing, type DrawnItem, LINE_PX, TEXT_PX } from './drawing'
import type { LabMap, LabMark, Share } from './report'

/** Something that happened to characters at a place in some sessions. */
export interface MapMarkOf {
  place: string
  ink: Colour
  share: Share
  mark: LabMark
  words: string
}

const RIM_PX = 34
/** The height of a map, and the radius of the mark of most sessions. */
const HEIGHT_PX = { least: 140, most: 440 }
const RADIUS_PX = { least: 3.5, most: 22 }
const DOT_PX = 3
const MAX_NAME_PX = 150

/** Fits the places into a width: where a point of the map is in the drawing, and the drawing's height. */
function fitted(places: readonly Point[], width: number): { at: (point: Point) => Point; height: number } {
  const bounds = boundsOf(places.map(({ x, y }) => ({ x, y, width: 0, height: 0 })))
  const scale = Math.min(
    ...(bounds.width > 0 ? [(width - 2 * RIM_PX) / bounds.width] : []),
    ...(bounds.height > 0 ? [(HEIGHT_PX.most - 2 * RIM_PX) / bounds.height] : []),
    2
  )
  const height = Math.max(HEIGHT_PX.least, bounds.height * scale + 2 * RIM_PX)
  const [left, top] = [(width - bounds.width * scale) / 2, (height - bounds.height * scale) / 2]
  return { at: ({ x, y }) => ({ x: left + (x - bounds.x) * scale, y: top + (y - bounds.y) * scale }), height }
}

/** Draws places and journeys with what happened there as circles, whose areas are as the numbers of sessions. Marks at no place of the map are left out. */
export function drawMap({ places, journeys }: LabMap, marks: readonly MapMarkOf[], width: number): Drawing {
  const { at, height } = fitted(places, width)
  const spots = new Map(places.map((one) => [one.place, at(one)]))
  const most = Math.max(1, ...marks.map(({ share }) => share.count))
  const lines = journeys.flatMap(({ from, to }) => {
    const [a, b] = [spots.get(from), spots.get(to)]
    return a && b ? [`M${n(a.x)},${n(a.y)}L${n(b.x)},${n(b.y)}`] : []
  })
  const circles: DrawnItem[] = []
  /** What is drawn at each place, which names must not cover. */
  const taken: Rect[] = []
  const reach = new Map<string, Rect>()
  for (const { place } of places) {
    const spot = spots.get(place)
    if (!spot) continue
    const here = marks.filter((one) => one.place === place)
    const radii = here.map(({ share }) => Math.max(RADIUS_PX.least, RADIUS_PX.most * Math.sqrt(share.count / most)))
    // The circles of a place stand in a row around it.
    let x = spot.x - radii.reduce((sum, radius) => sum + radius, 0)
    for (const [i, { ink, ...mark }] of here.entries()) {
      const radius = radii[i] ?? 0
      const shape = { cx: n(x + radius), cy: n(spot.y), r: n(radius), fillOpacity: 0.55, strokeWidth: 1 }
      circles.push({ shapes: [{ tag: 'circle', at: shape, fill: ink, stroke: ink }], mark })
      x += 2 * radius
    }
    const [half, high] = [Math.max(DOT_PX, x - spot.x), Math.max(DOT_PX, ...radii)]
    reach.set(place, { x: spot.x - half, y: spot.y - high, width: 2 * half, height: 2 * high })
    taken.push(reach.get(place) ?? { ...spot, width: 0, height: 0 })
  }
  const dots = places.flatMap(({ place, visited }): DrawnItem[] => {
    const spot = spots.get(place)
    if (!spot || marks.some((one) => one.place === place)) return []
    const shape = { cx: n(spot.x), cy: n(spot.y), r: DOT_PX, strokeWidth: 1 }
    return [{ shapes: [{ tag: 'circle', at: shape, fill: visited ? 'ink-3' : 'stage', stroke: 'ink-3' }] }]
  })
  return {
    width,
    height,
    items: [
      { shapes: [{ tag: 'path', at: { d: lines.join(''), fill: 'none', strokeWidth: 1 }, stroke: 'line-strong' }] },
      ...dots,
      ...circles,
      ...namesOf({ places, width, height }, reach, taken)
    ]
  }
}

/** The names of places where there is room: those with the largest marks first, then those that were visited. */
function namesOf(
  { places, width, height }: Pick<LabMap, 'places'> & { width: number; height: number },
  reach: ReadonlyMap<string, Rect>,
  taken: Rect[]
): DrawnItem[] {
  const rank = ({ place, visited }: LabMap['places'][number]): number => (reach.get(place)?.width ?? 0) + (visited ? 1 : 0)
  return places
    .toSorted((a, b) => rank(b) - rank(a))
    .flatMap(({ place, name, visited }): DrawnItem[] => {
      const around = reach.get(place)
      if (!around) return []
      const text = cutTo(name, TEXT_PX, MAX_NAME_PX)
      const wide = widthOf(text, TEXT_PX)
      const [middle, centre] = [around.x + around.width / 2, around.y + around.height / 2]
      const ways = [
        { x: middle, y: around.y + around.height + LINE_PX / 2 + 1, anchor: 'middle', left: middle - wide / 2 },
        { x: middle, y: around.y - LINE_PX / 2 - 1, anchor: 'middle', left: middle - wide / 2 },
        { x: around.x + around.width + 4, y: centre, anchor: 'start', left: around.x + around.width + 4 },
        { x: around.x - 4, y: centre, anchor: 'end', left: around.x - 4 - wide }
      ] as const
      for (const { x, y, anchor, left } of ways) {
        const box = { x: left, y: y - LINE_PX / 2, width: wide, height: LINE_PX }
        if (box.x < 0 || box.x + box.width > width || box.y < 0 || box.y + box.height > height) continue
        if (taken.some((other) => intersects(inflate(other, -1), box))) continue
        taken.push(box)
        return [{ shapes: [], words: { x: n(x), y: n(y), lines: [text], ink: visited ? 'ink' : 'ink-3', anchor } }]
      }
      return []
    })
}

const n = (value: number): number => Math.round(value * 10) / 10
