import type { Commit } from './commits'
import type { Oid } from './oid'

/** Visits commits newest first from several heads, each once, a child before its parents as far as their times allow. */
export class Walk {
  #heap: { commit: Commit; order: number }[] = []
  #met = new Set<Oid>()
  #order = 0

  constructor(
    readonly read: (id: Oid) => Commit,
    from: readonly Oid[]
  ) {
    for (const id of from) this.#push(id)
  }

  next(): Commit | undefined {
    const first = this.#heap[0]
    const last = this.#heap.pop()
    if (!first || !last) return undefined
    if (this.#heap.length > 0) this.#sink(last)
    for (const parent of first.commit.parents) this.#push(parent)
    return first.commit
  }

  #push(id: Oid): void {
    if (this.#met.has(id)) return
    this.#met.add(id)
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

  #sink(item: { commit: Commit; order: number }): void {
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

interface Item {
  commit: Commit
  order: number
}

const before = (a: Item, b: Item): boolean => a.commit.time > b.commit.time || (a.commit.time === b.commit.time && a.order < b.order)
