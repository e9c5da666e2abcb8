import { BELIEF_THRESHOLD } from '../words/belief-words'
import type { Belief } from '../story/beliefs'
import { own } from '../base/json'
import type { Lore } from '../story/lore'
import type { GameState } from '../story/state'
import type { CharacterType } from './mutations'

const IMPORTANCE: Record<CharacterType, number> = { player: 1, companion: 0.8, major: 0.6, minor: 0.3, background: 0.1 }
/** The factor for a belief that is at most this many beats old. */
const RECENCY: readonly [beats: number, counts: number][] = [
  [10, 1],
  [50, 0.8],
  [100, 0.5]
]
const LONG_AGO = 0.2
/** The share of a contradicted narrative's weight that is added. */
const CONTRADICTED = 0.5

/** Whether a narrative belongs in the DM's context: always, usually, if there is room, or not at all. */
export type WeightBand = 'always' | 'usually' | 'if-room' | 'dormant'
const BANDS: readonly [least: number, band: WeightBand][] = [
  [0.8, 'always'],
  [0.5, 'usually'],
  [0.2, 'if-room'],
  [0, 'dormant']
]

/** How much a narrative matters now, from 0 to 1. */
export interface NarrativeWeight {
  weight: number
  band: WeightBand
}

type World = { state: Pick<GameState, 'actors' | 'relationships' | 'next'>; lore: Pick<Lore, 'actors' | 'narratives'> }

/**
 * How much each narrative matters now, by id: the sum over all characters of importance × belief × link to the players × (1 + contradiction) ×
 * recency × focus, at most 1. A contradiction with a narrative that a player believes adds half of the weaker of the two weights without
 * contradictions.
 */
export function narrativeWeights({ state, lore }: World): Record<string, NarrativeWeight> {
  const hops = hopsToPlayers(state)
  const ids = Object.keys(lore.narratives)
  const believed = new Set(ids.filter((id) => players(state).some((who) => (beliefOf(lore, who, id)?.believes ?? 0) >= BELIEF_THRESHOLD)))
  const plain = new Map(ids.map((id) => [id, plainWeight(id, believed.has(id), { state, lore }, hops)]))
  const against = contradictions(lore)
  const weigh = (id: string): NarrativeWeight => {
    const base = plain.get(id) ?? 0
    const weaker = [...(against.get(id) ?? [])].filter((other) => believed.has(other)).map((other) => Math.min(base, plain.get(other) ?? 0, 1))
    const weight = clamp(base * (1 + CONTRADICTED * weaker.reduce((sum, one) => sum + one, 0)))
    return { weight, band: BANDS.find(([least]) => weight >= least)?.[1] ?? 'dormant' }
  }
  return Object.fromEntries(ids.map((id) => [id, weigh(id)]))
}

const clamp = (weight: number): number => Math.round(Math.min(1, Math.max(0, weight)) * 1000) / 1000
const players = (state: World['state']): string[] => Object.keys(state.actors).filter((id) => own(state.actors, id)?.kind === 'player')
const beliefOf = (lore: World['lore'], who: string, narrative: string): Belief | undefined => own(own(lore.actors, who)?.beliefs, narrative)

function plainWeight(id: string, isPlayers: boolean, { state, lore }: World, hops: ReadonlyMap<string, number>): number {
  const { focus = 1, beat: told = 0 } = own(lore.narratives, id) ?? {}
  return Object.entries(state.actors).reduce((sum, [who, { kind }]) => {
    const belief = beliefOf(lore, who, id)
    if (!belief) return sum
    const importance = IMPORTANCE[kind === 'player' ? 'player' : (own(lore.actors, who)?.type ?? 'minor')]
    const held = Math.max(belief.believes ?? 0, (belief.heard ?? 0) * 0.5)
    const link = isPlayers ? 1 : 1 / (1 + (hops.get(who) ?? Number.POSITIVE_INFINITY))
    const age = state.next.beat - (belief.beat ?? told)
    const recency = RECENCY.find(([beats]) => age <= beats)?.[1] ?? LONG_AGO
    return sum + importance * held * link * recency * focus
  }, 0)
}

/** The fewest relations, or shared places, between each character and a player. Characters without a link to a player are left out. */
function hopsToPlayers(state: World['state']): Map<string, number> {
  const near = new Map<string, string[]>()
  const join = (a: string, b: string): void => void near.set(a, [...(near.get(a) ?? []), b])
  for (const relation of Object.values(state.relationships)) {
    const { from, to } = relation as { from?: unknown; to?: unknown }
    if (typeof from !== 'string' || typeof to !== 'string') continue
    join(from, to)
    join(to, from)
  }
  // Everybody in a place knows everybody there, so a place is half a step away.
  for (const [id, { location }] of Object.entries(state.actors)) {
    join(id, placeKey(location))
    join(placeKey(location), id)
  }
  const hops = new Map<string, number>()
  const queue = players(state).map((id): [string, number] => [id, 0])
  for (let i = 0; i < queue.length; i++) {
    const [id, steps] = queue[i] as [string, number]
    if ((hops.get(id) ?? Number.POSITIVE_INFINITY) <= steps) continue
    hops.set(id, steps)
    for (const next of near.get(id) ?? []) queue.push([next, isPlace(id) ? steps : steps + 1])
  }
  return hops
}

const placeKey = (place: string): string => `\0${place}`
const isPlace = (key: string): boolean => key.startsWith('\0')

/** The narratives that contradict each other; an entry in either of two counts for both. */
function contradictions({ narratives }: World['lore']): Map<string, Set<string>> {
  const against = new Map<string, Set<string>>()
  const add = (a: string, b: string): void => void against.set(a, new Set([...(against.get(a) ?? []), b]))
  for (const [id, { contradicts = [] }] of Object.entries(narratives))
    for (const other of contradicts) {
      add(id, other)
      add(other, id)
    }
  return against
}
