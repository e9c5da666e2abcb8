import { counted } from '../ui/amounts'

/** The director's notes. */
export const directorTexts = {
  title: 'Director',
  heading: 'Director’s notes',
  dialog: (n: number | undefined): string => (n === undefined ? 'Director’s note' : `Director’s note on beat ${n}`),
  field: 'Note',
  hint: 'You and anyone who opens this campaign can see it; no agent does. Ctrl Enter saves.',
  empty: 'No notes yet',
  emptyHint: 'Focus a line of the log, or select words in it, and press J. A note changes nothing in the story.',
  search: 'Search director’s notes',
  show: 'Notes to show',
  filters: { open: 'Open', done: 'Done', all: 'All' },
  none: 'No note matches.',
  count: (shown: number, all: number): string => (shown === all ? counted(all, 'note') : `${shown.toLocaleString('en')} of ${counted(all, 'note')}`),
  beat: (n: number): string => `Beat ${n}`,
  lost: 'A beat that no longer exists',
  onBranch: (name: string): string => `on ${name}`,
  unreached: 'No branch has this beat.',
  bringBack: 'Bring it back as a branch',
  done: 'Done',
  edit: 'Edit',
  remove: 'Remove',
  rule: 'Make a ruling…'
} as const
