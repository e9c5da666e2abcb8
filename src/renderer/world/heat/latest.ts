/** Where questions go, and who hears of the answers. Nobody hears of what was called off. */
export interface LatestPorts<Wish, Answer> {
  ask: (wish: Wish, signal: AbortSignal) => Promise<Answer>
  hear: (wish: Wish, answer: Answer) => void
  fail: (wish: Wish, error: unknown) => void
  /** Waits between two questions. */
  rest: () => Promise<void>
}

/** Asks what is wanted last, one question at a time: while one is on its way, only the newest wish is kept. So an answer that takes longer than the next wish is heard all the same. */
export class Latest<Wish, Answer> {
  #wish: Wish | undefined
  #stop: AbortController | undefined

  constructor(private readonly ports: LatestPorts<Wish, Answer>) {}

  /** Wants an answer, or none any more: then what is on its way is called off. */
  want(wish: Wish | undefined): void {
    this.#wish = wish
    if (wish === undefined) {
      this.#stop?.abort()
      this.#stop = undefined
    } else if (!this.#stop) {
      this.#stop = new AbortController()
      void this.#run(this.#stop)
    }
  }

  async #run(stop: AbortController): Promise<void> {
    const { ask, hear, fail, rest } = this.ports
    while (this.#wish !== undefined && !stop.signal.aborted) {
      const wish = this.#wish
      this.#wish = undefined
      try {
        const answer = await ask(wish, stop.signal)
        if (!stop.signal.aborted) hear(wish, answer)
      } catch (error) {
        if (!stop.signal.aborted) fail(wish, error)
      }
      if (this.#wish !== undefined) await rest()
    }
    if (this.#stop === stop) this.#stop = undefined
  }
}
