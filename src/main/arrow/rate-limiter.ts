/** The most messages that a client may send at once, and per second over time. */
const MESSAGES = { burst: 400, perSecond: 100 }
/** The same for characters: two of the largest messages at once. */
const CHARACTERS = { burst: 80 << 20, perSecond: 16 << 20 }

class Bucket {
  readonly #limits: { burst: number; perSecond: number }
  #left: number
  constructor(limits: { burst: number; perSecond: number }) {
    this.#limits = limits
    this.#left = limits.burst
  }
  refill(seconds: number): void {
    this.#left = Math.min(this.#limits.burst, this.#left + seconds * this.#limits.perSecond)
  }
  take(amount: number): boolean {
    this.#left -= amount
    return this.#left >= 0
  }
}

/** Counts what a client sends. `clock`: milliseconds. */
export class RateLimiter {
  readonly #messages = new Bucket(MESSAGES)
  readonly #characters = new Bucket(CHARACTERS)
  readonly #clock: () => number
  #at: number
  constructor(clock: () => number) {
    this.#clock = clock
    this.#at = clock()
  }

  /** Counts a message; returns false if it exceeds the client's limit. */
  maySend(characters: number): boolean {
    const now = this.#clock()
    const seconds = (now - this.#at) / 1000
    this.#at = now
    this.#messages.refill(seconds)
    this.#characters.refill(seconds)
    return this.#messages.take(1) && this.#characters.take(characters)
  }
}
