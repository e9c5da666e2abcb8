import type { Edge, Node } from '@xyflow/react'
import type { GameState } from '../../shared/state'
import { hereOf } from '../store/here'
import { hueOf, type Hue } from '../ui/hues'
import { layout, PLACE, tokenSpot, waysOf, type Spot } from './layout'

/** A place as a node of the map. */
export type PlaceNode = Node<{ name: string; region: string; visited: boolean; here: boolean; foes: number; people: string[] }, 'place'>

/** Somebody's token: a node of its own, so that it travels when its position changes. */
export type TokenNode = Node<{ name: string; hue: Hue; npc: boolean; down: boolean }, 'token'>

export type MapNode = PlaceNode | TokenNode

const laidOut = new WeakMap<GameState['journeys'], { ids: string; spots: Spot[] }>()
let last: { world: string; spots: Spot[] } = { world: '', spots: [] }

/**
 * Positions of the places. They depend on nothing that play changes: while journeys are the same and no place came
 * or went the same array is answered, so that the map stands still.
 */
export function spotsOf(state: Pick<GameState, 'places' | 'journeys'>): Spot[] {
  const ids = Object.keys(state.places).join('\n')
  const known = laidOut.get(state.journeys)
  if (known?.ids === ids) return known.spots
  // States of other commits hold equal journeys in other objects.
  const world = `${ids}\n${Object.values(state.journeys)
    .map((one) => `${one.from}>${one.to}:${one.direction}`)
    .join('\n')}`
  if (last.world !== world) last = { world, spots: laid(state) }
  const { spots } = last
  laidOut.set(state.journeys, { ids, spots })
  return spots
}

function laid(state: Pick<GameState, 'places' | 'journeys'>): Spot[] {
  const ways = Object.values(state.journeys)
  const degree = (id: string): number => ways.filter((way) => way.from === id || way.to === id).length
  const start = Object.keys(state.places)
    .toSorted()
    .reduce<string | undefined>((best, id) => (best === undefined || degree(id) > degree(best) ? id : best), undefined)
  return layout(state.places, state.journeys, start)
}

/** The nodes of the map: places, and above them a token for everybody who is somewhere. */
export function nodesOf(state: GameState, spots: readonly Spot[], selected: string | undefined): MapNode[] {
  const here = hereOf(state)
  const party = partyPlaces(state)
  const at = new Map<string, string[]>()
  for (const [id, actor] of Object.entries(state.actors)) at.set(actor.location, [...(at.get(actor.location) ?? []), id])
  const nodes: MapNode[] = []
  for (const spot of spots) {
    const place = state.places[spot.id]
    if (!place) continue
    const people = (at.get(spot.id) ?? []).sort((a, b) => order(state, a) - order(state, b))
    nodes.push({
      id: spot.id,
      type: 'place',
      position: { x: spot.x, y: spot.y },
      width: PLACE.width,
      height: PLACE.height,
      draggable: false,
      connectable: false,
      data: {
        name: place.name,
        region: state.regions[place.region]?.name ?? place.region,
        visited: place.tags['visited'] === true || party.has(spot.id),
        here: spot.id === here,
        foes: people.filter((id) => state.actors[id]?.attitude === 'hostile').length,
        people: people.map((id) => state.actors[id]?.name ?? id)
      }
    })
    people.forEach((id, k) => {
      const actor = state.actors[id]
      if (!actor) return
      const offset = tokenSpot(k, people.length)
      nodes.push({
        id: `@${id}`,
        type: 'token',
        position: { x: spot.x + offset.x, y: spot.y + offset.y },
        width: 22,
        height: 22,
        draggable: false,
        connectable: false,
        zIndex: 10 + k,
        selected: id === selected,
        data: { name: actor.name, hue: hueOf(state.actors, id), npc: actor.kind === 'npc', down: (actor.stats['hp'] ?? 1) <= 0 }
      })
    })
  }
  return nodes
}

const order = (state: GameState, id: string): number => (state.actors[id]?.kind === 'player' ? 0 : 1)

function partyPlaces(state: GameState): Set<string> {
  return new Set(Object.values(state.actors).flatMap((actor) => (actor.kind === 'player' ? [actor.location] : [])))
}

/** A way as an edge of the map; the picture of it is drawn by `WayView`. */
export type WayEdge = Edge<{ oneWay: boolean }, 'way'>

/** The ways of the map as edges: dashed where there are risks, dotted where a fact is missing, with an arrow where there is no way back. */
export function edgesOf(state: Pick<GameState, 'places' | 'journeys' | 'facts'>): WayEdge[] {
  return waysOf(state.places, state.journeys).map((way) => {
    const needs = state.journeys[way.id]?.requires
    const shut = needs !== undefined && state.facts[needs] !== true
    const risky = way.ids.some((id) => (state.journeys[id]?.risks.length ?? 0) > 0)
    return {
      id: way.id,
      source: way.from,
      target: way.to,
      type: 'way',
      focusable: false,
      className: `${shut ? 'shut' : ''} ${risky ? 'risky' : ''}`,
      data: { oneWay: !way.bothWays }
    }
  })
}

/** Where a straight line from the middle of one place to the middle of another meets the border of the second. */
export function border(from: { x: number; y: number }, to: { x: number; y: number }, gap: number): { x: number; y: number } {
  const dx = from.x - to.x
  const dy = from.y - to.y
  const scale = Math.min((PLACE.width / 2 + gap) / Math.abs(dx || 1e-9), (PLACE.height / 2 + gap) / Math.abs(dy || 1e-9), 1)
  return { x: to.x + dx * scale, y: to.y + dy * scale }
}
