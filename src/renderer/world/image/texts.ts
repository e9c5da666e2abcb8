/** Texts of exporting an image of the map. */
export const imageTexts = {
  group: 'World',
  commands: { svg: 'Export map as SVG…', png: 'Export map as PNG…' },
  titles: { svg: 'Export map as SVG', png: 'Export map as PNG' },
  look: 'Theme',
  looks: { dark: 'Dark, as on a screen', light: 'Light, for paper' } as const,
  people: 'Show characters',
  words: 'Label journeys',
  wordsHint: 'Direction, duration, difficulty and risks.',
  seenOnly: 'Only what the party has seen',
  seenOnlyHint: 'For players: leaves out the characters they don’t see, and how hard a journey is.',
  reading: 'Reading the beat you are looking at…',
  leave: 'Close',
  save: 'Export',
  saved: (name: string): string => `Saved as ${name}.`,
  savedSmaller: (name: string, percent: number): string =>
    `Saved as ${name}, at ${percent} % of its size, because this machine can’t paint a larger image. SVG has no such limit.`,
  failed: 'This machine can’t paint a map this large. Export it as SVG instead.'
} as const
