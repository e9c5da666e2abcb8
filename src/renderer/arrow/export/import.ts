import {
  type ArrowDocument,
  changedPlaceholders,
  mergeTranslations,
  printTranslations,
  readTranslations,
  tableText,
  updateTranslations
} from '../../../arrow'
import type { Hunk } from '../../../shared/analysis/compare'
import { diffLines, hunks } from '../../../shared/base/diff-lines'
import { Problem } from '../../../shared/base/problem'
import { api } from '../../client'
import { savedEdit } from '../../editing'
import { problemOf } from '../../problem-of'
import { pickFile } from '../../ui/pick-file'
import { runCall } from '../../run-call'
import { notify, useSession } from '../../session'
import { slice } from '../../slice'
import { currentOf, useArrow } from '../state'
import { csvBeside } from './save'
import { exportTexts } from './export-texts'
import { clipped } from '../../../shared/words/clipped'

const t = exportTexts.import
/** The largest file of translations, in bytes. */
const MAX_CSV_BYTES = 32 << 20

/** Translations that wait for the user's confirmation: the resulting file, and a summary. */
export interface Translations {
  /** The path of their file, and its version; null if there is none yet. */
  readonly path: string
  readonly over: string | null
  readonly text: string
  readonly subject: string
  readonly texts: number
  readonly taken: Readonly<Record<string, number>>
  readonly outdated: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
  /** Sentences about translations whose placeholders differ from their originals'. */
  readonly placeholders: readonly string[]
  /** The changes of the file. */
  readonly hunks: readonly Hunk[]
}

export const useImport = slice<{ translations?: Translations | undefined }>('arrow-import', {})

/** Asks for a file with translated columns and shows the changes that it would make. */
export const pickTranslations = (): void =>
  pickFile('.csv,.tsv,.txt,text/csv,text/tab-separated-values', (file) => {
    const one = currentOf(useArrow.get())
    if (!one) return
    void runCall(async () => {
      useImport.set({ translations: await translationsFrom(file, one.path, one.document) })
      useSession.setState({ dialog: 'arrow-import' })
    })
  })

async function translationsFrom(file: File, document: string, arrow: ArrowDocument): Promise<Translations> {
  if (file.size > MAX_CSV_BYTES)
    throw new Problem('bad-file', `${file.name} is larger than ${MAX_CSV_BYTES >> 20} MB. Split it, and import the parts.`)
  const from = named(file.name, new Uint8Array(await file.arrayBuffer()))
  const path = csvBeside(document)
  const kept = await fileAt(path)
  const update = updateTranslations(arrow, kept && named(path, kept.text))
  const { table, taken, outdated } = mergeTranslations(update.table, from)
  const text = printTranslations(table)
  const languages = Object.keys(taken).filter((language) => taken[language] !== 0)
  return {
    path,
    over: kept?.version ?? null,
    text,
    subject: clipped(t.subject(clipped(arrow.title, 100), languages.slice(0, 10).join(', ')), 300),
    texts: table.rows.size,
    taken,
    outdated,
    changed: update.changed,
    removed: update.removed,
    placeholders: changedPlaceholders(arrow, table).map(({ message }) => message),
    hunks: hunks(diffLines(kept?.text ?? '', text))
  }
}

/** Reads a table from a file's bytes or text; its errors contain the file's name. */
function named(name: string, content: Uint8Array | string): ReturnType<typeof readTranslations> {
  try {
    return readTranslations(
      typeof content === 'string' ? content : tableText(content, (encoding) => new TextDecoder(encoding, { fatal: true }).decode(content))
    )
  } catch (thrown) {
    throw thrown instanceof Problem ? new Problem(thrown.code, `${name}: ${thrown.message}`, thrown.data) : thrown
  }
}

async function fileAt(path: string): Promise<{ text: string; version: string } | undefined> {
  try {
    return await api.fileText.query({ path })
  } catch (thrown) {
    if (problemOf(thrown).code === 'not-found') return undefined
    throw thrown
  }
}

/** Saves the displayed translations as one beat. */
export async function saveTranslations(): Promise<void> {
  const { translations } = useImport.get()
  if (!translations) return
  const { path, text, subject, over } = translations
  const saved = await runCall(() => api.saveText.mutate({ path, text, subject, over }))
  if (!saved) return
  useSession.setState({ dialog: undefined })
  if ('held' in saved) return notify('The file was written, but the story keeps its earlier version.')
  await savedEdit(saved.beat)
  notify(`Saved ${path}.`)
}
