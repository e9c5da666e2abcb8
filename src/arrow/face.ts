import type { Point } from '../shared/geometry/shapes'
import type { ArrowNode, ArrowValue } from './document'
import { picturesInWords } from './picture-words'
import { dataOf, isNodeType, slotCounts } from './node-types'
import { memoized } from '../shared/base/memoized'

/**
 * How a node is drawn in pixels: its size, where its text stands, and a row for each output slot. `inputs` are the heights of the input slots on its
 * left side; the output slots are in the middle of their rows, on its right side.
 */
export interface Face {
  readonly width: number
  readonly height: number
  readonly titled: boolean
  /** The number of text lines below the header; 0 for none. */
  readonly lines: number
  readonly rows: readonly { readonly top: number; readonly height: number }[]
  readonly inputs: readonly number[]
}

/** The measures of the drawing, in pixels. */
export const FACE = { width: 248, narrow: 168, header: 30, line: 19, row: 26, padding: 9, minSlots: 22 } as const

const NARROW: ReadonlySet<string> = new Set(['entry', 'hub', 'randomizer', 'sequencer', 'marker', 'jump', 'macro_use'])
/** The average width of a character of the story's typeface, in pixels. */
const CHARACTER_WIDTH = 6.7
const MAX_TEXT_LINES = 5
const MAX_ROW_LINES = 2
/** The range that limits widths set in other editors. */
const [MIN_WIDTH, MAX_WIDTH] = [168, 420]
const MIN_FRAME = 128

/** The member whose text a node shows below its header; nodes of other types show a sentence. */
const TEXTS: Readonly<Record<string, string>> = { content: 'content', monolog: 'monolog', user_input: 'prompt', marker: 'label', entry: 'plaque' }
/** Types that show a sentence below the header: the member that lengthens it, and the approximate length of the rest in characters. */
const SENTENCES: Readonly<Record<string, readonly [member: string, rest: number]>> = {
  condition: ['with', 22],
  variable_update: ['with', 24],
  generator: ['arguments', 32],
  tag_edit: ['edit', 30],
  tag_match: ['tag_key', 14],
  tag_pass: ['pass', 18],
  jump: ['reason', 30],
  macro_use: ['macro', 8]
}
const MAX_SENTENCE_LINES = 2

/** The drawing of a node. It depends on the node alone. */
export const faceOf = memoized(measured)

function measured(node: ArrowNode): Face {
  const [rectWidth, rectHeight] = rectOf(node) ?? []
  if (node.type === 'frame') {
    const [width, height] = [Math.max(MIN_FRAME, rectWidth ?? 0), Math.max(MIN_FRAME, rectHeight ?? 0)]
    return { width, height, titled: false, lines: 0, rows: [], inputs: [] }
  }
  const usual = NARROW.has(node.type) ? FACE.narrow : FACE.width
  const width = rectWidth === undefined ? usual : Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, usual, rectWidth))
  const perLine = Math.max(8, Math.floor((width - 24) / CHARACTER_WIDTH))
  const { inputs, outputs } = slotCounts(node)
  const titled = node.type === 'content' && dataOf(node, 'title') !== ''
  const lines = textLines(node, perLine)
  const texts = rowTexts(node)
  let top: number = FACE.header + (titled ? FACE.line : 0) + lines * FACE.line + (lines > 0 || titled ? FACE.padding : 0)
  const rows = isBare(node.type)
    ? []
    : Array.from({ length: outputs }, (_, k) => {
        const height = FACE.row + (Math.min(MAX_ROW_LINES, linesOf(texts[k], perLine - 2)) - 1) * (FACE.line - 2)
        const row = { top, height }
        top += height
        return row
      })
  const least = Math.max(top + (rows.length > 0 ? 4 : 0), FACE.header + 8, FACE.header + Math.max(inputs, outputs > 1 ? outputs : 0) * FACE.minSlots)
  return { width, height: least, titled, lines, rows, inputs: spread(inputs, least) }
}

/** Types whose only output is in the header's height, without a row of its own. */
const isBare = (type: string): boolean => !['dialog', 'interaction', 'condition', 'tag_pass', 'tag_match', 'randomizer', 'sequencer'].includes(type)

/** The positions of input slots: one beside the header, several spread over the height. */
const spread = (count: number, height: number): number[] =>
  count === 1 ? [FACE.header / 2] : Array.from({ length: count }, (_, k) => FACE.header + ((height - FACE.header) * (k + 0.5)) / count)

/** The position of an output slot, from the node's top left corner. Slots that the type doesn't have follow below. */
export const outputPoint = ({ width, rows }: Face, slot: number): Point => {
  const row = rows[slot]
  return { x: width, y: row ? row.top + row.height / 2 : FACE.header / 2 + FACE.minSlots * slot }
}

/** The position of an input slot, from the node's top left corner. */
export const inputPoint = ({ inputs }: Face, slot: number): Point => ({ x: 0, y: inputs[slot] ?? FACE.header / 2 + FACE.minSlots * slot })

function textLines(node: ArrowNode, perLine: number): number {
  const member = Object.hasOwn(TEXTS, node.type) ? TEXTS[node.type] : undefined
  if (member === undefined) return isNodeType(node.type) ? sentenceLines(node, perLine) : 1
  const value = dataOf(node, member)
  const text = typeof value === 'string' ? picturesInWords(node, value) : value
  const isStory = node.type === 'content' || node.type === 'monolog'
  const shown = Math.min(isStory ? MAX_TEXT_LINES : 2, linesOf(text, perLine))
  // An empty text is shown as empty; a content with a title may omit it.
  const least = isStory && (node.type === 'monolog' || dataOf(node, 'title') === '') ? 1 : 0
  return Math.max(least, typeof text === 'string' && text !== '' ? shown : 0) + (node.type === 'user_input' ? 1 : 0)
}

/** The estimated number of lines of the sentence that describes a node. */
function sentenceLines(node: ArrowNode, perLine: number): number {
  const [member, rest] = (Object.hasOwn(SENTENCES, node.type) ? SENTENCES[node.type] : undefined) ?? []
  if (member === undefined || rest === undefined) return 0
  return Math.min(MAX_SENTENCE_LINES, Math.ceil((rest + lengthOf(dataOf(node, member))) / perLine))
}

/** The estimated length of a value in words, in characters. */
const lengthOf = (value: ArrowValue | undefined): number =>
  Array.isArray(value)
    ? (value as readonly ArrowValue[]).reduce<number>((sum, one) => sum + lengthOf(one), 0)
    : typeof value === 'string'
      ? value.length + 2
      : 3

function linesOf(value: ArrowValue | undefined, perLine: number): number {
  if (typeof value !== 'string' || value === '') return 1
  return value
    .slice(0, 600)
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), 0)
}

/** The texts beside the output slots, where the node has them. */
function rowTexts(node: ArrowNode): readonly (ArrowValue | undefined)[] {
  const member = { dialog: 'lines', interaction: 'actions', tag_match: 'patterns' }[node.type]
  const texts = member === undefined ? undefined : dataOf(node, member)
  return Array.isArray(texts) ? texts : []
}

/** The size that a user set for a node, in pixels; undefined if none. */
function rectOf({ data }: ArrowNode): [width: number, height: number] | undefined {
  const rect = data['rect']
  if (!Array.isArray(rect)) return undefined
  const [width, height] = rect as readonly ArrowValue[]
  return typeof width === 'number' && typeof height === 'number' && width > 0 && height > 0 ? [width, height] : undefined
}
