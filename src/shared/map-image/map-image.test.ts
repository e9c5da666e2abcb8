import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readXml, type Xml } from '../../main/campaign/map/xml'
import { state as tiny } from '../../renderer/store/tiny.fixture'
import { spotsAtOnce } from '../map/layout/at-once'
import { bigWorld, worldOf } from '../map/made.fixture'
import { containsPoint, centreOf } from '../geometry/shapes'
import type { GameState } from '../story/state'
import { drawMapImage, type ImageOptions } from './map-image'
import { coloursOf, PALETTE } from './palette'
import { type MapImage, type ImageShape, portraitsIn, withPortraits } from './shape'
import { svgOf } from './svg'

const ALL: ImageOptions = { people: true, words: true, seenOnly: false }

/** A state with this world. Wren is in the first place. */
function stateOf(places: readonly string[], journeys: readonly string[] = []): GameState {
  const state = { ...tiny(), ...worldOf(places, journeys) }
  const [first = ''] = Object.keys(state.places)
  if (state.actors['Wren']) state.actors['Wren'].location = first
  return state
}

const pictureOf = (state: GameState, manner: Partial<ImageOptions> = {}): MapImage =>
  drawMapImage('The Well', state, spotsAtOnce(state, new Map()), { ...ALL, ...manner })
const svg = (state: GameState, manner: Partial<ImageOptions> = {}): string => svgOf(pictureOf(state, manner), coloursOf('dark'))
const words = ({ shapes }: MapImage): string[] => shapes.flatMap((one) => (one.kind === 'words' ? [one.text] : []))
const titles = ({ shapes }: MapImage): string[] => shapes.flatMap((one) => ('title' in one && one.title !== undefined ? [one.title] : []))
const all = (xml: Xml): Xml[] => [xml, ...xml.children.flatMap(all)]

it('shows places with names, journeys with labels, and characters', () => {
  const image = pictureOf(stateOf(['a:home', 'b:moor'], ['a>b!wolves east', 'b>a west']))
  expect(titles(image)).toEqual(['A to B: east · 5 minutes · wolves', 'B to A: west · 5 minutes', 'A · The home', 'B · The moor', 'Wren', 'risky'])
  expect(words(image)).toEqual([
    'The home',
    'The moor',
    'A',
    'The home',
    'B',
    'The moor',
    'east · 5 minutes',
    'wolves',
    'west · 5 minutes',
    'W',
    'the party',
    'not visited yet',
    'risky'
  ])
  expect(words(pictureOf(stateOf(['a', 'b'], ['a>b']), { people: false, words: false }))).not.toContain('W')
})

it('shows portraits over the initials of those who have one, once they are read', () => {
  const image = pictureOf(stateOf(['a']), { portraits: { Wren: {}, Nobody: {} } })
  expect(portraitsIn(image)).toEqual(['Wren'])
  expect(words(image)).toContain('W')
  expect(svgOf(image, coloursOf('dark'))).not.toContain('<image')
  const portrayed = svgOf(withPortraits(image, new Map([['Wren', 'data:image/png;base64,AA']])), coloursOf('dark'))
  expect(portrayed.match(/<image [^>]*>/g)).toEqual([
    expect.stringMatching(/preserveAspectRatio="xMidYMin slice" style="clip-path: inset\(0 round [\d.]+px\)" href="data:image\/png;base64,AA">$/)
  ])
  // The name shows where the pointer is on the picture, which covers the mark.
  expect(portrayed).toMatch(/<image [^>]*><title>Wren<\/title><\/image>/)
  expect(() => readXml(portrayed)).not.toThrow()
  expect(pictureOf(stateOf(['a']), { portraits: { Wren: {} }, people: false }).shapes.some(({ kind }) => kind === 'portrait')).toBe(false)
})

it('marks a journey without return with a bar and explains it', () => {
  const bars = (state: GameState): number => pictureOf(state).shapes.filter((one) => one.kind === 'line' && one.pen.width === 2 && !one.title).length
  expect(bars(stateOf(['a', 'b'], ['a>b', 'b>a west']))).toBe(0)
  const well = stateOf(['a', 'b'], ['a>b down'])
  // One on the journey, one beside its explanation.
  expect(bars(well)).toBe(2)
  expect(words(pictureOf(well))).toContain('no way back')
})

