import {
  type ArrowDocument,
  type ArrowId,
  inkOf,
  type NotMapped,
  picturesIn,
  playablePage,
  playReadyJson,
  printForExcel,
  printTranslations,
  readTranslations,
  sceneImage,
  sceneShapes,
  type StoryExport,
  type TranslationTable,
  tweeOf,
  updateTranslations
} from '../../../arrow'
import { coloursOf } from '../../../shared/map-image/palette'
import { Problem } from '../../../shared/base/problem'
import { slug } from '../../../shared/story/names'
import { portraitsOf } from '../../../shared/story/document-portraits'
import { api } from '../../client'
import { problemOf } from '../../problem-of'
import { runCall } from '../../run-call'
import { notify, useSession } from '../../session'
import { pngOf } from '../../ui/paint-image'
import { saveAs } from '../../ui/save-as'
import { pictureOf } from '../pictures'
import { currentOf, useArrow } from '../state'
import { type ExportFormat } from './export-texts'

/** The file extension and media type of each format. */
const FILES: Readonly<Record<ExportFormat, { ending: string; type: string }>> = {
  html: { ending: 'html', type: 'text/html' },
  json: { ending: 'json', type: 'application/json' },
  csv: { ending: 'csv', type: 'text/tab-separated-values' },
  excel: { ending: 'excel.csv', type: 'text/csv' },
  ink: { ending: 'ink', type: 'text/plain' },
  twee: { ending: 'twee', type: 'text/plain' },
  svg: { ending: 'svg', type: 'image/svg+xml' },
  png: { ending: 'png', type: 'image/png' }
}

/** Exports the document in view, with unsaved changes, in another format. Reports what that format can't express. */
export async function exportDocument(format: ExportFormat): Promise<void> {
  const one = currentOf(useArrow.get())
  if (!one) return
  const { document, scene, path } = one
  await runCall(async () => {
    const { content, notMapped = [] } = await exported(format, document, scene, path)
    const { ending, type } = FILES[format]
    const file = await saveAs(`${slug(document.title) || 'scene'}.${ending}`, new Blob([content], { type }))
    const [first] = notMapped
    if (file !== undefined)
      notify(
        first
          ? `Saved ${file}. This format can’t express ${notMapped.length === 1 ? 'one thing' : `${notMapped.length} things`}. ${first.message}`
          : `Saved ${file}.`
      )
  })
}

async function exported(
  format: ExportFormat,
  document: ArrowDocument,
  scene: ArrowId,
  path: string
): Promise<{ content: string | Blob; notMapped?: readonly NotMapped[] }> {
  const theme = globalThis.document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark'
  switch (format) {
    case 'html':
      return pageOf(document, path)
    case 'json':
      return { content: playReadyJson(document) }
    case 'csv':
      return { content: printTranslations(updateTranslations(document, await translations(path)).table) }
    case 'excel':
      return { content: printForExcel(updateTranslations(document, await translations(path)).table) }
    case 'ink':
      return withContent(inkOf(document))
    case 'twee':
      return withContent(tweeOf(document))
    case 'png': {
      const painted = await pngOf(sceneShapes(document, scene), coloursOf(theme))
      if (!painted) throw new Problem('refused', 'This machine couldn’t draw the image. Export the scene as SVG instead.')
      return { content: painted.png }
    }
    default:
      return { content: sceneImage(document, scene, theme) }
  }
}

/** The page that plays a document, with the campaign's pictures. Reports those that are missing. */
async function pageOf(document: ArrowDocument, path: string): Promise<{ content: string; notMapped: readonly NotMapped[] }> {
  const pictures = new Map<string, string>()
  const notMapped: NotMapped[] = []
  for (const { node, path: picture } of picturesIn(document)) {
    const found = pictures.get(picture) ?? (await pictureOf(path, picture))
    if (found !== undefined) pictures.set(picture, found)
    else notMapped.push({ node, message: `There is no picture ${picture} beside the document, so the page shows its name.` })
  }
  const { present } = useSession.getState()
  const portraits = present
    ? await portraitsOf(document.resources.characters.values(), path, present, (portrait) => api.picture.query({ path: portrait, at: present.head }))
    : new Map<string, string>()
  const extras = { translations: await translations(path), pictures, portraits }
  return { content: playablePage(document, await api.pagePlayer.query(), extras), notMapped }
}

const withContent = ({ text, notMapped }: StoryExport): { content: string; notMapped: readonly NotMapped[] } => ({ content: text, notMapped })

/** The file of translations beside a document. */
export const csvBeside = (path: string): string => path.replace(/\.[^./]*$/, '.csv')

/** The translations in the CSV file beside a document of the campaign; undefined if there is none. Throws Problem for an invalid file. */
async function translations(path: string): Promise<TranslationTable | undefined> {
  try {
    return readTranslations(await api.fileNow.query({ path: csvBeside(path) }))
  } catch (thrown) {
    if (problemOf(thrown).code === 'not-found') return undefined
    throw thrown
  }
}
