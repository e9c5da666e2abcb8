/** The log of a scene. */
export const logTexts = {
  title: 'Log',
  toBeat: (n: number): string => `Go to beat ${n}`,
  thinking: (name: string): string => `${name} is thinking…`,
  secondsLeft: (seconds: number): string => (seconds > 0 ? `${seconds} s left.` : 'Sending the request now.')
} as const
