/** How many times a call is tried unless it is said otherwise, and at most. */
export const DEFAULT_TRIES = 1000
export const MAX_TRIES = 10_000
