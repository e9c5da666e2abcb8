import { attempt } from '../shared/base/attempt'
import type { DraftKind, KeptDraft } from '../shared/contract/workshop-calls'
import { api } from './client'
import { showProblemData, useSession } from './session'

export interface KeptDrafts {
  /** The paths of the files with a draft; none if the core can't be asked. */
  paths: () => Promise<string[]>
  draftOf: (path: string) => Promise<KeptDraft | undefined>
  forget: (path: string) => Promise<void>
  put: (path: string, draft: KeptDraft) => Promise<void>
  /** Keeps the draft of a file once it hasn't been edited for `REST_MS`. */
  keep: (path: string) => void
  keepNow: (path: string) => void
  /** Keeps the drafts that are due when the page is hidden or left. Returns how to stop. */
  keepOnLeaving: () => () => void
}

/** How long nothing must be edited before a draft is kept, in ms. */
const REST_MS = 400

const stores: { flush: () => Promise<unknown> }[] = []

/** Keeps the drafts that are due; before the campaign is left. */
export const keepDueDrafts = (): Promise<unknown> => Promise.all(stores.map(({ flush }) => flush()))

const campaignDir = (): string => useSession.getState().present?.campaign.dir ?? ''

/** The text that the browser keeps under a key; null if there is none, or if the browser keeps nothing. */
const noteIn = (key: string): string | null => attempt(() => localStorage.getItem(key), null)

function forgetNote(key: string): void {
  if (noteIn(key) !== null) localStorage.removeItem(key)
}

/**
 * Unsaved texts that outlive the window. The core keeps them beside the campaign's history, so they also survive another browser, another port and a
 * killed process. `read` gives the unsaved text of a file, undefined where nothing is unsaved.
 */
export function keptDrafts(kind: DraftKind, read: (path: string) => KeptDraft | undefined): KeptDrafts {
  const due = new Map<string, { dir: string; timer: ReturnType<typeof setTimeout> }>()
  // The core may not answer any more: it was killed, or the page is being left. Then the draft is noted in the browser, which writes at once.
  const noteOf = (dir: string, path: string): string => `draft ${kind}\n${dir}\n${path}`
  // Returns false if the browser keeps nothing, or if the text is too long for it.
  const note = (dir: string, path: string, draft: KeptDraft | undefined): boolean => {
    try {
      localStorage.setItem(noteOf(dir, path), JSON.stringify(draft ?? null))
      return true
    } catch {
      return false
    }
  }
  // The paths of the drafts that couldn't be stored, as reported to the user.
  const told = new Set<string>()
  const store = async (path: string, draft: KeptDraft | undefined, dir = campaignDir()): Promise<void> => {
    const isKept = await api.keepDraft.mutate({ dir, kind, path, draft: draft ?? null }).then(
      () => true,
      () => false
    )
    if (isKept) forgetNote(noteOf(dir, path))
    if (isKept || note(dir, path, draft)) {
      told.delete(path)
      return
    }
    if (draft === undefined || told.has(path)) return
    told.add(path)
    showProblemData({
      code: 'disk',
      message: `The unsaved text of ${path} can’t be kept outside this window. Save it, or copy it elsewhere, before you close the window.`,
      data: { lost: true }
    })
  }
  const draftOf = async (path: string): Promise<KeptDraft | undefined> => {
    const dir = campaignDir()
    const noted = noteIn(noteOf(dir, path))
    if (noted === null) return (await api.draft.query({ dir, kind, path }).catch(() => null)) ?? undefined
    const draft = (JSON.parse(noted) as KeptDraft | null) ?? undefined
    await store(path, draft, dir)
    return draft
  }
  const write = async (path: string): Promise<void> => {
    const { dir = campaignDir(), timer } = due.get(path) ?? {}
    clearTimeout(timer)
    due.delete(path)
    // The text of another campaign's file with this path is not this draft.
    if (dir === campaignDir()) await store(path, read(path), dir)
  }
  stores.push({ flush: () => Promise.all(Array.from(due.keys(), write)) })
  return {
    paths: () => api.drafts.query({ dir: campaignDir(), kind }).catch(() => []),
    draftOf,
    forget: (path) => store(path, undefined),
    put: (path, draft) => store(path, draft),
    keepNow: (path) => void write(path),
    keep: (path) => {
      clearTimeout(due.get(path)?.timer)
      due.set(path, { dir: campaignDir(), timer: setTimeout(() => void write(path), REST_MS) })
    },
    keepOnLeaving: () => {
      const keep = (): void => {
        for (const [path, { dir }] of Array.from(due)) {
          note(dir, path, read(path))
          void write(path)
        }
      }
      window.addEventListener('pagehide', keep)
      document.addEventListener('visibilitychange', keep)
      return () => {
        window.removeEventListener('pagehide', keep)
        document.removeEventListener('visibilitychange', keep)
      }
    }
  }
}
