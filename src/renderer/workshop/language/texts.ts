import { counted } from '../../ui/amounts'

/** Texts of definitions, references and renaming. */
export const languageTexts = {
  hover: (kind: string, id: string, where: string, uses: number): string => `**${id}** (${kind}), defined in ${where}, used ${counted(uses, 'time')}`,
  notNamed: 'This campaign doesn’t define the name at the cursor.',
  notEdited: 'You can’t rename in the past. Press Back to now first.',
  commands: {
    definition: 'Go to definition',
    references: 'Find all references',
    rename: 'Rename in all files…',
    search: 'Search in files…',
    problem: 'Next problem'
  },
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

/** Texts of the Problems panel. */
export const problemTexts = {
  title: 'Problems',
  none: 'No problems',
  noneHint: 'Neither the saved files nor your drafts have problems.',
  checking: 'Checking…',
  checkingRest: 'Checking for problems that appear only when rules run…',
  failed: 'Couldn’t check the files',
  levels: { error: 'Error', warning: 'Warning', info: 'Note' },
  counts: (errors: number, warnings: number): string => `${counted(errors, 'problem')}, ${counted(warnings, 'warning')}`,
  file: (path: string, n: number): string => `${path} (${n})`,
  at: (line: number, column: number): string => `${line}:${column}`,
  notes: 'Show findings that may be intentional',
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
  none: 'No file matches.',
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
  none: 'Open a Markdown file to preview it.',
  empty: 'This note is empty.'
} as const
