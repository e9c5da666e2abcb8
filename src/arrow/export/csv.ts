import { listed } from '../../shared/words/labels'
import type { ArrowDocument } from '../document'
import { placeholders } from '../exposure'
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
/** Spreadsheets save line ends of their own. */
const withPlainEnds = (text: string): string => text.replace(/\r\n?/g, '\n')
const purged = (text: string): string => text.replace(MOOD, '')

/** A document's table with an earlier table's translations: cleared where the original changed in more than its mood. */
export function updateTranslations(document: ArrowDocument, before: TranslationTable = { languages: [], rows: new Map() }): TableUpdate {
  const rows = new Map<string, TranslationRow>()
  const [changed, added]: [string[], string[]] = [[], []]
  for (const { key, text } of keyedTexts(document)) {
    const old = before.rows.get(key)
    const was = old && withPlainEnds(old.original)
    const now = withPlainEnds(text)
    const isSame = was !== undefined && (was === now || was === purged(now) || purged(was) === now)
    if (!old) added.push(key)
    else if (!isSame && Object.values(old.texts).some((one) => one !== '')) changed.push(key)
    rows.set(key, { original: text, texts: old && isSame ? old.texts : {} })
  }
  return { table: { languages: before.languages, rows }, changed, added, removed: [...before.rows.keys()].filter((key) => !rows.has(key)) }
}

/** Adds another table's translations where the originals are equal and a translation isn't empty. Returns the new texts by language. */
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
    const now = withPlainEnds(own.original)
    if (now !== withPlainEnds(original) && purged(now) !== withPlainEnds(original)) {
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

/** A translation whose placeholders aren't those of its original, so that a reader would miss a name or see a brace. */
export interface ChangedPlaceholders {
  readonly key: string
  readonly language: string
  readonly message: string
}

/** The translations of a document that lose placeholders of their originals or have others. */
export function changedPlaceholders(document: ArrowDocument, { rows }: TranslationTable): ChangedPlaceholders[] {
  const names = (text: string): string[] => placeholders(text).map(({ inner }) => `{${inner}}`)
  return keyedTexts(document).flatMap(({ key, text }) =>
    Object.entries(rows.get(key)?.texts ?? {}).flatMap(([language, translation]): ChangedPlaceholders[] => {
      if (translation === '') return []
      const [missing, added] = [without(names(text), names(translation)), without(names(translation), names(text))]
      const faults = [
        ...(missing.length > 0 ? [`lacks ${listed(missing)}`] : []),
        ...(added.length > 0 ? [`has ${listed(added)}, which the original doesn’t have`] : [])
      ]
      return faults.length === 0 ? [] : [{ key, language, message: `The translation ${key} (${language}) ${faults.join(' and ')}. Correct it.` }]
    })
  )
}

/** A list without the items of another one, each as often as it stands there. */
function without(list: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return list.filter((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
