import { journeys, places } from './map'
import { people, things } from './people'
import type { Sides } from './sides'
import type { Told } from './words'
import { clock, facts, threads } from './world'

const PARTS = [people, things, facts, clock, threads, places, journeys]

/** Everything that differs in the world's state, part by part, in the order it is told; the table is told before it. */
export const ofState = (sides: Sides): Told[] => PARTS.flatMap((part) => part(sides))
