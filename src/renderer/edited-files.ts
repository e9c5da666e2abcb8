import { attempt } from '../shared/base/attempt'
import type { DraftKind, FileText, SavedFile } from '../shared/contract/workshop-calls'
import { own } from '../shared/base/json'
import { listed } from '../shared/words/labels'
import { api } from './client'
import { savedEdit, uneditableReason } from './editing'
import { keptDrafts, type KeptDrafts } from './kept-drafts'
import { problemOf } from './problem-of'
import { runCall } from './run-call'
import { notify, showProblem, useSession } from './session'

// Files of the campaign that are edited in the window until they are saved as a beat. Unsaved changes survive the window, and a file that changes
// outside meanwhile is never overwritten without a question.

/** A file that is edited. `T` is its content: its text, or what its text describes. */
export interface EditedFile<T> {
  path: string
  /** The version of the file that the user has seen; null for none. */
  version: string | null
  /** The content of the file when it was last read or saved. */
  saved: T
  /** The user's message for the next save; undefined for the suggested one. */
  message?: string | undefined
  /** Another version of the file that appeared while there were unsaved changes; null if the file was removed. */
  theirs?: { content: T; version: string } | null | undefined
}

/** A file as it is opened, with its stored unsaved content. */
export type OpenedFile<T> = EditedFile<T> & { draft?: T }

/** What an editor knows about its files. */
interface Editor<T, F extends EditedFile<T>> {
  kind: DraftKind
  /** The files that are open in the editor, by path. */
  files: () => Readonly<Record<string, F>>
  setFiles: (files: Readonly<Record<string, F>>) => void
  contentOf: (file: F) => T
  isUnsaved: (file: F) => boolean
  /** Whether a file is to be saved; by default if it has unsaved changes. */
  isDue?: (file: F) => boolean
  /** The saved content of a file that doesn't exist. */
  empty: T
  /** The content of a text, sharing what is equal with another content. Throws for a text that can't be edited here. */
  parse: (text: string, like: T) => T
  format: (content: T) => string
  read: (path: string) => Promise<FileText>
  /** Shows another content as an edit, which the editor can undo. */
  show: (path: string, content: T) => void
  /** Called when the saved content has changed. `isShown`: whether the editor shows that content, so that nothing is unsaved. */
  onSettled?: (path: string, isShown: boolean) => void
  /** Called when a file without unsaved changes is gone, and isn't open any more. */
  onGone: (path: string) => void
  /** Called when a file can't be read, or, with `file`, when its text can't be edited here. It isn't open any more. */
  onUnreadable: (path: string, error: unknown, file?: FileText) => void
  /** The suggested message for a save of a content. */
  propose: (file: F, content: T) => string | Promise<string>
  /** Saves a content as one beat, over the version of the file that the user has seen. */
  save: (file: F, content: T, subject: string) => Promise<SavedFile>
  onSaving: (path: string, isSaving: boolean) => void
}

/** The part of an editor of texts that all of them share. */
export const textEditor = {
  kind: 'text',
  empty: '',
  parse: (text: string): string => text,
  format: (text: string): string => text,
  read: (path: string): Promise<FileText> => api.fileText.query({ path })
} as const

interface EditedFiles<T, F> {
  drafts: KeptDrafts
  change: (path: string, part: Partial<F>) => void
  close: (path: string) => void
  /** Reads a file with its stored unsaved content; undefined if it can't be read, which `onUnreadable` reports. */
  open: (path: string) => Promise<OpenedFile<T> | undefined>
  /** Saves a file as one beat after pending saves. Returns whether nothing is left to save. */
  save: (path: string) => Promise<boolean>
  discard: (path: string) => void
  /** Decides which version to keep of a file that changed on both sides: mine, theirs, or both as `merged`. The next save writes it. */
  keepVersion: (path: string, how: 'mine' | 'theirs' | { merged: T }) => void
  /** Rereads changed files: those without unsaved changes are updated; for the others the user is asked which version to keep. */
  compare: () => Promise<void>
  /** Runs a change of files after pending saves and comparisons. */
  inOrder: <R>(run: () => Promise<R>) => Promise<R>
}

