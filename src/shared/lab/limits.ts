/** The most sessions of a run, and the most beats and story sessions of a session. */
export const MAX_SESSIONS = 100_000
export const MAX_BEATS = 20_000
export const MAX_STORY_SESSIONS = 1000
/** The largest first seed. */
export const MAX_SEED = 1_000_000_000
/** The most parties of a run, and the largest share of one. */
export const MAX_PARTIES = 20
export const MAX_SHARE = 1000
/** The most expressions that a run watches. */
export const MAX_WATCHED = 200
/** The most marks that a filter has on each side. */
export const MAX_MARKS = 20
/** The most steps in a column of a flow; the others are one. */
export const MAX_FLOW_STEPS = 6

/** The party of a run whose plan names none: every player as the campaign has it. */
export const OWN_PARTY: { name: string; personas: Record<string, string>; share: number } = { name: 'As written', personas: {}, share: 1 }

/** The most sessions, models and personas that models continue at once, the most continuations in all, and the most beats of each. */
export const CONTINUE_LIMITS = { sessions: 20, models: 8, personas: 8, cells: 60, beats: 1000 } as const