describe('an image of what the party has seen', () => {
  const state = stateOf(['a', 'b', 'c', 'd'], ['a>b!wolves', 'b>c', 'a>d?door-open'])
  state.places['c'] = { ...state.places['c'], name: 'SECRET place', region: 'home', features: {}, inventory: {}, tags: {} }
  for (const journey of Object.values(state.journeys)) journey.difficulty = 7
  state.actors['Mole'] = { ...tiny().actors['Wren'], kind: 'npc', name: 'SECRET mole', location: 'b' } as GameState['actors'][string]
  const seen = svg(state, { seenOnly: true })
  it('an image of what the party has seen has nothing else, and no difficulties', () => {
    expect(words(pictureOf(state, { seenOnly: true }))).toContain('wolves')
    expect(seen).not.toMatch(/SECRET|difficulty|>D</)
    expect(svg(state)).toMatch(/SECRET place[^]*difficulty 7[^]*SECRET mole|difficulty 7[^]*SECRET place[^]*SECRET mole/)
  })
  it('marks no journey to an unvisited place as one without return', () => {
    expect(words(pictureOf(state, { seenOnly: true }))).not.toContain('no way back')
    const back = structuredClone(state)
    back.places['b'] = { ...back.places['b'], tags: { visited: true } } as GameState['places'][string]
    expect(words(pictureOf(back, { seenOnly: true }))).toContain('no way back')
  })
})

it('an image of a region includes the targets of its journeys, moved close if needed', () => {
  const state = stateOf(['a:home', 'b:home', 'far:moor', 'farther:moor'], ['a>b', 'b>far', 'far>farther', 'far>a'])
  const spots = new Map(Object.keys(state.places).map((id, k) => [id, { x: k < 2 ? 300 * k : 90_000, y: 200 * k }]))
  const image = drawMapImage('', state, spots, { ...ALL, region: 'home' })
  expect(titles(image).filter((one) => / · The /.test(one))).toEqual(['A · The home', 'B · The home', 'FAR · The moor'])
  expect(
    titles(image)
      .filter((one) => / to /.test(one))
      .map((one) => one.split(':')[0])
  ).toEqual(['A to B', 'B to FAR', 'FAR to A'])
  expect(image.bounds.width).toBeLessThan(1200)
  // Only this region's background and name.
  expect(words(image).filter((one) => one === 'The moor')).toHaveLength(1)
})

it('distinguishes places of one name by region and counts labels without room', () => {
  const state = stateOf(['a:home', 'b:moor', 'c:moor'], ['a>b', 'b>c'])
  for (const id of ['a', 'b']) state.places[id] = { ...state.places[id], name: 'The Gate' } as GameState['places'][string]
  const journeys = titles(pictureOf(state)).flatMap((one) => (/ to /.test(one) ? [one.split(':')[0]] : []))
  expect(journeys).toEqual(['The Gate (The home) to The Gate (The moor)', 'The Gate (The moor) to C'])
  expect(pictureOf(state).unlabelled).toBe(0)
  const crowd = { ...state, ...bigWorld(60, 4) }
  const crowded = pictureOf(crowd)
  const said = crowded.shapes.filter((shape) => shape.kind === 'box' && shape.radius === 5).length
  expect(crowded.unlabelled).toBeGreaterThan(0)
  expect(said + crowded.unlabelled).toBe(titles(crowded).filter((one) => / to /.test(one)).length)
  expect(pictureOf(crowd, { words: false }).unlabelled).toBe(0)
})

it('everything lies within the bounds, and labels cover no place', () => {
  const image = pictureOf({ ...stateOf(['a']), ...bigWorld(60, 4) })
  const boxes = image.shapes.flatMap((one) => (one.kind === 'box' ? [one] : []))
  expect(
    boxes.every(({ box }) => containsPoint(image.bounds, box) && containsPoint(image.bounds, { x: box.x + box.width, y: box.y + box.height }))
  ).toBe(true)
  const places = boxes.filter(({ title }) => title?.includes(' · The '))
  const grounds = boxes.filter((one) => one.fill === 'wings')
  expect([places.length, grounds.length > 20]).toEqual([60, true])
  expect(grounds.some((words) => places.some(({ box }) => containsPoint(box, centreOf(words.box))))).toBe(false)
})

