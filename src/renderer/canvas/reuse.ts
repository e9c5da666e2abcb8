/** How deep equal items are looked for. */
const MAX_DEPTH = 7

/** Remembers nodes or edges, so that those which say the same as the last time stay the same objects and only what changed is drawn again. */
export class Reuse<T extends { id: string }> {
  #last = new Map<string, T>()
  #list: T[] = []

  /** The same list, with items of the last one wherever all their fields are equal; the last list itself where all of it is. */
  reused(next: readonly T[]): T[] {
    const list = next.map((one) => {
      const old = this.#last.get(one.id)
      return old && isEqual(old, one, MAX_DEPTH) ? old : one
    })
    if (list.length === this.#list.length && list.every((one, i) => one === this.#list[i])) return this.#list
    this.#last = new Map(list.map((one) => [one.id, one]))
    this.#list = list
    return list
  }
}

function isEqual(a: unknown, b: unknown, depth: number): boolean {
  if (Object.is(a, b)) return true
  if (depth === 0 || typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => isEqual(one[key], other[key], depth - 1))
}
