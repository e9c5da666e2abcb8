const MULTIPLIERS = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f] as const

/** A hash to tell two prompts apart: 128 bits in 32 hex digits, the same on every machine, by four lanes of multiply-and-mix. Not secure. */
export function digestOf(text: string): string {
  let [a, b, c, d] = [0x243f6a88, 0x13198a2e, 0x299f31d0, 0x452821e6]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = b ^ Math.imul(a ^ code, MULTIPLIERS[0])
    b = c ^ Math.imul(b ^ code, MULTIPLIERS[1])
    c = d ^ Math.imul(c ^ code, MULTIPLIERS[2])
    d = a ^ Math.imul(d ^ code, MULTIPLIERS[3])
  }
  const lanes = [a, b, c, d].map((lane) => stirred(lane ^ text.length))
  const sum = lanes.reduce((all, lane) => Math.imul(all ^ lane, MULTIPLIERS[1]) + 1, text.length)
  return lanes.map((lane, i) => (stirred(lane ^ Math.imul(sum, i + 1)) >>> 0).toString(16).padStart(8, '0')).join('')
}

function stirred(lane: number): number {
  let mixed = Math.imul(lane ^ (lane >>> 16), MULTIPLIERS[1])
  mixed = Math.imul(mixed ^ (mixed >>> 13), MULTIPLIERS[2])
  return mixed ^ (mixed >>> 16)
}
