import { own } from '../../../shared/base/json'
import type { ReachFinding } from '../../../shared/analysis/reach'
import type { GameState } from '../../../shared/story/state'
import { components, onward } from './chain'
import type { RatedJourney } from './rated-journeys'
import { capitalised, listed } from '../../../shared/words/labels'

/** A finding for one actor. `sentence` takes the actors whom the finding is about. */
export interface ActorFinding extends Pick<ReachFinding, 'kind' | 'places' | 'journeys'> {
  sentence: (who: Whom) => string
}
/** The names of the actors for whom a finding holds. `everybody`: it holds for all actors that were checked. */
interface Whom {
  names: readonly string[]
  everybody: boolean
}

/** Where an actor is, and their hit points now and rested. */
interface Position {
  from: string
  now: number
  rested: number
}

/** The places that an actor could reach with unlimited luck and rest: today, and after every closed journey has opened. */
export interface ReachablePlaces {
  today: ReadonlySet<string>
  ever: ReadonlySet<string>
  /** Every journey, with the other places it can lead to. */
  edges: readonly Edge[]
}

/** Computes an actor's horizon. */
export function horizonOf(state: GameState, rated: readonly RatedJourney[], { from, now, rested }: Position): ReachablePlaces {
  const places = Object.keys(state.places)
  const number = new Map(places.map((place, at) => [place, at]))
  const counted = rated.filter(({ falls, from: a, to }) => falls.length > 0 && a !== to)
  const edges = counted.map((journey): Edge => {
    const ends = journey.falls.filter(({ taken, canAct: stands }) => taken < rested && (stands || taken >= now)).map(({ place }) => place)
    return { journey, ends: [...new Set(ends)].filter((place) => place !== journey.from && number.has(place)) }
  })
  const led = (some: readonly Edge[]): Set<string> => {
    const start = number.get(from)
    return new Set([...onward(start === undefined ? [] : [start], leading(number, some))].map((at) => places[at] ?? ''))
  }
  return { today: led(edges.filter(({ journey }) => !journey.shut)), ever: led(edges), edges }
}

/** For each place number, the numbers of the places that it leads to. */
function leading(number: ReadonlyMap<string, number>, edges: readonly Edge[]): number[][] {
  const next = [...number].map((): number[] => [])
  for (const { journey, ends } of edges) for (const place of ends) next[number.get(journey.from) ?? 0]?.push(number.get(place) ?? 0)
  return next
}

/** An actor's findings with unlimited luck and rest: traps, unreachable places, impossible and closed journeys (open for the others). */
export function findingsFor(state: GameState, rated: readonly RatedJourney[], from: string, { today, ever, edges }: ReachablePlaces): ActorFinding[] {
  const name = (place: string): string => own(state.places, place)?.name ?? place
  const places = Object.keys(state.places)
  const lost = places.filter((place) => !ever.has(place))
  const later = places.filter((place) => ever.has(place) && !today.has(place))
  const between = (inside: ReadonlySet<string>, into: ReadonlySet<string>): string[] =>
    edges.filter(({ journey }) => inside.has(journey.from) && into.has(journey.to)).map(({ journey }) => journey.id)
  const findingOf = (kind: ActorFinding['kind'], where: string[], inside: ReadonlySet<string>, sentence: ActorFinding['sentence']): ActorFinding[] =>
    where.length === 0 ? [] : [{ kind, places: where, journeys: between(inside, new Set(where)), sentence }]
  return [
    ...traps(places, edges, ever, from, name),
    ...findingOf('unreachable', lost, ever, notReached(lost.map(name), name(from))),
    ...edges
      .filter(({ journey, ends }) => !ends.includes(journey.to))
      .map(({ journey }): ActorFinding => {
        const sentence = notManaged(name(journey.from), name(journey.to), journey.odds.counted?.label)
        return { kind: 'impossible', places: [journey.from, journey.to], journeys: [journey.id], sentence }
      }),
    ...shut(rated, name),
    ...findingOf('shut', later, today, shutUntilThen(later.map(name)))
  ]
}

/** A journey, and the other places it can lead to. */
interface Edge {
  journey: RatedJourney
  ends: readonly string[]
}

