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
  import: {
    command: 'Import translated texts…',
    title: 'Import translated texts',
    none: 'The file has no translated texts for this document. Export the texts for translators, fill a column with a language, and import that file.',
    outdated: (n: number, first: string) =>
      `Left out ${counted(n, 'translation')}, because the file has another original for ${n === 1 ? 'it' : 'them'}. The first is ${first}.`,
    changed: (n: number) =>
      `${n === 1 ? 'One original has' : `${n.toLocaleString('en')} originals have`} changed in the document; ${n === 1 ? 'its' : 'their'} translations are cleared.`,
    subject: (title: string, languages: string) => `Translated texts of ${title}${languages === '' ? '' : `: ${languages}`}`
  }
} as const

/** The export formats, in menu order. */
export const EXPORT_FORMATS = ['html', 'json', 'csv', 'excel', 'ink', 'twee', 'svg', 'png'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
