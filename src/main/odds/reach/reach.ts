import { own } from '../../../shared/base/json'
import type { Game } from '../../../shared/story/game'
import type { ActorReach, ReachFinding, PlaceReach, Reach } from '../../../shared/analysis/reach'
import { Problem } from '../../../shared/base/problem'
import type { GameState } from '../../../shared/story/state'
import { party } from '../../engine/people'
import { castings, named, preparing } from '../castings'
import { chanceWords } from '../count'
import { hitPointsOf } from '../harm'
import type { Step } from '../outcomes'
import { ONE, type Ratio, ZERO } from '../ratio'
import { sameForAll, travels } from '../alike'
import { type Chain, chainOf } from './chain'
import { type Policy, bestPolicies } from './climb'
import { Exact } from './exact'
import { findingsFor, type ActorFinding, type ReachablePlaces, horizonOf, together } from './findings'
import { type ChainArrays, flatOf } from './flat'
import { type RouteCost, Walker } from './route'
import { kindsFor, nearest, type RatedJourney, ratedJourneys } from './rated-journeys'
import { memoized } from '../../../shared/base/memoized'

/**
 * How far one actor or each player gets from where they are, and the findings about the world's journeys (SPEC O8, O9). A function of state and game.
 * Yields between pieces of work. Throws Problem `not-found`, `rule-failed`.
 */
export function* reaching(state: GameState, game: Game, actor?: string): Generator<Step, Reach> {
  const actors: ActorReach[] = []
  const each: { actor: string; name: string; found: ActorFinding[] }[] = []
  let runs = 0
  for (const { key, name, actor: id, state: within } of castings(state, game, actor, party(state))) {
    const before = reachedIn(within)(game)
    const one = before.get(id) ?? (yield* reachingOne(within, game, id))
    before.set(id, one)
    actors.push({ ...one.reach, actor: key, name })
    each.push({ actor: key, name, found: one.found })
    runs += one.runs
  }
  return { actors, findings: together(each), runs, ...preparingOf(state, game) }
}

/**
 * The findings about the world's journeys for the players, without their reach (SPEC O9). `steps` is the maximum number of steps, each of some runs
 * of a rule. Actors who would need more are left out, and named in `unasked`. Yields as `reaching` does. Throws Problem `rule-failed`.
 */
export function* findingJourneys(state: GameState, game: Game, steps: number): Generator<undefined, { findings: ReachFinding[]; unasked: string[] }> {
  const each: { actor: string; name: string; found: ActorFinding[] }[] = []
  const unasked: string[] = []
  let left = steps
  for (const { key, name, actor: id, state: within } of castings(state, game, undefined, party(state))) {
    const actor = own(within.actors, id)
    if (!actor || !travels(within, game, id)) continue
    // Each kind takes at least one step, so a count that can't finish is not started.
    if (kindsFor(within, id) > left) {
      unasked.push(name)
      left = 0
      continue
    }
    const counting = ratedJourneys(within, game, id)
    let step = counting.next()
    for (; !step.done && left > 0; left--, step = counting.next()) yield undefined
    const rated = step.done ? step.value.journeys : []
    if (!step.done) unasked.push(name)
    const character = { from: actor.location, ...hitPointsOf(actor, game) }
    const isComputed = rated.length > 0 && sameForAll(rated.map((journey) => journey.odds)) === undefined
    each.push({ actor: key, name, found: isComputed ? findingsFor(within, rated, actor.location, horizonOf(within, rated, character)) : [] })
  }
  return { findings: together(each), unasked }
}

/** The number of journeys that are reported before all others are counted. */
const NEAR_STEPS = 60

/**
 * The journeys nearest to one actor or to each player, as `reaching` reports them, without other places and findings. In a large world this is a
 * first part of the answer. `reaching` doesn't count these journeys again. Yields and throws as `reaching` does.
 */
export function* reachingNear(state: GameState, game: Game, actor?: string): Generator<Step, Reach> {
  const actors: ActorReach[] = []
  let all = 0
  for (const { key, name, actor: id, state: within } of castings(state, game, actor, party(state))) {
    const one = own(within.actors, id)
    if (!one) continue
    const { location: from } = one
    const { now: hitPoints, rested, stats } = hitPointsOf(one, game)
    const who = { actor: key, name, from, hitPoints, rested, stats }
    if (!travels(within, game, id)) {
      actors.push({ ...who, journeys: [], places: [], why: UNSENT })
      continue
    }
    const { journeys: rated, runs } = yield* ratedJourneys(within, game, id, nearest(within, from, NEAR_STEPS))
    all += runs
    const here: PlaceReach = { ...placeOf(state, from), chance: chanceWords(ONE), open: 'now' }
    actors.push({
      ...who,
      journeys: rated.map((journey) => ({ ...journey.odds, shut: journey.shut })),
      places: own(state.places, from) ? [here] : []
    })
  }
  return { actors, findings: [], runs: all, ...preparingOf(state, game) }
}

