import { Problem } from '../../shared/base/problem'
import type { TranslationRow, TranslationTable } from './csv'

const byKey = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** A table as Arrow writes it: cells between tabs, quoted where they need it, sorted by key, a line feed at each end. */
export const printTranslations = (table: TranslationTable): string => printed(table, 'original', '\t', (text) => text)

/** The second column of a table for Excel, by which the reader recognises it. */
const EXCEL = 'original (Excel)'

/**
 * A table for Excel: with commas and a byte order mark, by which Excel reads UTF-8. An apostrophe before a text keeps Excel from calculating it as a
 * formula or converting it to a number or a date; `readTranslations` removes it.
 */
export const printForExcel = (table: TranslationTable): string =>
  `\uFEFF${printed(table, EXCEL, ',', (text) => (CHANGED.test(text) ? `'${text}` : text))}`

/** Texts that Excel would calculate or convert, and those that begin with the apostrophe already. */
const CHANGED = /^\s*['=+\-@\t\r]|^\s*[\d.,]*\d[\d\s.,:/%-]*$|^\s*\d+\s*(?:[-/.]|\s)\s*\p{L}|^\s*\p{L}{3,9}\s*[-/]?\s*\d|^\s*(?:true|false)\s*$/iu

function printed({ languages, rows }: TranslationTable, original: string, comma: string, shape: (text: string) => string): string {
  const cell = (text: string): string => (/["\n\r]/.test(text) || text.includes(comma) ? `"${text.replaceAll('"', '""')}"` : text)
  const lines = [...rows]
    .toSorted(([a], [b]) => byKey.compare(a, b))
    .map(([key, row]) => [key, shape(row.original), ...languages.map((language) => shape(row.texts[language] ?? ''))])
  return [['key', original, ...languages], ...lines].map((line) => `${line.map(cell).join(comma)}\n`).join('')
}

/** The most rows and languages that a table may have. */
const MAX_ROWS = 200_000
const MAX_LANGUAGES = 100

/** The text of a table's file in UTF-8 or UTF-16. `decode` throws for bytes that aren't in the encoding. Throws Problem `bad-file`. */
export function tableText(bytes: Uint8Array, decode: (encoding: 'utf-8' | 'utf-16le' | 'utf-16be') => string): string {
  const [first, second] = bytes
  const encoding =
    (first === 0xff && second === 0xfe) || (first !== 0 && second === 0)
      ? 'utf-16le'
      : (first === 0xfe && second === 0xff) || (first === 0 && second !== 0)
        ? 'utf-16be'
        : 'utf-8'
  try {
    return decode(encoding)
  } catch {
    throw new Problem('bad-file', 'This is not text in UTF-8. Save it as “CSV UTF-8” in the spreadsheet, and import that.')
  }
}

/** Reads a table with tabs, or with commas or semicolons as spreadsheets write them. Throws Problem `bad-file` with its line. */
export function readTranslations(text: string): TranslationTable {
  const clean = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  // Excel takes the separator from such a line.
  const [named = '', given] = /^sep=(.)\n/i.exec(clean) ?? []
  const end = clean.indexOf('\n', named.length)
  const head = end < 0 ? clean.slice(named.length) : clean.slice(named.length, end)
  const comma = given ?? ['\t', ';', ','].find((one) => head.includes(one)) ?? '\t'
  const [first, ...lines] = cellsOf(clean.slice(named.length), comma, named === '' ? 1 : 2)
  const [key, original, ...columns] = (first?.cells ?? []).map((one) => one.trim())
  const isForExcel = original === EXCEL
  if (key?.toLowerCase() !== 'key' || (original?.toLowerCase() !== 'original' && !isForExcel))
    throw new Problem(
      'bad-file',
      'The first line must be “key”, “original” and a name for each language. Export the document as CSV to get such a file.',
      { line: 1 }
    )
  const languages = columns.filter((one) => one !== '')
  const twice = languages.find((one, at) => languages.indexOf(one) !== at)
  if (twice !== undefined) throw new Problem('bad-file', `The language “${twice}” has two columns. Remove one of them.`, { line: 1 })
  if (languages.length > MAX_LANGUAGES)
    throw new Problem('bad-file', `There are ${languages.length} languages, more than ${MAX_LANGUAGES}. Split the file.`, { line: 1 })
  const shape = (text: string): string => (isForExcel ? text.replace(/^'/, '') : text)
  const rows = new Map<string, TranslationRow>()
  for (const { line, cells } of lines) {
    const [written = '', source = '', ...texts] = cells
    const id = written.trim()
    if (cells.every((one) => one.trim() === '')) continue
    if (rows.has(id)) throw new Problem('bad-file', `Line ${line}: the key “${id.slice(0, 80)}” occurs twice. Remove one of the lines.`, { line })
    const nameless = texts.findIndex((one, k) => one.trim() !== '' && (columns[k] ?? '') === '')
    if (nameless >= columns.length)
      throw new Problem('bad-file', `Line ${line} has more cells than the first line has columns. Put texts with a tab or a comma into quotes.`, {
        line
      })
    if (nameless >= 0)
      throw new Problem(
        'bad-file',
        `Column ${nameless + 3} has no language in the first line, but a text in line ${line}. Name it, or remove the column.`,
        { line: 1 }
      )
    const byLanguage = columns.flatMap((language, k) => (language === '' ? [] : [[language, shape(texts[k] ?? '')] as const]))
    rows.set(id, { original: shape(source), texts: Object.fromEntries(byLanguage) })
    if (rows.size > MAX_ROWS) throw new Problem('bad-file', `There are more than ${MAX_ROWS} lines. Split the file.`, { line })
  }
  return { languages, rows }
}

/** The cells of each line, with the line's number. Quoted cells may contain any character. Throws Problem for an unclosed quote. */
function cellsOf(text: string, comma: string, firstLine: number): { line: number; cells: string[] }[] {
  const lines: { line: number; cells: string[] }[] = []
  let [at, line] = [0, firstLine]
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
        cells.push(text.slice(at, end))
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
