import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { InvalidArgumentError, Option, type Command } from 'commander'
import {
  type ArrowDocument,
  type ArrowId,
  changedPlaceholders,
  inkOf,
  mergeTranslations,
  playablePage,
  playReadyJson,
  printForExcel,
  printTranslations,
  readArrow,
  readTranslations,
  sceneImage,
  type StoryExport,
  tableText,
  textsIn,
  type TranslationTable,
  translated,
  tweeOf,
  updateTranslations
} from '../../arrow'
import { Problem } from '../../shared/base/problem'
import { counted } from '../../shared/words/labels'
import { replaceFile } from '../machine/save-file'
import { picturesOf, portraitsIn } from './page-pictures'
import { documentText, saveOrPrint, fileBytes } from './text-file'
import { type CommandContext, examples, type JsonFlag, resultCommand } from './usage'

const FORMATS = ['json', 'html', 'csv', 'ink', 'twee', 'svg'] as const

interface ExportOptions {
  format: (typeof FORMATS)[number]
  out?: string
  language?: string
  scene?: string
  light?: boolean
  excel?: boolean
}

/** The commands that export a document to other formats and import translated texts. */
export function arrowExportCommands(arrow: Command, { campaigns, to, print }: CommandContext): void {
  arrow
    .command('export')
    .description('export a document to another format')
    .argument('<file>', 'Arrow document')
    .addOption(
      new Option(
        '--format <name>',
        'JSON for players, a page that plays it, texts for translators, Ink, Twee, or an image of a scene as SVG; PNG is made in the window: “Export image of the scene as PNG…” in the Scenes view'
      )
        .choices(FORMATS)
        .argParser(formatNamed)
        .default('json')
    )
    .option('--out <file>', 'save to this file instead of printing; an existing CSV file is updated')
    .option('--language <name>', 'in this language, from the CSV file beside the document')
    .option('--scene <name>', 'for an image: the scene (default: the one where play starts)')
    .option('--excel', 'for translators: a CSV file that Excel opens without changing texts; import reads it')
    .option('--light', 'for an image: dark lines on light, for print')
    .addHelpText(
      'after',
      examples(
        'arrow export inn.arrow --format html --out inn.html',
        'arrow export inn.arrow --format csv --out inn.csv',
        'arrow export inn.arrow --format csv --excel --out inn.csv',
        'arrow export inn.arrow --format svg --scene Cellar --light > cellar.svg'
      )
    )
    .action(async (file: string, options: ExportOptions) => {
      const document = inLanguage(file, readArrow(documentText(file)).document, options.language)
      saveOrPrint(to, options.out, await exported(file, document, options))
    })

  resultCommand(
    arrow,
    'import',
    'import translated texts into the CSV file beside a document; exports read that file',
    'arrow import inn.arrow from-the-translator.csv'
  )
    .argument('<file>', 'Arrow document')
    .argument('<csv>', 'file with translated columns')
    .action((file: string, csv: string, { json }: JsonFlag) => {
      const { document } = readArrow(documentText(file))
      const update = updateTranslations(document, translations(file))
      const { table, taken, outdated } = mergeTranslations(update.table, tableIn(csv))
      const path = csvBeside(file)
      replaceFile(path, printTranslations(table))
      const counts = Object.entries(taken).map(([language, count]) => `${language}: ${count} of ${table.rows.size} texts`)
      print(
        json,
        {
          file: path,
          texts: table.rows.size,
          taken,
          outdated,
          changed: update.changed,
          gone: update.removed,
          placeholders: changedPlaceholders(document, table)
        },
        [counts.length === 0 ? 'The file has no translated column.' : counts.join('\n'), `Saved ${path}.`].join('\n')
      )
      for (const { message } of changedPlaceholders(document, table)) to.err(message)
      if (outdated.length > 0)
        to.err(
          `${counted(outdated.length, 'translated text is of another original and was', 'translated texts are of another original and were')} left out: ${outdated.slice(0, 5).join(', ')}${outdated.length > 5 ? ' …' : ''}`
        )
    })

  async function exported(
    file: string,
    document: ArrowDocument,
    { format, out, scene, light, language, excel = false }: ExportOptions
  ): Promise<string> {
    switch (format) {
      case 'json':
        return playReadyJson(document)
      case 'csv':
        return csvOf(document, out !== undefined && existsSync(resolve(out)) ? tableIn(out) : undefined, excel)
      case 'html': {
        const player = await campaigns.none((calls) => calls.pagePlayer())
        const pictures = picturesOf(file, document, (sentence) => to.err(sentence))
        return playablePage(document, player, {
          translations: translations(file),
          pictures,
          portraits: await portraitsIn(file, document, campaigns),
          language
        })
      }
      case 'svg':
        return sceneImage(document, sceneNamed(document, scene), light ? 'light' : 'dark')
      default:
        return reportOf(document, format === 'ink' ? inkOf(document) : tweeOf(document))
    }
  }

  /** Reports what an update of a table cleared and dropped. */
  function csvOf(document: ArrowDocument, before: TranslationTable | undefined, forExcel: boolean): string {
    const { table, changed, removed } = updateTranslations(document, before)
    if (changed.length > 0) to.err(`${counted(changed.length, 'text has', 'texts have')} changed; their translations were cleared.`)
    if (removed.length > 0) to.err(`${counted(removed.length, 'text is', 'texts are')} gone from the document and from the file.`)
    return forExcel ? printForExcel(table) : printTranslations(table)
  }

  /** Lists what the other tool can't express. */
  function reportOf(document: ArrowDocument, { text, notMapped }: StoryExport): string {
    for (const { node, message } of notMapped) to.err(`${document.resources.nodes.get(node)?.name ?? node}: ${message}`)
    return text
  }
}

