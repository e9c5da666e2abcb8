import { join } from 'node:path'
import { never } from '../../shared/base/abort'
import type { DesignCalls } from '../../shared/contract/design-calls'
import { libraryIn, type DesignLibrary } from '../design/library'
import { readPdf } from '../design/reading'
import { Uploads } from '../design/uploads'
import type { OpenCampaign } from '../story/open-campaign'
import type { Desk } from './desk'

const libraries = new WeakMap<OpenCampaign, DesignLibrary>()

/** The design documents of the open campaign. Throws Problem `not-found` if none is open. */
export function designLibrary({ campaign }: { campaign: OpenCampaign }): DesignLibrary {
  const known = libraries.get(campaign) ?? libraryIn(join(campaign.history.dir, '.git', 'proscenium', 'design'))
  libraries.set(campaign, known)
  return known
}

/** The calls about design documents. `dispose` cancels all uploads. */
export function designCalls(desk: Desk): { calls: DesignCalls; dispose: () => void } {
  const uploads = new Uploads()
  const calls: DesignCalls = {
    designDocuments: async () => designLibrary(desk.current()).list(),
    startDesignUpload: async ({ name, bytes }) => {
      desk.writable()
      return uploads.start(name, bytes)
    },
    sendDesignPart: async ({ upload, at, content }) => uploads.take(upload, at, content),
    readDesignDocument: async function* ({ upload }, stop = never) {
      const file = uploads.finish(upload)
      try {
        const library = designLibrary(desk.writable())
        const reading = readPdf(file.name, { file: file.file }, stop)
        let step = await reading.next()
        for (; !step.done; step = await reading.next()) yield { kind: 'progress' as const, progress: step.value }
        yield { kind: 'answer' as const, answer: library.put(file, step.value, Date.now()) }
      } finally {
        file.done()
      }
    },
    removeDesignDocument: async ({ id }) => designLibrary(desk.writable()).remove(id),
    restoreDesignDocument: async ({ id }) => designLibrary(desk.writable()).restore(id),
    searchDesignDocuments: async ({ question }) => designLibrary(desk.current()).search(question)
  }
  return { calls, dispose: () => uploads.dispose() }
}
