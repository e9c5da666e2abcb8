import { own } from '../../shared/base/json'
import type { ProblemData } from '../../shared/base/problem'
import { api } from '../client'
import { editedFiles, textEditor } from '../edited-files'
import { problemOf } from '../problem-of'
import { useSession } from '../session'
import { draftOf, dropLiveText, liveText, textOf } from './live'
import { proposedMessage } from './message'
import { putFile, useWorkshop, type OpenFile } from './state'

let lists = 0
let lastList = Promise.resolve()

/** Refreshes the list of the campaign's files at the cursor. Resolves when this list or a newer one has arrived. */
export function loadFiles(): Promise<void> {
  lastList = list(++lists)
  return lastList
}

async function list(number: number): Promise<void> {
  const { cursor } = useSession.getState()
  try {
    const files = await api.campaignFiles.query(cursor === undefined ? {} : { at: cursor })
    if (number !== lists) return lastList
    useWorkshop.set({ files, problem: undefined })
  } catch (error) {
    if (number !== lists) return lastList
    useWorkshop.set({ problem: problemOf(error).message })
  }
}

/** Whether a file in the folder is not part of the story: it was changed outside, or a save was invalid. */
export const isOutside = (path: string): boolean => useSession.getState().present?.edits.some((one) => one.path === path) === true

function setBroken(path: string, problem: ProblemData | undefined): void {
  const { [path]: _, ...others } = useWorkshop.get().broken
  useWorkshop.set({ broken: problem ? { ...others, [path]: problem } : others })
}

const files = editedFiles<string, OpenFile>({
  ...textEditor,
  files: () => useWorkshop.get().open,
  setFiles: (open) => useWorkshop.set({ open }),
  contentOf: ({ path, saved }) => textOf(path) ?? saved,
  isUnsaved: ({ isDirty }) => isDirty,
  isDue: ({ path, isDirty, version }) => isDirty || version === null || isOutside(path),
  show: (path, text) => {
    const live = liveText(path)
    if (live) live.put(text)
    else putFile(path, { draft: text, isDirty: true })
  },
  onSettled: (path, isShown) => {
    const live = liveText(path)
    if (live) live.settle(own(useWorkshop.get().open, path)?.saved ?? '', isShown)
    else if (isShown) putFile(path, { draft: undefined, isDirty: false })
  },
  onGone: (path) => {
    dropLiveText(path)
    setBroken(path, { code: 'not-found', message: `${path} was removed or renamed. Close the tab, or choose another file in the tree.` })
  },
  onUnreadable: (path, error) => {
    dropLiveText(path)
    setBroken(path, problemOf(error))
  },
  propose: ({ path }, text) => proposedMessage(path, text),
  save: ({ path, version }, text, subject) => api.saveText.mutate({ path, text, subject, over: version }),
  onSaving: (path, isSaving) => {
    const others = useWorkshop.get().saving.filter((other) => other !== path)
    useWorkshop.set({ saving: isSaving ? [...others, path] : others })
  }
})

/** `changeInOrder` runs changes of files sequentially, so that each sees the result of the earlier ones. */
export const { drafts, save: saveFile, discard: discardDraft, inOrder: changeInOrder } = files

const reading = new Map<string, Promise<void>>()

/** Reads a file for its tab, with its stored unsaved text. Does nothing if it is open. */
export function readFile(path: string): Promise<void> {
  if (own(useWorkshop.get().open, path)) return Promise.resolve()
  const before = reading.get(path)
  if (before) return before
  const read = readAnew(path).finally(() => reading.delete(path))
  reading.set(path, read)
  return read
}

async function readAnew(path: string): Promise<void> {
  const file = await files.open(path)
  if (!file) return
  setBroken(path, undefined)
  const { tabs, open } = useWorkshop.get()
  if (tabs.includes(path)) useWorkshop.set({ open: { ...open, [path]: { ...file, isDirty: file.draft !== undefined } } })
}

/** Saves every file with unsaved changes, in the order of the tabs, until one can't be saved. */
export async function saveAll(): Promise<void> {
  for (const path of useWorkshop.get().tabs) if (draftOf(path) !== undefined && !(await saveFile(path))) return
}

/** Rereads open files that changed in the folder, and broken ones, which may be valid now. */
export async function compareWithDisk(): Promise<void> {
  await files.compare()
  for (const path of Object.keys(useWorkshop.get().broken)) if (useWorkshop.get().tabs.includes(path)) await readFile(path)
}

/** Decides which version of a file to keep after it changed on both sides, and closes their comparison. */
export const keepVersion: typeof files.keepVersion = (path, how) => {
  files.keepVersion(path, how)
  if (useWorkshop.get().comparison?.path === path) useWorkshop.set({ comparison: undefined })
}