/** Parts of the world that can't be left, and journeys after which the part before them can't be reached again. */
function traps(
  places: readonly string[],
  edges: readonly Edge[],
  ever: ReadonlySet<string>,
  from: string,
  name: (place: string) => string
): ActorFinding[] {
  const number = new Map(places.map((place, at) => [place, at]))
  const { of, count } = components(leading(number, edges))
  const part = (place: string): number => of[number.get(place) ?? 0] ?? 0
  const parts = Array.from({ length: count }, (): string[] => [])
  for (const place of places) parts[part(place)]?.push(place)
  const leaving = new Map<string, { from: number; to: number; journeys: string[] }>()
  for (const { journey, ends } of edges) {
    if (!ever.has(journey.from)) continue
    for (const place of ends) {
      const [a, b] = [part(journey.from), part(place)]
      if (a === b) continue
      const crossing = leaving.get(`${a} ${b}`) ?? { from: a, to: b, journeys: [] }
      crossing.journeys.push(journey.id)
      leaving.set(`${a} ${b}`, crossing)
    }
  }
  const crossings = [...leaving.values()]
  const left = new Set(crossings.map((crossing) => crossing.from))
  const isSink = (one: number): boolean => !left.has(one)
  const into = new Map<number, string[]>()
  for (const { to, journeys } of crossings) {
    const all = into.get(to)
    if (all) all.push(...journeys)
    else into.set(to, [...journeys])
  }
  const sinks = [...into.keys()].filter((one) => isSink(one) && one !== part(from))
  const sinkFindings = sinks.map((one): ActorFinding => {
    const inside = parts[one] ?? []
    const journeys = into.get(one) ?? []
    return { kind: 'sink', places: inside, journeys, sentence: neverOut(inside.map(name)) }
  })
  const locks = crossings
    .filter(({ to }) => !isSink(to))
    .map(({ from: a, to: b, journeys }): ActorFinding => {
      const behind = parts[a] ?? []
      return {
        kind: 'soft-lock',
        places: [...behind, ...(parts[b] ?? [])],
        journeys,
        sentence: noWayBack(behind.map(name), (parts[b] ?? []).map(name))
      }
    })
  return [...sinkFindings, ...locks]
}

/** Journeys that are closed now, grouped by the fact they wait for. */
function shut(rated: readonly RatedJourney[], name: (place: string) => string): ActorFinding[] {
  const by = new Map<string, RatedJourney[]>()
  for (const journey of rated) {
    const fact = journey.odds.requires
    if (!journey.shut || fact === undefined) continue
    const some = by.get(fact)
    if (some) some.push(journey)
    else by.set(fact, [journey])
  }
  return [...by].map(([fact, some]) => ({
    kind: 'shut' as const,
    places: [...new Set(some.flatMap(({ from, to }) => [from, to]))],
    journeys: some.map(({ id }) => id),
    sentence: shutUntil(
      fact,
      some.map(({ from, to }) => `${name(from)} → ${name(to)}`)
    )
  }))
}

/** Merges the findings of all actors: a finding that holds for several is listed once, with their names. */
export function together(each: readonly { actor: string; name: string; found: readonly ActorFinding[] }[]): ReachFinding[] {
  const by = new Map<string, { one: ActorFinding; actors: string[]; names: string[] }>()
  for (const { actor, name, found } of each)
    for (const one of found) {
      const key = JSON.stringify([one.kind, one.places, one.journeys])
      const known = by.get(key) ?? { one, actors: [], names: [] }
      known.actors.push(actor)
      known.names.push(name)
      by.set(key, known)
    }
  return [...by.values()]
    .map(({ one: { sentence, ...one }, actors, names }): ReachFinding => {
      const everybody = each.length > 1 && actors.length === each.length
      return { ...one, sentence: sentence({ names, everybody }), actors, everybody }
    })
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
}
const ORDER: readonly ReachFinding['kind'][] = ['sink', 'soft-lock', 'unreachable', 'impossible', 'shut']

/** The maximum number of names in a sentence. The others are counted. */
const MAX_LISTED = 6

const places = (names: readonly string[]): string =>
  names.length <= MAX_LISTED ? listed(names) : listed([...names.slice(0, MAX_LISTED - 1), `${names.length - MAX_LISTED + 1} other places`])

/** "Mage can never", "Mage and Thief can never", "nobody can ever". */
const never = ({ names, everybody }: Whom): string => (everybody ? 'nobody can ever' : `${listed(names)} can never`)

type Sentence = (who: Whom) => string

/** Places that can be entered but not left. */
const neverOut =
  (inside: readonly string[]): Sentence =>
  (who) =>
    `Once in ${places(inside)}, ${never(who)} get out again.`

/** A journey after which places can't be reached again. */
const noWayBack =
  (behind: readonly string[], ahead: readonly string[]): Sentence =>
  (who) =>
    `After going from ${places(behind)} to ${places(ahead)}, ${never(who)} come back.`

/** Places that no journey leads to. */
const notReached =
  (lost: readonly string[], from: string): Sentence =>
  (who) =>
    capitalised(`${never(who)} reach ${places(lost)} from ${from}.`)

/** A journey that no roll completes; `stat` is the stat that it tests. */
const notManaged =
  (from: string, to: string, stat: string | undefined): Sentence =>
  (who) =>
    capitalised(`${never(who)} get through from ${from} to ${to}${stat === undefined ? '' : `: too little ${stat}`}.`)

/** Journeys that wait for a fact. */
const shutUntil =
  (fact: string, journeys: readonly string[]): Sentence =>
  () => {
    const shown =
      journeys.length <= MAX_LISTED ? journeys : [...journeys.slice(0, MAX_LISTED - 1), `${journeys.length - MAX_LISTED + 1} other journeys`]
    return fact.startsWith('!')
      ? `Closed while “${fact.slice(1)}” is true: ${shown.join(', ')}.`
      : `Closed until “${fact}” is true: ${shown.join(', ')}.`
  }

/** Places behind closed journeys. */
const shutUntilThen =
  (later: readonly string[]): Sentence =>
  ({ names, everybody }) =>
    `${everybody ? 'Nobody reaches' : `${listed(names)} ${names.length === 1 ? "doesn't" : "don't"} reach`} ${places(later)} before a closed journey opens.`
