import { counted } from '../../ui/amounts'

/** Texts of the panel of design documents. */
export const designTexts = {
  title: (n: number) => (n === 0 ? 'Design documents' : `Design documents (${n})`),
  hint: 'PDFs about the story. The assistant finds the pages that fit a request, and names them. Proscenium keeps only their text; the files stay where they are.',
  add: 'Add PDFs…',
  command: 'Add design documents…',
  restore: 'Restore last removed design document',
  stop: 'Stop',
  sending: (name: string, done: number, of: number) => `Sending “${name}”: ${Math.floor((100 * done) / Math.max(1, of))}%`,
  reading: (name: string, done: number, of: number) =>
    of === 0 ? `Reading “${name}”…` : `Reading “${name}”: page ${done.toLocaleString('en')} of ${of.toLocaleString('en')}`,
  scanned: 'scanned, no text found',
  unreadable: 'no readable text',
  partial: (n: number) => `${counted(n, 'page')} with unknown characters`,
  pages: (n: number) => counted(n, 'page'),
  withText: (n: number, of: number) => `${n.toLocaleString('en')} of ${counted(of, 'page')} with text`,
  damaged: (n: number) => `${counted(n, 'page')} damaged`,
  unread: (n: number) => `${counted(n, 'page')} left out`,
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  removed: (name: string) => `Removed “${name}”.`,
  undo: 'Restore',
  find: 'Search the design documents',
  none: 'No page contains these words.',
  page: (name: string, page: number) => `${name}, page ${page.toLocaleString('en')}`
} as const
