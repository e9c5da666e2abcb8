import type { Commit } from './commits'
import type { Oid } from './oid'

/** Visits commits newest first from several heads, each once, children before parents: many beats share one second. */
export class Walk {
  /** The commits to visit next, the oldest first; of two in the same second, the one that was added first comes last. */
  #waiting: Commit[] = []
  #visited = new Set<Oid>()
  /** The remaining commits of the current second, the last one first. */
  #ready: Commit[] = []

  constructor(
    readonly read: (id: Oid) => Commit,
    from: readonly Oid[]
  ) {
    for (const id of from) this.#push(id)
  }

  next(): Commit | undefined {
    if (this.#ready.length === 0) this.#gather()
    return this.#ready.pop()
  }

  /** Collects all commits of the newest second, parents before children. */
  #gather(): void {
    const newest = this.#waiting.at(-1)?.time
    if (newest === undefined) return
    const heads = this.#waiting.splice(placeOf(this.#waiting, newest)).toReversed()
    const inside = new Set(heads.map(({ id }) => id))
    const entered = new Set<Oid>()
    const left = new Set<Oid>()
    const stack = heads.toReversed()
    for (let commit = stack.at(-1); commit; commit = stack.at(-1)) {
      if (!entered.has(commit.id)) {
        entered.add(commit.id)
        for (const id of commit.parents.toReversed()) {
          if (!inside.has(id) && this.#visited.has(id)) continue
          const parent = this.read(id)
          if (parent.time < newest) this.#push(id)
          else if (!entered.has(id)) {
            this.#visited.add(id)
            inside.add(id)
            stack.push(parent)
          }
        }
      } else {
        stack.pop()
        if (!left.has(commit.id)) this.#ready.push(commit)
        left.add(commit.id)
      }
    }
  }

  #push(id: Oid): void {
    if (this.#visited.has(id)) return
    this.#visited.add(id)
    const commit = this.read(id)
    this.#waiting.splice(placeOf(this.#waiting, commit.time), 0, commit)
  }
}

/** The position of the first commit that isn't older than a time. */
function placeOf(commits: readonly Commit[], time: number): number {
  let [from, to] = [0, commits.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((commits[middle]?.time ?? 0) < time) from = middle + 1
    else to = middle
  }
  return from
}
