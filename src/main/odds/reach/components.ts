/**
 * The strongly connected components of a graph whose nodes are numbered from 0: for each node, the number of its component. Every edge between
 * two components leads from the higher number to the lower.
 */
export function components(next: readonly (readonly number[])[]): { of: Int32Array; count: number } {
  const size = next.length
  const of = new Int32Array(size).fill(-1)
  const met = new Int32Array(size).fill(-1)
  const low = new Int32Array(size)
  const open: number[] = []
  let clock = 0
  let count = 0
  for (let root = 0; root < size; root++) {
    if (met[root] !== -1) continue
    const walk: { node: number; edge: number }[] = [{ node: root, edge: 0 }]
    for (let top = walk.at(-1); top; top = walk.at(-1)) {
      const { node } = top
      if (top.edge === 0) {
        met[node] = low[node] = clock++
        open.push(node)
      }
      const to = next[node]?.[top.edge++]
      if (to !== undefined) {
        if (met[to] === -1) walk.push({ node: to, edge: 0 })
        else if (of[to] === -1) low[node] = Math.min(low[node] ?? 0, met[to] ?? 0)
        continue
      }
      walk.pop()
      const above = walk.at(-1)
      if (above) low[above.node] = Math.min(low[above.node] ?? 0, low[node] ?? 0)
      if (low[node] !== met[node]) continue
      for (let last = open.pop(); last !== undefined; last = last === node ? undefined : open.pop()) of[last] = count
      count++
    }
  }
  return { of, count }
}

/** Every node that can be reached from the given ones, including those. */
export function onward(from: Iterable<number>, next: readonly (readonly number[])[]): Set<number> {
  const seen = new Set(from)
  for (const node of seen) for (const to of next[node] ?? []) seen.add(to)
  return seen
}
