import { z } from 'zod'

/** The beats for which visits are counted: the last session, or the whole line. */
export const Span = z.enum(['session', 'branch'])
export type Span = z.infer<typeof Span>

/** How often the party came to a place, and how many beats were played while it was there. */
export const Visit = z.object({ entered: z.int(), beats: z.int() })
export type Visit = z.infer<typeof Visit>

/** Where the party was: by place, and how many beats were played in all. Places it never visited are left out. */
export const Visits = z.object({ beats: z.int(), places: z.record(z.string(), Visit) })
export type Visits = z.infer<typeof Visits>