/** A format of this command. The window has one more. */
function formatNamed(name: string): ExportOptions['format'] {
  const format = FORMATS.find((one) => one === name)
  if (format) return format
  const png = name === 'png' ? ' PNG is made in the window: open the document in the Scenes view and choose “Export image of the scene as PNG…”.' : ''
  throw new InvalidArgumentError(`This command writes ${FORMATS.slice(0, -1).join(', ')} and ${FORMATS.at(-1)}.${png}`)
}

/** The file of translated texts beside a document: `inn.csv` beside `inn.arrow`. */
const csvBeside = (file: string): string => `${resolve(file).replace(/\.(arrow|arrow-project|json)$/i, '')}.csv`

/** A table of translations, in any encoding that spreadsheets name. Throws Problem `not-found`, `bad-file`. */
function tableIn(file: string): TranslationTable {
  try {
    return readTranslations(tableTextOf(file))
  } catch (thrown) {
    throw thrown instanceof Problem && thrown.data['file'] === undefined
      ? new Problem(thrown.code, `${file}: ${thrown.message}`, { ...thrown.data, file })
      : thrown
  }
}
function tableTextOf(file: string): string {
  const bytes = fileBytes(file, { what: 'a CSV file', maxBytes: 32 << 20, tooLarge: 'Split the document.' })
  return tableText(bytes, (encoding) => new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes))
}

/** Reads the text of the translations beside a document, to check it; undefined if there are none. */
export const translationsToCheck = (file: string): (() => string) | undefined =>
  existsSync(csvBeside(file)) ? () => tableTextOf(csvBeside(file)) : undefined

const translations = (file: string): TranslationTable | undefined => (existsSync(csvBeside(file)) ? tableIn(csvBeside(file)) : undefined)

/** A document in a language of the CSV file beside it. Throws Problem `not-found`. */
function inLanguage(file: string, document: ArrowDocument, language: string | undefined): ArrowDocument {
  if (language === undefined) return document
  const table = translations(file)
  if (!table?.languages.includes(language))
    throw new Problem(
      'not-found',
      table
        ? `${csvBeside(file)} has no language “${language}”. It has ${table.languages.join(', ') || 'none'}.`
        : `There is no ${csvBeside(file)} with translations. Import them with "proscenium arrow import".`,
      { file }
    )
  return translated(document, textsIn(table, language))
}

/** The scene with a name, or the one where play starts. Throws Problem `not-found`. */
function sceneNamed({ entry, resources: { scenes } }: ArrowDocument, name: string | undefined): ArrowId {
  const found = [...scenes].find(([, scene]) => (name === undefined ? scene.map.has(entry) : scene.name === name))
  if (found) return found[0]
  throw new Problem(
    'not-found',
    `There is no scene “${name ?? ''}” in the document. It has ${[...scenes.values()].map((scene) => `“${scene.name}”`).join(', ')}.`
  )
}
