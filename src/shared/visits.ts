import { z } from 'zod'

/** The beats for which visits are counted: the last session, or the whole line. */
export const Span = z.enum(['session', 'branch'])
export type Span = z.infer<typeof Span>

/** How often the party came to a place, and how many beats were played while it was there. */
export interface Visit {
  entered: number
  beats: number
}

/** Where the party was: by place, and how many beats were played in all. Places it never visited are left out. */
export interface Visits {
  beats: number
  places: Record<string, Visit>
}
