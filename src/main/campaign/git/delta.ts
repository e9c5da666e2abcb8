/** Applies a delta to its base. Returns undefined if the delta is damaged or for another base. */
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

const BLOCK_BYTES = 16

/** Encodes a delta from `base` to `target` (gitformat-pack): copies both ends, and in the middle every block of 16 bytes that the base has. */
export function encodeDelta(base: Buffer, target: Buffer): Buffer {
  const most = Math.min(base.length, target.length)
  let head = 0
  while (head < most && base[head] === target[head]) head++
  let tail = 0
  while (tail < most - head && base[base.length - 1 - tail] === target[target.length - 1 - tail]) tail++
  const out = [...encodeLength(base.length), ...encodeLength(target.length)]
  if (head > 0) copy(out, 0, head)
  const middle = target.subarray(head, target.length - tail)
  const other = base.subarray(head, base.length - tail)
  if (middle.length < 2 * BLOCK_BYTES || other.length < BLOCK_BYTES) insert(out, middle)
  else encodeMiddle(out, other, head, middle)
  if (tail > 0) copy(out, base.length - tail, tail)
  return Buffer.from(out)
}

function encodeMiddle(out: number[], base: Buffer, start: number, target: Buffer): void {
  const blocks = new Map<string, number>()
  for (let at = base.length - (base.length % BLOCK_BYTES) - BLOCK_BYTES; at >= 0; at -= BLOCK_BYTES)
    blocks.set(base.toString('latin1', at, at + BLOCK_BYTES), at)
  let done = 0
  for (let at = 0; at + BLOCK_BYTES <= target.length;) {
    const block = blocks.get(target.toString('latin1', at, at + BLOCK_BYTES))
    if (block === undefined) {
      at++
      continue
    }
    let from = block
    let first = at
    while (first > done && from > 0 && target[first - 1] === base[from - 1]) {
      first--
      from--
    }
    let count = BLOCK_BYTES + at - first
    while (first + count < target.length && from + count < base.length && target[first + count] === base[from + count]) count++
    insert(out, target.subarray(done, first))
    copy(out, start + from, count)
    at = first + count
    done = at
  }
  insert(out, target.subarray(done))
}

function insert(out: number[], bytes: Buffer): void {
  for (let at = 0; at < bytes.length; at += 127) {
    const part = bytes.subarray(at, at + 127)
    out.push(part.length, ...part)
  }
}

function copy(out: number[], from: number, count: number): void {
  for (let at = from, left = count; left > 0; at += 0xffff, left -= 0xffff) {
    const size = Math.min(left, 0xffff)
    const place = out.push(0x80) - 1
    let op = 0x80
    for (let bit = 0; bit < 4; bit++) {
      const byte = Math.floor(at / 256 ** bit) % 256
      if (byte === 0) continue
      op |= 1 << bit
      out.push(byte)
    }
    for (let bit = 0; bit < 2; bit++) {
      const byte = (size >> (8 * bit)) & 0xff
      if (byte === 0) continue
      op |= 16 << bit
      out.push(byte)
    }
    out[place] = op
  }
}

function encodeLength(size: number): number[] {
  const bytes: number[] = []
  let rest = size
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80)
  bytes.push(rest)
  return bytes
}
