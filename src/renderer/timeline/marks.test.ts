import { describe, expect, test } from 'vitest'
import { beat, line } from '../store/tiny.fixture'
import { fitScale, PAD, visible } from './geometry'
import { bars, shapeOf, ticks } from './marks'

const WIDTH = 1000
const view = { perBeat: 10, left: 100 }
const many = line('a', 0, 20_000)

test('beats are shaped by what they were; a commit of somebody else has a shape of its own', () => {
  const shapes = ['open_scene', 'narrate', 'speak', 'call_on', 'attack'].map((action) => shapeOf({ kind: 'play', action }))
  const others = (['edit', 'import', 'foreign'] as const).map((kind) => shapeOf({ kind, action: 'edit' }))
  expect([...shapes, ...others]).toEqual(['scene', 'story', 'talk', 'small', 'act', 'edit', 'edit', 'foreign'])
})

test('of a long track only the beats in sight are drawn', () => {
  const { from, to } = visible(view, WIDTH)
  expect(ticks(many, view, WIDTH).map(({ mark }) => mark.n)).toEqual(Array.from({ length: to - from + 1 }, (_, i) => from + i))
})

describe('bars', () => {
  const far = { perBeat: fitScale(20_001, WIDTH), left: 0 }
  test('hold every beat of the track once, none narrower than two pixels but the last', () => {
    const drawn = bars(many, far, WIDTH)
    expect(drawn.reduce((sum, { count }) => sum + count, 0)).toBe(20_001)
    expect(drawn.length).toBeLessThanOrEqual(WIDTH / 2)
    expect(drawn.slice(0, -1).every(({ width }) => width >= 2)).toBe(true)
  })
  test('say whose beats they are, and stand taller where more happened', () => {
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
  test('begin at the same beats however the window moves, so that they stand still', () => {
    const size = 2 / 0.25
    for (const left of [4_000, 4_003, 4_007.5]) {
      const starts = bars(many, { perBeat: 0.25, left }, WIDTH).map(({ x }) => (x - PAD.left) / 0.25 + left)
      expect(starts.every((start) => start % size === 0)).toBe(true)
    }
  })
})
