import { Problem } from '../../shared/base/problem'
import type { ArrowDocument } from '../document'
import { keyedTexts } from './keyed-texts'

/** A file for translators: a row for each text, by its key, with the original and one column for each language. */
export interface TranslationTable {
  readonly languages: readonly string[]
  readonly rows: ReadonlyMap<string, TranslationRow>
}
export interface TranslationRow {
  readonly original: string
  /** Texts by language; a missing or empty one is not translated yet. */
  readonly texts: Readonly<Record<string, string>>
}

/** The result of updating a table. */
export interface TableUpdate {
  readonly table: TranslationTable
  /** Keys whose original changed, so that their translations were cleared. */
  readonly changed: readonly string[]
  /** Keys that the document no longer has. */
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** Arrow's mood prefix, which translators may leave out: `[Angry,1,~] `. */
const MOOD = /^\s*\[([a-zA-Z \-_]*)?\s*,?\s*(-?\+?[0-9]*)?\s*,?\s*(false|keep|~|true|reset)?\]\s*/
const purged = (text: string): string => text.replace(MOOD, '')

/**
 * The table of a document, with the translations of an earlier table. Translations are cleared where the original changed in more than its mood; rows
 * without a text in the document are removed.
 */
export function updateTranslations(document: ArrowDocument, before: TranslationTable = { languages: [], rows: new Map() }): TableUpdate {
  const rows = new Map<string, TranslationRow>()
  const [changed, added]: [string[], string[]] = [[], []]
  for (const { key, text } of keyedTexts(document)) {
    const old = before.rows.get(key)
    const isSame = old !== undefined && (old.original === text || old.original === purged(text) || purged(old.original) === text)
    if (!old) added.push(key)
    else if (!isSame && Object.values(old.texts).some((one) => one !== '')) changed.push(key)
    rows.set(key, { original: text, texts: isSame ? old.texts : {} })
  }
  return { table: { languages: before.languages, rows }, changed, added, removed: [...before.rows.keys()].filter((key) => !rows.has(key)) }
}

/**
 * Adds the translations of another table where the originals are equal and the translation isn't empty. Returns the number of new texts by language.
 */
export function mergeTranslations(
  table: TranslationTable,
  from: TranslationTable
): { table: TranslationTable; taken: Readonly<Record<string, number>>; outdated: readonly string[] } {
  const rows = new Map(table.rows)
  const counts: Record<string, number> = Object.fromEntries(from.languages.map((language) => [language, 0]))
  const outdated: string[] = []
  for (const [key, { original, texts }] of from.rows) {
    const own = rows.get(key)
    const filled = Object.entries(texts).filter(([, text]) => text !== '')
    if (!own || filled.length === 0) continue
    if (own.original !== original && purged(own.original) !== original) {
      outdated.push(key)
      continue
    }
    for (const [language] of filled) counts[language] = (counts[language] ?? 0) + 1
    rows.set(key, { original: own.original, texts: { ...own.texts, ...Object.fromEntries(filled) } })
  }
  return { table: { languages: [...new Set([...table.languages, ...from.languages])], rows }, taken: counts, outdated }
}

/** The texts of one language by their keys. */
export const textsIn = ({ rows }: TranslationTable, language: string): Map<string, string> =>
  new Map([...rows].flatMap(([key, { texts }]) => (Object.hasOwn(texts, language) && texts[language] ? [[key, texts[language]]] : [])))

const byKey = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** A table as Arrow writes it: cells between tabs, quoted where they need it, sorted by key, a line feed at each end. */
export function printTranslations({ languages, rows }: TranslationTable): string {
  const lines = [...rows]
    .toSorted(([a], [b]) => byKey.compare(a, b))
    .map(([key, { original, texts }]) => [key, original, ...languages.map((language) => texts[language] ?? '')])
  return [['key', 'original', ...languages], ...lines].map((line) => `${line.map(cell).join('\t')}\n`).join('')
}

const cell = (text: string): string => (/["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** The most rows and languages that a table may have. */
const MAX_ROWS = 200_000
const MAX_LANGUAGES = 100

/** Reads a table with tabs, or with commas or semicolons as spreadsheets write them. Throws Problem `bad-file` with its line. */
export function readTranslations(text: string): TranslationTable {
  const clean = text.replace(/^\uFEFF/, '')
  const end = clean.search(/[\r\n]/)
  const head = end < 0 ? clean : clean.slice(0, end)
  const comma = ['\t', ';', ','].find((one) => head.includes(one)) ?? '\t'
  const [first, ...lines] = cellsOf(clean, comma)
  const [key, original, ...languages] = (first?.cells ?? []).map((one) => one.trim())
  if (key?.toLowerCase() !== 'key' || original?.toLowerCase() !== 'original')
    throw new Problem(
      'bad-file',
      'The first line must be “key”, “original” and a name for each language. Export the document as CSV to get such a file.',
      { line: 1 }
    )
  const empty = languages.indexOf('')
  if (empty >= 0) throw new Problem('bad-file', `Column ${empty + 3} has no language in the first line. Name it, or remove the column.`, { line: 1 })
  const twice = languages.find((one, at) => languages.indexOf(one) !== at)
  if (twice !== undefined) throw new Problem('bad-file', `The language “${twice}” has two columns. Remove one of them.`, { line: 1 })
  if (languages.length > MAX_LANGUAGES)
    throw new Problem('bad-file', `There are ${languages.length} languages, more than ${MAX_LANGUAGES}. Split the file.`, { line: 1 })
  const rows = new Map<string, TranslationRow>()
  for (const { line, cells } of lines) {
    const [id = '', source = '', ...texts] = cells
    if (id === '' && cells.every((one) => one === '')) continue
    if (rows.has(id)) throw new Problem('bad-file', `Line ${line}: the key “${id.slice(0, 80)}” occurs twice. Remove one of the lines.`, { line })
    if (texts.length > languages.length && texts.slice(languages.length).some((one) => one !== ''))
      throw new Problem('bad-file', `Line ${line} has more cells than the first line has columns. Put texts with a tab or a comma into quotes.`, {
        line
      })
    rows.set(id, { original: source, texts: Object.fromEntries(languages.map((language, k) => [language, texts[k] ?? ''])) })
    if (rows.size > MAX_ROWS) throw new Problem('bad-file', `There are more than ${MAX_ROWS} lines. Split the file.`, { line })
  }
  return { languages, rows }
}

/** The cells of each line, with the line's number. Quoted cells may contain any character. Throws Problem for an unclosed quote. */
function cellsOf(text: string, comma: string): { line: number; cells: string[] }[] {
  const lines: { line: number; cells: string[] }[] = []
  let [at, line] = [0, 1]
  while (at < text.length) {
    const cells: string[] = []
    const begun = line
    for (let isOpen = true; isOpen;) {
      if (text[at] === '"') {
        let value = ''
        for (at++; ; at++) {
          const quote = text.indexOf('"', at)
          if (quote < 0) throw new Problem('bad-file', `Line ${begun}: a quotation mark is never closed. Close it.`, { line: begun })
          value += text.slice(at, quote)
          at = quote
          if (text[at + 1] !== '"') break
          value += '"'
          at++
        }
        at++
        line += value.split('\n').length - 1
        cells.push(value)
      } else {
        let end = at
        while (end < text.length && text[end] !== comma && text[end] !== '\n') end++
        cells.push(text.slice(at, end).replace(/\r$/, ''))
        at = end
      }
      while (at < text.length && text[at] !== comma && text[at] !== '\n') at++
      isOpen = text[at] === comma
      at++
    }
    lines.push({ line: begun, cells })
    line++
  }
  return lines
}
