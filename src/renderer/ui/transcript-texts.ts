const count = (n: number): string => n.toLocaleString('en')

/** Texts of writing the story down as a file. */
export const transcriptTexts = {
  command: 'Export a transcript…',
  title: 'Export a transcript',
  stretch: 'What is written down',
  stretches: { scene: 'This scene', session: 'This session', line: 'The whole line', pin: 'From the flag to here' },
  reach: (first: number, last: number): string =>
    first === last ? `Beat ${count(first)}` : `Beats ${count(first)} to ${count(last)}, ${count(last - first + 1)} of them`,
  none: 'Nothing has been played on this line yet.',
  format: 'Form of the file',
  formats: { html: 'A web page', md: 'Markdown', pdf: 'PDF' },
  formatHints: {
    html: 'One file that needs nothing beside it; prints well.',
    md: 'Plain text with headings, for notes and editors.',
    pdf: 'Pages of A4, with an outline.'
  },
  private: 'With private talk',
  privateHint: 'What players and DM said to each other unheard by the rest.',
  stills: 'With the map at the end of each session',
  stillsHint: 'Where the party stands, as far as it has seen the land.',
  close: 'Close',
  stop: 'Stop',
  export: 'Export',
  reading: 'Reading the scenes…',
  setting: (done: number, of: number): string => `Set ${count(done)} of ${count(of)} passages…`,
  progress: 'How far the transcript is',
  saved: (name: string): string => `Saved as ${name}.`
} as const
