/** The part of an AbortSignal that the pure parts and the streams need. Both the DOM's and Node's have it. */
export interface AbortSignalLike {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
}

/** A signal that never aborts. */
export const never: AbortSignalLike = { aborted: false, addEventListener: () => undefined }

/** A signal together with the call that aborts it. */
export class Aborter implements AbortSignalLike {
  #aborted = false
  readonly #listeners = new Set<() => void>()

  get aborted(): boolean {
    return this.#aborted
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.add(listener)
  }

  abort(): void {
    if (this.#aborted) return
    this.#aborted = true
    for (const listener of this.#listeners) listener()
    this.#listeners.clear()
  }

  /** Aborts when another signal does. */
  follow(signal: AbortSignalLike): void {
    if (signal.aborted) this.abort()
    else signal.addEventListener('abort', () => this.abort())
  }

  /** Registers a listener for the abort; calls it at once if the signal is aborted already. Returns a function that removes the listener. */
  onAbort(listener: () => void): () => void {
    if (this.#aborted) listener()
    else this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
