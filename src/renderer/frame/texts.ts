/** Texts of the frame of the window: title bar, rail, tabs, status line, palette. */
export const frameTexts = {
  lost: 'Lost the connection to Proscenium. Reconnecting…',
  rail: 'Views',
  side: 'Log, sheets, beats and problems',
  showView: (label: string): string => `Show ${label} view`,
  showPanel: (label: string): string => `Show ${label.toLowerCase()}`,
  nextPart: 'Go to next part of the window',
  previousPart: 'Go to previous part of the window',
  theme: 'Switch between dark and light',
  systemTheme: 'Use system theme',
  shortcuts: 'Keyboard shortcuts',
  between: 'Between scenes',
  noSession: 'No session is open',
  session: (n: number): string => `Session ${n}`,
  status: {
    label: 'Status',
    saved: 'Saved',
    saving: 'Saving…',
    readOnly: 'Read only',
    waitsForYou: (name: string): string => `${name} waits for you`,
    waits: (name: string): string => `${name} is next`,
    idle: 'The table is waiting',
    verified: (n: number): string => `Verified to beat ${n}`,
    verifying: (percent: number): string => `Verifying… ${percent} %`,
    differ: (n: number): string => (n === 1 ? '1 beat differs' : `${n} beats differ`),
    verifiedHint: 'Every beat up to this one gives the same result when replayed',
    differHint: 'Go to the next beat whose replay gives another result'
  },
  palette: {
    command: 'Show all commands…',
    title: 'Commands',
    placeholder: 'Search commands',
    none: 'No command matches.'
  }
} as const
