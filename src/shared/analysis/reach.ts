import type { Chance, JourneyOdds, Preparing } from './odds'

/** The best route for one actor from their current place to another. */
export interface PlaceReach {
  place: string
  name: string
  /** The highest chance of ever arriving there, over all routes; absent if it was not counted, and `why` gives the reason. */
  chance?: Chance
  why?: string
  /** `later`: only after a closed journey opens. `never`: not even then, however often they rest. */
  open: 'now' | 'later' | 'never'
  /** The average cost of that route until it ends, at its target or earlier: minutes and hit points, as the nearest number. */
  minutes: number
  damage: number
  /** The journeys of that route if all of them go as well as possible. */
  route: string[]
}

/** Every journey and every place from one actor's point of view. */
export interface ActorReach {
  actor: string
  name: string
  from: string
  /** Hit points: current, and after resting. */
  hitPoints: number
  rested: number
  /** The stats that count as hit points, with their labels on the sheet. */
  stats: { label: string; now: number; rested: number }[]
  places: PlaceReach[]
  /** Journeys as in `Odds`; `shut` if their required fact doesn't hold. */
  journeys: (JourneyOdds & { shut: boolean })[]
  /** Why no journey was counted, in words. */
  why?: string
}

/** A finding about the world's journeys for its designer. */
export interface ReachFinding {
  kind: 'unreachable' | 'sink' | 'soft-lock' | 'impossible' | 'shut'
  sentence: string
  /** The actors that it holds for; empty with `everybody`, which means all requested actors. */
  actors: string[]
  everybody: boolean
  places: string[]
  journeys: string[]
}

/** How far actors get in one state of a campaign, with findings; `preparing` as in `Odds`. */
export interface Reach {
  actors: ActorReach[]
  findings: ReachFinding[]
  runs: number
  preparing?: Preparing
}
