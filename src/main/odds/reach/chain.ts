import { minus, over, plus, type Ratio, numberOf, ONE, times, ZERO } from '../ratio'
import { isSure, type RatedJourney } from './rated-journeys'

/** One end of a move: its ground, and the hit points that it costs. */
interface Branch {
  ground: number
  taken: number
  chance: Ratio
  near: number
}

/** Like `Branch`, but by place and with the nearest double. */
interface End {
  place: string
  taken: number
  goes: boolean
  near: number
}

/** A journey that leaves a ground, repeated until it leads elsewhere or costs hit points. Chances below 1 in sum: some ends stop it. */
interface Move {
  journey: RatedJourney
  ground: number
  /** Ends on other grounds that cost nothing. */
  level: readonly Branch[]
  /** Ends that cost hit points and leave some. */
  below: readonly Branch[]
  /** Every end by place, including those that stop the traveller, but not those after which the journey is repeated. */
  ends: readonly End[]
  /** The average number of times that the journey is tried. */
  tries: number
}

/** An actor's journeys as a chain over grounds and hit points. A ground: places between which the actor always travels unhurt. */
export interface Chain {
  groundOf: ReadonlyMap<string, number>
  grounds: readonly (readonly string[])[]
  /** Journeys within grounds, by the place where they begin. */
  sure: ReadonlyMap<string, readonly RatedJourney[]>
  /** The possible numbers of hit points left, from fewest to all. */
  left: readonly number[]
  /** Moves off the same ground are adjacent, in the order of the grounds. */
  moves: readonly Move[]
  /** Grounds that can be reached with some chance. */
  near: ReadonlySet<number>
}

/** The maximum number of hit point levels, and the maximum number of states (grounds times levels). */
const MAX_LEVELS = 400
const MAX_STATES = 250_000

/** The chain from a place with a number of hit points, or why there is none, in words. Only open journeys count. */
export function chainOf(places: readonly string[], journeys: readonly RatedJourney[], start: string, hitPoints: number): Chain | { why: string } {
  const open = journeys.filter((journey) => !journey.shut)
  const number = new Map(places.map((place, at) => [place, at]))
  const next = places.map((): number[] => [])
  const sure = new Map<string, RatedJourney[]>()
  for (const journey of open.filter(isSure)) next[number.get(journey.from) ?? 0]?.push(number.get(journey.to) ?? 0)
  const { of, count } = components(next)
  const groundOf = new Map(places.map((place, at) => [place, of[at] ?? 0]))
  const grounds = Array.from({ length: count }, (): string[] => [])
  for (const place of places) grounds[groundOf.get(place) ?? 0]?.push(place)
  for (const journey of open) {
    if (!isSure(journey) || groundOf.get(journey.from) !== groundOf.get(journey.to)) continue
    const known = sure.get(journey.from)
    if (known) known.push(journey)
    else sure.set(journey.from, [journey])
  }
  const costs = new Set(open.flatMap(({ falls }) => falls.flatMap(({ taken }) => (taken > 0 ? [taken] : []))))
  const left = levels(hitPoints, costs)
  if (left.length > MAX_LEVELS || left.length * count > MAX_STATES)
    return { why: `Not exact: there are more than ${MAX_LEVELS} hit point values or ${MAX_STATES} states to count.` }
  const moves = open.flatMap((journey) => moveOf(journey, groundOf, hitPoints) ?? []).toSorted((a, b) => a.ground - b.ground)
  const from = groundOf.get(start)
  const leads = grounds.map((): number[] => [])
  for (const { ground, level, below } of moves) for (const branch of [...level, ...below]) leads[ground]?.push(branch.ground)
  return { groundOf, grounds, sure, left, moves, near: onward(from === undefined ? [] : [from], leads) }
}

/** Every number of hit points that can be left, from fewest to all. Returns more than `MAX_LEVELS` entries if there are too many. */
function levels(hitPoints: number, costs: ReadonlySet<number>): number[] {
  const left = new Set([hitPoints])
  for (const rest of left) {
    for (const cost of costs) if (rest - cost > 0) left.add(rest - cost)
    if (left.size > MAX_LEVELS) break
  }
  return [...left].toSorted((a, b) => a - b)
}

/** The move of a journey; undefined if no end leads off its ground. */
function moveOf(journey: RatedJourney, groundOf: ReadonlyMap<string, number>, hitPoints: number): Move | undefined {
  const ground = groundOf.get(journey.from) ?? 0
  let again = ZERO
  const ends = new Map<string, { ground: number; taken: number; chance: Ratio }>()
  const listed: (Omit<End, 'near'> & { chance: Ratio })[] = []
  for (const { place, taken, canAct: stands, chance } of journey.falls) {
    const to = groundOf.get(place)
    // An actor who can't act for another reason than damage goes no farther.
    const continues = to !== undefined && taken < hitPoints && stands
    if (continues && taken === 0 && to === ground) {
      again = plus(again, chance)
      continue
    }
    listed.push({ place, taken, goes: continues, chance })
    if (!continues) continue
    const key = `${to} ${taken}`
    ends.set(key, { ground: to, taken, chance: plus(ends.get(key)?.chance ?? ZERO, chance) })
  }
  if (![...ends.values()].some((end) => end.ground !== ground)) return undefined
  const tried = again === ZERO ? ONE : over(ONE, minus(ONE, again))
  const branches = [...ends.values()].map(({ chance, ...end }): Branch => {
    const whole = times(chance, tried)
    return { ...end, chance: whole, near: numberOf(whole) }
  })
  return {
    journey,
    ground,
    level: branches.filter(({ taken }) => taken === 0),
    below: branches.filter(({ taken }) => taken > 0),
    ends: listed.map(({ chance, ...end }) => ({ ...end, near: numberOf(times(chance, tried)) })),
    tries: numberOf(tried)
  }
}

/** The strongly connected components of a graph: each node's component. Edges between two lead from the higher number to the lower. */
export function components(next: readonly (readonly number[])[]): { of: Int32Array; count: number } {
  const size = next.length
  const of = new Int32Array(size).fill(-1)
  const met = new Int32Array(size).fill(-1)
  const low = new Int32Array(size)
  const open: number[] = []
  let clock = 0
  let count = 0
  for (let root = 0; root < size; root++) {
    if (met[root] !== -1) continue
    const walk: { node: number; edge: number }[] = [{ node: root, edge: 0 }]
    for (let top = walk.at(-1); top; top = walk.at(-1)) {
      const { node } = top
      if (top.edge === 0) {
        met[node] = low[node] = clock++
        open.push(node)
      }
      const to = next[node]?.[top.edge++]
      if (to !== undefined) {
        if (met[to] === -1) walk.push({ node: to, edge: 0 })
        else if (of[to] === -1) low[node] = Math.min(low[node] ?? 0, met[to] ?? 0)
        continue
      }
      walk.pop()
      const above = walk.at(-1)
      if (above) low[above.node] = Math.min(low[above.node] ?? 0, low[node] ?? 0)
      if (low[node] !== met[node]) continue
      for (let last = open.pop(); last !== undefined; last = last === node ? undefined : open.pop()) of[last] = count
      count++
    }
  }
  return { of, count }
}

/** Every node that can be reached from the given ones, including those. */
export function onward(from: Iterable<number>, next: readonly (readonly number[])[]): Set<number> {
  const seen = new Set(from)
  for (const node of seen) for (const to of next[node] ?? []) seen.add(to)
  return seen
}
