import type { AbortSignalLike } from '../../shared/agents'
import type { ArrowCall, CallContext, CallResult } from '../../shared/arrow/functions/call'
import type { ArrowDocument } from '../../shared/arrow/document'

/** What a user asks for, with what was said before, oldest first. */
export interface UserRequest {
  readonly message: string
  readonly history: readonly { readonly message: string; readonly output: string }[]
}

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
  /** Has the editor run calls, all of them as one if it can. Returns what came of them, in the protocol's form. */
  call(calls: readonly ArrowCall[]): Promise<CallResult>
  /** Design documents of the project, in words for a prompt; empty if there are none. */
  documents(question: string): Promise<string>
}

/** Answers a user's request by words and calls. Whatever it throws is told to the user. */
export type Assistant = (request: UserRequest, hands: Hands) => Promise<void>

/** A request was stopped; nobody needs to be told. */
export class Stopped extends Error {
  constructor() {
    super('The request was stopped')
  }
}

/** Whether something goes on, and who wants to hear of its end. */
export class Stop implements AbortSignalLike {
  #listeners: (() => void)[] = []
  #aborted = false
  get aborted(): boolean {
    return this.#aborted
  }
  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.push(listener)
  }
  abort(): void {
    if (this.#aborted) return
    this.#aborted = true
    for (const listener of this.#listeners.splice(0)) listener()
  }
}
