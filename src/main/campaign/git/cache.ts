/** A value, and whether it was used since the last eviction. */
interface Kept<V> {
  readonly value: V
  used: boolean
}

/** A cache that evicts entries not used recently when the weights of its values exceed the limit. */
export class Cache<V> {
  /** In the order in which entries are examined for eviction. */
  #kept = new Map<string, Kept<V>>()
  #weight = 0

  constructor(
    readonly limit: number,
    readonly weigh: (value: V) => number
  ) {}

  get(key: string): V | undefined {
    const kept = this.#kept.get(key)
    // Called dozens of times per beat, so it only marks the entry; eviction moves it.
    if (kept) kept.used = true
    return kept?.value
  }

  /** Adds a value, unless it alone is heavier than a quarter of the limit. */
  set(key: string, value: V): void {
    const weight = this.weigh(value)
    if (weight * 4 > this.limit || this.#kept.has(key)) return
    this.#kept.set(key, { value, used: true })
    this.#weight += weight
    for (const [oldest, old] of this.#kept) {
      if (this.#weight <= this.limit) break
      this.#kept.delete(oldest)
      if (old.used) {
        // Give it a second chance, behind all others.
        old.used = false
        this.#kept.set(oldest, old)
      } else this.#weight -= this.weigh(old.value)
    }
  }

  clear(): void {
    this.#kept.clear()
    this.#weight = 0
  }
}
