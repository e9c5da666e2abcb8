const restart = { command: 'fixed.restart', words: 'Restart here with today’s world…' } as const

/** Sentences about where a text comes from. */
export const sourceTexts = { restart } as const
