import { own } from '../base/json'
import { crowdsOf } from '../map/crowd'
import { drawingOf, isShut, type MapDrawing, type Spots, type World, type Area } from '../map/drawing'
import { knownWorld, seenPlaces } from '../map/fog'
import { hereOf } from '../map/here'
import { labelLines } from '../map/journey-lines'
import { boundsOf, inflate, type Rect, containsPoint, centreOf, type Point } from '../geometry/shapes'
import type { GameState } from '../story/state'
import { widthOf, cutTo } from './fitting'
import { boxShapes, crowdShapes, type Pictured } from './place-shapes'
import type { MapImage, ImageShape, TextShape } from './shape'
import { mapImageTexts as t } from './texts'
import { lineShapes, LineLabels } from './line-shapes'
import { settled } from '../map/layout/settle'
import { PLACE } from '../map/sizes'
import { BRIDGE, groundsOf, MARGIN_RADIUS_PX } from '../map/grounds'

type ImageWorld = Pick<GameState, 'places' | 'journeys' | 'regions' | 'actors' | 'facts' | 'scene'>

/** What a map image contains. */
export interface ImageOptions {
  people: boolean
  /** The direction, duration, difficulty and risks of journeys. */
  words: boolean
  /** Only what the party has seen, and the actors that it sees, without the difficulty of journeys, which only the DM knows. */
  seenOnly: boolean
  /** Only this region and its exits. */
  region?: string
  folded?: ReadonlySet<string>
  /** The characters who have a portrait, by id; `withPortraits` adds the pictures. */
  portraits?: Pictured | undefined
}

const RIM_PX = 48

/** A state's map image with its places at these spots (`spotsAtOnce`). Equal states, equal images. Only `seenOnly` hides what the DM knows. */
export function drawMapImage(title: string, state: ImageWorld, spots: Spots, manner: ImageOptions): MapImage {
  const world: World = manner.seenOnly ? knownWorld(state) : state
  const frame = manner.region === undefined ? { world, spots } : framed(world, spots, manner.region)
  const whole = drawingOf(frame.world, frame.spots, { folded: manner.folded ?? new Set(), separate: true })
  const drawing = manner.region === undefined ? whole : { ...whole, areas: whole.areas.filter(({ id }) => id === manner.region) }
  if (drawing.boxes.length === 0) return emptyImage(title)
  const here = Object.values(state.actors).some(({ kind }) => kind === 'player') ? hereOf(state) : undefined
  const seen = seenPlaces(state)
  const signs = new Set<Sign>()
  const boxes = drawing.boxes.flatMap((box) => {
    const region = own(frame.world.regions, box.region)?.name ?? box.region
    const isHere = box.what === 'place' ? box.of === here : here !== undefined && own(state.places, here)?.region === box.of
    const visited = box.what === 'region' || seen.has(box.of)
    if (isHere) signs.add('here')
    if (!visited) signs.add('unvisited')
    return boxShapes(box, { visited, here: isHere, region })
  })
  const names = drawing.areas.map((area) => areaName(area, drawing))
  const people = peopleOf(drawing, state, manner)
  const journeyLines = linesOf(drawing, state, manner, {
    visited: (id) => seen.has(id),
    signs,
    occupied: [...drawing.boxes, ...names.map(boundsOfWords), ...people.flatMap(boundsOfBox)]
  })
  const shapes = [...groundShapes(drawing), ...journeyLines.lines, ...names, ...boxes, ...journeyLines.words, ...people]
  const bounds = framedBounds(drawing, names.map(boundsOfWords))
  const order: readonly Sign[] = ['here', 'unvisited', 'oneWay', 'risky', 'shut']
  const legend = legendShapes(
    order.filter((sign) => signs.has(sign)),
    { x: bounds.x + 24, y: bounds.y + bounds.height, width: bounds.width - 48 }
  )
  return {
    title,
    bounds: { ...bounds, height: bounds.height + (legend.height === 0 ? 0 : legend.height + 16) },
    ground: 'wings',
    shapes: [...shapes, ...legend.shapes],
    unlabelled: journeyLines.unlabelled
  }
}

const boundsOfWords = ({ at, size, text }: TextShape): Rect => ({ x: at.x, y: at.y - size, width: widthOf(text, size), height: 1.25 * size })
const boundsOfBox = (shape: ImageShape): Rect[] => (shape.kind === 'box' ? [shape.box] : [])

