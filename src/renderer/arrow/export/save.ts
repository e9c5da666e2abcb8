import type { ArrowDocument, ArrowId } from '../../../shared/arrow/document'
import { printTable, readTable, updateTable, type TextTable } from '../../../shared/arrow/export/csv'
import { playablePage } from '../../../shared/arrow/export/html'
import { sceneImage } from '../../../shared/arrow/export/image'
import { inkOf } from '../../../shared/arrow/export/ink'
import { playReadyJson } from '../../../shared/arrow/export/play-ready'
import type { NotMapped } from '../../../shared/arrow/export/story'
import { tweeOf } from '../../../shared/arrow/export/twee'
import { slug } from '../../../shared/names'
import { api } from '../../client'
import { problemOf } from '../../problem-of'
import { runCall } from '../../run-call'
import { notify } from '../../session'
import { saveAs } from '../../ui/save-as'
import { currentOf, useArrow } from '../state'
import { exportTexts as t, type ExportFormat } from './texts'

/** What a format's files are called, and what they are. */
const FILES: Readonly<Record<ExportFormat, { ending: string; type: string }>> = {
  html: { ending: 'html', type: 'text/html' },
  json: { ending: 'json', type: 'application/json' },
  csv: { ending: 'csv', type: 'text/tab-separated-values' },
  ink: { ending: 'ink', type: 'text/plain' },
  twee: { ending: 'twee', type: 'text/plain' },
  svg: { ending: 'svg', type: 'image/svg+xml' }
}

/** Saves the document on the screen, as it is there, in another form. Says what that form can't hold. */
export async function exportDocument(format: ExportFormat): Promise<void> {
  const one = currentOf(useArrow.get())
  if (!one) return
  const { document, scene, path } = one
  await runCall(async () => {
    const { text, notMapped = [] } = await exported(format, document, scene, path)
    const { ending, type } = FILES[format]
    const file = await saveAs(`${slug(document.title) || 'scene'}.${ending}`, new Blob([text], { type }))
    const [first] = notMapped
    if (file !== undefined) notify(first ? t.lacking(file, notMapped.length, first.message) : t.saved(file))
  })
}

async function exported(
  format: ExportFormat,
  document: ArrowDocument,
  scene: ArrowId,
  path: string
): Promise<{ text: string; notMapped?: readonly NotMapped[] }> {
  switch (format) {
    case 'html':
      return { text: playablePage(document, await api.pagePlayer.query(), await translations(path)) }
    case 'json':
      return { text: playReadyJson(document) }
    case 'csv':
      return { text: printTable(updateTable(document, await translations(path)).table) }
    case 'ink':
      return inkOf(document)
    case 'twee':
      return tweeOf(document)
    default:
      return { text: sceneImage(document, scene, globalThis.document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark') }
  }
}

/** The translations in the CSV file beside a document of the campaign; undefined if there is none. Throws Problem for one that can't be read. */
async function translations(path: string): Promise<TextTable | undefined> {
  const csv = path.replace(/\.[^./]*$/, '.csv')
  try {
    return readTable(await api.fileNow.query({ path: csv }))
  } catch (thrown) {
    if (problemOf(thrown).code === 'not-found') return undefined
    throw thrown
  }
}
