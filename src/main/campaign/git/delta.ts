/** The content a delta describes over its base; undefined when the delta does not fit. */
export function applyDelta(base: Buffer, delta: Buffer): Buffer | undefined {
  let at = 0
  const length = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = delta[at++]
      if (byte === undefined || scale > 2 ** 42) return -1
      value += (byte & 0x7f) * scale
      if (!(byte & 0x80)) return value
    }
  }
  if (length() !== base.length) return undefined
  const size = length()
  if (size < 0 || size > 1 << 30) return undefined
  const result = Buffer.allocUnsafe(size)
  let done = 0
  while (at < delta.length) {
    const op = delta[at++] ?? 0
    if (op & 0x80) {
      let from = 0
      let count = 0
      for (let bit = 0; bit < 4; bit++) if (op & (1 << bit)) from += (delta[at++] ?? 0) * 256 ** bit
      for (let bit = 0; bit < 3; bit++) if (op & (16 << bit)) count += (delta[at++] ?? 0) * 256 ** bit
      if (count === 0) count = 0x10000
      if (from + count > base.length || done + count > size) return undefined
      base.copy(result, done, from, from + count)
      done += count
    } else {
      if (op === 0 || at + op > delta.length || done + op > size) return undefined
      delta.copy(result, done, at, at + op)
      at += op
      done += op
    }
  }
  return done === size ? result : undefined
}
