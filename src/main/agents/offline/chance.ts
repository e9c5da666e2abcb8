/** A stream of random numbers in [0, 1). A policy uses no other randomness. */
export type Chance = () => number

/** Picks an entry of a list; undefined for an empty list. */
export function pick<T>(list: readonly T[], chance: Chance): T | undefined {
  return list[Math.floor(chance() * list.length)]
}

/** Picks an entry of a list by weight. Entries without weight are never picked; undefined if none has weight. */
export function weighted<T>(list: readonly (readonly [T, number])[], chance: Chance): T | undefined {
  const heavy = list.filter(([, weight]) => weight > 0)
  const at = chance() * heavy.reduce((sum, [, weight]) => sum + weight, 0)
  let sum = 0
  for (const [value, weight] of heavy) {
    sum += weight
    if (at < sum) return value
  }
  return heavy.at(-1)?.[0]
}

/** The entry with the highest score; of equal ones the first. */
export function best<T>(list: readonly T[], score: (value: T) => number): T | undefined {
  let top: T | undefined
  let most = -Infinity
  for (const value of list) {
    const points = score(value)
    if (points > most) {
      top = value
      most = points
    }
  }
  return top
}

/** The list in random order. */
export function shuffled<T>(list: readonly T[], chance: Chance): T[] {
  return list
    .map((value) => ({ value, key: chance() }))
    .toSorted((a, b) => a.key - b.key)
    .map((entry) => entry.value)
}

/** A number in [0, 1) that depends only on a text. The traits of an actor are derived from it. */
export function trait(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d) >>> 0
  hash ^= hash >>> 12
  return (hash >>> 0) / 2 ** 32
}
