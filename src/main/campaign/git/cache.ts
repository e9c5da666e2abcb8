/** A value, and whether it was asked for since room was last looked for. */
interface Kept<V> {
  readonly value: V
  used: boolean
}

/** A map that forgets what was not used of late once the weights of its values pass the limit. */
export class Cache<V> {
  /** In the order in which they are looked at when room is needed. */
  #kept = new Map<string, Kept<V>>()
  #weight = 0

  constructor(
    readonly limit: number,
    readonly weigh: (value: V) => number
  ) {}

  get(key: string): V | undefined {
    const kept = this.#kept.get(key)
    // Asked for dozens of times a beat: only marked, and moved when room is needed.
    if (kept) kept.used = true
    return kept?.value
  }

  /** Keeps a value, unless it alone is heavier than a quarter of the limit. */
  set(key: string, value: V): void {
    const weight = this.weigh(value)
    if (weight * 4 > this.limit || this.#kept.has(key)) return
    this.#kept.set(key, { value, used: true })
    this.#weight += weight
    for (const [oldest, old] of this.#kept) {
      if (this.#weight <= this.limit) break
      this.#kept.delete(oldest)
      if (old.used) {
        // Another chance, behind all others.
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
