/** The dependencies: `ask` sends a query, and `hear` or `fail` gets its result, unless the query was cancelled. */
interface LatestPorts<Wish, Answer> {
  ask: (wish: Wish, signal: AbortSignal) => Promise<Answer>
  hear: (wish: Wish, answer: Answer) => void
  fail: (wish: Wish, error: unknown) => void
  /** Waits between two queries. */
  rest: () => Promise<void>
}

/** Sends the latest wish, one query at a time; of those made meanwhile only the newest is kept. A late answer is still shown. */
export class Latest<Wish, Answer> {
  readonly #ports: LatestPorts<Wish, Answer>
  #wish: Wish | undefined
  #stop: AbortController | undefined

  constructor(ports: LatestPorts<Wish, Answer>) {
    this.#ports = ports
  }

  /** Requests an answer; undefined cancels the query in flight. */
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
    const { ask, hear, fail, rest } = this.#ports
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
