import { z } from 'zod'
import { Chance, JourneyOdds, Preparing } from './odds'

/** The best way for one actor to come to one place, from where they are. */
export const PlaceReach = z.object({
  place: z.string(),
  name: z.string(),
  /** The chance ever to stand there, on the way that makes it greatest; absent when it was not counted, and `why` says why. */
  chance: Chance.optional(),
  why: z.string().optional(),
  /** `later`: only when a way opens that is shut now. `never`: not even then, however often they rest. */
  open: z.enum(['now', 'later', 'never']),
  /** What that way takes on average until it ends, there or on the road: minutes and hit points, to the nearest number. */
  minutes: z.number(),
  damage: z.number(),
  /** The journeys of that way when all of them go as well as they can. */
  route: z.array(z.string())
})
export type PlaceReach = z.infer<typeof PlaceReach>

/** Every journey and every place as one actor finds them. */
export const ActorReach = z.object({
  actor: z.string(),
  name: z.string(),
  /** Where they are. */
  from: z.string(),
  /** Hit points: those there are now, and those of somebody rested. */
  hitPoints: z.number(),
  rested: z.number(),
  /** The stats that these are, by their names on the sheet. */
  stats: z.array(z.object({ label: z.string(), now: z.number(), rested: z.number() })),
  places: z.array(PlaceReach),
  /** Journeys as in `Odds`; `shut` when the fact they require does not hold. */
  journeys: z.array(JourneyOdds.extend({ shut: z.boolean() })),
  /** Why no way at all was counted, in words. */
  why: z.string().optional()
})
export type ActorReach = z.infer<typeof ActorReach>

/** Something about the world's ways that whoever draws them should know. */
export const Finding = z.object({
  kind: z.enum(['unreachable', 'sink', 'soft-lock', 'impossible', 'shut']),
  /** In words, with names. */
  sentence: z.string(),
  /** Whom it is true of; everybody who was asked about when `everybody`. */
  actors: z.array(z.string()),
  everybody: z.boolean(),
  places: z.array(z.string()),
  journeys: z.array(z.string())
})
export type Finding = z.infer<typeof Finding>

/** How far people come at one moment of a campaign, and what of it is worth knowing; `preparing` as in `Odds`. */
export const Reach = z.object({ actors: z.array(ActorReach), findings: z.array(Finding), runs: z.number().int(), preparing: Preparing.optional() })
export type Reach = z.infer<typeof Reach>
