import type { Commit } from './commits'
import type { Oid } from './oid'

interface Item {
  commit: Commit
  order: number
}

/**
 * Visits commits newest first from several heads, each once and children before parents. Times are whole seconds and many beats share one, so
 * commits of the same second are ordered by parentage.
 */
export class Walk {
  #heap: Item[] = []
  #visited = new Set<Oid>()
  #order = 0
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
    const newest = this.#heap[0]?.commit.time
    if (newest === undefined) return
    const heads: Commit[] = []
    while (this.#heap[0]?.commit.time === newest) heads.push(this.#pop())
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

  #pop(): Commit {
    const first = this.#heap[0] as Item
    const last = this.#heap.pop() as Item
    if (this.#heap.length > 0) this.#sink(last)
    return first.commit
  }

  #push(id: Oid): void {
    if (this.#visited.has(id)) return
    this.#visited.add(id)
    const heap = this.#heap
    const item = { commit: this.read(id), order: this.#order++ }
    let at = heap.push(item) - 1
    while (at > 0) {
      const up = (at - 1) >> 1
      const above = heap[up]
      if (!above || !before(item, above)) break
      heap[at] = above
      at = up
    }
    heap[at] = item
  }

  #sink(item: Item): void {
    const heap = this.#heap
    let at = 0
    for (;;) {
      const left = heap[2 * at + 1]
      const right = heap[2 * at + 2]
      const child = right && left && before(right, left) ? 2 * at + 2 : 2 * at + 1
      const below = heap[child]
      if (!below || !before(below, item)) break
      heap[at] = below
      at = child
    }
    heap[at] = item
  }
}

const before = (a: Item, b: Item): boolean => a.commit.time > b.commit.time || (a.commit.time === b.commit.time && a.order < b.order)
