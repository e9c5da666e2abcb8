import type { AbortSignalLike } from '../../shared/base/abort'
import type { ArrowCall, ArrowDocument, CallContext, ArrowCallResult } from '../../arrow'
import type { Usage } from '../../shared/table/turns'

/** A user's request, with the earlier messages, oldest first. */
export interface UserRequest {
  readonly message: string
  readonly history: readonly { readonly message: string; readonly output: string }[]
}

/** The design documents of a project, and their passages about a question. */
export interface DesignContext {
  readonly documents: readonly { readonly name: string; readonly pages: number; readonly isScanned: boolean }[]
  /** Parts of pages, best first. `page` counts from 1. */
  readonly passages: readonly { readonly name: string; readonly page: number; readonly text: string }[]
}
export const NO_DESIGN_DOCUMENTS: DesignContext = { documents: [], passages: [] }

/** The cited pages in words: “Lore.pdf”, pages 3 and 7. Empty without any. */
export function citation({ passages }: DesignContext): string {
  const byName = new Map<string, Set<number>>()
  for (const { name, page } of passages) byName.set(name, (byName.get(name) ?? new Set()).add(page))
  return [...byName].map(([name, pages]) => `“${name}”, ${pageWords([...pages].toSorted((a, b) => a - b))}`).join('; ')
}
const pageWords = (pages: readonly number[]): string =>
  pages.length < 2 ? `page ${pages.join('')}` : `pages ${pages.slice(0, -1).join(', ')} and ${pages.at(-1) ?? ''}`

/** The operations that an assistant can use for one request. All reject with `RequestStopped` once the request is over. */
export interface AssistantTools {
  /** Aborts when the user stops the request, sends another one or leaves. */
  readonly stop: AbortSignalLike
  /** The editor's current document. */
  document(): ArrowDocument
  /** The open scene, the selection, and the resource created last. */
  context(): CallContext
  /** Sends a message to the user. */
  say(text: string): void
  /** Shows a message while it is written: all of it so far, until `say` sends it. */
  draft(text: string): void
  /** Records a model's usage for this request. */
  used(usage: Usage): void
  /** Has the editor run calls, in one batch if it can. Returns their results in the protocol's form. */
  call(calls: readonly ArrowCall[]): Promise<ArrowCallResult>
  /** The design documents of the project, and their pages that match a question. */
  documents(question: string): Promise<DesignContext>
}

/** Answers a user's request with messages and calls. Any error that it throws is reported to the user. */
export type Assistant = (request: UserRequest, hands: AssistantTools) => Promise<void>

/** A request was stopped; no report is needed. */
export class RequestStopped extends Error {
  constructor() {
    super('The request was stopped')
  }
}
