import { own } from '../../shared/base/json'
import type { ArrowDocument, ArrowId, ArrowNode, ArrowScene } from '../document'
import { dataOf, isNodeType, slotCounts } from '../node-types'
import { nodeWords, plainWords } from '../words'
import { keyOf, optionsOf, type RowKind, type ScriptOutput, type ScriptRow } from './rows'

/** A row that a node determines by itself, wherever it is in the script. */
export type OwnRow = Omit<ScriptRow, 'depth' | 'inside'>

/** An output of a node, and where it leads. */
export interface Way {
  readonly slot: number
  readonly to: ArrowId | undefined
}

/** A node of a document; a blank one for an id without a node. */
export const nodeIn = ({ resources }: ArrowDocument, id: ArrowId): ArrowNode => resources.nodes.get(id) ?? { type: '', name: String(id), data: {} }

/** The target of each output of a node in its scene, in the order of a script: a condition's true output before its false one. */
export function waysOf(scene: ArrowScene, id: ArrowId, node: ArrowNode): Way[] {
  const leads = new Map<number, ArrowId>()
  for (const [from, slot, to] of scene.map.get(id)?.io ?? []) if (from === id && scene.map.has(to)) leads.set(slot, to)
  const { outputs } = slotCounts(node)
  const slots = new Set([...Array.from({ length: outputs }, (_, slot) => slot), ...leads.keys()])
  const order = node.type === 'condition' || node.type === 'tag_pass' ? [...slots].toSorted((a, b) => b - a) : [...slots].toSorted((a, b) => a - b)
  return order.map((slot) => ({ slot, to: leads.get(slot) }))
}

/** Whether the outputs of a node have rows of their own. */
export const isForked = (node: ArrowNode, ways: readonly Way[]): boolean => ways.length > 1 || optionsOf(node) !== undefined

/** All rows of a node: its own, and one for each output if it is forked. */
export function allRows(document: ArrowDocument, scene: ArrowScene, id: ArrowId): OwnRow[] {
  const node = nodeIn(document, id)
  const ways = waysOf(scene, id, node)
  const outputs = isForked(node, ways) ? ways : []
  return [...nodeRows(document, scene, id), ...outputs.map(({ slot }) => outputRow(document, scene, { node: id, slot }))]
}

const skipped = (scene: ArrowScene, id: ArrowId): { skipped?: true } => (scene.map.get(id)?.skip ? { skipped: true } : {})

/** The row of an output: an option, or a branch in words. */
export function outputRow(document: ArrowDocument, scene: ArrowScene, { node, slot }: ScriptOutput): OwnRow {
  const one = nodeIn(document, node)
  const base = { key: keyOf(node, slot), node, slot, ...skipped(scene, node) }
  const text = optionsOf(one)?.texts[slot]
  if (text === undefined) return { ...base, kind: 'branch', text: branchWords(one, slot) }
  const character = one.type === 'dialog' ? Number(dataOf(one, 'character')) : undefined
  const chance = one.type === 'dialog' && dataOf(one, 'playable') !== true
  return { ...base, kind: 'option', text, ...(character === undefined ? {} : { character }), ...(chance ? { chance } : {}) }
}

/** The rows of a node besides those of its outputs. A node with options has none. */
export function nodeRows(document: ArrowDocument, scene: ArrowScene, node: ArrowId): OwnRow[] {
  const one = nodeIn(document, node)
  const row = (kind: RowKind, text: string, more: Partial<OwnRow> = {}): OwnRow => ({
    key: keyOf(node),
    node,
    ...skipped(scene, node),
    kind,
    text,
    ...more
  })
  const textOf = (member: string): string => {
    const value = dataOf(one, member)
    return typeof value === 'string' ? value : ''
  }
  if (optionsOf(one)) return []
  switch (one.type) {
    case 'entry':
      return [row('heading', textOf('plaque'))]
    case 'content': {
      const title = textOf('title')
      return [...(title === '' ? [] : [row('title', title, { key: `${node}:title` })]), row('narration', textOf('content'))]
    }
    case 'monolog':
      return [row('line', textOf('monolog'), { character: Number(dataOf(one, 'character')) })]
    case 'dialog': {
      const lines = dataOf(one, 'lines')
      const [line] = Array.isArray(lines) ? lines : []
      return [row('line', typeof line === 'string' ? line : '', { character: Number(dataOf(one, 'character')) })]
    }
    case 'user_input':
      return [row('input', textOf('prompt'))]
    case 'jump':
      return [row('jump', textOf('reason'), { target: Number(dataOf(one, 'target')) })]
    default:
      return [row('chip', chipWords(document, one))]
  }
}

function chipWords(document: ArrowDocument, node: ArrowNode): string {
  const words = nodeWords(document, node)
  const said = words ? plainWords(words).replaceAll('`', '') : ''
  const label = dataOf(node, 'label')
  const type = own(CHIP_WORDS, node.type) ?? node.type.replaceAll('_', ' ')
  return said !== '' ? (node.type === 'macro_use' ? `${type} ${said}` : said) : typeof label === 'string' && label !== '' ? `${type}: ${label}` : type
}

/** The text of a chip for a node without words of its own. */
const CHIP_WORDS: Readonly<Record<string, string>> = {
  hub: 'Hub',
  marker: 'Marker',
  frame: 'Frame',
  macro_use: 'Play the macro',
  randomizer: 'By chance, one of these',
  sequencer: 'All of these in order'
}

function branchWords(node: ArrowNode, slot: number): string {
  if (node.type === 'condition' || node.type === 'tag_pass') return slot === 1 ? 'If so' : slot === 0 ? 'Otherwise' : `Output ${slot + 1}`
  const patterns = node.type === 'tag_match' ? dataOf(node, 'patterns') : undefined
  const pattern = Array.isArray(patterns) ? patterns[slot] : undefined
  if (typeof pattern === 'string') return pattern === '' ? '(blank)' : pattern
  return isNodeType(node.type) ? String(slot + 1) : `Output ${slot + 1}`
}