/** The area of everything drawn, with a margin, and large enough for the legend. */
function framedBounds(drawing: MapDrawing, names: readonly Rect[]): Rect {
  const loops = drawing.lines.flatMap(({ curve: { bend } }) => bend ?? []).map((point) => ({ ...point, width: 0, height: 0 }))
  const all = inflate(boundsOf([...drawing.boxes, ...loops, ...names]), RIM_PX)
  const lack = Math.max(0, 360 - all.width)
  return { ...all, x: all.x - lack / 2, width: all.width + lack }
}

function emptyImage(title: string): MapImage {
  const bounds = { x: 0, y: 0, width: 360, height: 140 }
  const words: ImageShape = { kind: 'words', at: { x: 180, y: 76 }, text: t.empty, face: 'serif', size: 16, middle: true, fill: 'ink-3' }
  return { title, bounds, ground: 'wings', shapes: [words], unlabelled: 0 }
}

function linesOf(
  drawing: MapDrawing,
  state: ImageWorld,
  { words, seenOnly }: ImageOptions,
  { visited, signs, occupied }: { visited: (place: string) => boolean; signs: Set<Sign>; occupied: readonly Rect[] }
): { lines: ImageShape[]; words: ImageShape[]; unlabelled: number } {
  const pairs = new Set(drawing.lines.map(({ from, to }) => `${from} ${to}`))
  const shownJourneys = seenOnly
    ? Object.fromEntries(Object.entries(state.journeys).map(([id, one]) => [id, { ...one, difficulty: 0 }]))
    : state.journeys
  const beside = new LineLabels(occupied, drawing.lines.length)
  const nameOf = calledIn(drawing, state)
  const shapes = { lines: new Array<ImageShape>(), words: new Array<ImageShape>(), unlabelled: 0 }
  for (const line of drawing.lines) {
    const oneWay = line.from !== line.to && !pairs.has(`${line.to} ${line.from}`) && (!seenOnly || visited(drawing.boxes[line.to]?.of ?? ''))
    const shut = isShut(line, state.facts)
    if (oneWay) signs.add('oneWay')
    if (shut) signs.add('shut')
    else if (line.risky) signs.add('risky')
    const lines = labelLines(line.journeys, shownJourneys)
    shapes.lines.push(...lineShapes(line, { oneWay, shut, title: t.journey(nameOf(line.from), nameOf(line.to), words ? lines.join(' · ') : '') }))
    if (!words) continue
    const written = beside.beside(line, lines)
    if (written.length === 0 && lines.length > 0) shapes.unlabelled++
    shapes.words.push(...written)
  }
  return shapes
}

/** A function for the name of a box by its number, with its region if others have the same name. */
function calledIn({ boxes }: MapDrawing, { regions }: ImageWorld): (box: number) => string {
  const times = new Map<string, number>()
  for (const { name } of boxes) times.set(name, (times.get(name) ?? 0) + 1)
  return (at) => {
    const box = boxes[at]
    if (!box) return ''
    return (times.get(box.name) ?? 0) > 1 ? t.inRegion(box.name, own(regions, box.region)?.name ?? box.region) : box.name
  }
}

function peopleOf(drawing: MapDrawing, { actors }: ImageWorld, { people, seenOnly, portraits }: ImageOptions): ImageShape[] {
  if (!people) return []
  const company = new Set(Object.values(actors).flatMap((one) => (one.kind === 'player' ? [one.location] : [])))
  const visibleActors = seenOnly ? Object.fromEntries(Object.entries(actors).filter(([, one]) => company.has(one.location))) : actors
  return [...crowdsOf(visibleActors, drawing)].flatMap(([box, ids]) =>
    drawing.boxes[box] ? crowdShapes(drawing.boxes[box], ids, actors, portraits) : []
  )
}

/** The largest distance of an outside place from its region, in pixels. Places farther away are drawn beside the start of the journey. */
const MAX_DISTANCE_PX = 320