/** The files of one editor. */
export function editedFiles<T, F extends EditedFile<T>>(editor: Editor<T, F>): EditedFiles<T, F> {
  const get = (path: string): F | undefined => own(editor.files(), path)
  const change = (path: string, part: Partial<F>): void => {
    const file = get(path)
    if (file) editor.setFiles({ ...editor.files(), [path]: { ...file, ...part } })
  }
  const close = (path: string): void => {
    const { [path]: _, ...others } = editor.files()
    editor.setFiles(others)
  }
  const drafts = keptDrafts(editor.kind, (path) => {
    const file = get(path)
    return file && editor.isUnsaved(file) ? { text: editor.format(editor.contentOf(file)), over: file.version } : undefined
  })

  let last: Promise<unknown> = Promise.resolve()
  const inOrder = <R>(run: () => Promise<R>): Promise<R> => {
    const done = last.then(run)
    last = done.catch(() => undefined)
    return done
  }

  const isGone = (error: unknown): boolean => problemOf(error).code === 'not-found'

  const open = async (path: string): Promise<OpenedFile<T> | undefined> => {
    let text: FileText | undefined
    try {
      const stored = drafts.draftOf(path)
      text = await editor.read(path).catch(async (error: unknown) => {
        // Unsaved changes outlive their file.
        if (isGone(error) && (await stored)) return undefined
        throw error
      })
      const draft = await stored
      const theirs = text ? { content: editor.parse(text.text, editor.empty), version: text.version } : null
      const file: OpenedFile<T> = { path, version: theirs?.version ?? null, saved: theirs ? theirs.content : editor.empty }
      if (!draft || draft.text === text?.text) return file
      const content = parsedDraft(draft.text, file.saved)
      if (content === undefined) {
        void drafts.forget(path)
        return file
      }
      notify(`Restored the unsaved changes in ${path}.`)
      return { ...file, draft: content, ...(draft.over === file.version ? {} : { version: draft.over, theirs }) }
    } catch (error) {
      editor.onUnreadable(path, error, text)
      return undefined
    }
  }
  // A text that can no longer be parsed is not a draft.
  const parsedDraft = (text: string, like: T): T | undefined => attempt(() => editor.parse(text, like), undefined)

  /** Records the version of a file that the user has now seen, and whether the editor shows it. */
  const settle = (path: string, seen: { content: T; version: string } | null, isShown: boolean): void => {
    const message = isShown ? { message: undefined } : {}
    change(path, { version: seen?.version ?? null, saved: seen ? seen.content : editor.empty, theirs: undefined, ...message } as Partial<F>)
    editor.onSettled?.(path, isShown)
    drafts.keepNow(path)
  }

  const follow = (path: string, found: { content: T; version: string } | null): void => {
    const file = get(path)
    if (!file) return
    const isUnsaved = editor.isUnsaved(file)
    if (found && (!isUnsaved || editor.contentOf(file) === found.content)) {
      editor.show(path, found.content)
      settle(path, found, true)
    } else if ((found?.version ?? null) === file.version) settle(path, found, false)
    else if (isUnsaved) {
      change(path, { theirs: found } as Partial<F>)
      // Another editor may have forgotten the draft of the file when it reread it.
      drafts.keep(path)
    } else {
      close(path)
      editor.onGone(path)
    }
  }

  const compare = async (paths: readonly string[]): Promise<void> => {
    if (paths.length === 0) return
    // A core that doesn't answer says nothing about the files; the next change compares again.
    const versions = await api.fileVersions.query({ paths: [...paths] }).catch(() => ({}))
    for (const [path, version] of Object.entries<string | null>(versions)) {
      const file = get(path)
      if (!file || version === (file.theirs === undefined ? file.version : (file.theirs?.version ?? null))) continue
      let text: FileText | undefined
      try {
        text = await editor.read(path)
        const now = get(path)
        if (now) follow(path, { content: editor.parse(text.text, now.saved), version: text.version })
      } catch (error) {
        const now = get(path)
        if (!now || problemOf(error).data?.['lost'] === true) continue
        if (!text && isGone(error)) follow(path, null)
        else if (editor.isUnsaved(now)) showProblem(error)
        else {
          close(path)
          editor.onUnreadable(path, error, text)
        }
      }
    }
  }

  let isWaiting = false
  const compareAll = (): Promise<void> => {
    if (isWaiting) return inOrder(async () => undefined)
    isWaiting = true
    return inOrder(() => {
      isWaiting = false
      return compare(Object.keys(editor.files()))
    })
  }

  const save = async (path: string): Promise<boolean> => {
    const file = get(path)
    if (!file || !(editor.isDue ?? editor.isUnsaved)(file)) return true
    if (file.theirs !== undefined || uneditableReason(useSession.getState()) !== undefined) return false
    const content = editor.contentOf(file)
    editor.onSaving(path, true)
    try {
      const done = await runCall(async () => {
        try {
          return await editor.save(file, content, file.message?.trim() || (await editor.propose(file, content)))
        } catch (error) {
          if (problemOf(error).code !== 'conflict') throw error
          await compare([path])
          return undefined
        }
      })
      if (!done) return false
      const now = get(path)
      if (now) {
        change(path, { message: undefined } as Partial<F>)
        settle(path, { content, version: done.version }, editor.contentOf(now) === content)
      }
      if (done.aside !== undefined) notify(asideWords(done.aside))
      if ('held' in done) notify(heldWords(done.held.message))
      else {
        if (done.also.length > 0) notify(`Also saved ${listed(done.also)}, which works now.`)
        await savedEdit(done.beat)
      }
      return true
    } finally {
      editor.onSaving(path, false)
    }
  }

  const keepVersion: EditedFiles<T, F>['keepVersion'] = (path, how) => {
    const { theirs } = get(path) ?? {}
    if (theirs === undefined) return
    if (how === 'theirs' && theirs === null) {
      close(path)
      void drafts.forget(path)
      return editor.onGone(path)
    }
    if (how === 'theirs' && theirs) editor.show(path, theirs.content)
    else if (typeof how !== 'string') editor.show(path, how.merged)
    settle(path, theirs, how === 'theirs')
  }

  return {
    drafts,
    change,
    close,
    open,
    save: (path) => inOrder(() => save(path)),
    discard: (path) => {
      const file = get(path)
      if (!file) return
      if (file.theirs !== undefined) return keepVersion(path, 'theirs')
      editor.show(path, file.saved)
      settle(path, file.version === null ? null : { content: file.saved, version: file.version }, true)
    },
    keepVersion,
    compare: compareAll,
    inOrder
  }
}

/** The notice that a save replaced an external change. */
export const asideWords = (folder: string): string => `Saved. A copy of the version that was changed outside is in ${folder}.`

/** The notice that a saved file isn't valid yet. */
export const heldWords = (message: string): string => `Saved in the folder, but not in use: ${message}`
