import { own } from '../../shared/base/json'
import type { GameState } from '../../shared/story/state'
import { seenPlaces } from '../../shared/map/fog'
import { hueOf, type Hue } from '../../shared/story/hues'
import { labelLines } from '../../shared/map/journey-lines'
import { stacked } from '../../shared/map/crowd'
import { isShut, type Area, type Box, type MapDrawing, type MapLine } from '../../shared/map/drawing'
import type { DrawnEdge, DrawnNode } from '../canvas/drawn'
import type { MapMark, Marks } from './marks'
import { intersects, type Point, type Rect } from '../../shared/geometry/shapes'
import { CARD, TOKEN_PX } from '../../shared/map/sizes'
import { travelAlong, type Travel } from './travel'

/** A place as a node of the map. */
export type PlaceNode = DrawnNode<'place', { id: string; name: string; region: string; visited: boolean; here: boolean; mark?: MapMark }>
/** A folded region as a node of the map. */
export type RegionCardNode = DrawnNode<'card', { id: string; name: string; count: number; here: boolean; mark?: MapMark }>
/** The name of a region on its ground. */
export type AreaNode = DrawnNode<'area', { id: string; name: string }>
/** A character's token: a node of its own, so that it can be animated when its position changes. */
export type TokenNode = DrawnNode<'token', { id: string; name: string; hue: Hue; npc: boolean; down: boolean; selected: boolean; travel?: Travel }>
/** The number of characters without room on a place. */
export type MoreNode = DrawnNode<'more', { count: number; names: string }>
export type WorldNode = PlaceNode | RegionCardNode | AreaNode | TokenNode | MoreNode

/** The line of a journey: `mark` is the overlay's label, `words` are the journey's own. */
export type JourneyEdge = DrawnEdge<{ arrow: boolean; words: string[]; mark?: MapMark; loud: boolean }>

/** The changing parts of a map with a constant drawing: from the state and the overlay. */
export interface Scene {
  state: GameState
  here: string | undefined
  /** The characters in each box, by the box's number. */
  crowds: ReadonlyMap<number, readonly string[]>
  selected: string | undefined
  marks: Marks
  moves: ReadonlyMap<string, { from: string; to: string }>
}

/** The node of a box: a place, or a folded region. */
export function boxNode(box: Box, { state, here, marks }: Scene): PlaceNode | RegionCardNode {
  const { id, x, y, width, height } = box
  const common = { id, x, y, width, height, layer: 2 }
  const mark = marks.places.get(box.id)
  if (box.what === 'region')
    return {
      ...common,
      type: 'card',
      connectable: false,
      data: {
        id: box.of,
        name: box.name,
        count: box.count,
        here: here !== undefined && own(state.places, here)?.region === box.of,
        ...(mark ? { mark } : {})
      }
    }
  return {
    ...common,
    type: 'place',
    data: {
      id: box.of,
      name: box.name,
      region: own(state.regions, box.region)?.name ?? box.region,
      visited: seenPlaces(state).has(box.of),
      here: box.of === here,
      ...(mark ? { mark } : {})
    }
  }
}

/** The nodes of the characters in a box. */
export function crowdNodes(box: Box, people: readonly string[], drawing: MapDrawing, { state, selected, moves }: Scene): (TokenNode | MoreNode)[] {
  const { tokens, more } = stacked(people, box)
  const common = (at: Point): Rect => ({ ...at, width: TOKEN_PX, height: TOKEN_PX })
  const nodes = tokens.flatMap(({ id, at }, k): (TokenNode | MoreNode)[] => {
    const actor = own(state.actors, id)
    if (!actor) return []
    const move = moves.get(id)
    const previousSpot = move && spotIn(drawing, move.from, box)
    const travel = previousSpot && travelAlong(drawing, move.from, move.to, previousSpot, at)
    const data = {
      id,
      name: actor.name,
      hue: hueOf(state.actors, id),
      npc: actor.kind === 'npc',
      down: (actor.stats['hp'] ?? 1) <= 0,
      selected: id === selected,
      ...(travel ? { travel } : {})
    }
    return [{ ...common(at), id: `@${id}`, type: 'token', layer: 10 + k, data }]
  })
  if (more) {
    const names = more.people.map((id) => own(state.actors, id)?.name ?? id).join(', ')
    nodes.push({ ...common(more.at), id: `+${box.id}`, type: 'more', layer: 30, data: { count: more.people.length, names } })
  }
  return nodes
}

