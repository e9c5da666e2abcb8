interface Cached<V> {
  readonly value: V
  used: boolean
}

/** A cache that evicts entries not used recently when the weights of its values exceed the limit. */
export class Cache<V> {
  /** In the order in which entries are examined for eviction. */
  #entries = new Map<string, Cached<V>>()
  #weight = 0
  /** The entry to examine next. A new iterator would first pass all entries deleted since the map was last rebuilt. */
  #next: Iterator<[string, Cached<V>]> | undefined

  constructor(
    readonly limit: number,
    readonly weigh: (value: V) => number
  ) {}

  get(key: string): V | undefined {
    const hit = this.#entries.get(key)
    // Called dozens of times per beat, so it only marks the entry; eviction moves it.
    if (hit) hit.used = true
    return hit?.value
  }

  /** Adds a value, unless it alone is heavier than a quarter of the limit. */
  set(key: string, value: V): void {
    const weight = this.weigh(value)
    if (weight * 4 > this.limit || this.#entries.has(key)) return
    this.#evict(this.limit - weight)
    this.#entries.set(key, { value, used: false })
    this.#weight += weight
  }

  #evict(limit: number): void {
    while (this.#weight > limit && this.#entries.size > 0) {
      const { value: first } = (this.#next ??= this.#entries.entries()).next() as { value: [string, Cached<V>] | undefined }
      if (!first) {
        this.#next = undefined
        continue
      }
      const [oldest, old] = first
      this.#entries.delete(oldest)
      if (old.used) {
        // Give it a second chance, behind all others.
        old.used = false
        this.#entries.set(oldest, old)
      } else this.#weight -= this.weigh(old.value)
    }
  }

  /** The value of a key, computed if it isn't cached. A value that is undefined isn't cached. */
  once<T extends V>(key: string, make: () => T): T {
    const cached = this.get(key)
    if (cached !== undefined) return cached as T
    const value = make()
    this.set(key, value)
    return value
  }
}
