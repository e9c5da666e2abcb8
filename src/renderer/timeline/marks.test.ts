import { describe, expect, it } from 'vitest'
import { beat, line } from '../store/tiny.fixture'
import { fitScale, PAD, visible } from './geometry'
import { bars, shapeOf, ticks } from './marks'

const WIDTH = 1000
const view = { perBeat: 10, left: 100 }
const many = line('a', 0, 20_000)

it('shapes marks by action, with one shape for external commits', () => {
  const shapes = ['open_scene', 'narrate', 'speak', 'call_on', 'attack'].map((action) => shapeOf({ kind: 'play', action }))
  const others = (['edit', 'import', 'foreign'] as const).map((kind) => shapeOf({ kind, action: 'edit' }))
  expect([...shapes, ...others]).toEqual(['scene', 'story', 'talk', 'small', 'act', 'edit', 'edit', 'foreign'])
})

it('draws only the visible beats of a long track', () => {
  const { from, to } = visible(view, WIDTH)
  expect(ticks(many, view, WIDTH).map(({ mark }) => mark.n)).toEqual(Array.from({ length: to - from + 1 }, (_, i) => from + i))
})

describe('bars', () => {
  const far = { perBeat: fitScale(20_001, WIDTH), left: 0 }
  it('contain every beat once and are at least two pixels wide except the last', () => {
    const drawn = bars(many, far, WIDTH)
    expect(drawn.reduce((sum, { count }) => sum + count, 0)).toBe(20_001)
    expect(drawn.length).toBeLessThanOrEqual(WIDTH / 2)
    expect(drawn.slice(0, -1).every(({ width }) => width >= 2)).toBe(true)
  })
  it('show who made the beats, and are taller where more happened', () => {
    const mixed = [beat('a0', 0), beat('a1', 1, 'a0', { actor: 'Wren', action: 'attack' }), beat('a2', 2, 'a1', { as: 'Hask', action: 'open_scene' })]
    const [bar] = bars(mixed, { perBeat: 0.5, left: 0 }, WIDTH)
    expect([[...(bar?.shares ?? [])], bar?.count]).toEqual([
      [
        ['DM', 1],
        ['Wren', 1],
        ['Hask', 1]
      ],
      3
    ])
    expect(bars(mixed.slice(1), { perBeat: 0.5, left: 0 }, WIDTH)[0]?.weight).toBeGreaterThan(bars(mixed.slice(0, 1), far, WIDTH)[0]?.weight ?? 1)
  })
  it('begin at the same beats wherever the window is', () => {
    const size = 2 / 0.25
    for (const left of [4_000, 4_003, 4_007.5]) {
      const starts = bars(many, { perBeat: 0.25, left }, WIDTH).map(({ x }) => (x - PAD.left) / 0.25 + left)
      expect(starts.every((start) => start % size === 0)).toBe(true)
    }
  })
})
