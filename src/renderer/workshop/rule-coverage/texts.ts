/** Texts of the coverage panel. */
export const coverageTexts = {
  none: { title: 'Nothing of this kind', hint: 'This campaign has none.' },
  full: { title: 'Everything was exercised', hint: 'Clear the checkbox above to see how often.' },
  mark: { never: 'Never exercised', some: 'Partly exercised', all: 'Exercised' } as const
} as const
