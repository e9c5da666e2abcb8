import { expect, it } from 'vitest'
import { aheadBehind, Distances } from './ahead-behind'

/** A fixed sequence of numbers from 0 to n - 1 for a seed. */
function numbers(seed: number): (n: number) => number {
  let state = seed
  return (n) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % n
  }
}

it('a count continued from a cached one equals a new count, for any two lines', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const next = numbers(seed)
    const parents: (string | undefined)[] = []
    const read = (id: string): string | undefined => parents[Number(id)]
    const distances = new Distances(read)
    for (let i = 0; i < 120; i++) {
      parents.push(i === 0 || next(40) === 0 ? undefined : String(next(3) === 0 ? next(i) : i - 1))
      for (let k = 0; k < 3; k++) {
        const [own, other] = [String(next(4) === 0 ? next(i + 1) : i), String(next(i + 1))]
        expect(distances.between(own, other), `${seed}: ${own} and ${other}`).toEqual(aheadBehind(read, own, other))
      }
    }
  }
})

it("a new beat on a line far ahead doesn't count the line again", () => {
  let reads = 0
  const distances = new Distances((id) => (reads++, id === '0' ? undefined : String(Number(id) - 1)))
  expect(distances.between('4999', '0')).toEqual({ ahead: 4999, behind: 0 })
  reads = 0
  expect(distances.between('5000', '0')).toEqual({ ahead: 5000, behind: 0 })
  expect(reads).toBeLessThan(5)
})
