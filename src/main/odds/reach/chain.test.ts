import { describe, expect, it } from 'vitest'
import { numberOf, ONE, plus, type Ratio, ratio, ratioText } from '../ratio'
import { chainOf, type Chain } from './chain'
import { bestPolicies } from './climb'
import { everyPolicy } from './every-policy.fixture'
import { Exact } from './exact'
import { flatOf } from './flat'
import { Walker } from './route'
import type { RatedEnd, RatedJourney } from './rated-journeys'

const journey = (id: string, from: string, to: string, falls: readonly RatedEnd[], more: Partial<RatedJourney> = {}): RatedJourney => ({
  id,
  from,
  to,
  shut: false,
  minutes: 10,
  falls,
  odds: { journey: id, from, to, names: [from, to], params: {}, runs: 1 },
  ...more
})
const fall = (place: string, taken: number, chance: Ratio, canAct = true): RatedEnd => ({ place, taken, canAct, chance })
const sure = (id: string, from: string, to: string, more: Partial<RatedJourney> = {}): RatedJourney => journey(id, from, to, [fall(to, 0, ONE)], more)

function chained(places: readonly string[], journeys: readonly RatedJourney[], start: string, hp: number): Chain {
  const chain = chainOf(places, journeys, start, hp)
  if ('why' in chain) throw new Error(chain.why)
  return chain
}

/** The exact chance as a fraction, and its costs. */
function best(places: readonly string[], journeys: readonly RatedJourney[], start: string, goal: string, hp: number) {
  const chain = chained(places, journeys, start, hp)
  const flat = flatOf(chain)
  const to = chain.groundOf.get(goal) ?? -1
  // All goals at once, as the map asks, though the test looks at one.
  const goals = [...new Set([to, ...chain.near])]
  const [solution] = bestPolicies(flat, goals)
  if (!solution) throw new Error('does not come to rest')
  const state = (chain.left.length - 1) * chain.grounds.length + (chain.groundOf.get(start) ?? 0)
  const chance = new Exact(chain, flat).chance(state, to, solution)
  const walker = new Walker(chain)
  return {
    chance: chance && ratioText(chance),
    near: solution.chance(state),
    exactly: chance && numberOf(chance),
    ...walker.costs(start, to, solution).get(goal),
    route: walker.route(start, goal, solution)
  }
}

/** A fixed sequence of numbers for a seed (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let at = seed
  return (below) => {
    at = (at + 0x6d2b79f5) | 0
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below)
  }
}

const PLACES = ['a', 'b', 'c', 'd']

/** A small random world. Some journeys throw the traveller back at no cost, so that moves form cycles. */
function anyWays(seed: number): RatedJourney[] {
  const next = numbers(seed)
  return Array.from({ length: 4 + next(4) }, (_, index) => {
    const from = PLACES[next(4)] ?? 'a'
    const to = PLACES[next(4)] ?? 'b'
    const falls: RatedEnd[] = []
    for (let left = 6; left > 0;) {
      const part = 1 + next(left)
      left -= part
      falls.push(fall([to, to, from, PLACES[next(4)] ?? 'c'][next(4)] ?? to, [0, 0, 0, 1, 2][next(5)] ?? 0, ratio(part, 6), next(12) > 0))
    }
    return journey(`w${index}`, from, to, falls)
  })
}

describe('O8 the greatest chance ever to stand in a place', () => {
  it('is that of the best of all policies, in 150 small worlds', () => {
    let circles = 0
    for (let seed = 1; seed <= 150; seed++) {
      const journeys = anyWays(seed)
      const ends = (place: string, hp: number) =>
        journeys
          .filter(({ from }) => from === place)
          .map(({ falls }) =>
            falls.filter(({ canAct: stands }) => stands).map(({ place: to, taken, chance }) => ({ place: to, hp: hp - taken, chance }))
          )
      for (const goal of ['b', 'd']) {
        const route = best(PLACES, journeys, 'a', goal, 3)
        const slow = everyPolicy(PLACES, ends, goal, 3).get('a') ?? ONE
        expect({ seed, goal, chance: route.chance }).toEqual({ seed, goal, chance: ratioText(slow) })
        expect(route.near).toBeCloseTo(numberOf(slow), 9)
        if (slow.under % 6n !== 0n && slow.under !== 1n) circles++
      }
    }
    // Sixths alone give no other divisors, so systems of equations were solved.
    expect(circles).toBeGreaterThan(5)
  })

  it('a failure without a cost is repeated until it succeeds', () => {
    const journeys = [journey('w', 'a', 'b', [fall('b', 0, ratio(1, 4)), fall('a', 0, ratio(3, 4))])]
    expect(best(PLACES, journeys, 'a', 'b', 1)).toMatchObject({ chance: '1', minutes: 40, damage: 0, route: ['w'] })
  })
  it('a failure that costs hit points is repeated while any are left', () => {
    const journeys = [journey('w', 'a', 'b', [fall('b', 0, ratio(1, 2)), fall('a', 1, ratio(1, 2))])]
    expect(best(PLACES, journeys, 'a', 'b', 3)).toMatchObject({ chance: '7/8', minutes: 17.5, damage: 0.875 })
  })
  it("an actor who can't act for another reason goes no farther", () => {
    const journeys = [journey('w', 'a', 'b', [fall('b', 0, ratio(1, 2)), fall('b', 0, ratio(1, 2), false)])]
    expect(best(PLACES, journeys, 'a', 'b', 3)).toMatchObject({ chance: '1/2' })
  })
  it('the longer route is taken if it is safer, and the quicker one where no route costs anything', () => {
    const risky = journey('short', 'a', 'b', [fall('b', 0, ratio(1, 2)), fall('a', 3, ratio(1, 2))])
    const ground = [sure('ac', 'a', 'c'), sure('ca', 'c', 'a'), sure('ad', 'a', 'd', { minutes: 1 }), sure('dc', 'd', 'c', { minutes: 2 })]
    const safer = journey('long', 'c', 'b', [fall('b', 1, ratio(3, 4)), fall('b', 9, ratio(1, 4))])
    expect(best(PLACES, [risky, ...ground, safer], 'a', 'b', 3)).toEqual({
      chance: '3/4',
      near: 0.75,
      exactly: 0.75,
      minutes: 13,
      damage: 1.5,
      route: ['ad', 'dc', 'long']
    })
  })
  it('routes that are equal as doubles are compared exactly', () => {
    const tiny = ratio(1n, 10n ** 13n)
    const half = ratio(1, 2)
    const worse = journey('worse', 'a', 'b', [fall('b', 0, half), fall('a', 9, half)])
    const better = journey('better', 'a', 'b', [fall('b', 0, plus(half, tiny)), fall('a', 9, ratio(5n * 10n ** 12n - 1n, 10n ** 13n))])
    for (const journeys of [
      [worse, better],
      [better, worse]
    ])
      expect(best(PLACES, journeys, 'a', 'b', 3)).toMatchObject({ chance: '5000000000001/10000000000000', route: ['better'] })
  })
  it("a closed journey isn't taken", () => {
    expect(chained(PLACES, [sure('w', 'a', 'b', { shut: true })], 'a', 3).near.size).toBe(1)
  })
  it('too many levels of hit points give a reason instead of a number', () => {
    const journeys = [journey('w', 'a', 'b', [fall('b', 0.1, ratio(1, 2)), fall('a', 0.07, ratio(1, 2))])]
    expect(chainOf(PLACES, journeys, 'a', 90)).toMatchObject({ why: expect.stringContaining('Not exact') as string })
  })
})
