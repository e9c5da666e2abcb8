import { equal } from '../../../shared/base/json'
import { lineTo } from '../../campaign/commit-line'
import { parseBeatMessage } from '../../campaign/beat-message'
import type { Commit, History } from '../../campaign/history'

/** The part of a branch that was read: commits by the number of their beats, down to `from`. */
interface Line {
  commits: Generator<Commit>
  byNumber: Map<number, Commit>
  from: number
}

/** Finds the beats that replayed ones repeat: those with the same number, seat and call on another branch. Each branch is read once, as far as needed. */
export class Originals {
  readonly #lines = new Map<string, Line>()

  constructor(private readonly history: Pick<History, 'branches' | 'commit'>) {}

  /** The beat of another branch that a replayed beat repeats; undefined if no branch has it. */
  find(replayed: Commit): Commit | undefined {
    const { beat, params } = parseBeatMessage(replayed)
    for (const { head } of this.history.branches()) {
      const commit = this.#at(head, beat.n)
      const original = commit && commit.id !== replayed.id ? parseBeatMessage(commit) : undefined
      if (!commit || !original || original.beat.agent === 'replay') continue
      if (original.beat.actor === beat.actor && original.beat.action === beat.action && equal(original.params, params)) return commit
    }
    return undefined
  }

  #at(head: string, n: number): Commit | undefined {
    const line = this.#lines.get(head) ?? { commits: lineTo(this.history, head), byNumber: new Map(), from: Number.POSITIVE_INFINITY }
    this.#lines.set(head, line)
    while (line.from > n) {
      const next = line.commits.next()
      line.from = next.done ? Number.NEGATIVE_INFINITY : parseBeatMessage(next.value).beat.n
      // A commit that isn't a beat has no number of its own.
      if (!next.done && parseBeatMessage(next.value).beat.kind !== 'foreign') line.byNumber.set(line.from, next.value)
    }
    return line.byNumber.get(n)
  }
}
