import { counted } from '../../ui/amounts'

/** Texts of definitions, references and renaming. */
export const languageTexts = {
  notNamed: 'This campaign doesn’t define the name at the cursor.',
  rename: {
    asking: 'Rename',
    title: (kind: string, id: string): string => `Rename the ${kind} ${id}`,
    local: (id: string): string => `Rename ${id} in the rules`,
    localHint: 'The texts change in their tabs. Save them to use the new name.',
    bad: (to: string): string => `“${to}” can’t be a name in TypeScript. Use letters, digits and _, and no digit first.`,
    taken: (to: string): string => `One of these files already has the word “${to}”. Choose another name.`,
    to: 'New name',
    hint: 'All files change in one beat, which Undo reverts.',
    possible: (n: number): string => `Also change ${counted(n, 'quoted word')} in rules that may mean something else`,
    submit: 'Rename',
    waits: 'Finding all uses…',
    changes: (files: number, places: number): string => `${counted(places, 'change')} in ${counted(files, 'file')}`,
    moves: (from: string, to: string): string => `${from} becomes ${to}`,
    left: (path: string): string => `${path} links to the old name. It belongs to its writer and stays as it is.`
  }
} as const

/** Texts of the Search panel. */
export const searchTexts = { title: 'Search', regex: 'Regular expression', matchCase: 'Match case', wholeWord: 'Whole word' } as const
