/** A cache of values computed from texts: a campaign, its past and its copies read the same game again and again. */
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
