import type { Actor, GameState, Journey } from '../../shared/story/state'
import { finished } from '../odds/outcomes'
import { findingsFor, horizonOf } from '../odds/reach/findings'
import { reachingPlaces } from '../odds/reach/reach'
import { ratedJourneys } from '../odds/reach/rated-journeys'
import { loadGame } from '../rules/load-game'
import { tinyWorld } from '../rules/tiny-world'
import { reading, type Reading } from './reading'
import { filesOf } from './rules'

const REGIONS = 25
const IN_REGION = 20
const WHO = 'Wren'
const HIT_POINTS = 12

/** The measurement with a goal: everything except running the rules. */
export const REACH = 'the chance ever to stand in each of 500 places, and findings'
const COUNTING = 'running the rules for every kind of journey there is'

/** Typical journeys: more than half of them have no risk, the others one or two. */
const KINDS: Pick<Journey, 'direction' | 'duration' | 'difficulty' | 'risks'>[] = [
  ...['5 minutes', '10 minutes', '20 minutes', '2 hours'].flatMap((duration) =>
    ['on', 'back'].map((direction) => ({ direction, duration, difficulty: 0, risks: [] }))
  ),
  { direction: 'up', duration: '10 minutes', difficulty: 4, risks: ['a climb'] },
  { direction: 'down', duration: '10 minutes', difficulty: 2, risks: ['slippery steps'] },
  { direction: 'in', duration: '5 minutes', difficulty: 3, risks: ['darkness'] },
  { direction: 'on', duration: '20 minutes', difficulty: 2, risks: ['the undead'] },
  { direction: 'across', duration: '5 minutes', difficulty: 5, risks: ['a steep fall', 'a trap'] },
  { direction: 'through', duration: '10 minutes', difficulty: 1, risks: ['old magic'] }
]

/** Regions of twenty places in a ring with journeys across, each joined to the next by two journeys. Always the same. */
function world(): GameState {
  const tiny = tinyWorld()
  const places: GameState['places'] = {}
  const journeys: GameState['journeys'] = {}
  let count = 0
  const join = (from: string, to: string): void => {
    // A stride without a common divisor, so that all kinds occur.
    const kind = KINDS[(count++ * 5 + Math.floor(count / 7)) % KINDS.length]
    if (kind) journeys[`${from}--${to}`] = { from, to, region: 'hill', ...kind }
  }
  const name = (region: number, place: number): string => `place-${region % REGIONS}-${place % IN_REGION}`
  for (let region = 0; region < REGIONS; region++) {
    for (let place = 0; place < IN_REGION; place++) {
      places[name(region, place)] = { name: name(region, place), region: 'hill', features: {}, inventory: {}, tags: {} }
      join(name(region, place), name(region, place + 1))
      join(name(region, place + 1), name(region, place))
      if (place % 5 === 0) join(name(region, place), name(region, place + 7))
    }
    join(name(region, 3), name(region + 1, 0))
    join(name(region + 1, 0), name(region, 3))
  }
  const model = tiny.actors[WHO]
  if (!model) throw new Error('The small world has lost its people.')
  const stats = { brawn: 8, brains: 3, faith: 2, speed: 4, hp: HIT_POINTS, xp: 0, level: 1 }
  const who: Actor = { ...model, location: name(0, 0), stats, max: { hp: HIT_POINTS }, conditions: {}, inventory: {}, tags: { class: 'warrior' } }
  return { ...tiny, actors: { [WHO]: who }, places, journeys, facts: {}, scene: undefined }
}

/** The cost of odds, in ms of processor time. */
export async function measureOdds(rounds: number): Promise<Reading[]> {
  const game = await loadGame(filesOf('totm'))
  try {
    const drawn = world()
    const from = drawn.actors[WHO]?.location ?? ''
    const [counting, reach]: [number[], number[]] = [[], []]
    // The first round doesn't count, because the interpreter gets faster while it runs.
    for (let round = 0; round <= rounds; round++) {
      // A new object for each round, because results are cached by state.
      const state = { ...drawn }
      const begun = process.cpuUsage()
      const { journeys } = finished(ratedJourneys(state, game, WHO))
      const ran = process.cpuUsage(begun)
      const again = process.cpuUsage()
      finished(reachingPlaces(state, journeys, from, HIT_POINTS, WHO))
      findingsFor(state, journeys, from, horizonOf(state, journeys, { from, now: HIT_POINTS, rested: HIT_POINTS }))
      const counted = process.cpuUsage(again)
      if (round === 0) continue
      counting.push((ran.user + ran.system) / 1000)
      reach.push((counted.user + counted.system) / 1000)
    }
    return [reading(COUNTING, counting), reading(REACH, reach)]
  } finally {
    game.dispose()
  }
}
