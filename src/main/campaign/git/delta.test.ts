import { expect, it } from 'vitest'
import { applyDelta, encodeDelta } from './delta'

/** A fixed sequence of integers below a bound. */
function stream(seed: number): (bound: number) => number {
  let at = seed
  return (bound) => {
    at = (Math.imul(at, 1_103_515_245) + 12_345) >>> 0
    return (at >>> 8) % bound
  }
}

const bytes = (size: number, next: (bound: number) => number): Buffer => Buffer.from(Array.from({ length: size }, () => next(256)))

it('applying the delta of two contents to the first gives the second', () => {
  const next = stream(7)
  for (let round = 0; round < 400; round++) {
    const base = bytes(next(3) === 0 ? next(40) : next(5000), next)
    const cuts = Array.from({ length: next(6) }, () => next(base.length + 1)).sort((a, b) => a - b)
    const parts = [0, ...cuts].map((from, i) => base.subarray(from, cuts[i] ?? base.length))
    const target = Buffer.concat(parts.flatMap((part) => (next(3) === 0 ? [bytes(next(200), next)] : next(4) === 0 ? [part, part] : [part])))
    expect(applyDelta(base, encodeDelta(base, target))?.equals(target)).toBe(true)
  }
})

it('a delta copies unchanged parts, however far they moved', () => {
  const next = stream(8)
  const [one, two, three] = [bytes(90_000, next), bytes(70_000, next), bytes(300, next)]
  const delta = encodeDelta(Buffer.concat([one, two]), Buffer.concat([three, two, three, one]))
  expect(applyDelta(Buffer.concat([one, two]), delta)?.equals(Buffer.concat([three, two, three, one]))).toBe(true)
  expect(delta.length).toBeLessThan(700)
  expect(encodeDelta(one, Buffer.concat([one, three])).length).toBeLessThan(330)
})
