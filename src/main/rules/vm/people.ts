// Runs inside the sandbox; rules import it from 'proscenium'.
import type { Actor, Reveal } from '../../../shared/story/state'
import type { RuleState } from '../rule-state'
import { namesOf, own, put } from './plain'
import { remembered } from './remembered'
import type { Tools } from './tools'

declare const game: Tools['game']

/** An NPC's attitude to the players, from worst to best. */
export type Attitude = 'hostile' | 'wary' | 'neutral' | 'friendly'
const ATTITUDES: readonly Attitude[] = ['hostile', 'wary', 'neutral', 'friendly']

/** Whether an actor is on their feet and can act. */
export function canAct(state: RuleState, id: string): boolean {
  const actor = state.actors[id]
  if (actor === undefined) return false
  for (const condition of namesOf(actor.conditions)) if (game.conditions[condition]?.cannot_act) return false
  return true
}
/** Whether a condition says that an actor is dead. */
export function isDead(state: RuleState, id: string): boolean {
  for (const condition of namesOf(state.actors[id]?.conditions ?? {})) if (game.conditions[condition]?.dead) return true
  return false
}

/** An actor's place; the DM's is where most of the players who can act are. */
export const placeOf = (state: RuleState, actor: string): string => state.actors[actor]?.location ?? placeOfMost(state, '')

const placeOfMost = remembered((state) => {
  const able = Object.keys(state.actors).filter((id) => state.actors[id]?.kind === 'player' && canAct(state, id))
  const places = able.flatMap((id) => state.actors[id]?.location ?? [])
  const count = (place: string): number => places.filter((one) => one === place).length
  return places.toSorted((a, b) => count(b) - count(a))[0] ?? state.scene?.place ?? ''
})

/** The places in which an actor can act: their own; for the DM every place with a living player, the one with most of them first. */
export const placesOf = (state: RuleState, actor: string): string[] =>
  state.actors[actor] === undefined ? partyPlaces(state, '').slice() : [placeOf(state, actor)]

const partyPlaces = remembered((state) => {
  const players = Object.keys(state.actors).filter((id) => state.actors[id]?.kind === 'player' && !isDead(state, id))
  return [...new Set([placeOf(state, ''), ...players.flatMap((id) => state.actors[id]?.location ?? [])])]
})

let indexed: RuleState['actors'] | undefined
let byPlace = new Map<string, string[]>()

function index(actors: RuleState['actors']): void {
  byPlace = new Map()
  for (const [id, { location }] of Object.entries(actors)) {
    const here = byPlace.get(location)
    if (here) here.push(id)
    else byPlace.set(location, [id])
  }
  // Every rule gets the same list.
  for (const here of byPlace.values()) Object.freeze(here)
  indexed = actors
}

/** Updates the lists of who is where after some actors changed, so that no call has to rebuild them. */
export function reindex(actors: RuleState['actors'], changed: readonly string[]): void {
  const before = indexed
  const stayed = (id: string): boolean =>
    before !== undefined && Object.hasOwn(before, id) && Object.hasOwn(actors, id) && before[id]?.location === actors[id]?.location
  if (before !== undefined && changed.every(stayed)) indexed = actors
  else index(actors)
}

/** The ids of everybody in a place, in order. Cached for a state, because nearly every rule needs it. */
export function peopleAt(state: RuleState, place: string): readonly string[] {
  if (indexed !== state.actors) index(state.actors)
  return byPlace.get(place) ?? []
}

/** Those who travel and rest together in a place: players and their companions. The fallen are carried, the dead stay. */
export const partyAt = (state: RuleState, place: string): string[] => party(state, place).slice()
const party = remembered((state, place) =>
  peopleAt(state, place).filter((id) => (state.actors[id]?.kind === 'player' || state.actors[id]?.tags['companion'] === true) && !isDead(state, id))
)

/** The party members whom an actor can affect: those in the same place; for the DM, all of them. */
export const partyNear = (state: RuleState, actor: string): string[] => near(state, actor).slice()
const near = remembered((state, actor) => placesOf(state, actor).flatMap((place) => party(state, place)))

