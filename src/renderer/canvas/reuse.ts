/** The depth to which items are compared. */
const MAX_DEPTH = 7

/** Caches nodes or edges, so that equal ones stay the same objects and only changed ones are redrawn. */
export class Reuse<T extends { id: string }> {
  #last = new Map<string, T>()
  #list: T[] = []

  /** The same list, with the previous objects for items whose fields are all equal; the previous list itself if all are. */
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
