import type { AbortSignalLike } from '../../../shared/agents'

/** A signal that its owner can give, and that others can pass on. */
export class Stop implements AbortSignalLike {
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

  /** Calls back at once or when it is aborted; returns a function that stops that. */
  onAbort(listener: () => void): () => void {
    if (this.#aborted) listener()
    else this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