/** NPCs in a place who can act. */
export const npcsAt = (state: RuleState, place: string): string[] => npcs(state, place).slice()
const npcs = remembered((state, place) => peopleAt(state, place).filter((id) => state.actors[id]?.kind === 'npc' && canAct(state, id)))

/** An NPC's attitude to the players; neutral if unset. */
export const attitude = (actor: Actor): Attitude => actor.attitude ?? 'neutral'
/** Whether an attitude is at least another. */
export const atLeast = (is: Attitude, needed: Attitude): boolean => ATTITUDES.indexOf(is) >= ATTITUDES.indexOf(needed)
/** One step friendlier. */
export const warmer = (is: Attitude): Attitude => ATTITUDES[Math.min(ATTITUDES.indexOf(is) + 1, 3)] ?? 'friendly'

/** Whether a fact holds. A fact may have a name that every object has, such as "valueOf". */
const known = ({ facts }: RuleState, fact: string): boolean => Boolean(own(facts, fact))

/** Whether every fact holds; `!fact` must not. */
export const holds = (state: RuleState, facts: readonly string[] | undefined): boolean =>
  facts === undefined || facts.every((fact) => (fact.startsWith('!') ? !known(state, fact.slice(1)) : known(state, fact)))

let mapped: RuleState['journeys'] | undefined
let byStart = new Map<string, string[]>()

/** Caches the journeys from each place as long as the map of journeys is the same. Rules can't change it. */
export function mapWays(journeys: RuleState['journeys']): void {
  if (journeys === mapped) return
  byStart = new Map()
  for (const id of namesOf(journeys)) {
    const from = journeys[id]?.from ?? ''
    const here = byStart.get(from)
    if (here) here.push(id)
    else byStart.set(from, [id])
  }
  mapped = journeys
}

/** The ids of the journeys out of a place that can be taken now. */
export function waysFrom(state: RuleState, place: string): string[] {
  const { journeys } = state
  // Nothing is cached for a map of journeys that a rule made itself.
  const some = journeys === mapped ? (byStart.get(place) ?? []) : Object.keys(journeys)
  return some.filter((id) => {
    const journey = journeys[id]
    return journey?.from === place && (journey.requires === undefined || holds(state, [journey.requires]))
  })
}

/** Where beaten NPCs flee to: out of sight, never into a settlement. */
export const lairFrom = (state: RuleState, place: string): string | undefined =>
  waysFrom(state, place)
    .flatMap((id) => state.journeys[id]?.to ?? [])
    .filter((to) => state.places[to]?.tags['settlement'] !== true)
    .toSorted((a, b) => Number(state.places[a]?.tags['visited'] === true) - Number(state.places[b]?.tags['visited'] === true))[0]

/** Where an actor flees to from a fight: players back to a place they have visited, if there is a journey; others out of sight. */
export function refugeOf(state: RuleState, actor: string): string | undefined {
  const from = placeOf(state, actor)
  const neighbours = waysFrom(state, from).flatMap((id) => state.journeys[id]?.to ?? [])
  if (state.actors[actor]?.kind === 'npc') return lairFrom(state, from) ?? neighbours[0]
  return neighbours.find((to) => state.places[to]?.tags['visited'] === true) ?? neighbours[0]
}

/** Labels by id, for a parameter's enum. */
export function called(state: RuleState, ids: readonly string[]): Record<string, string> {
  const out: Record<string, string> = {}
  for (const id of ids) put(out, id, state.actors[id]?.name ?? id)
  return out
}

/** The next thing that an NPC would reveal in this mood, with its fact's id. */
export const nextReveal = (state: RuleState, npc: Actor, mood: Attitude): [string, Reveal] | undefined =>
  Object.entries(npc.reveals ?? {}).find(([id, { after, needs }]) => !known(state, id) && holds(state, after) && atLeast(mood, needs ?? 'wary'))

/** The ids of the features that can be searched in a place now. Hidden ones show after the place has been explored. */
export function openFeatures(state: RuleState, place: string): string[] {
  const { features = {}, tags = {} } = state.places[place] ?? {}
  return Object.keys(features).filter((id) => {
    const feature = features[id]
    return feature && feature.searched !== true && (feature.hidden !== true || tags['explored'] === true) && holds(state, feature.after)
  })
}
