import type { AbortSignalLike } from './abort'

/** Values that are pushed at any time, and read in order by one reader. */
export class Queue<T> {
  #values: T[] = []
  #wake = (): void => undefined

  get size(): number {
    return this.#values.length
  }

  push(...values: readonly T[]): void {
    this.#values.push(...values)
    this.#wake()
  }

  clear(): void {
    this.#values = []
  }

  /** The values until the signal is aborted. Waits for each. */
  async *until(stop: AbortSignalLike): AsyncGenerator<T> {
    stop.addEventListener('abort', () => this.#wake())
    while (!stop.aborted) {
      if (this.#values.length > 0) yield this.#values.shift() as T
      else await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}
