/** The minimum number of cached values. */
const MAX_REMEMBERED = 25_000

/** Caches values by key. When there are too many, those not used recently are evicted together. */
export class Memo {
  #lately = new Map<string, unknown>()
  #before = new Map<string, unknown>()

  constructor(private readonly most = MAX_REMEMBERED) {}

  /** The value of a key, computed if it isn't cached. */
  once<T>(key: string, make: () => T): T {
    const known = this.#lately.get(key)
    if (known !== undefined) return known as T
    const value = (this.#before.get(key) as T | undefined) ?? make()
    if (this.#lately.size >= this.most) {
      this.#before = this.#lately
      this.#lately = new Map()
    }
    this.#lately.set(key, value)
    return value
  }
}
