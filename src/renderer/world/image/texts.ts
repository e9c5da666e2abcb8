/** Texts of exporting an image of the map. */
export const imageTexts = {
  commands: { svg: 'Export map as SVG…', png: 'Export map as PNG…' },
  titles: { svg: 'Export map as SVG', png: 'Export map as PNG' },
  looks: { dark: 'Dark, as on a screen', light: 'Light, for paper' } as const,
  people: 'Show characters',
  words: 'Label journeys',
  seenOnly: 'Only what the party has seen',
  saved: (name: string): string => `Saved as ${name}.`
} as const
