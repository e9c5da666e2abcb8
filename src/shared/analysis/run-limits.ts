/** The number of judges, and the most runs that can be compared at once. Every pair of runs takes six requests. */
export const JUDGES = 3
export const MAX_RUNS = 10

/** The longest transcript of one run in a request, in tokens: by default, and the limits. */
export const RUN_TOKENS = { usual: 40_000, min: 1000, max: 200_000 }
