/** Texts of definitions, references and renaming. */
export const languageTexts = {
  notNamed: 'This campaign doesn’t define the name at the cursor.',
  rename: {
    bad: (to: string): string => `“${to}” can’t be a name in TypeScript. Use letters, digits and _, and no digit first.`,
    taken: (to: string): string => `One of these files already has the word “${to}”. Choose another name.`
  }
} as const

/** Texts of the Search panel. */
export const searchTexts = { title: 'Search', regex: 'Regular expression', matchCase: 'Match case', wholeWord: 'Whole word' } as const
