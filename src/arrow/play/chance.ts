/** One step of mulberry32: the next number in [0, 1), and the generator's next state. Recorded traces of Arrow use the same generator. */
export function nextChance(state: number): { r: number; state: number } {
  const next = (state + 0x6d2b79f5) | 0
  let t = Math.imul(next ^ (next >>> 15), 1 | next)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return { r: ((t ^ (t >>> 14)) >>> 0) / 4294967296, state: next }
}
