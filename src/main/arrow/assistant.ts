import type { AbortSignalLike } from '../../shared/abort'
import type { ArrowCall, CallContext, CallResult } from '../../shared/arrow/functions/call'
import type { ArrowDocument } from '../../shared/arrow/document'
import type { Usage } from '../../shared/turns'

/** What a user asks for, with what was said before, oldest first. */
export interface UserRequest {
  readonly message: string
  readonly history: readonly { readonly message: string; readonly output: string }[]
}

/** Design documents of a project, and what they say of a question. */
export interface DesignContext {
  readonly documents: readonly { readonly name: string; readonly pages: number; readonly isScanned: boolean }[]
  /** Parts of pages, best first. `page` counts from 1. */
  readonly passages: readonly { readonly name: string; readonly page: number; readonly text: string }[]
}
export const NO_DOCUMENTS: DesignContext = { documents: [], passages: [] }

/** The pages that were read for an answer, in words: “Lore.pdf”, pages 3 and 7. Empty without any. */
export function citation({ passages }: DesignContext): string {
  const byName = new Map<string, Set<number>>()
  for (const { name, page } of passages) byName.set(name, (byName.get(name) ?? new Set()).add(page))
  return [...byName].map(([name, pages]) => `“${name}”, ${pageWords([...pages].toSorted((a, b) => a - b))}`).join('; ')
}
const pageWords = (pages: readonly number[]): string =>
  pages.length < 2 ? `page ${pages.join('')}` : `pages ${pages.slice(0, -1).join(', ')} and ${pages.at(-1) ?? ''}`

/** What an assistant can do for one request. Everything rejects with `Stopped` once the request is over. */
export interface Hands {
  /** Aborts when the user stops the request, sends another one or leaves. */
  readonly stop: AbortSignalLike
  /** The document as the editor has it now. */
  document(): ArrowDocument
  /** The open scene, the selection, and what was created last. */
  context(): CallContext
  /** Says something to the user. */
  say(text: string): void
  /** Shows what is being said while it is written: all of it so far, until `say` says it. */
  draft(text: string): void
  /** Counts what a model used for this request. */
  used(usage: Usage): void
  /** Has the editor run calls, in one batch if it can. Returns their results in the protocol's form. */
  call(calls: readonly ArrowCall[]): Promise<CallResult>
  /** The design documents of the project, and the pages of them that fit a question. */
  documents(question: string): Promise<DesignContext>
}

/** Answers a user's request by words and calls. Whatever it throws is told to the user. */
export type Assistant = (request: UserRequest, hands: Hands) => Promise<void>

/** A request was stopped; nobody needs to be told. */
export class Stopped extends Error {
  constructor() {
    super('The request was stopped')
  }
}
