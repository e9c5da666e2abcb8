/** A map that forgets what was not used for longest once the weights of its values pass the limit. */
export class Cache<V> {
  #kept = new Map<string, V>()
  #weight = 0

  constructor(
    readonly limit: number,
    readonly weigh: (value: V) => number
  ) {}

  get(key: string): V | undefined {
    const value = this.#kept.get(key)
    if (value === undefined) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, value)
    return value
  }

  /** Keeps a value, unless it alone is heavier than a quarter of the limit. */
  set(key: string, value: V): void {
    const weight = this.weigh(value)
    if (weight * 4 > this.limit || this.#kept.has(key)) return
    this.#kept.set(key, value)
    this.#weight += weight
    for (const [oldest, old] of this.#kept) {
      if (this.#weight <= this.limit) break
      this.#kept.delete(oldest)
      this.#weight -= this.weigh(old)
    }
  }

  clear(): void {
    this.#kept.clear()
    this.#weight = 0
  }
}
