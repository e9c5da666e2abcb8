import { counted } from '../../ui/amounts'

/** Texts of what the editor knows about files. */
export const languageTexts = {
  hover: (kind: string, id: string, where: string, uses: number): string => `**${id}** (${kind}), defined in ${where}, used ${counted(uses, 'time')}`,
  notNamed: 'Nothing in the campaign has the name at the cursor.',
  notEdited: 'Only the present can be renamed. Go back to now first.',
  commands: {
    definition: 'Go to definition',
    references: 'Find all references',
    rename: 'Rename in all files…',
    search: 'Search in files…',
    problem: 'Next problem'
  },
  rename: {
    title: (kind: string, id: string): string => `Rename the ${kind} ${id}`,
    to: 'New name',
    hint: 'All files change as one beat, which Undo takes back.',
    possible: (n: number): string => `Also change ${counted(n, 'quoted word')} in rules that may mean something else`,
    submit: 'Rename',
    waits: 'Looking for everything that changes…',
    changes: (files: number, places: number): string => `${counted(places, 'change')} in ${counted(files, 'file')}`,
    moves: (from: string, to: string): string => `${from} becomes ${to}`,
    left: (path: string): string => `${path} links to the old name. It belongs to its writer and stays as it is.`
  }
} as const

/** Texts of the Problems panel. */
export const problemTexts = {
  title: 'Problems',
  none: 'No problems',
  noneHint: 'Nothing in the files is wrong, saved or not.',
  checking: 'Checking…',
  checkingRest: 'Checking what only shows when rules run…',
  failed: 'The files could not be checked',
  levels: { error: 'Error', warning: 'Warning', info: 'Note' },
  counts: (errors: number, warnings: number): string => `${counted(errors, 'problem')}, ${counted(warnings, 'warning')}`,
  file: (path: string, n: number): string => `${path} (${n})`,
  at: (line: number, column: number): string => `${line}:${column}`,
  notes: 'Show notes on what may be intended',
  hint: 'Arrows move, Enter opens the place, Ctrl+. offers the quick fixes.',
  fixed: (title: string): string => `${title}. Save the file to keep it.`
} as const

/** Texts of the Search panel. */
export const searchTexts = {
  title: 'Search',
  text: 'Search for',
  replacement: 'Replace with',
  paths: 'Files',
  pathsHint: 'Parts of paths, such as rules/*.yaml, !sessions',
  regex: 'Regular expression',
  matchCase: 'Match case',
  wholeWord: 'Whole word',
  search: 'Search',
  replaceAll: 'Replace all',
  searching: (done: number, of: number): string => `Searching… ${done} of ${counted(of, 'file')}`,
  found: (matches: number, files: number): string => `${counted(matches, 'match', 'matches')} in ${counted(files, 'file')}`,
  none: 'Nothing found.',
  stop: 'Stop',
  references: (kind: string, id: string, n: number): string => `${counted(n, 'place')} with the ${kind} ${id}`,
  definition: 'defined here',
  possible: 'may mean something else',
  replaced: (places: number): string => `Replaced ${counted(places, 'match', 'matches')}.`,
  close: 'Close the references'
} as const

/** Texts of the preview of notes. */
export const previewTexts = {
  title: 'Preview',
  none: 'Open a Markdown file to see how it reads.',
  empty: 'This note is empty.'
} as const
