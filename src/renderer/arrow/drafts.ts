import { writeArrow } from '../../shared/arrow/write'
import { useSession } from '../session'
import { isUnsaved, useArrow } from './state'

// Unsaved documents lie in the browser's database, which a reload and a crash leave alone.

/** An unsaved document: its text, and the version of the file that it is an edit of. */
export interface Draft {
  text: string
  over: string | null
}

const DATABASE = 'proscenium-scenes'
const STORE = 'drafts'
/** How long nothing must be edited before a draft is written, in ms. */
const REST_MS = 400

let database: Promise<IDBDatabase> | undefined

function opened(): Promise<IDBDatabase> {
  database ??= new Promise((done, fail) => {
    const request = indexedDB.open(DATABASE, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
    request.addEventListener('success', () => done(request.result))
    request.addEventListener('error', () => fail(request.error ?? new Error('no database')))
  })
  return database
}

/** Runs a request on the drafts; undefined where the browser keeps nothing, as in a private window. */
async function withDrafts<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  try {
    const store = (await opened()).transaction(STORE, mode, { durability: 'strict' }).objectStore(STORE)
    const request = ask(store)
    return await new Promise((done, fail) => {
      request.addEventListener('success', () => done(request.result))
      request.addEventListener('error', () => fail(request.error ?? new Error('not kept')))
    })
  } catch {
    return undefined
  }
}

const keyOf = (path: string): string => `${useSession.getState().present?.campaign.dir ?? ''}\n${path}`

/** The draft of a document that was left unsaved. */
export const draftOf = (path: string): Promise<Draft | undefined> => withDrafts<Draft | undefined>('readonly', (store) => store.get(keyOf(path)))

/** Forgets the draft of a document. */
export const forgetDraft = (path: string): Promise<unknown> => withDrafts('readwrite', (store) => store.delete(keyOf(path)))

const waiting = new Map<string, ReturnType<typeof setTimeout>>()

/** Keeps the draft of a document as soon as nothing is edited for a moment. */
export function keepDraft(path: string): void {
  clearTimeout(waiting.get(path))
  waiting.set(
    path,
    setTimeout(() => writeDraft(path), REST_MS)
  )
}

function writeDraft(path: string): void {
  clearTimeout(waiting.get(path))
  waiting.delete(path)
  const one = useArrow.get().open[path]
  if (!one) return
  if (isUnsaved(one))
    void withDrafts('readwrite', (store) => store.put({ text: writeArrow(one.document), over: one.version } satisfies Draft, keyOf(path)))
  else void forgetDraft(path)
}

/** Keeps what waits when the page is hidden or left. Returns how to stop. */
export function keepDraftsOnLeaving(): () => void {
  const keep = (): void => {
    for (const path of Array.from(waiting.keys())) writeDraft(path)
  }
  window.addEventListener('pagehide', keep)
  document.addEventListener('visibilitychange', keep)
  return () => {
    window.removeEventListener('pagehide', keep)
    document.removeEventListener('visibilitychange', keep)
  }
}
