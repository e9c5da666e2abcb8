/** The log of a scene. */
export const logTexts = {
  title: 'Log',
  note: 'Director’s note: ',
  writers: {
    hide: 'Hide who wrote the lines',
    by: {
      designer: 'By the designer',
      'built-in': 'Built-in text',
      model: 'By any model',
      player: 'By players',
      imported: 'Imported',
      unknown: 'Not recorded'
    },
    none: (hasEarlier: boolean): string =>
      hasEarlier
        ? 'No line by these writers in the scenes in view. Scroll up for earlier ones, or choose other writers above.'
        : 'No line by these writers. Choose other writers above.'
  },
  toBeat: (n: number): string => `Go to beat ${n}`,
  thinking: (name: string): string => `${name} is thinking…`,
  secondsLeft: (seconds: number): string => (seconds > 0 ? `${seconds} s left.` : 'Sending the request now.')
} as const
