import type { AheadBehind } from '../../../shared/table/present'
import type { Oid } from '../git/oid'

/** Returns the parent of a commit. */
export type ParentOf = (id: Oid) => Oid | undefined

/** How far two commits are ahead and behind, following both lines back in turn until they meet. Undefined if they never do. */
export function aheadBehind(parentOf: ParentOf, own: Oid, other: Oid): AheadBehind | undefined {
  const sides: { at: Oid | undefined; depths: Map<Oid, number> }[] = [own, other].map((at) => ({ at, depths: new Map() }))
  while (sides.some(({ at }) => at !== undefined)) {
    for (const [i, side] of sides.entries()) {
      if (side.at === undefined) continue
      side.depths.set(side.at, side.depths.size)
      const across = sides[1 - i]?.depths.get(side.at)
      if (across !== undefined) {
        const here = side.depths.size - 1
        return i === 0 ? { ahead: here, behind: across } : { ahead: across, behind: here }
      }
      side.at = parentOf(side.at)
    }
  }
  return undefined
}

/** How many distances are cached, and the maximum number of new beats on a line for which a cached distance is still used. */
const MAX_CACHED_DISTANCES = 400
const MAX_BEATS_GROWN = 200

/** Ahead/behind counts of commits, computed once. For a line that has grown by some beats, counting continues from the cached value. */
export class Distances {
  readonly #known = new Map<string, AheadBehind | undefined>()

  constructor(private readonly parentOf: ParentOf) {}

  /** The ahead/behind counts of two commits; undefined if they have no beat in common. */
  between(own: Oid, other: Oid): AheadBehind | undefined {
    const key = `${own} ${other}`
    if (this.#known.has(key)) return this.#known.get(key)
    const distance = this.#grown(own, other) ?? { numbers: aheadBehind(this.parentOf, own, other) }
    if (this.#known.size >= MAX_CACHED_DISTANCES) this.#known.clear()
    this.#known.set(key, distance.numbers)
    return distance.numbers
  }

  /** Derives the counts from an earlier beat's, unless that beat is on the other line and behind it: newer beats may be there, too. */
  #grown(own: Oid, other: Oid): { numbers: AheadBehind | undefined } | undefined {
    let id: Oid | undefined = own
    for (let more = 0; more <= MAX_BEATS_GROWN && id !== undefined; more++) {
      const key = `${id} ${other}`
      if (this.#known.has(key)) {
        const then = this.#known.get(key)
        if (then && then.ahead === 0 && then.behind > 0) return undefined
        return { numbers: then && { ahead: then.ahead + more, behind: then.behind } }
      }
      id = this.parentOf(id)
    }
    return undefined
  }
}
