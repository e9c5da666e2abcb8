import { own } from '../../shared/base/json'
import type { Game } from '../../shared/story/game'
import type { GameState } from '../../shared/story/state'

/** The DM's name at the table. */
export const DM = 'DM'
/** The person at the desk: has no seat, and may change the table's settings. */
export const DESIGNER = 'designer'

/** Players by their actors object, with the seats that sorted them. Those objects never change, and a beat needs the list dozens of times. */
const parties = new WeakMap<GameState['actors'], { seats: GameState['party']; players: readonly string[] }>()

/** Players in seating order (`state.party`), then the others by id. */
export function party({ actors, party: seats }: Pick<GameState, 'actors' | 'party'>): readonly string[] {
  const cached = parties.get(actors)
  if (cached && cached.seats === seats) return cached.players
  const seat = (id: string): number => (seats?.includes(id) ? seats.indexOf(id) : (seats?.length ?? 0))
  const players = Object.keys(actors)
    .filter((id) => actors[id]?.kind === 'player')
    .toSorted((a, b) => seat(a) - seat(b) || (a < b ? -1 : 1))
  parties.set(actors, { seats, players })
  return players
}

/** Returns whether an actor can be asked for an action: it exists and no condition of the game forbids it. */
export function canAct(state: GameState, game: Pick<Game, 'conditions'>, id: string): boolean {
  const actor = own(state.actors, id)
  return actor !== undefined && !Object.keys(actor.conditions).some((c) => own(game.conditions, c)?.cannot_act)
}

/** Players who can act, in party order. */
export const ready = (state: GameState, game: Pick<Game, 'conditions'>): string[] => party(state).filter((id) => canAct(state, game, id))

/** The ids of the actors in a place, sorted. */
export const inPlace = (state: GameState, place: string): string[] => Object.keys(state.actors).filter((id) => state.actors[id]?.location === place)

/** Whether a seat is a player's, rather than the DM's or the designer's. */
export const isPlayers = (who: string): boolean => who !== DM && who !== DESIGNER

/** Who decides next: the DM in an NPC's slot, otherwise the actor whose turn it is. */
export const deciderOf = ({ next: { phase, actor } }: Pick<GameState, 'next'>): string => (phase === 'npc' ? DM : actor)

/** Where the party is, by the actors and places that this was derived from. A beat needs it dozens of times. */
const partyPlacesOf = new WeakMap<GameState['actors'], { of: readonly unknown[]; first: string | undefined; all: readonly string[] }>()

function whereParty(state: GameState, { conditions }: Pick<Game, 'conditions'>): { first: string | undefined; all: readonly string[] } {
  const of = [state.party, state.places, conditions]
  const known = partyPlacesOf.get(state.actors)
  if (known && known.of.every((one, i) => one === of[i])) return known
  const able = ready(state, { conditions })
  const spots = (able.length > 0 ? able : party(state)).flatMap((id) => own(state.actors, id)?.location ?? [])
  const count = (place: string): number => spots.filter((one) => one === place).length
  const first = spots.toSorted((a, b) => count(b) - count(a))[0]
  const living = party(state).filter((id) => !Object.keys(own(state.actors, id)?.conditions ?? {}).some((c) => own(conditions, c)?.dead))
  const places = [first, ...living.map((id) => own(state.actors, id)?.location)]
  const all = [...new Set(places.flatMap((place) => (place !== undefined && Object.hasOwn(state.places, place) ? [place] : [])))]
  partyPlacesOf.set(state.actors, { of, first, all })
  return { first, all }
}

/** Where the party is: the place with the most players who can act, ties by seat. If no player can act, all players count. */
export const partyPlace = (state: GameState, game: Pick<Game, 'conditions'>): string | undefined => whereParty(state, game).first

/** Every place with a living player in it, the party's own first. */
export const partyPlaces = (state: GameState, game: Pick<Game, 'conditions'>): readonly string[] => whereParty(state, game).all

/** A display name: the actor's, the place's, or the id itself for the DM and the designer. */
export function nameOf({ actors, places }: GameState, id: string): string {
  if (Object.hasOwn(actors, id)) return own(actors, id)?.name ?? id
  return (Object.hasOwn(places, id) ? places[id]?.name : undefined) ?? id
}
