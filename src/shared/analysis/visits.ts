import { z } from 'zod'

/** The beats for which visits are counted: the last session, or the whole line. */
export const Span = z.enum(['session', 'branch'])
export type Span = z.infer<typeof Span>

/** How often the party entered a place, and how many beats were played while it was there. */
export interface Visit {
  entered: number
  beats: number
}

/** The party's visits by place, and the number of beats in all. Places without a visit are left out. */
export interface Visits {
  beats: number
  places: Record<string, Visit>
}
