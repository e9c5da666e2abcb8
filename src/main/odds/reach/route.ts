import type { Chain, End, Move } from './chain'
import type { Climb } from './climb'
import type { Way } from './ways'

/** What the way to a place takes on average until it ends, there or on the road. */
export interface Cost {
  minutes: number
  damage: number
}

/** Chances below this are not followed any farther when costs are added up. */
const FAINT = 1e-12
/** The most steps of one line of journeys. */
const STEPS = 2000

/** Walks the best moves of a chain. Within a ground it goes the quickest way. */
export class Walker {
  private readonly from = new Map<string, Map<string, { minutes: number; last: Way | undefined }>>()
  private readonly level: ReadonlyMap<number, number>

  constructor(private readonly chain: Chain) {
    this.level = new Map(chain.left.map((rest, at) => [rest, at]))
  }

  /** What it costs to go from `start` with all hit points to each place of a ground, by place. */
  costs(start: string, goal: number, climb: Climb): Map<string, Cost> {
    const arrived = new Map<string, number>()
    let minutes = 0
    let damage = 0
    const levels = this.chain.left.map((): Map<string, number> => new Map())
    levels.at(-1)?.set(start, 1)
    for (let level = levels.length - 1; level >= 0; level--) {
      const here = levels[level] ?? new Map<string, number>()
      for (const [place, share] of here) {
        here.delete(place)
        if (share < FAINT) continue
        if (this.chain.groundOf.get(place) === goal) {
          arrived.set(place, (arrived.get(place) ?? 0) + share)
          continue
        }
        const move = this.moveAt(place, level, climb)
        if (!move) continue
        minutes += share * (this.walk(place, move.way.from).minutes + move.tries * move.way.minutes)
        const rest = this.chain.left[level] ?? 0
        for (const { place: to, taken, goes, near } of move.ends) {
          damage += share * near * Math.min(taken, rest)
          const then = goes ? this.level.get(rest - taken) : undefined
          const into = then === undefined ? undefined : levels[then]
          into?.set(to, (into.get(to) ?? 0) + share * near)
        }
      }
    }
    return new Map(
      (this.chain.grounds[goal] ?? []).map((place) => {
        const last = [...arrived].reduce((all, [door, share]) => all + share * this.walk(door, place).minutes, 0)
        return [place, { minutes: minutes + last, damage }]
      })
    )
  }

  /** The journeys from `start` to `place` when all of them go as well as they can. */
  route(start: string, place: string, climb: Climb): string[] {
    const goal = this.chain.groundOf.get(place) ?? -1
    const line: string[] = []
    let at = start
    let rest = this.chain.left.at(-1) ?? 0
    while (this.chain.groundOf.get(at) !== goal) {
      const move = this.moveAt(at, this.level.get(rest) ?? -1, climb)
      const goesOn = (end: End): boolean => end.goes && end.place !== move?.way.from && this.level.has(rest - end.taken)
      const best = move?.ends.filter(goesOn).toSorted(byTaken)[0]
      if (!move || !best || line.length > STEPS) return []
      line.push(...this.walk(at, move.way.from).journeys, move.way.id)
      at = best.place
      rest -= best.taken
    }
    return [...line, ...this.walk(at, place).journeys]
  }

  private moveAt(place: string, level: number, climb: Climb): Move | undefined {
    return this.chain.moves[climb.move[level * this.chain.grounds.length + (this.chain.groundOf.get(place) ?? 0)] ?? -1]
  }

  /** The quickest way from one place of a ground to another. */
  private walk(from: string, to: string): { minutes: number; journeys: string[] } {
    const found = this.around(from)
    const journeys: string[] = []
    for (let last = found.get(to)?.last; last; last = found.get(last.from)?.last) journeys.unshift(last.id)
    return { minutes: found.get(to)?.minutes ?? 0, journeys }
  }

  private around(from: string): Map<string, { minutes: number; last: Way | undefined }> {
    const known = this.from.get(from)
    if (known) return known
    const found = new Map([[from, { minutes: 0, last: undefined as Way | undefined }]])
    this.from.set(from, found)
    const open = new Set([from])
    while (open.size > 0) {
      const place = [...open].reduce((a, b) => ((found.get(a)?.minutes ?? 0) <= (found.get(b)?.minutes ?? 0) ? a : b))
      open.delete(place)
      for (const way of this.chain.sure.get(place) ?? []) {
        const minutes = (found.get(place)?.minutes ?? 0) + way.minutes
        if (minutes >= (found.get(way.to)?.minutes ?? Number.POSITIVE_INFINITY)) continue
        found.set(way.to, { minutes, last: way })
        open.add(way.to)
      }
    }
    return found
  }
}

const byTaken = (a: { taken: number }, b: { taken: number }): number => a.taken - b.taken
