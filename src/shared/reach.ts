import { z } from 'zod'
import { Chance, JourneyOdds, Preparing } from './odds'

/** The best route for one actor from where they are to one place. */
export const PlaceReach = z.object({
  place: z.string(),
  name: z.string(),
  /** The chance ever to stand there by the route that maximizes it; if it was not counted, absent, and `why` gives the reason. */
  chance: Chance.optional(),
  why: z.string().optional(),
  /** `later`: only after a closed journey opens. `never`: not even then, however often they rest. */
  open: z.enum(['now', 'later', 'never']),
  /** The average cost of that route until it ends, there or on the road: minutes and hit points, as the nearest number. */
  minutes: z.number(),
  damage: z.number(),
  /** The journeys of that route if all of them go as well as possible. */
  route: z.array(z.string())
})
export type PlaceReach = z.infer<typeof PlaceReach>

/** Every journey and every place as one actor finds them. */
export const ActorReach = z.object({
  actor: z.string(),
  name: z.string(),
  /** Where they are. */
  from: z.string(),
  /** Hit points: current, and after resting. */
  hitPoints: z.number(),
  rested: z.number(),
  /** The stats that count as hit points, with their labels on the sheet. */
  stats: z.array(z.object({ label: z.string(), now: z.number(), rested: z.number() })),
  places: z.array(PlaceReach),
  /** Journeys as in `Odds`; `shut` if the fact they require doesn't hold. */
  journeys: z.array(JourneyOdds.extend({ shut: z.boolean() })),
  /** Why no journey was counted, in words. */
  why: z.string().optional()
})
export type ActorReach = z.infer<typeof ActorReach>

/** A finding about the world's journeys for its designer. */
export const Finding = z.object({
  kind: z.enum(['unreachable', 'sink', 'soft-lock', 'impossible', 'shut']),
  /** A sentence with names. */
  sentence: z.string(),
  /** The actors it holds for; empty with `everybody`, which means everybody who was asked about. */
  actors: z.array(z.string()),
  everybody: z.boolean(),
  places: z.array(z.string()),
  journeys: z.array(z.string())
})
export type Finding = z.infer<typeof Finding>

/** How far actors get in one state of a campaign, with findings; `preparing` as in `Odds`. */
export const Reach = z.object({ actors: z.array(ActorReach), findings: z.array(Finding), runs: z.number().int(), preparing: Preparing.optional() })
export type Reach = z.infer<typeof Reach>