/** The approximate previous position of a character's token in its old box; undefined if the box hasn't changed. */
function spotIn({ boxes, boxOf }: MapDrawing, place: string, now: Box): Point | undefined {
  const box = boxes[boxOf.get(place) ?? -1]
  return box && box !== now ? stacked([''], box).tokens[0]?.at : undefined
}

/** The nodes that name regions on their grounds, and the areas of these names in map pixels; `scale` as for `markRect`. */
export function areaNodes(areas: readonly Area[], drawing: MapDrawing, scale: number): { nodes: AreaNode[]; names: Rect[] } {
  const names: Rect[] = []
  const nodes = areas.map((area): AreaNode => {
    const { id, name } = area
    const foot = nameFoot(area, drawing, scale, names)
    names.push(nameRect(foot, name, scale))
    return { id: `#${id}`, type: 'area', x: foot.x, y: foot.y - 22, width: CARD.width, height: 22, layer: 1, data: { id, name } }
  })
  return { nodes, names }
}

/** The highest places of a region above which its name may stand. */
const MAX_FEET = 12

/** Where a region's name has its foot: above the highest of its places at which it covers no place and no other name, else above the highest one. */
function nameFoot({ name, boxes: own }: Area, { boxes }: MapDrawing, scale: number, names: readonly Rect[]): Point {
  const feet = own
    .flatMap((k) => boxes[k] ?? [])
    .toSorted((a, b) => a.y - b.y || a.x - b.x)
    .slice(0, MAX_FEET)
    .map(({ x, y }) => ({ x: x - 8, y: y - 26 }))
  const isFree = (foot: Point): boolean => {
    const rect = nameRect(foot, name, scale)
    return ![...boxes, ...names].some((one) => intersects(one, rect))
  }
  return feet.find(isFree) ?? feet[0] ?? { x: -8, y: -26 }
}

/** The area of a region's name and its button above their foot. Their size on the screen is constant. */
const nameRect = (foot: Point, name: string, scale: number): Rect => ({
  x: foot.x,
  y: foot.y - 20 * scale,
  width: (name.length * 7 + 30) * scale,
  height: 20 * scale
})

/** A mark's rectangle at a small zoom, on its place's upper border; `scale`: plane pixels per screen pixel. Undefined without words. */
export function markRect({ x, y }: Rect, mark: MapMark | undefined, scale: number): Rect | undefined {
  if (!mark || mark.tone === 'good' || mark.tone === 'none') return undefined
  const [width, height] = [(mark.label.length * 7.5 + 8) * scale, 14 * scale]
  return { x, y: y - height, width, height }
}

const markOf = ({ journeys }: MapLine, marks: Marks): MapMark | undefined =>
  journeys.map((id) => marks.journeys.get(id)).find((one) => one !== undefined)

/** The edge of a line; `loud` if its label is always shown. */
export function journeyEdge(line: MapLine, { state, marks }: Scene, loud: boolean): JourneyEdge {
  const mark = markOf(line, marks)
  return {
    className: `${isShut(line, state.facts) ? 'shut' : ''} ${line.risky ? 'risky' : ''}`,
    label: mark?.label ?? '',
    data: { arrow: line.arrow, words: labelLines(line.journeys, state.journeys), loud, ...(mark ? { mark } : {}) }
  }
}
