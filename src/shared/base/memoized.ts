/** A function of an object that computes its value once for each object, and forgets it with the object. */
export function memoized<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>()
  return (key) => {
    const value = known.get(key) ?? compute(key)
    known.set(key, value)
    return value
  }
}

/** A function of a text that keeps its last values: up to `most`, then it begins anew. */
export function memoizedText<V>(compute: (text: string) => V, most = 2000): (text: string) => V {
  const known = new Map<string, V>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const value = compute(text)
    if (known.size >= most) known.clear()
    known.set(text, value)
    return value
  }
}
