/**
 * A cache of values computed from texts. The same game is read again and again, for a campaign, its past and its copies, and usually has not
 * changed.
 */
export class TextCache<T> {
  private readonly values = new Map<string, T>()
  private size = 0

  /** `limit`: the number of characters of text after which the cache is emptied. */
  constructor(private readonly limit: number) {}

  has(text: string): boolean {
    return this.values.has(text)
  }

  /** The cached value for `text`, or the result of `make`. Nothing is cached if it throws. */
  of(text: string, make: () => T): T {
    const before = this.values.get(text)
    if (before !== undefined) return before
    const value = make()
    this.size += text.length
    if (this.size > this.limit) {
      this.values.clear()
      this.size = text.length
    }
    this.values.set(text, value)
    return value
  }
}