it.each([
  ['signs of markup', `</text><script>alert(1)</script> & "quoted" 'so' ]]>`],
  ['what no XML holds', 'a\0b\u0008\ufffe\ud800c\u202e d'],
  ['a name without an end', 'W'.repeat(20_000)],
  ['other scripts', '日本語 👩‍🚀 שלום ö ł “q”'],
  ['nothing', '']
])('escapes %s in names', (_, name) => {
  const state = stateOf(['a', 'b'], ['a>b'])
  state.places['a'] = { ...state.places['a'], name } as GameState['places'][string]
  state.regions['home'] = { name }
  if (state.actors['Wren']) state.actors['Wren'].name = name
  Object.assign(Object.values(state.journeys)[0] ?? {}, { direction: name, risks: [name] })
  const text = svgOf(drawMapImage(name, state, spotsAtOnce(state, new Map()), ALL), coloursOf('light'))
  const names = new Set(all(readXml(text)).map((one) => one.name))
  expect([...names].toSorted()).toEqual(['path', 'polygon', 'rect', 'svg', 'text', 'title'])
  expect(text).not.toContain('<script')
  expect(text.length).toBeLessThan(250_000)
})

it('the same state gives the same bytes in any order of files', () => {
  const state = stateOf(['a', 'b:moor', 'c'], ['a>b', 'b>c', 'c>a', 'a>a'])
  const turned = <T>(record: Readonly<Record<string, T>>): Record<string, T> => Object.fromEntries(Object.entries(record).toReversed())
  const other = { ...state, places: turned(state.places), journeys: turned(state.journeys), regions: turned(state.regions) }
  expect(svg(other)).toBe(svg(state))
})

it('draws thousands of places in proportionate length', () => {
  const lengths = [500, 2000].map((count) => {
    const state = { ...stateOf(['a']), ...bigWorld(count, 8) }
    const image = pictureOf(state)
    expect(titles(image).filter((one) => one.includes(' · The '))).toHaveLength(count)
    return svgOf(image, coloursOf('dark')).length / count
  })
  expect(Math.abs((lengths[1] ?? 0) / (lengths[0] ?? 1) - 1)).toBeLessThan(0.2)
})

it('says that a world has no places', () => {
  const state = { ...stateOf(['a']), places: {}, journeys: {} }
  expect(words(pictureOf(state))).toEqual(['No places yet'])
  expect(words(pictureOf(stateOf(['a']), { region: 'nowhere' }))).toEqual(['No places yet'])
})

it('uses the colours of the interface', () => {
  const css = readFileSync(new URL('../../renderer/ui/tokens.css', import.meta.url), 'utf8')
  for (const look of ['dark', 'light'] as const) {
    const block = new RegExp(`:root\\[data-theme='${look}'\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? ''
    const tokens = new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]))
    expect(Object.entries(PALETTE[look]).filter(([name, value]) => tokens.get(name) !== value)).toEqual([])
  }
})

it('accepts a CSS variable as a colour', () => {
  const shape: ImageShape = {
    kind: 'patch',
    points: [
      { x: 0, y: 0.04 },
      { x: -0.01, y: 1 },
      { x: 2.25, y: 3 }
    ],
    fill: 'ink'
  }
  const text = svgOf(
    { title: 'A < B', bounds: { x: 0.5, y: 0, width: 9, height: 9 }, ground: 'wings', shapes: [shape], unlabelled: 0 },
    (name) => `var(--${name})`
  )
  expect(text.split('\n')).toEqual([
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9" role="img">',
    '<title>A &lt; B</title>',
    '<rect x="0" y="0" width="9" height="9" fill="var(--wings)"/>',
    '<polygon points="0,0 0,1 2.3,3" fill="var(--ink)"/>',
    '</svg>',
    ''
  ])
})
