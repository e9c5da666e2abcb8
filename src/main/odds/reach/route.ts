import type { Chain } from './chain'
import type { Policy } from './climb'
import type { RatedJourney } from './rated-journeys'

/** The average cost of going to a place until the attempt ends, at the place or before it. */
export interface RouteCost {
  minutes: number
  damage: number
}

/** Chances below this are ignored when costs are added up. */
const FAINT = 1e-12
/** The most steps in one sequence of journeys. */
const MAX_STEPS = 2000

/** An end of a move by the number of its place. `left` is the level that is left, by the level before; -1 if the traveller goes no farther. */
interface Step {
  to: number
  taken: number
  near: number
  left: Int32Array
}

/** A quickest route within a ground: how long it takes, and its last journey. */
interface Walked {
  minutes: number
  last: RatedJourney | undefined
}

/** Follows the best moves of a chain. Within a ground it takes the quickest route. This class uses numbers for places. */
export class Walker {
  private readonly walked: (Map<number, Walked> | undefined)[] = []
  private readonly level: ReadonlyMap<number, number>
  private readonly number: ReadonlyMap<string, number>
  /** For each place, its ground and the journeys that lead on within it. */
  private readonly groundOf: Int32Array
  private readonly sure: readonly (readonly RatedJourney[])[]
  /** For each move, the place where it begins and its ends. */
  private readonly begins: Int32Array
  private readonly steps: readonly (readonly Step[])[]
  /** For each move, its ends that lead elsewhere, best first. */
  private readonly ahead: readonly (readonly Step[])[]
  /** By level and place, the share of attempts that is there and continues. All are 0 again after the costs are computed. */
  private readonly shares: Float64Array

  constructor(private readonly chain: Chain) {
    const { groundOf, left, moves, sure } = chain
    const places = [...groundOf.keys()]
    this.number = new Map(places.map((place, at) => [place, at]))
    this.level = new Map(left.map((rest, at) => [rest, at]))
    this.groundOf = Int32Array.from(groundOf.values())
    this.sure = places.map((place) => sure.get(place) ?? [])
    this.begins = Int32Array.from(moves, ({ journey }) => this.at(journey.from))
    const levels = (taken: number): Int32Array => Int32Array.from(left, (rest) => this.level.get(rest - taken) ?? -1)
    const lower = new Map([...new Set(moves.flatMap(({ ends }) => ends.map(({ taken }) => taken)))].map((taken) => [taken, levels(taken)]))
    const nowhere = new Int32Array(left.length).fill(-1)
    this.steps = moves.map(({ ends }) =>
      ends.map(({ place, taken, goes, near }) => ({ to: this.at(place), taken, near, left: (goes ? lower.get(taken) : undefined) ?? nowhere }))
    )
    this.ahead = this.steps.map((steps, index) => steps.filter(({ to }) => to !== this.begins[index]).toSorted(byTaken))
    this.shares = new Float64Array(left.length * places.length)
  }

  /** The cost of going from `start` with all hit points to each place of a ground, by place. */
  costs(start: string, goal: number, climb: Policy): Map<string, RouteCost> {
    const { left, moves, grounds } = this.chain
    const count = this.groundOf.length
    const arrived = new Map<number, number>()
    let minutes = 0
    let damage = 0
    const { shares } = this
    // The places of a level in the order of arrival.
    const waiting = left.map((): number[] => [])
    const arrive = (level: number, place: number, chance: number): void => {
      const at = level * count + place
      if (shares[at] === 0) waiting[level]?.push(place)
      shares[at] = (shares[at] ?? 0) + chance
    }
    arrive(left.length - 1, this.at(start), 1)
    for (let level = left.length - 1; level >= 0; level--) {
      const rest = left[level] ?? 0
      for (const place of waiting[level] ?? []) {
        const chance = shares[level * count + place] ?? 0
        shares[level * count + place] = 0
        if (chance < FAINT) continue
        const ground = this.groundOf[place] ?? 0
        if (ground === goal) {
          arrived.set(place, (arrived.get(place) ?? 0) + chance)
          continue
        }
        const index = climb.move(level * grounds.length + ground)
        const move = moves[index]
        if (!move) continue
        minutes += chance * (this.minutes(place, this.begins[index] ?? 0) + move.tries * move.journey.minutes)
        for (const { to, taken, near, left: lower } of this.steps[index] ?? []) {
          damage += chance * near * Math.min(taken, rest)
          const then = lower[level] ?? -1
          if (then >= 0) arrive(then, to, chance * near)
        }
      }
    }
    return new Map(
      (grounds[goal] ?? []).map((place) => {
        const last = [...arrived].reduce((all, [door, chance]) => all + chance * this.minutes(door, this.at(place)), 0)
        return [place, { minutes: minutes + last, damage }]
      })
    )
  }

  /** The journeys from `start` to `place` if all of them succeed. */
  route(start: string, place: string, climb: Policy): string[] {
    const goal = this.chain.groundOf.get(place) ?? -1
    const line: string[] = []
    let at = this.at(start)
    for (let level = this.chain.left.length - 1; this.groundOf[at] !== goal;) {
      const index = climb.move(level * this.chain.grounds.length + (this.groundOf[at] ?? 0))
      const begin = this.begins[index] ?? -1
      const best = this.ahead[index]?.find((step) => (step.left[level] ?? -1) >= 0)
      const move = this.chain.moves[index]
      if (!move || !best || line.length > MAX_STEPS) return []
      line.push(...this.walk(at, begin), move.journey.id)
      at = best.to
      level = best.left[level] ?? -1
    }
    return [...line, ...this.walk(at, this.at(place))]
  }

  private at(place: string): number {
    return this.number.get(place) ?? -1
  }

  /** How many minutes the quickest route takes between two places of a ground. */
  private minutes(from: number, to: number): number {
    return from === to ? 0 : (this.around(from).get(to)?.minutes ?? 0)
  }

  /** The journeys of the quickest route. */
  private walk(from: number, to: number): string[] {
    const walked = this.around(from)
    const journeys: string[] = []
    for (let last = walked.get(to)?.last; last; last = walked.get(this.at(last.from))?.last) journeys.push(last.id)
    return journeys.toReversed()
  }

  private around(from: number): Map<number, Walked> {
    const known = this.walked[from]
    if (known) return known
    const walked = new Map<number, Walked>([[from, { minutes: 0, last: undefined }]])
    this.walked[from] = walked
    const open = new Set([from])
    while (open.size > 0) {
      const place = [...open].reduce((a, b) => ((walked.get(a)?.minutes ?? 0) <= (walked.get(b)?.minutes ?? 0) ? a : b))
      open.delete(place)
      for (const journey of this.sure[place] ?? []) {
        const to = this.at(journey.to)
        const minutes = (walked.get(place)?.minutes ?? 0) + journey.minutes
        if (minutes >= (walked.get(to)?.minutes ?? Number.POSITIVE_INFINITY)) continue
        walked.set(to, { minutes, last: journey })
        open.add(to)
      }
    }
    return walked
  }
}

const byTaken = (a: { taken: number }, b: { taken: number }): number => a.taken - b.taken
