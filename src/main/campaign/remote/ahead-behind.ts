import type { AheadBehind } from '../../../shared/present'
import type { Oid } from '../git/oid'

/** Returns the parent of a commit. */
export type ParentOf = (id: Oid) => Oid | undefined

/**
 * Follows both lines back, a beat at a time in turn, until they meet, so that the cost depends on how far they diverged. Undefined if they never
 * meet.
 */
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

/** How many distances are cached, and by how many beats a line may have grown since. */
const MAX_CACHED_DISTANCES = 400
const MAX_BEATS_GROWN = 200

/** Ahead/behind counts of commits, computed once. For a line that has grown by some beats, counting continues from the cached value. */
export class Distances {
  readonly #known = new Map<string, AheadBehind | undefined>()

  constructor(private readonly parentOf: ParentOf) {}

  /** Undefined if the two have no beat in common. */
  between(own: Oid, other: Oid): AheadBehind | undefined {
    const key = `${own} ${other}`
    if (this.#known.has(key)) return this.#known.get(key)
    const distance = this.#grown(own, other) ?? { numbers: aheadBehind(this.parentOf, own, other) }
    if (this.#known.size >= MAX_CACHED_DISTANCES) this.#known.clear()
    this.#known.set(key, distance.numbers)
    return distance.numbers
  }

  /** Uses an earlier beat, unless that is itself on the other line with more to come, because what follows it may be there too. */
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
