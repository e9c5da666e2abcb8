/** The texts of the export menu. */
export const exportTexts = {
  menu: 'Export document…',
  formats: {
    html: 'Export page that plays the document…',
    json: 'Export JSON for players…',
    csv: 'Export texts for translators…',
    ink: 'Export for Ink…',
    twee: 'Export for Twine…',
    svg: 'Export image of the scene…',
    png: 'Export image of the scene as PNG…'
  },
  saved: (file: string) => `Saved ${file}.`,
  imageFailed: 'The image could not be painted. Export the scene as SVG.',
  import: {
    command: 'Import translated texts…',
    title: 'Import translated texts',
    taken: (language: string, n: number, of: number) => `${language}: ${n.toLocaleString('en')} of ${of.toLocaleString('en')} texts`,
    none: 'The file has no translated texts for this document. Export the texts for translators, fill a column with a language, and import that file.',
    nothing: 'The document has all of these translations already.',
    outdated: (n: number, first: string) =>
      `${n === 1 ? 'One translated text is' : `${n.toLocaleString('en')} translated texts are`} of another original and left out, beginning with ${first}.`,
    changed: (n: number) =>
      `${n === 1 ? 'One original has' : `${n.toLocaleString('en')} originals have`} changed in the document; ${n === 1 ? 'its' : 'their'} translations are cleared.`,
    gone: (n: number) => `${n === 1 ? 'One text is' : `${n.toLocaleString('en')} texts are`} gone from the document and from the file.`,
    into: (path: string) => `The translations are kept in ${path}, beside the document. Exports read them there.`,
    save: 'Save translations',
    subject: (title: string, languages: string) => `Translated texts of ${title}${languages === '' ? '' : `: ${languages}`}`,
    saved: (path: string) => `Saved ${path}.`,
    held: 'The file was written, but the story keeps its earlier version.'
  },
  lacking: (file: string, n: number, first: string) => `Saved ${file}. ${n === 1 ? 'One thing' : `${n} things`} can't be said there. ${first}`
} as const

/** The forms of a document, in the order of the menu. */
export const EXPORT_FORMATS = ['html', 'json', 'csv', 'ink', 'twee', 'svg', 'png'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
