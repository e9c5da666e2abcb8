import { count } from '../ui/amounts'

/** Texts of exporting a transcript. */
export const transcriptTexts = {
  command: 'Export transcript…',
  title: 'Export transcript',
  stretch: 'Range',
  stretches: { scene: 'This scene', session: 'This session', line: 'The whole branch', pin: 'From the flag to here' },
  reach: (first: number, last: number): string =>
    first === last ? `Beat ${count(first)}` : `Beats ${count(first)} to ${count(last)} (${count(last - first + 1)} beats)`,
  none: 'This branch has no beats yet.',
  format: 'Format',
  formats: { html: 'Web page', md: 'Markdown', pdf: 'PDF' },
  formatHints: {
    html: 'One file without attachments. It prints well.',
    md: 'Plain text with headings, for notes and editors.',
    pdf: 'A4 pages with an outline.'
  },
  private: 'Include private talk',
  privateHint: 'Messages between the DM and one player.',
  stills: 'Include the map at the end of each session',
  stillsHint: 'The map shows the party and the places it has seen.',
  close: 'Close',
  stop: 'Stop',
  export: 'Export',
  reading: 'Reading the scenes…',
  setting: (done: number, of: number): string => `Exported ${count(done)} of ${count(of)} passages…`,
  progress: 'Transcript progress',
  saved: (name: string): string => `Saved as ${name}.`
} as const
