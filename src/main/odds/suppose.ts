import type { Game, Offer, ParamDef } from '../../shared/story/game'
import { mergePatch, own } from '../../shared/base/json'
import type { ParamValue, Params } from '../../shared/story/play'
import { sideOf } from '../../shared/story/sides'
import type { Actor, GameState } from '../../shared/story/state'
import { DM } from '../engine/people'
import { memoized } from '../../shared/base/memoized'

/** The place of every actor whom a supposition moves out of the way. */
const ELSEWHERE = 'elsewhere--'

/** The state with the named actors in `place` and everybody else who was there elsewhere. */
function aloneIn(state: GameState, place: string, who: readonly string[]): GameState {
  const actors: Record<string, Actor> = {}
  for (const [id, actor] of Object.entries(state.actors)) {
    const location = who.includes(id) ? place : actor.location === place ? ELSEWHERE : actor.location
    actors[id] = location === actor.location ? actor : { ...actor, location }
  }
  return { ...state, actors, places: withElsewhere(state.places, own(state.places, place)?.region ?? '') }
}

/** The places with one more, by its region. Suppositions of one region share the object, so the sandbox gets thousands of places only once. */
const widened = memoized<GameState['places'], Map<string, GameState['places']>>(() => new Map())

function withElsewhere(places: GameState['places'], region: string): GameState['places'] {
  const regions = widened(places)
  const wider = regions.get(region) ?? mergePatch(places, { [ELSEWHERE]: { name: 'Elsewhere', region, features: {}, inventory: {}, tags: {} } })
  regions.set(region, wider)
  return wider
}

/** The state with the named actors alone in `place` and fighting: players and their friends against the others. */
export function fighting(state: GameState, place: string, who: readonly string[]): GameState {
  const { combat: _other, ...peace } = state
  const initiative = Object.fromEntries(who.map((id, index) => [id, who.length - index]))
  return {
    ...aloneIn(state, place, who),
    combat: { initiative, sides: Object.fromEntries(who.map((id) => [id, sideOf(peace, id)])) },
    next: { ...state.next, mode: 'combat', round: 1 }
  }
}

/** The state with the named actors alone in `place`, without a fight. */
export function meeting(state: GameState, place: string, who: readonly string[]): GameState {
  const { combat: _over, ...peace } = aloneIn(state, place, who)
  return { ...peace, next: { ...state.next, mode: 'story', round: 0 } }
}

/** The state with `who` alone at the start of a journey, without a fight, and with the journey open. */
export function atJourneyStart(state: GameState, who: string | readonly string[], journey: string): GameState {
  const route = own(state.journeys, journey)
  const needs = route?.requires
  const opened = needs === undefined ? {} : needs.startsWith('!') ? { [needs.slice(1)]: false } : { [needs]: true }
  return { ...meeting(state, route?.from ?? '', [who].flat()), facts: { ...state.facts, ...opened } }
}

/** A possible call: who makes it, its parameters, and the labels of the freely chosen ones. */
export interface PossibleCall {
  by: string
  params: Params
  choice: string | undefined
}

/** The maximum variants of one call that are counted separately: enough for every weapon, not for every combination of choices. */
const MAX_VARIANTS = 24

/**
 * The calls of `action` by `actor` with `fixed` (a target, a journey): one for each choice of the remaining parameters, or only of the required ones
 * (`bare`). If only the DM is offered the action, the DM calls it and names the actor. Empty if neither is offered it with these values.
 */
export function callsOf(game: Game, state: GameState, actor: string, action: string, fixed: string, bare = false): PossibleCall[] {
  for (const [by, values] of [
    [actor, [fixed]],
    [DM, [fixed, actor]]
  ] as const) {
    const [offer] = game.offers(state, by, [action])
    const calls = offer ? filled(offer, values, bare) : undefined
    if (calls) return calls.map((call) => ({ by, ...call }))
  }
  return []
}

function filled(offer: Offer, fixed: readonly string[], bare: boolean): Omit<PossibleCall, 'by'>[] | undefined {
  const filledParams: Params = {}
  for (const value of fixed) {
    const param = offer.params.find(({ name, enum: values }) => own(filledParams, name) === undefined && values?.includes(value))
    if (!param) return undefined
    filledParams[param.name] = valueFor(param, value)
  }
  const open = offer.params.filter(
    ({ name, required, enum: values }) => own(filledParams, name) === undefined && (required || (!bare && values !== undefined))
  )
  if (open.some((param) => param.enum === undefined)) return undefined
  let calls: Omit<PossibleCall, 'by'>[] = [{ params: filledParams, choice: undefined }]
  for (const param of open) {
    const wider = calls.flatMap(({ params, choice }) =>
      (param.enum ?? []).map((value) => {
        const words = own(param.labels, value) ?? value
        return { params: { ...params, [param.name]: valueFor(param, value) }, choice: choice === undefined ? words : `${choice}, ${words}` }
      })
    )
    if (wider.length <= MAX_VARIANTS) calls = wider
    else if (param.required) return undefined
  }
  return calls
}

const valueFor = (param: ParamDef, value: string): ParamValue => (param.many === true ? [value] : value)
