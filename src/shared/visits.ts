import { z } from 'zod'

/** Of which beats visits are counted: of the last session, or of the whole line. */
export const Span = z.enum(['session', 'branch'])
export type Span = z.infer<typeof Span>

/** How often the party came to a place, and how many beats the table played while it was there. */
export const Visit = z.object({ entered: z.int(), beats: z.int() })
export type Visit = z.infer<typeof Visit>

/** Where the party was: by place, and how many beats were played in all. Places it never came to are not named. */
export const Visits = z.object({ beats: z.int(), places: z.record(z.string(), Visit) })
export type Visits = z.infer<typeof Visits>
