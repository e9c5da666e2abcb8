import { z } from 'zod'
import type { KeptFile } from '../../campaign/chronicle/chronicle'
import { Vote } from './question'

const Kept = z.object({ votes: z.record(z.string(), z.unknown()) })

/** The votes of judges on runs, by the question that each answers. Stored beside the history, never in it. */
export class RunVotes {
  readonly #votes = new Map<string, Vote>()
  #isRead = false

  constructor(private readonly file?: KeptFile) {}

  /** The recorded vote under a key of `voteKey`. */
  of(key: string): Vote | undefined {
    this.#read()
    return this.#votes.get(key)
  }

  /** Records votes at once. */
  add(votes: ReadonlyMap<string, Vote>): void {
    this.#read()
    for (const [key, vote] of votes) this.#votes.set(key, vote)
    this.file?.write(Buffer.from(JSON.stringify({ votes: Object.fromEntries(this.#votes) })))
  }

  /** Loads the votes that are stored on this machine. Loads nothing if the file is missing or damaged. */
  #read(): void {
    if (this.#isRead) return
    this.#isRead = true
    try {
      const { votes } = Kept.parse(JSON.parse(this.file?.read()?.toString('utf8') ?? ''))
      for (const [key, one] of Object.entries(votes)) {
        const { success, data } = Vote.safeParse(one)
        if (success) this.#votes.set(key, data)
      }
    } catch {
      // Votes that can't be read can be requested again.
    }
  }
}