function preparingOf(state: GameState, game: Game): Pick<Reach, 'preparing'> {
  const before = preparing(state, game)
  return before ? { preparing: named(state, before) } : {}
}

const UNSENT = 'never travels unless moved'

interface One {
  reach: ActorReach
  found: ActorFinding[]
  runs: number
}

/** Results for a state, kept as long as the state is in use, because moving back and forth in time requests the same results again. */
const reachedIn = memoized<GameState, (game: Game) => Map<string, One>>(() => memoized(() => new Map()))

function* reachingOne(state: GameState, game: Game, id: string): Generator<Step, One> {
  const actor = own(state.actors, id)
  if (!actor) throw new Problem('not-found', `There is nobody called "${id}" here.`)
  const { name, location: from } = actor
  const { now, rested, stats } = hitPointsOf(actor, game)
  const { journeys: rated, runs } = travels(state, game, id) ? yield* ratedJourneys(state, game, id) : { journeys: [], runs: 0 }
  const why = travels(state, game, id) ? sameForAll(rated.map((journey) => journey.odds)) : UNSENT
  const journeys = rated.map((journey) => ({ ...journey.odds, shut: journey.shut }))
  const who = { actor: id, name, from, hitPoints: now, rested, stats, journeys }
  if (why !== undefined) return { reach: { ...who, places: [], why }, found: [], runs }
  const horizon = horizonOf(state, rated, { from, now, rested })
  const places = yield* reachingPlaces(state, rated, from, now, name)
  const findings = findingsFor(state, rated, from, horizon)
  return { reach: { ...who, places: places.map((one) => ({ ...one, open: openTo(one.place, horizon) })) }, found: findings, runs }
}

const openTo = (place: string, { today, ever }: ReachablePlaces): PlaceReach['open'] =>
  today.has(place) ? 'now' : ever.has(place) ? 'later' : 'never'

type Counted = Omit<PlaceReach, 'open'>

/** The best route to every place by journeys with odds, from one place with a number of hit points. `name` is the actor's. */
export function* reachingPlaces(
  state: GameState,
  rated: readonly RatedJourney[],
  from: string,
  hitPoints: number,
  name: string
): Generator<Step, Counted[]> {
  const places = Object.keys(state.places)
  const chain = chainOf(places, rated, from, hitPoints)
  if ('why' in chain) return places.map((place) => ({ ...placeOf(state, place), why: chain.why }))
  const chances = new Map<string, Counted>()
  const flat = flatOf(chain)
  const exact = new Exact(chain, flat)
  const walker = new Walker(chain)
  const goals = [...chain.grounds.keys()].filter((goal) => chain.near.has(goal))
  for (let at = 0; at < goals.length; at += PLACES_PER_SLICE) {
    const some = goals.slice(at, at + PLACES_PER_SLICE)
    for (const [index, best] of bestPolicies(flat, some).entries())
      for (const one of reachingGround(state, { chain, flat, exact, walker }, from, some[index] ?? 0, best)) chances.set(one.place, one)
    yield { name, what: 'places', done: Math.min(at + PLACES_PER_SLICE, goals.length), of: goals.length }
  }
  return places.map((place) => chances.get(place) ?? { ...placeOf(state, place), chance: chanceWords(ZERO) })
}

/** The number of grounds that are computed together. */
const PLACES_PER_SLICE = 16

interface Solvers {
  chain: Chain
  flat: ChainArrays
  exact: Exact
  walker: Walker
}

function reachingGround(state: GameState, { chain, exact, walker }: Solvers, from: string, goal: number, best: Policy | undefined): Counted[] {
  const inside = chain.grounds[goal] ?? []
  const start = (chain.left.length - 1) * chain.grounds.length + (chain.groundOf.get(from) ?? 0)
  const chance: Ratio | undefined = chain.groundOf.get(from) === goal ? ONE : best && exact.chance(start, goal, best)
  if (!best || !chance) return inside.map((place) => ({ ...placeOf(state, place), why: 'Not exact: too many routes to it lead round in circles.' }))
  const costs: Map<string, RouteCost> = walker.costs(from, goal, best)
  return inside.map((place) => ({
    ...placeOf(state, place),
    ...costs.get(place),
    chance: chanceWords(chance),
    route: walker.route(from, place, best)
  }))
}

const placeOf = (state: GameState, place: string): Omit<Counted, 'chance' | 'why'> => ({
  place,
  name: own(state.places, place)?.name ?? place,
  minutes: 0,
  damage: 0,
  route: []
})
