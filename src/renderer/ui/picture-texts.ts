/** What the window says of pictures of the map. */
export const pictureTexts = {
  group: 'World',
  commands: { svg: 'Export the map as SVG…', png: 'Export the map as PNG…' },
  titles: { svg: 'Export the map as SVG', png: 'Export the map as PNG' },
  look: 'Look',
  looks: { dark: 'Dark, as on a screen', light: 'Light, for paper' } as const,
  people: 'Who is where',
  words: 'Words of the journeys',
  wordsHint: 'Where they lead, how long they take, how hard and risky they are.',
  seenOnly: 'Only what the party has seen',
  seenOnlyHint: 'For players: nobody they do not see is on it, nor how hard a journey is.',
  reading: 'The moment you are looking at is being read.',
  leave: 'Close',
  save: 'Export',
  saved: (name: string): string => `Saved as ${name}.`,
  savedSmaller: (name: string, percent: number): string =>
    `Saved as ${name}, at ${percent} % of its size: a larger picture cannot be painted here. SVG has no such limit.`,
  failed: 'This map is too large to be painted on this machine. Export it as SVG instead.'
} as const
