/** The default and the maximum number of tries of a call. */
export const DEFAULT_TRIES = 1000
export const MAX_TRIES = 10_000
