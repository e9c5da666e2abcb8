import { listed } from '../../shared/words/labels'
import { counted } from '../ui/amounts'
import { beatName } from '../ui/names'

/** A beat within a sentence. */
const beatInSentence = (n: number): string => (n < 0 ? 'an external commit' : `beat ${n}`)

/** Texts of the workshop. */
export const workshopTexts = {
  view: 'Workshop',
  title: 'Workshop',
  loading: 'Loading the editor…',
  failed: 'Couldn’t load the editor',
  empty: { title: 'No file is open', hint: 'Choose a file in the tree, or find one by name.', open: 'Open a file…' },
  reading: 'Reading the file…',
  gone: (path: string): string => `${path} was removed or renamed. Close the tab, or choose another file in the tree.`,
  broken: 'This file can’t be opened',
  tree: {
    title: 'Files',
    label: 'Files of the campaign',
    search: 'Filter files',
    none: 'No file matches.',
    files: (n: number): string => counted(n, 'file'),
    waits: 'Listing the files…',
    failed: 'Couldn’t list the files',
    readOnly: 'read-only',
    outside: 'not part of the story yet',
    problem: 'has a problem',
    unsaved: 'unsaved changes'
  },
  naming: {
    labels: { create: 'Path of the new file', copy: 'Path of the copy', move: 'New path' },
    hint: 'Enter applies, Esc cancels.',
    missing: 'Enter a path that ends with a name, such as world/misc/mill.md.',
    bad: (why: string): string => `This path can’t be used, because ${why}.`,
    taken: (path: string): string => `${path} already exists.`,
    moves: (from: string, to: string): string => `Moves ${from} to ${to}`,
    copies: (from: string, to: string): string => `Copies ${from} to ${to}`,
    removes: (path: string): string => `Removes ${path}`
  },
  tabs: {
    title: 'Open files',
    close: (name: string): string => `Close ${name}`,
    unsaved: (name: string): string => `${name}, unsaved changes`,
    held: (name: string): string => `${name}, not part of the story yet`
  },
  editor: {
    label: (path: string): string => `Text of ${path}`,
    past: 'This is the file as it was at this beat. It is read-only.',
    missing: 'This file didn’t exist at this beat',
    sessions: 'The table writes this file during play. It is read-only.',
    readOnly: 'Read-only'
  },
  save: {
    message: 'Message of the beat',
    restored: (path: string): string => `Restored the unsaved changes in ${path}.`,
    aside: (dir: string): string => `Saved. A copy of the version that was changed outside is in ${dir}.`,
    held: (message: string): string => `Saved in the folder, but not in use: ${message}`,
    also: (paths: readonly string[]): string => `Also saved ${listed(paths)}, which works now.`
  },
  held: {
    title: 'Not in use.',
    rule: 'The table keeps using the previous version of the rule.',
    file: 'The story keeps using the previous version of the file.',
    outside: 'This file was changed outside and isn’t part of the story yet.',
    save: 'Save as a beat'
  },
  changed: {
    title: 'The file has changed on disk.',
    hint: 'It was edited outside or in another window while you had unsaved changes here. Which version do you want to keep?',
    removed: 'It was removed or renamed while you had unsaved changes here.',
    mine: 'Keep mine',
    theirs: 'Use the version on disk',
    compare: 'Merge…'
  },
  history: {
    title: 'History',
    none: 'Open a file to see its history.',
    waits: 'Reading the history…',
    beat: beatName,
    unsaved: 'No beat has changed this file yet.',
    removed: 'removed',
    more: 'Show earlier versions',
    dirty: 'Save or discard your unsaved changes first.',
    compare: (n: number): string => `Compare with ${beatInSentence(n)}`,
    restore: (n: number): string => `Restore the version of ${beatInSentence(n)}`,
    restores: (n: number, path: string): string => `Restores ${path} as of ${beatInSentence(n)}`,
    any: 'Compare with beat',
    go: 'Compare',
    noBeat: (text: string): string => `This branch has no beat ${text}. Enter the number of a beat on this branch.`
  },
  compare: {
    title: (label: string): string => `${label} and now`,
    before: (label: string): string => `The file at ${label.toLowerCase()}`,
    now: 'The file now',
    changes: (n: number): string => (n === 0 ? 'No differences' : counted(n, 'difference')),
    previous: 'Previous difference',
    next: 'Next difference',
    close: 'Back to the editor',
    missing: 'This file didn’t exist at this beat'
  },
  three: {
    title: 'Merge the version on disk with yours',
    theirs: 'On disk',
    result: 'Result',
    ours: 'Yours',
    left: (left: number, all: number): string =>
      all === 0
        ? 'The changes don’t overlap'
        : left === 0
          ? 'All conflicts are resolved'
          : `${left} of ${counted(all, 'conflict')} left; your version is used until you choose`,
    conflicts: 'Conflicts',
    conflict: (n: number): string => `Conflict ${n}`,
    use: { theirs: 'Use disk', ours: 'Use mine', both: 'Use both' } as const,
    keep: 'Use this result',
    cancel: 'Decide later'
  },
  panels: { try: 'Try it', replay: 'Replay' },
  dock: { title: 'Panels', close: 'Hide panels' },
  open: { title: 'Open a file', placeholder: 'Part of a path', none: 'No file matches.' },
  commands: {
    group: 'Workshop',
    save: 'Save file',
    saveAll: 'Save all files',
    discard: 'Discard unsaved changes',
    open: 'Open a file by name…',
    new: 'New file…',
    rename: 'Rename or move file…',
    copy: 'Duplicate file…',
    remove: 'Delete file',
    close: 'Close tab',
    reopen: 'Reopen closed tab',
    next: 'Next tab',
    previous: 'Previous tab',
    moveRight: 'Move tab right',
    moveLeft: 'Move tab left',
    dock: 'Show or hide the panels',
    panel: (title: string): string => `Show ${title}`,
    focusTree: 'Go to the file tree',
    focusEditor: 'Go to the editor'
  }
} as const
