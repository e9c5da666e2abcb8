/** Texts of exporting a transcript. */
export const transcriptTexts = {
  title: 'Export transcript',
  stretches: { scene: 'This scene', session: 'This session', line: 'The whole branch', pin: 'From the flag to here' },
  formats: { html: 'Web page', md: 'Markdown', pdf: 'PDF' },
  formatHints: {
    html: 'One file without attachments. It prints well.',
    md: 'Plain text with headings, for notes and editors.',
    pdf: 'A4 pages with an outline.'
  }
} as const
