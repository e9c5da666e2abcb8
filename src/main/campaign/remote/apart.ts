import type { Apart } from '../../../shared/present'
import type { Commit } from '../git/commits'
import type { Oid } from '../git/oid'

/** Follows both lines back, a beat at a time in turn, until they meet: what it costs depends on how far they are apart. Undefined when they never meet. */
export function apart(read: (id: Oid) => Commit, own: Oid, other: Oid): Apart | undefined {
  const sides: { at: Oid | undefined; met: Map<Oid, number> }[] = [own, other].map((at) => ({ at, met: new Map() }))
  while (sides.some(({ at }) => at !== undefined)) {
    for (const [i, side] of sides.entries()) {
      if (side.at === undefined) continue
      side.met.set(side.at, side.met.size)
      const across = sides[1 - i]?.met.get(side.at)
      if (across !== undefined) {
        const here = side.met.size - 1
        return i === 0 ? { ahead: here, behind: across } : { ahead: across, behind: here }
      }
      side.at = read(side.at).parents[0]
    }
  }
  return undefined
}
