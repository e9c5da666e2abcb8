import { expect, it } from 'vitest'
import { scaleOf } from './paint-image'

it('paints an image at twice its size or the largest size of a canvas', () => {
  expect(scaleOf({ width: 1132, height: 1159 })).toBe(2)
  for (const [width, height] of [
    [9000, 7000],
    [120_000, 90],
    [50, 1_000_000],
    [80_000, 80_000]
  ] as const) {
    const scale = scaleOf({ width, height })
    expect(scale).toBeGreaterThan(0)
    expect([width * scale <= 16_000.5, height * scale <= 16_000.5, width * height * scale ** 2 <= 40_000_001]).toEqual([true, true, true])
  }
})
