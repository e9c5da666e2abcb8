import { Position, type Edge, type Node, type NodeHandle } from '@xyflow/react'
import { own } from '../../shared/json'
import type { GameState } from '../../shared/state'
import { hueOf, type Hue } from '../../shared/hues'
import { wayLines } from '../../shared/map/journey-lines'
import { stacked } from '../../shared/map/crowd'
import { isShut, type Area, type Box, type Drawing, type Way } from '../../shared/map/drawing'
import type { Mark, Marks } from './marks'
import { type Curve, type Point } from '../../shared/geometry/shapes'
import { CARD, TOKEN } from '../../shared/map/sizes'
import { travelAlong, type Travel } from './travel'

/** A place as a node of the map. */
export type PlaceNode = Node<{ id: string; name: string; region: string; visited: boolean; here: boolean; crowded: boolean; mark?: Mark }, 'place'>
/** A folded region as a node of the map. */
export type CardNode = Node<{ id: string; name: string; count: number; here: boolean; mark?: Mark }, 'card'>
/** The name of a region on its ground. */
export type AreaNode = Node<{ id: string; name: string }, 'area'>
/** Somebody's token: a node of its own, so that it travels when its position changes. */
export type TokenNode = Node<{ id: string; name: string; hue: Hue; npc: boolean; down: boolean; travel?: Travel }, 'token'>
/** Those for whom there is no room on a place. */
export type MoreNode = Node<{ count: number; names: string }, 'more'>
export type MapNode = PlaceNode | CardNode | AreaNode | TokenNode | MoreNode

/** A journey as an edge of the map; the picture of it is drawn by `WayView`. `mark` is what is drawn over it, and `labelAt` where its label has room; `words` are the journey's own. */
export type WayEdge = Edge<{ curve: Curve; arrow: boolean; words: string[]; mark?: Mark; labelAt?: Point; loud: boolean }, 'way'>

/** What changes on a map whose drawing stays: from the state, the choice and what is drawn over it. */
export interface Scene {
  state: GameState
  here: string | undefined
  /** Who stands where, by number of box. */
  crowds: ReadonlyMap<number, readonly string[]>
  /** Ids of the boxes and journeys that are chosen. */
  chosen: ReadonlySet<string>
  selected: string | undefined
  marks: Marks
  /** Who has just gone from where to where. */
  moves: ReadonlyMap<string, { from: string; to: string }>
  /** Whether the words of journeys are shown without being asked for. */
  loud: boolean
  /** Whether places can be moved and joined. */
  editable: boolean
}

/** A handle by the middle of it. */
const handleAt = (x: number, y: number, type: 'source' | 'target', id?: string): NodeHandle => ({
  x,
  y,
  width: 1,
  height: 1,
  type,
  position: Position.Top,
  ...(id === undefined ? {} : { id })
})

/** What all nodes have: a size from the start, so that nothing has to be measured, and a point in their middle where lines begin and end. */
function frame(width: number, height: number, grips = false): Pick<Node, 'width' | 'height' | 'handles' | 'connectable'> {
  const [x, y] = [width / 2, height / 2]
  const corners = [handleAt(x, 0, 'source', 'top'), handleAt(width, y, 'source', 'right'), handleAt(x, height, 'source', 'bottom')]
  const middle = [handleAt(x, y, 'source'), handleAt(x, y, 'target')]
  return { width, height, connectable: false, handles: grips ? [...middle, ...corners, handleAt(0, y, 'source', 'left')] : middle }
}

/** The node of a box: a place, or a folded region. */
export function boxNode(box: Box, crowded: boolean, { state, here, chosen, marks, editable }: Scene): PlaceNode | CardNode {
  const common = {
    ...frame(box.width, box.height, editable),
    id: box.id,
    position: { x: box.x, y: box.y },
    draggable: editable,
    connectable: editable,
    selected: chosen.has(box.id),
    zIndex: 2
  }
  const mark = marks.places.get(box.id)
  if (box.what === 'region')
    return {
      ...common,
      type: 'card',
      data: {
        id: box.of,
        name: box.name,
        count: box.count,
        here: here !== undefined && own(state.places, here)?.region === box.of,
        ...(mark ? { mark } : {})
      }
    }
  const place = own(state.places, box.of)
  return {
    ...common,
    type: 'place',
    data: {
      id: box.of,
      name: box.name,
      region: own(state.regions, box.region)?.name ?? box.region,
      visited: place?.tags['visited'] === true || box.of === here,
      here: box.of === here,
      crowded,
      ...(mark ? { mark } : {})
    }
  }
}

