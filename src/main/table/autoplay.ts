import type { Beat } from '../../shared/story/play'
import { sleep } from './agents'

/** What autoplay needs of its table. */
export interface AutoplayHost {
  /** Plays the next turn, after all earlier requests. */
  play: (signal: AbortSignal) => Promise<Beat | undefined>
  /** Whether the table has paused because a seat passes repeatedly. */
  isStalled: () => boolean
  /** Whether the next turn is played from outside of the table. */
  isOutside: () => boolean
  /** Whether nothing is left to play. */
  isOver: () => boolean
  /** Called when nothing is left to play; `played`: whether the last turn made a beat. */
  over: (played: boolean) => void
  failed: (thrown: unknown) => void
  /** Called after the last turn, whatever ended it. */
  ended: () => void
}

/** Plays turn after turn at a pace, until it is stopped, the session is over or a problem stops it. It waits for turns that are played from outside. */
export class Autoplay {
  #running: { stop: AbortController; pace: number; done: Promise<void> } | undefined
  #wake: () => void = () => undefined

  constructor(private readonly host: AutoplayHost) {}

  /** The time between two beats, in ms; undefined while it doesn't run. */
  get pace(): number | undefined {
    return this.#running?.pace
  }

  /** Starts, or changes the pace. `begins` is called before the first turn. */
  start(pace: number, begins: () => void): void {
    if (this.#running) {
      this.#running.pace = pace
      return
    }
    begins()
    const running = { stop: new AbortController(), pace, done: Promise.resolve() }
    this.#running = running
    running.done = this.#run(running)
  }

  /** Stops after a beat that is being saved. Returns a promise that resolves when the last turn is over. */
  stop(): Promise<void> {
    const running = this.#running
    running?.stop.abort()
    return running?.done ?? Promise.resolve()
  }

  /** Looks again whether the next turn is still played from outside. */
  wake(): void {
    this.#wake()
  }

  async #run(running: { stop: AbortController; pace: number }): Promise<void> {
    const { host } = this
    const { signal } = running.stop
    try {
      while (!signal.aborted) {
        const beat = await host.play(signal)
        if (signal.aborted || host.isStalled()) break
        if (!beat && host.isOutside()) await this.#outsideTurnOver(signal)
        else if (!beat || host.isOver()) {
          host.over(beat !== undefined)
          break
        } else await sleep(running.pace, signal)
      }
    } catch (thrown) {
      host.failed(thrown)
    }
    this.#running = undefined
    host.ended()
  }

  /** Resolves when the designer or an MCP client has played the seat, when it is given back, or when `signal` is aborted. */
  #outsideTurnOver(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        signal.removeEventListener('abort', end)
        this.#wake = () => undefined
        resolve()
      }
      this.#wake = end
      signal.addEventListener('abort', end)
      if (signal.aborted || !this.host.isOutside()) end()
    })
  }
}
