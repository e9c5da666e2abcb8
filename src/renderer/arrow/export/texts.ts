/** The texts of the export menu. */
export const exportTexts = {
  menu: 'Export document…',
  formats: {
    html: 'Export page that plays the document…',
    json: 'Export JSON for players…',
    csv: 'Export texts for translators…',
    ink: 'Export for Ink…',
    twee: 'Export for Twine…',
    svg: 'Export image of the scene…'
  },
  saved: (file: string) => `Saved ${file}.`,
  lacking: (file: string, n: number, first: string) => `Saved ${file}. ${n === 1 ? 'One thing' : `${n} things`} can't be said there. ${first}`
} as const

/** The forms of a document, in the order of the menu. */
export const EXPORT_FORMATS = ['html', 'json', 'csv', 'ink', 'twee', 'svg'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