/** The nodes of those who stand in a box. */
export function crowdNodes(box: Box, people: readonly string[], drawing: Drawing, { state, selected, moves }: Scene): (TokenNode | MoreNode)[] {
  const { tokens, more } = stacked(people, box)
  const common = (at: Point): Pick<Node, 'position' | 'width' | 'height' | 'draggable' | 'connectable'> => ({
    position: at,
    width: TOKEN,
    height: TOKEN,
    draggable: false,
    connectable: false
  })
  const nodes = tokens.flatMap(({ id, at }, k): (TokenNode | MoreNode)[] => {
    const actor = own(state.actors, id)
    if (!actor) return []
    const move = moves.get(id)
    const was = move && spotIn(drawing, move.from, box)
    const travel = was && travelAlong(drawing, move.from, move.to, was, at)
    const data = {
      id,
      name: actor.name,
      hue: hueOf(state.actors, id),
      npc: actor.kind === 'npc',
      down: (actor.stats['hp'] ?? 1) <= 0,
      ...(travel ? { travel } : {})
    }
    return [{ ...common(at), id: `@${id}`, type: 'token', zIndex: 10 + k, selected: id === selected, data }]
  })
  if (more) {
    const names = more.people.map((id) => own(state.actors, id)?.name ?? id).join(', ')
    nodes.push({ ...common(more.at), id: `+${box.id}`, type: 'more', zIndex: 30, data: { count: more.people.length, names } })
  }
  return nodes
}

/** About where somebody's token stood in the box they came from; undefined where that is the box they are in. */
function spotIn({ boxes, boxOf }: Drawing, place: string, now: Box): Point | undefined {
  const box = boxes[boxOf.get(place) ?? -1]
  return box && box !== now ? stacked([''], box).tokens[0]?.at : undefined
}

/** The node that names a region's ground, above its topmost place. */
export function areaNode({ id, name, boxes: own }: Area, { boxes }: Drawing): AreaNode {
  const tops = own.flatMap((k) => boxes[k] ?? [])
  const top = tops.reduce<Point | undefined>((best, one) => (!best || one.y < best.y || (one.y === best.y && one.x < best.x) ? one : best), undefined)
  const { x, y } = top ?? { x: 0, y: 0 }
  return {
    ...frame(CARD.width, 22),
    id: `#${id}`,
    type: 'area',
    position: { x: x - 8, y: y - 48 },
    draggable: false,
    selectable: false,
    zIndex: 1,
    data: { id, name }
  }
}

/** What is drawn over a way. */
export const markOf = ({ journeys }: Way, marks: Marks): Mark | undefined =>
  journeys.map((id) => marks.journeys.get(id)).find((one) => one !== undefined)

/** The edge of a way. */
export function wayEdge(way: Way, { boxes }: Drawing, { state, chosen, marks, loud }: Scene, labelAt: Point | undefined): WayEdge {
  const mark = markOf(way, marks)
  const picked = way.journeys.some((id) => chosen.has(id))
  return {
    id: way.id,
    source: boxes[way.from]?.id ?? '',
    target: boxes[way.to]?.id ?? '',
    type: 'way',
    focusable: false,
    className: `${isShut(way, state.facts) ? 'shut' : ''} ${way.risky ? 'risky' : ''}`,
    selected: picked,
    zIndex: picked ? 1 : 0,
    // The outline says what leads where; a line without words is no picture of its own.
    ariaRole: 'presentation',
    ariaLabel: null as never,
    data: {
      curve: way.curve,
      arrow: way.arrow,
      words: wayLines(way.journeys, state.journeys),
      loud,
      ...(mark ? { mark } : {}),
      ...(labelAt ? { labelAt } : {})
    }
  }
}

/** Remembers nodes or edges, so that those which say the same as the last time stay the same and only what changed is drawn again. */
export class Kept<T extends { id: string }> {
  #last = new Map<string, T>()
  #list: T[] = []

  /** The same list, with those of the last one wherever all their fields are equal; the last list itself where all of it is. */
  reused(next: readonly T[]): T[] {
    const list = next.map((one) => {
      const old = this.#last.get(one.id)
      return old && same(old, one, 5) ? old : one
    })
    if (list.length === this.#list.length && list.every((one, i) => one === this.#list[i])) return this.#list
    this.#last = new Map(list.map((one) => [one.id, one]))
    this.#list = list
    return list
  }
}

function same(a: unknown, b: unknown, deep: number): boolean {
  if (Object.is(a, b)) return true
  if (deep === 0 || typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => same(one[key], other[key], deep - 1))
}
