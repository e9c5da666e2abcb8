/** So many of the most recently computed values are cached at least, and twice as many at most. */
const MAX_REMEMBERED = 25_000

/** Caches values by key. When there are too many, the ones that were not used recently are evicted together. */
export class Memo {
  #recent = new Map<string, unknown>()
  #older = new Map<string, unknown>()

  constructor(private readonly maxRecent = MAX_REMEMBERED) {}

  /** The value of a key, computed if it isn't cached. */
  once<T>(key: string, make: () => T): T {
    const cached = this.#recent.get(key)
    if (cached !== undefined) return cached as T
    const value = (this.#older.get(key) as T | undefined) ?? make()
    if (this.#recent.size >= this.maxRecent) {
      this.#older = this.#recent
      this.#recent = new Map()
    }
    this.#recent.set(key, value)
    return value
  }
}
