import { boundsOf, inflate, type Curve } from '../../shared/geometry/shapes'
import { cutTo, wrapped } from '../../shared/map-image/fitting'
import { coloursOf, type Theme } from '../../shared/map-image/palette'
import type { MapImage, ImageShape } from '../../shared/map-image/shape'
import { svgOf } from '../../shared/map-image/svg'
import type { ArrowDocument, ArrowId, ArrowNode } from '../document'
import { FACE, faceOf, inputPoint, outputPoint } from '../face'
import { sceneRects } from '../layout/sizes'
import { spreadOf } from '../layout/spread'
import { dataOf, textOf } from '../node-types'
import { nodeWords, plainWords } from '../words'

/** An image of a scene as SVG. The same scene gives the same image. */
export const sceneImage = (document: ArrowDocument, sceneId: ArrowId, theme: Theme): string => svgOf(sceneShapes(document, sceneId), coloursOf(theme))

/** An image of a scene: its nodes with the beginnings of their texts, their connections, and its frames. */
export function sceneShapes(document: ArrowDocument, sceneId: ArrowId): MapImage {
  const scene = document.resources.scenes.get(sceneId)
  const { nodes } = document.resources
  const { boxes, frames } = scene ? sceneRects(scene, nodes, spreadOf(scene, nodes)) : { boxes: new Map(), frames: new Map() }
  const shapes: ImageShape[] = [...frames].flatMap(([id, box]): ImageShape[] => [
    { kind: 'box', box, radius: 8, fill: 'ground', edge: { colour: 'line-strong', width: 1, dash: [4, 4] } },
    {
      kind: 'words',
      at: { x: box.x + 12, y: box.y + 20 },
      text: cutTo(labelOf(document, nodes.get(id)), 12, box.width - 24),
      face: 'sans',
      size: 12,
      fill: 'ink-3'
    }
  ])
  for (const [id, { io = [] }] of scene?.map ?? [])
    for (const [from, slot, to, input] of io) {
      const [start, end, a, b] = [boxes.get(from), boxes.get(to), nodes.get(from), nodes.get(to)]
      if (from !== id || !start || !end || !a || !b) continue
      const [out, into] = [outputPoint(faceOf(a), slot), inputPoint(faceOf(b), input)]
      shapes.push(...connection({ x: start.x + out.x, y: start.y + out.y }, { x: end.x + into.x, y: end.y + into.y }))
    }
  for (const [id, box] of boxes) {
    const node = nodes.get(id)
    if (node) shapes.push(...nodeShapes(document, node, box, scene?.map.get(id)?.skip === true))
  }
  const bounds = inflate(boundsOf([...boxes.values(), ...frames.values()]), 40)
  const title = `${document.title}: ${scene?.name ?? ''}`
  return { title, bounds, ground: 'stage', shapes, unlabelled: 0 }
}

/** The minimum length of the straight part of a connection before its bend, in pixels. */
const MIN_BEND = 40

function connection(from: Curve['from'], to: Curve['to']): ImageShape[] {
  const bend = Math.max(MIN_BEND, Math.abs(to.x - from.x) / 2)
  const curve: Curve = {
    from,
    to: { x: to.x - 6, y: to.y },
    bend: [
      { x: from.x + bend, y: from.y },
      { x: to.x - bend, y: to.y }
    ]
  }
  return [
    { kind: 'line', curve, pen: { colour: 'line-strong', width: 1.5 } },
    { kind: 'patch', points: [{ x: to.x - 8, y: to.y - 4 }, to, { x: to.x - 8, y: to.y + 4 }], fill: 'ink-3' }
  ]
}

function nodeShapes(
  document: ArrowDocument,
  node: ArrowNode,
  box: { x: number; y: number; width: number; height: number },
  isSkipped: boolean
): ImageShape[] {
  const face = faceOf(node)
  const words = (text: string, y: number, size: number, more: { bold?: true; quiet?: true; serif?: true } = {}): ImageShape => ({
    kind: 'words',
    at: { x: box.x + 12, y: box.y + y },
    text: cutTo(text, size, box.width - 24),
    face: more.serif ? 'serif' : 'sans',
    size,
    ...(more.bold ? { bold: true as const } : {}),
    fill: more.quiet ? 'ink-3' : 'ink'
  })
  const dash = isSkipped ? { dash: [4, 4] } : {}
  const head = headOf(document, node)
  const text = bodyOf(document, node)
  const within = (what: string, most: number): string[] => (what === '' ? [] : wrapped(what, 12.5, box.width - 24, Math.max(1, most)))
  // A question is drawn above the variable that its answer sets.
  const asked = within(node.type === 'user_input' ? textIn(node, 'prompt') : '', face.lines - 1)
  const lines = face.lines > 0 ? [...asked, ...within(text, face.lines - asked.length)] : []
  const top = FACE.header + (face.titled ? FACE.line : 0)
  return [
    {
      kind: 'box',
      box,
      radius: 8,
      fill: 'raised',
      edge: { colour: 'line-strong', width: 1, ...dash },
      title: text === '' ? head : `${head}: ${text}`
    },
    words(head, 20, 11, { quiet: true }),
    ...(face.titled ? [words(textIn(node, 'title'), FACE.header + 13, 13, { bold: true, serif: true })] : []),
    ...lines.map((line, k) => words(line, top + 13 + k * FACE.line, 12.5, { serif: true })),
    ...face.rows.map((row, slot) => words(optionOf(node, slot), row.top + 17, 12, { serif: true }))
  ]
}

/** The heading of a node: the speaker, otherwise its type. */
function headOf({ resources }: ArrowDocument, node: ArrowNode): string {
  const character = resources.characters.get(Number(dataOf(node, 'character')))
  return character ? character.name : node.type.replaceAll('_', ' ')
}

function bodyOf(document: ArrowDocument, node: ArrowNode): string {
  const words = nodeWords(document, node)
  return words
    ? plainWords(words).replaceAll('`', '')
    : (['content', 'monolog', 'prompt', 'label', 'plaque'].map((member) => textIn(node, member)).find((one) => one !== '') ?? '')
}

const labelOf = (document: ArrowDocument, node: ArrowNode | undefined): string => (node ? bodyOf(document, node) : '')

const textIn = (node: ArrowNode, member: string): string => textOf(dataOf(node, member))

/** The label of an output: the line, the action or the pattern; otherwise its number. */
function optionOf(node: ArrowNode, slot: number): string {
  const list = [dataOf(node, 'lines'), dataOf(node, 'actions'), dataOf(node, 'patterns')].find(Array.isArray)
  const text: unknown = list?.[slot]
  if (typeof text === 'string') return text
  return node.type === 'condition' || node.type === 'tag_pass' ? (slot === 0 ? 'false' : 'true') : String(slot + 1)
}
