// Unsaved work is stored in the browser's database, which survives a reload and a crash.

/** An unsaved text, and the version of the file that it is based on; null for a new file. */
export interface KeptDraft {
  text: string
  over: string | null
}

/** Unsaved texts by path. */
export interface KeptDrafts {
  /** The stored draft of a file. */
  draftOf: (path: string) => Promise<KeptDraft | undefined>
  /** Deletes the draft of a file. */
  forget: (path: string) => Promise<void>
  /** Stores a draft immediately. */
  put: (path: string, draft: KeptDraft) => Promise<void>
  /** Stores the draft of a file after a pause in editing. */
  keep: (path: string) => void
  /** Stores the draft of a file immediately. */
  keepNow: (path: string) => void
  /** Stores pending drafts when the page is hidden or left. Returns a function that removes the listener. */
  keepOnLeaving: () => () => void
}

const STORE = 'drafts'
/** The debounce time after an edit before a draft is stored, in ms. */
const REST_MS = 400

/**
 * The drafts in a database of the browser. `keyOf` distinguishes files of different campaigns; `read` gives the unsaved text of a file, undefined if
 * there is none.
 */
export function keptDrafts(name: string, keyOf: (path: string) => string, read: (path: string) => KeptDraft | undefined): KeptDrafts {
  let database: Promise<IDBDatabase> | undefined
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()

  const opened = (): Promise<IDBDatabase> =>
    (database ??= new Promise((done, fail) => {
      const request = indexedDB.open(name, 1)
      request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
      request.addEventListener('success', () => done(request.result))
      request.addEventListener('error', () => fail(request.error ?? new Error('no database')))
    }))
  /** Runs a request on the drafts; undefined if the browser stores nothing, as in a private window. */
  const ask = async <T>(mode: IDBTransactionMode, request: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> => {
    try {
      const asked = request((await opened()).transaction(STORE, mode, { durability: 'strict' }).objectStore(STORE))
      return await new Promise((done, fail) => {
        asked.addEventListener('success', () => done(asked.result))
        asked.addEventListener('error', () => fail(asked.error ?? new Error('not kept')))
      })
    } catch {
      return undefined
    }
  }
  // A closing page may be gone before the database has answered, so pending drafts go to synchronous storage.
  const noteOf = (path: string): string => `${name}\n${keyOf(path)}`
  const note = (path: string): void => {
    try {
      localStorage.setItem(noteOf(path), JSON.stringify(read(path) ?? null))
    } catch {
      // The draft may be too long for that storage; the database may still get it.
    }
  }
  const forget = async (path: string): Promise<void> => {
    await ask('readwrite', (store) => store.delete(keyOf(path)))
    localStorage.removeItem(noteOf(path))
  }
  const put = async (path: string, draft: KeptDraft): Promise<void> => {
    await ask('readwrite', (store) => store.put(draft, keyOf(path)))
    localStorage.removeItem(noteOf(path))
  }
  const draftOf = async (path: string): Promise<KeptDraft | undefined> => {
    const noted = localStorage.getItem(noteOf(path))
    if (noted === null) return ask<KeptDraft | undefined>('readonly', (store) => store.get(keyOf(path)))
    const draft = (JSON.parse(noted) as KeptDraft | null) ?? undefined
    await (draft ? put(path, draft) : forget(path))
    return draft
  }
  const write = (path: string): void => {
    clearTimeout(waiting.get(path))
    waiting.delete(path)
    const draft = read(path)
    if (draft) void put(path, draft)
    else void forget(path)
  }
  return {
    draftOf,
    forget,
    put,
    keepNow: write,
    keep: (path) => {
      clearTimeout(waiting.get(path))
      waiting.set(
        path,
        setTimeout(() => write(path), REST_MS)
      )
    },
    keepOnLeaving: () => {
      const keep = (): void => {
        for (const path of Array.from(waiting.keys())) {
          note(path)
          write(path)
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
