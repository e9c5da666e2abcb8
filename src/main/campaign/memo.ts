/** What is remembered at least, in things. */
const REMEMBERED = 25_000

/** Remembers what was made, by key. What was used of late stays: when there is too much, what was not used for longest goes, all at once. */
export class Memo {
  #lately = new Map<string, unknown>()
  #before = new Map<string, unknown>()

  constructor(private readonly most = REMEMBERED) {}

  /** The value of a key, made when it is not remembered. */
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