/** The map of one region with its exits. Places outside it keep their position if they are near, otherwise they move beside the region. */
function framed(world: World, spots: Spots, region: string): { world: World; spots: Spots } {
  const inside = new Set(Object.keys(world.places).filter((id) => own(world.places, id)?.region === region))
  const leaving = Object.values(world.journeys).filter(({ from }) => inside.has(from))
  const near = new Set([...inside, ...leaving.map(({ to }) => to)])
  const places = Object.fromEntries(Object.entries(world.places).filter(([id]) => near.has(id)))
  const journeys = Object.fromEntries(
    Object.entries(world.journeys).filter(([, { from, to }]) => near.has(from) && near.has(to) && (inside.has(from) || inside.has(to)))
  )
  const part = { places, journeys, regions: world.regions }
  const sight = inflate(boundsOf([...spots].flatMap(([id, spot]) => (inside.has(id) ? [{ ...PLACE, ...spot }] : []))), MAX_DISTANCE_PX)
  const shown = [...spots].filter(([id, spot]) => inside.has(id) || (near.has(id) && containsPoint(sight, centreOf({ ...PLACE, ...spot }))))
  return { world: part, spots: settled(part, new Map(shown), new Map()) }
}

/** The background shapes of the regions: first each border, then the fills over them. */
function groundShapes(drawing: MapDrawing): ImageShape[] {
  return [...groundsOf(drawing).values()].flatMap(({ rims, bridges }) => {
    const joined = (colour: 'line' | 'ground', width: number): ImageShape[] =>
      bridges.map(([from, to]) => ({ kind: 'line', curve: { from, to }, pen: { colour, width, round: true } }))
    return [
      ...joined('line', BRIDGE.width + 2),
      ...rims.map((box): ImageShape => ({ kind: 'box', box, radius: MARGIN_RADIUS_PX, edge: { colour: 'line', width: 2 } })),
      ...joined('ground', BRIDGE.width),
      ...rims.map((box): ImageShape => ({ kind: 'box', box, radius: MARGIN_RADIUS_PX, fill: 'ground' }))
    ]
  })
}

/** A region's name above its topmost place, larger for wider regions. */
function areaName({ name, boxes: own, bounds }: Area, { boxes }: MapDrawing): TextShape {
  const top = own
    .flatMap((k) => boxes[k] ?? [])
    .reduce<Point | undefined>((best, one) => (!best || one.y < best.y || (one.y === best.y && one.x < best.x) ? one : best), undefined)
  const { x, y } = top ?? bounds
  const size = Math.round(Math.max(13, Math.min(110, bounds.width / 55)))
  const text = cutTo(name, size, Math.max(1.6 * PLACE.width, bounds.width))
  return { kind: 'words', at: { x: x - 8, y: y - 32 }, text, face: 'serif', size, bold: true, fill: 'ink-3' }
}

type Sign = 'here' | 'unvisited' | 'oneWay' | 'risky' | 'shut'

const TEXT_SIZE_PX = 11
const SAMPLE_WIDTH_PX = 34
const ROW_HEIGHT_PX = 24

/** The legend of the signs used, in rows of a given width below a point. */
function legendShapes(signs: readonly Sign[], { x, y, width }: Omit<Rect, 'height'>): { shapes: ImageShape[]; height: number } {
  const shapes: ImageShape[] = []
  let [left, row] = [x, 0]
  for (const sign of signs) {
    const wide = SAMPLE_WIDTH_PX + 8 + widthOf(t[sign], TEXT_SIZE_PX) + 22
    if (left > x && left + wide > x + width) [left, row] = [x, row + 1]
    const middle = y + ROW_HEIGHT_PX * row + ROW_HEIGHT_PX / 2
    shapes.push(...sample(sign, left, middle))
    shapes.push({
      kind: 'words',
      at: { x: left + SAMPLE_WIDTH_PX + 8, y: middle + 4 },
      text: t[sign],
      face: 'sans',
      size: TEXT_SIZE_PX,
      fill: 'ink-3'
    })
    left += wide
  }
  return { shapes, height: signs.length === 0 ? 0 : ROW_HEIGHT_PX * (row + 1) }
}

function sample(sign: Sign, x: number, middle: number): ImageShape[] {
  if (sign === 'here' || sign === 'unvisited') {
    const box = { x: x + 4, y: middle - 7, width: SAMPLE_WIDTH_PX - 8, height: 14 }
    const edge = sign === 'here' ? { colour: 'live' as const, width: 2 } : { colour: 'line-strong' as const, width: 1, dash: [3, 3] }
    return [{ kind: 'box', box, radius: 4, fill: sign === 'here' ? 'raised' : 'stage', edge }]
  }
  const curve = { from: { x, y: middle }, to: { x: x + SAMPLE_WIDTH_PX, y: middle } }
  const line = { id: '', journeys: [], from: 0, to: 0, curve, arrow: true, risky: sign === 'risky', needs: [] }
  return lineShapes(line, { oneWay: sign === 'oneWay', shut: sign === 'shut', title: t[sign] })
}
