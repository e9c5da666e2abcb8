import { readArrow, saveArrow } from '../../arrow'
import { numbered } from '../../shared/story/names'
import { own } from '../../shared/base/json'
import type { Beat } from '../../shared/story/play'
import { api } from '../client'
import { ifEditable, savedEdit } from '../editing'
import { runCall } from '../run-call'
import { notify } from '../session'
import { arrowTexts } from './arrow-texts'
import { documentFiles, timeNow } from './document-files'
import { loadFiles } from './documents'
import { freePath } from './new-document'
import { isUnsaved, useArrow } from './state'
import { clipped } from '../../shared/words/clipped'

// Renaming, copying and removing documents in their list. Each is one beat.

const t = arrowTexts.list

/** Runs a change of a document that has no unsaved changes. */
const onFile = (path: string, change: () => Promise<{ beat: Beat }>): Promise<unknown> =>
  ifEditable(async () => {
    const one = own(useArrow.get().open, path)
    if (one && isUnsaved(one)) return notify('This document has unsaved changes. Open it, and save or discard them first.')
    const done = await runCall(change)
    if (!done) return undefined
    await savedEdit(done.beat)
    return Promise.all([loadFiles(), documentFiles.compare()])
  })

const named = (title: string): string => (title.trim() === '' ? t.untitled : title.trim())

/** Saves a document of the campaign with another title, in its file or in a new one. */
async function saveTitled(path: string, titled: (old: string) => { title: string; subject: string; to?: string }): Promise<{ beat: Beat }> {
  const file = await api.arrowFile.query({ path })
  const { document } = readArrow(file.text)
  const { title, subject, to } = titled(named(document.title))
  return api.saveArrowFile.mutate({
    path: to ?? path,
    text: saveArrow({ ...document, title }, document, timeNow()),
    subject: clipped(subject, 300),
    over: to === undefined ? file.version : null
  })
}

/** Changes the title of a document; its file stays. */
export const renameDocument = (path: string, title: string): Promise<unknown> =>
  onFile(path, () => saveTitled(path, (old) => ({ title, subject: `Renamed the scene document ${old} to ${title}` })))

/** Copies a document, without its story event, to a file of its own. */
export const copyDocument = (path: string): Promise<unknown> =>
  onFile(path, () =>
    saveTitled(path, (old) => {
      const files = useArrow.get().files?.files ?? []
      const taken = new Set(files.map((one) => one.title?.trim()))
      const title = numbered(old, (one) => taken.has(one))
      return {
        title,
        subject: `Added the scene document ${title} as a copy of ${old}`,
        to: freePath(
          title,
          files.map((one) => one.path)
        )
      }
    })
  )

/** Removes a document. */
export const removeDocument = (path: string): Promise<unknown> =>
  onFile(path, async () => {
    const title = useArrow.get().files?.files.find((one) => one.path === path)?.title ?? ''
    return {
      beat: await api.changeFiles.mutate({ change: { what: 'remove', path }, subject: clipped(`Removed the scene document ${named(title)}`, 300) })
    }
  })
