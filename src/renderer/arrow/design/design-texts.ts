import { counted } from '../../ui/amounts'

/** Texts of the panel of design documents. */
export const designTexts = {
  hint: 'PDFs about the story. The assistant finds the pages that fit a request, and names them. Proscenium keeps only their text; the files stay where they are.',
  sending: (name: string, done: number, of: number) => `Sending “${name}”: ${Math.floor((100 * done) / Math.max(1, of))}%`,
  reading: (name: string, done: number, of: number) =>
    of === 0 ? `Reading “${name}”…` : `Reading “${name}”: page ${done.toLocaleString('en')} of ${of.toLocaleString('en')}`,
  pages: (n: number) => counted(n, 'page'),
  find: 'Search the design documents'
} as const
