import { describe, expect, it } from 'vitest'
import type { DrawnItem, Drawing } from './drawing'
import { drawFlow, flowHeight } from './flow-drawing'
import { drawMap, type MapMarkOf } from './map-drawing'
import type { Flow, LabMap, LabMark } from './report'
import { shareOf } from './statistics'

/** A flow of columns of steps with their numbers of 100 sessions, and links between their indexes. */
function flow(columns: readonly (readonly [string, number])[][], links: readonly (readonly [number, number, number])[]): Flow {
  const mark: LabMark = { kind: 'step', of: 'scenes', n: 1, at: { ids: ['x'] } }
  return {
    of: 'scenes',
    steps: columns.flatMap((column, i) => column.map(([label, n]) => ({ kind: 'one' as const, column: i + 1, label, share: shareOf(n, 100), mark }))),
    links: links.map(([from, to, n]) => ({ from, to, label: `${from} → ${to}`, share: shareOf(n, 100), mark }))
  }
}
const linesOf = ({ items }: Drawing): string[][] => items.flatMap(({ words }) => (words ? [[...words.lines]] : []))
const at = ({ shapes }: DrawnItem): Readonly<Record<string, string | number>> => shapes[0]?.at ?? {}

describe('the drawing of a flow', () => {
  const name = 'A very long name of a place somewhere in the hills'
  const two = flow(
    [
      [
        [name, 50],
        [name, 50]
      ],
      [['End', 100]]
    ],
    [
      [0, 2, 50],
      [1, 2, 50]
    ]
  )

  it('has bars and bands as high as their sessions, and shortens labels that have no room', () => {
    const drawing = drawFlow(two, 300)
    const long = ['A very long name of a', expect.stringMatching(/^place .*…$/)]
    expect(linesOf(drawing)).toEqual([['Scene 1'], ['Scene 2'], long, long, ['End']])
    const marked = drawing.items.filter(({ mark }) => mark)
    const [band, , one, other, end] = marked.map((item) => Number(at(item)['height'] ?? at(item)['strokeWidth']))
    expect([band, other, (end ?? 0) / 2]).toEqual([one, one, one].map((height) => expect.closeTo(height ?? 0)))
    expect(drawing.height).toBe(flowHeight(two))
    expect(marked.map(({ mark }) => mark?.words).slice(0, 3)).toEqual(['Scene 1: 0 → 2', 'Scene 1: 1 → 2', `Scene 1: ${name}`])
  })

  it('is wider than asked for if its columns would have no room', () => {
    const columns = Array.from({ length: 8 }, (): [string, number][] => [['inn', 100]])
    const drawing = drawFlow(
      flow(
        columns,
        columns.slice(1).map((_, i) => [i, i + 1, 100] as const)
      ),
      300
    )
    expect(linesOf(drawing).slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => [`Scene ${n}`]))
    expect(drawing.width).toBeGreaterThan(800)
    expect(Math.max(...drawing.items.map((item) => Number(at(item)['x'] ?? 0)))).toBeLessThan(drawing.width)
  })
})

describe('the drawing of a map', () => {
  const place = (id: string, x: number, y: number, visited = true): LabMap['places'][number] => ({ place: id, name: `The ${id}`, x, y, visited })
  const map: LabMap = { places: [place('inn', 0, 0), place('cave', 900, 300), place('hill', 400, 0, false)], journeys: [{ from: 'inn', to: 'cave' }] }
  const mark = (of: string, n: number, ink: MapMarkOf['ink'] = 'bad'): MapMarkOf => ({
    place: of,
    ink,
    share: shareOf(n, 100),
    mark: { kind: 'outcome', of: 'dead', place: of },
    words: `Died at ${of}`
  })

  it('has circles whose areas are as their sessions, in a row at their place', () => {
    const { items, width, height } = drawMap(map, [mark('cave', 80), mark('cave', 20, 'past'), mark('inn', 80)], 500)
    const circles = items.filter(({ mark: of }) => of)
    expect(circles.map((item) => [item.mark?.words, at(item)['r']])).toEqual([
      ['Died at inn', 22],
      ['Died at cave', 22],
      ['Died at cave', 11]
    ])
    const [, many, few] = circles.map((item) => Number(at(item)['cx']))
    expect((few ?? 0) - (many ?? 0)).toBeCloseTo(33)
    for (const item of circles) {
      expect(Number(at(item)['cx'])).toBeGreaterThan(0)
      expect(Number(at(item)['cx'])).toBeLessThan(width)
      expect(Number(at(item)['cy'])).toBeLessThan(height)
    }
  })

  it('names each place once, and leaves a name out where others stand', () => {
    expect(linesOf(drawMap(map, [], 500))).toEqual([['The inn'], ['The cave'], ['The hill']])
    const crowd = { places: Array.from({ length: 50 }, (_, i) => place(`p${i}`, i, 0)), journeys: [] }
    const named = linesOf(drawMap(crowd, [], 300)).length
    expect(named).toBeGreaterThan(0)
    expect(named).toBeLessThan(50)
  })

  it('leaves out marks of places that it doesn’t have, and may have one place or none', () => {
    expect(drawMap(map, [mark('gone', 5)], 500).items.filter(({ mark: of }) => of)).toEqual([])
    expect(linesOf(drawMap({ places: [place('inn', 7, 7)], journeys: [] }, [], 300))).toEqual([['The inn']])
    const { items, height } = drawMap({ places: [], journeys: [] }, [mark('inn', 1)], 300)
    expect(items.every((item) => !item.mark)).toBe(true)
    expect(height).toBeGreaterThan(0)
  })
})
