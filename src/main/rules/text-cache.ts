/**
 * What was made of texts, kept for the next time. A game is read again and again, for a campaign, its past and its copies, and
 * mostly nothing in it has changed.
 */
export class TextCache<T> {
  private readonly made = new Map<string, T>()
  private size = 0

  /** `limit` is how many characters of text are answered for before all is let go. */
  constructor(private readonly limit: number) {}

  has(text: string): boolean {
    return this.made.has(text)
  }

  /** What `make` made of `text`, now or before; nothing is kept when it throws. */
  of(text: string, make: () => T): T {
    const before = this.made.get(text)
    if (before !== undefined) return before
    const made = make()
    this.size += text.length
    if (this.size > this.limit) {
      this.made.clear()
      this.size = text.length
    }
    this.made.set(text, made)
    return made
  }
}
