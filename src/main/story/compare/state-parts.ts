import { journeys, places } from './map'
import { people, things } from './people'
import type { Sides } from './sides'
import type { Line } from './words'
import { clock, facts, threads } from './world'

const PARTS = [people, things, facts, clock, threads, places, journeys]

/** Every difference in the world's state, part by part in the order of display. The table's differences come before these. */
export const ofState = (sides: Sides): Line[] => PARTS.flatMap((part) => part(sides))
