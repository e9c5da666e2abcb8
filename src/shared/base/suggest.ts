/** ` Did you mean "…"?` for a name close to one of `known`, otherwise empty. */
export function perhaps(name: string, known: Iterable<string>): string {
  const best = nearest(name, known)
  return best === undefined ? '' : ` Did you mean "${best}"?`
}

/** The name that a sentence with the words of `perhaps` suggests. */
export const meantBy = (sentence: string): string | undefined => / Did you mean "([^"]+)"\?/.exec(sentence)?.[1]

/** The one of `known` that differs from a name by at most two letters, and by less than half of them. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = 3
  for (const one of known) {
    const steps = distance(name.toLowerCase(), one.toLowerCase())
    if (steps < least && steps < Math.max(name.length, one.length) / 2) [best, least] = [one, steps]
  }
  return best
}

function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 3
}
