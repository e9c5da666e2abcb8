import { own } from '../../shared/base/json'
import type { FileText } from '../../shared/contract/workshop-calls'
import { api } from '../client'
import { savedEdit, uneditableReason } from '../editing'
import { problemOf } from '../problem-of'
import { runCall } from '../run-call'
import { notify, useSession } from '../session'
import { kept } from './drafts'
import { draftOf, liveText, textOf } from './live'
import { proposedMessage } from './message'
import { putFile, useWorkshop, type OpenFile } from './state'
import { workshopTexts } from './texts'
import { listed } from '../../shared/words/labels'

const t = workshopTexts

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

let lastChange: Promise<unknown> = Promise.resolve()

/** Changes files sequentially, so that each change sees the result of the earlier ones. */
export function changeInOrder<T>(change: () => Promise<T>): Promise<T> {
  const done = lastChange.then(change)
  lastChange = done.catch(() => undefined)
  return done
}

const reading = new Map<string, Promise<void>>()

/** Reads a file for its tab, with its stored unsaved text. Does nothing if it is open. */
export function readFile(path: string): Promise<void> {
  const { open } = useWorkshop.get()
  if (own(open, path)) return Promise.resolve()
  const before = reading.get(path)
  if (before) return before
  const read = readAnew(path).finally(() => reading.delete(path))
  reading.set(path, read)
  return read
}

async function readAnew(path: string): Promise<void> {
  const draft = await kept.draftOf(path)
  let file: FileText | undefined
  try {
    file = await api.fileText.query({ path })
  } catch (error) {
    const problem = problemOf(error)
    // Unsaved work on a file that was removed since is still stored.
    if (!draft || problem.code !== 'not-found') return setBroken(path, problem)
  }
  setBroken(path, undefined)
  const isDirty = draft !== undefined && draft.text !== file?.text
  const one: OpenFile = { path, version: file?.version ?? null, saved: file?.text ?? '', isDirty }
  if (draft && isDirty) {
    Object.assign(one, { draft: draft.text } satisfies Partial<OpenFile>)
    if (draft.over !== one.version) Object.assign(one, { theirs: file ?? null } satisfies Partial<OpenFile>)
    notify(`Restored the unsaved changes in ${path}.`)
  }
  if (useWorkshop.get().tabs.includes(path)) useWorkshop.set({ open: { ...useWorkshop.get().open, [path]: one } })
}

function setBroken(path: string, problem: ReturnType<typeof problemOf> | undefined): void {
  const { [path]: _, ...others } = useWorkshop.get().broken
  useWorkshop.set({ broken: problem ? { ...others, [path]: problem } : others })
}

/** Whether a file in the folder is not part of the story: it was changed outside, or a save was invalid. */
export const isOutside = (path: string): boolean => useSession.getState().present?.edits.some((one) => one.path === path) === true

/** Saves a file as one beat, after pending saves and changes. Returns whether its text is saved now, if only to the folder. */
export const saveFile = (path: string): Promise<boolean> => changeInOrder(() => save(path))

async function save(path: string): Promise<boolean> {
  const one = own(useWorkshop.get().open, path)
  if (!one || (!one.isDirty && one.version !== null && !isOutside(path))) return true
  const { saving } = useWorkshop.get()
  if (one.theirs !== undefined || uneditableReason(useSession.getState()) !== undefined) return false
  const text = textOf(path) ?? one.saved
  const mark = liveText(path)?.mark() ?? 0
  const subject = one.message?.trim() || (await proposedMessage(path, text))
  useWorkshop.set({ saving: [...saving, path] })
  try {
    const done = await runCall(async () => {
      try {
        return await api.saveText.mutate({ path, text, subject, over: one.version })
      } catch (error) {
        if (problemOf(error).code !== 'conflict') throw error
        await compareWithDisk([path])
        return undefined
      }
    })
    if (!done) return false
    putFile(path, { saved: text, version: done.version, message: undefined, draft: undefined, isDirty: false })
    liveText(path)?.settle(text, mark)
    if (draftOf(path) === undefined) void kept.forget(path)
    else kept.keep(path)
    if (done.aside !== undefined) notify(`Saved. A copy of the version that was changed outside is in ${done.aside}.`)
    if ('held' in done) notify(t.save.held(done.held.message))
    else {
      if (done.also.length > 0) notify(`Also saved ${listed(done.also)}, which works now.`)
      await savedEdit(done.beat)
    }
    return true
  } finally {
    useWorkshop.set({ saving: useWorkshop.get().saving.filter((other) => other !== path) })
  }
}

