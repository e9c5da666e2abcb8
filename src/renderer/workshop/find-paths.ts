/**
 * The paths that contain the letters of a query in this order, best first: the name begins with it, the name contains it, the path contains it, and
 * others. Several words may occur in any order. Without a query, the open files come first.
 */
export function findPaths(paths: readonly string[], query: string, open: readonly string[]): readonly string[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) {
    const shown = new Set(open)
    return [...open.filter((path) => paths.includes(path)), ...paths.filter((path) => !shown.has(path))]
  }
  const ranked = paths.flatMap((path): [string, number][] => {
    const ranks = words.map((word) => rank(path.toLowerCase(), word))
    return ranks.includes(Infinity) ? [] : [[path, Math.max(...ranks) * 1000 + path.length]]
  })
  return ranked.toSorted((a, b) => a[1] - b[1]).map(([path]) => path)
}

function rank(path: string, word: string): number {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name.startsWith(word)) return 0
  if (name.includes(word)) return 1
  if (path.includes(word)) return 2
  let at = 0
  for (const letter of word) {
    at = path.indexOf(letter, at) + 1
    if (at === 0) return Infinity
  }
  return 3
}
