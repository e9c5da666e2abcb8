import type { Commit } from '../../campaign/history'

/** A line of history, oldest first: commits, their root trees and beat numbers. Only the first `count` elements of each list belong to it. */
export interface BeatLine {
  ids: readonly string[]
  trees: readonly string[]
  numbers: readonly number[]
  count: number
}

/** The number of the beat that a commit recorded; undefined for a commit that isn't a beat. */
const numberOf = ({ message }: Commit): number | undefined => {
  const found = /^Beat: (\d{1,12})$/m.exec(message)?.[1]
  return found === undefined ? undefined : Number(found)
}

const MAX_CACHED_LINES = 4

/** Reads lines of history by their last commit, along first parents. Extending a cached line reads only the new commits. */
export class BeatLines {
  #known: Growing[] = []

  constructor(private readonly read: (id: string) => Commit) {}

  /** The line that ends at a commit. Awaits `yieldThread` after each new commit. Throws Problem `not-found`. */
  async of(end: string, yieldThread: () => Promise<void> = async () => undefined): Promise<BeatLine> {
    const fresh: Commit[] = []
    for (let id: string | undefined = end; id !== undefined; id = fresh.at(-1)?.parents[0]) {
      const cached = this.#known.find((one) => one.has(id))
      if (cached) return this.#keep(cached.goingOn(id, fresh.toReversed())).upTo(end)
      fresh.push(this.read(id))
      await yieldThread()
    }
    return this.#keep(new Growing(fresh.toReversed())).upTo(end)
  }

  #keep(line: Growing): Growing {
    this.#known = [line, ...this.#known.filter((one) => one !== line)].slice(0, MAX_CACHED_LINES)
    return line
  }
}

/** A line that can be extended. Lines returned earlier keep their length. */
class Growing {
  readonly #ids: string[] = []
  readonly #trees: string[] = []
  readonly #numbers: number[] = []
  readonly #at = new Map<string, number>()

  constructor(commits: readonly Commit[], below?: BeatLine) {
    if (below) {
      this.#ids = below.ids.slice(0, below.count)
      this.#trees = below.trees.slice(0, below.count)
      this.#numbers = below.numbers.slice(0, below.count)
      for (const [i, id] of this.#ids.entries()) this.#at.set(id, i)
    }
    this.#add(commits)
  }

  has(id: string): boolean {
    return this.#at.has(id)
  }

  /** This line extended by newer commits after its end, or a copy that branches off at `from`. */
  goingOn(from: string, newer: readonly Commit[]): Growing {
    if (newer.length > 0 && from !== this.#ids.at(-1)) return new Growing(newer, this.upTo(from))
    this.#add(newer)
    return this
  }

  upTo(id: string): BeatLine {
    return { ids: this.#ids, trees: this.#trees, numbers: this.#numbers, count: (this.#at.get(id) ?? -1) + 1 }
  }

  #add(commits: readonly Commit[]): void {
    for (const commit of commits) {
      this.#at.set(commit.id, this.#ids.length)
      this.#ids.push(commit.id)
      this.#trees.push(commit.tree)
      // A commit that isn't a beat gets the number of the beat before it.
      this.#numbers.push(numberOf(commit) ?? this.#numbers.at(-1) ?? 0)
    }
  }
}
