import { counted } from '../../ui/amounts'

/** The texts of the export menu. */
export const exportTexts = {
  menu: 'Export document…',
  formats: {
    html: 'Export page that plays the document…',
    json: 'Export JSON for players…',
    csv: 'Export texts for translators…',
    excel: 'Export texts for translators, for Excel…',
    ink: 'Export for Ink…',
    twee: 'Export for Twine…',
    svg: 'Export image of the scene…',
    png: 'Export image of the scene as PNG…'
  },
  saved: (file: string) => `Saved ${file}.`,
  noPicture: (path: string) => `There is no picture ${path} beside the document, so the page shows its name.`,
  imageFailed: 'This machine couldn’t draw the image. Export the scene as SVG instead.',
  import: {
    command: 'Import translated texts…',
    title: 'Import translated texts',
    taken: (language: string, n: number, of: number) => `${language}: ${n.toLocaleString('en')} of ${of.toLocaleString('en')} texts`,
    none: 'The file has no translated texts for this document. Export the texts for translators, fill a column with a language, and import that file.',
    nothing: 'The document has all of these translations already.',
    outdated: (n: number, first: string) =>
      `Left out ${counted(n, 'translation')}, because the file has another original for ${n === 1 ? 'it' : 'them'}. The first is ${first}.`,
    changed: (n: number) =>
      `${n === 1 ? 'One original has' : `${n.toLocaleString('en')} originals have`} changed in the document; ${n === 1 ? 'its' : 'their'} translations are cleared.`,
    removed: (n: number) => `${n === 1 ? 'One text is' : `${n.toLocaleString('en')} texts are`} gone from the document and from the file.`,
    more: (n: number) => `${counted(n, 'more translation')} with other placeholders`,
    into: (path: string) => `Proscenium saves the translations in ${path}, beside the document. Exports read that file.`,
    save: 'Save translations',
    subject: (title: string, languages: string) => `Translated texts of ${title}${languages === '' ? '' : `: ${languages}`}`,
    saved: (path: string) => `Saved ${path}.`,
    held: 'The file was written, but the story keeps its earlier version.'
  },
  lacking: (file: string, n: number, first: string) => `Saved ${file}. This format can’t express ${n === 1 ? 'one thing' : `${n} things`}. ${first}`
} as const

/** The export formats, in menu order. */
export const EXPORT_FORMATS = ['html', 'json', 'csv', 'excel', 'ink', 'twee', 'svg', 'png'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