/** Saves every file with unsaved changes, in the order of the tabs, until one can't be saved. */
export async function saveAll(): Promise<void> {
  for (const path of useWorkshop.get().tabs) if (draftOf(path) !== undefined && !(await saveFile(path))) return
}

/** Discards the unsaved changes of a file; the editor can still undo that. */
export function discardDraft(path: string): void {
  const one = own(useWorkshop.get().open, path)
  if (!one) return
  liveText(path)?.put(one.saved)
  liveText(path)?.settle(one.saved, liveText(path)?.mark() ?? 0)
  putFile(path, { isDirty: false, draft: undefined, message: undefined })
  void kept.forget(path)
}

let comparing: Promise<void> | undefined
let again = false

/**
 * Rereads open files that changed in the folder: a tab without unsaved changes is updated; for the others the user is asked which version to keep.
 */
export function compareWithDisk(only?: readonly string[]): Promise<void> {
  if (only) return compare(only)
  again = true
  comparing ??= (async () => {
    while (again) {
      again = false
      await compare(Object.keys(useWorkshop.get().open))
      // A broken file may be valid now.
      for (const path of Object.keys(useWorkshop.get().broken)) if (useWorkshop.get().tabs.includes(path)) await readFile(path)
    }
  })().finally(() => (comparing = undefined))
  return comparing
}

async function compare(paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  const isFree = (path: string): boolean => !useWorkshop.get().saving.includes(path) || paths.length === 1
  try {
    const versions = await api.fileVersions.query({ paths: [...paths] })
    for (const [path, version] of Object.entries(versions)) {
      const one = own(useWorkshop.get().open, path)
      if (!one || !isFree(path)) continue
      if (version === one.version) {
        if (one.theirs !== undefined) putFile(path, { theirs: undefined })
      } else if (version === null) lose(one)
      else if (version !== one.theirs?.version) {
        const file = await api.fileText.query({ path }).catch((error: unknown) => setBrokenIfClean(path, error))
        const now = own(useWorkshop.get().open, path)
        if (file && now && isFree(path) && file.version !== now.version) followFile(now, file)
      }
    }
  } catch {
    // The core doesn't answer now; the next change tries again.
  }
}

/** Handles a file that became unreadable: a tab without unsaved changes shows the problem. */
function setBrokenIfClean(path: string, error: unknown): undefined {
  const { open } = useWorkshop.get()
  if (own(open, path)?.isDirty) return undefined
  const { [path]: _, ...others } = open
  useWorkshop.set({ open: others })
  setBroken(path, problemOf(error))
  return undefined
}

/** Marks the tab of a removed file; asks about unsaved changes. */
function lose(one: OpenFile): void {
  if (one.version === null) return
  if (one.isDirty) return putFile(one.path, { theirs: null })
  const { [one.path]: _, ...others } = useWorkshop.get().open
  useWorkshop.set({ open: others })
  setBroken(one.path, { code: 'not-found', message: `${one.path} was removed or renamed. Close the tab, or choose another file in the tree.` })
}

function followFile(one: OpenFile, file: FileText): void {
  const { path } = one
  if (one.isDirty && textOf(path) !== file.text) return putFile(path, { theirs: file })
  const live = liveText(path)
  live?.put(file.text)
  live?.settle(file.text, live.mark())
  putFile(path, { saved: file.text, version: file.version, theirs: undefined, isDirty: false, draft: undefined, message: undefined })
  void kept.forget(path)
}

/** Decides which version of a file to keep after it changed on both sides: mine, theirs, or a merged text. The next save writes it. */
export function keepVersion(path: string, how: 'mine' | 'theirs' | { merged: string }): void {
  const one = own(useWorkshop.get().open, path)
  if (one?.theirs === undefined) return
  const { theirs } = one
  putFile(path, { theirs: undefined, version: theirs?.version ?? null, saved: theirs?.text ?? '' })
  const live = liveText(path)
  if (how === 'theirs') {
    if (theirs) live?.put(theirs.text)
    live?.settle(theirs?.text ?? '', live.mark())
    putFile(path, { isDirty: false, draft: undefined })
    void kept.forget(path)
  } else {
    if (how !== 'mine') live?.put(how.merged)
    putFile(path, { isDirty: true, ...(how === 'mine' || live ? {} : { draft: how.merged }) })
    kept.keep(path)
  }
  if (useWorkshop.get().comparison?.path === path) useWorkshop.set({ comparison: undefined })
}
