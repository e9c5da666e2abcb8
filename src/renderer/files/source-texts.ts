const restart = { command: 'fixed.restart', words: 'Restart here with today’s world…' } as const

/** Sentences about where a text comes from. */
export const sourceTexts = {
  restart,
  same: (n: number): string => `This is today’s world. Beat ${n} keeps its text; an edit shows from a restart on.`,
  changed: (n: number): string => `This text has changed since beat ${n}. You are looking at today’s.`,
  gone: (path: string, n: number): string => `Today’s world no longer has the text of beat ${n}. It was in ${path}.`
} as const
