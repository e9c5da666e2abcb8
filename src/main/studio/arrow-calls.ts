import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PagePlayer } from '../../arrow'
import { never } from '../../shared/base/abort'
import { Problem } from '../../shared/base/problem'
import type { ArrowCalls } from '../../shared/contract/arrow-calls'
import { readPdf } from '../design/reading'
import type { Uploads } from '../design/uploads'
import { arrowFile, arrowFiles, arrowCast, attachArrowFile } from '../story/arrow/arrow-files'
import { countingReach } from '../story/arrow/arrow-reach'
import { addedPictures, saveText } from '../story/edits/save-file'
import { arrowAssistantCalls } from './arrow-assistant'
import type { CallContext } from './call-context'

/** The calls about Arrow documents and design documents. */
export function arrowCalls(context: CallContext, uploads: Uploads): ArrowCalls {
  const { current, writable, reading, edited, announce, resources } = context
  return {
    arrowFiles: async ({ at }) => arrowFiles(current().campaign, at),
    arrowFile: async ({ path, at }) => arrowFile(await reading(at), path, at),
    arrowCast: async ({ path }) => arrowCast(await reading(), path),
    attachArrowFile: (given) =>
      edited(async (campaign) => {
        const { beat } = await attachArrowFile(campaign, given)
        return { beat }
      }),
    arrowReach: ({ text, ...wish }, stop = never) => countingReach({ text, wish }, stop),
    ...arrowAssistantCalls(context),
    pagePlayer: async () => pagePlayer(resources),
    saveArrowFile: ({ pictures = [], ...input }) =>
      edited(async (campaign) => {
        const { beat, version, aside } = await saveText(campaign, input, addedPictures(campaign, pictures))
        announce({ kind: 'edits', edits: campaign.external.list() })
        return { beat, version, ...(aside === undefined ? {} : { aside }) }
      }),

    designDocuments: async () => current().library.list(),
    startDesignUpload: async ({ name, bytes }) => {
      writable()
      return uploads.start(name, bytes)
    },
    sendDesignPart: async ({ upload, at, content }) => uploads.take(upload, at, content),
    readDesignDocument: async function* ({ upload }, stop = never) {
      const file = uploads.finish(upload)
      try {
        const { library } = writable()
        const reading = readPdf(file.name, { file: file.file }, stop)
        let step = await reading.next()
        for (; !step.done; step = await reading.next()) yield { kind: 'progress' as const, progress: step.value }
        yield { kind: 'answer' as const, answer: library.put(file, step.value, Date.now()) }
      } finally {
        file.done()
      }
    },
    removeDesignDocument: async ({ id }) => writable().library.remove(id),
    restoreDesignDocument: async ({ id }) => writable().library.restore(id),
    searchDesignDocuments: async ({ question }) => current().library.search(question)
  }
}

/** The player for exported story pages, from the build in the app's folder. Throws Problem `not-found`. */
function pagePlayer(appRoot: string): PagePlayer {
  try {
    return JSON.parse(readFileSync(join(appRoot, 'out/page-player.json'), 'utf8')) as PagePlayer
  } catch {
    throw new Problem('not-found', 'The player for exported pages is missing. Run "npm run build" in the app’s folder.')
  }
}
