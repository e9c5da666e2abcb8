import {
  ANONYMOUS,
  type ArrowDocument,
  type ArrowId,
  type ArrowNode,
  type ArrowValue,
  dataOf,
  type Face,
  faceOf,
  isNodeType,
  nodeWords,
  ownName,
  picturesInWords,
  type SentenceWords
} from '../../../arrow'
import type { DrawnNode } from '../../canvas/drawn'
import type { ShownChanges } from '../assistant/use-changes'
import type { SceneNode } from './scene-graph'
import { arrowTexts } from '../arrow-texts'

const t = arrowTexts.card

/** The label of a card's output slot. `quiet` marks our own words, as opposed to the story's. */
export interface CardRow {
  text: string
  quiet: boolean
  open: boolean
}

/** The contents of a node's card. */
export interface CardData {
  type: string
  label: string
  face: Face
  who?: { name: string; color: string }
  /** The node's name, if a person gave it one. */
  name?: string
  title?: string
  text?: string
  /** The placeholder for a missing text. */
  empty?: string
  words?: SentenceWords
  rows: readonly CardRow[]
  notes?: string
  flags: readonly ('auto' | 'clear' | 'random' | 'skip' | 'entry' | 'start')[]
  color?: string
  lit: 'playing' | 'played' | undefined
  finding: 'error' | 'warning' | 'hint' | undefined
  /** The share of counted plays that reached it, from 0 to 1. */
  heat: number | undefined
  /** How often the table has played the node; absent if never. */
  visits?: number
  /** The assistant's change of it. */
  change: 'added' | 'changed' | 'removed' | undefined
}

export type CardNode = DrawnNode<'card', CardData>
export type FrameNode = DrawnNode<'frame', { label: string; color: string; notes?: string; change: CardData['change'] }>
export type ArrowDrawn = CardNode | FrameNode

/** Information that is drawn in addition to the document. */
export interface Overlay {
  playing: ReadonlySet<ArrowId>
  played: ReadonlySet<ArrowId>
  findings: ReadonlyMap<ArrowId, 'error' | 'warning' | 'hint'>
  heat: ReadonlyMap<ArrowId, number>
  /** How often the table has played each node. */
  visits: ReadonlyMap<ArrowId, number>
  /** The assistant's changes that the user has neither kept nor undone yet. */
  changes: ShownChanges | undefined
}

/** The label of a node type; unknown types keep the name in the file. */
export const typeLabel = (type: string): string => (isNodeType(type) ? arrowTexts.types[type] : type === '' ? 'Unknown type' : type)

/** The card or frame of a node. */
export function drawnNode(document: ArrowDocument, sceneId: ArrowId, scene: SceneNode, overlay: Overlay): ArrowDrawn {
  const { id, arrow, node, x, y, width, height } = scene
  const at = { id, x, y, width, height, ...(scene.isRemoved && { connectable: false }) }
  const change = overlay.changes?.nodes.get(arrow)
  if (node.type === 'frame') {
    return {
      ...at,
      type: 'frame',
      layer: 0,
      data: { label: text(dataOf(node, 'label')), color: cssColor(dataOf(node, 'color')), ...notesOf(node), change },
      connectable: false
    }
  }
  const { resources, entry } = document
  const isEntry = resources.scenes.get(sceneId)?.entry === arrow
  const name = ownName(arrow, node)
  const visits = overlay.visits.get(arrow)
  const words = nodeWords(document, node)
  const flags: CardData['flags'] = [
    ...(arrow === entry ? (['start'] as const) : isEntry ? (['entry'] as const) : []),
    ...(dataOf(node, 'auto') === true ? (['auto'] as const) : []),
    ...(dataOf(node, 'clear') === true ? (['clear'] as const) : []),
    ...(node.type === 'dialog' && dataOf(node, 'playable') !== true ? (['random'] as const) : []),
    ...(scene.skip ? (['skip'] as const) : [])
  ]
  return {
    ...at,
    type: 'card',
    layer: 1,
    data: {
      type: node.type,
      label: typeLabel(node.type),
      face: faceOf(node),
      ...whoSays(document, node),
      ...(name === undefined ? {} : { name }),
      ...storyOf(node),
      ...(words ? { words } : {}),
      rows: rowsOf(scene),
      ...notesOf(node),
      flags,
      ...(node.type === 'marker' ? { color: cssColor(dataOf(node, 'color')) } : {}),
      lit: overlay.playing.has(arrow) ? 'playing' : overlay.played.has(arrow) ? 'played' : undefined,
      finding: overlay.findings.get(arrow),
      heat: overlay.heat.get(arrow),
      ...(visits === undefined ? {} : { visits }),
      change
    }
  }
}

function whoSays({ resources }: ArrowDocument, node: ArrowNode): { who?: { name: string; color: string } } {
  if (node.type !== 'dialog' && node.type !== 'monolog') return {}
  const { name, color } = resources.characters.get(Number(dataOf(node, 'character'))) ?? ANONYMOUS
  return { who: { name, color: cssColor(color) } }
}

const notesOf = ({ notes }: ArrowNode): { notes?: string } => (notes === undefined || notes === '' ? {} : { notes: text(notes) })

/** The texts of a node below its header. */
function storyOf(node: ArrowNode): Pick<CardData, 'title' | 'text' | 'empty'> {
  const said = (member: string): string => picturesInWords(node, text(dataOf(node, member)))
  switch (node.type) {
    case 'content': {
      const [title, content] = [said('title'), said('content')]
      return { ...(title ? { title } : {}), ...(content ? { text: content } : title ? {} : { empty: 'No text yet' }) }
    }
    case 'monolog':
      return said('monolog') ? { text: said('monolog') } : { empty: 'No text yet' }
    case 'user_input':
      return said('prompt') ? { text: said('prompt') } : {}
    case 'marker':
      return said('label') ? { text: said('label') } : {}
    case 'entry':
      return said('plaque') ? { text: said('plaque') } : {}
    default:
      return isNodeType(node.type) ? {} : { empty: 'Unchanged in the file' }
  }
}

const TEXT_ROWS: Readonly<Record<string, 'lines' | 'actions' | 'patterns'>> = { dialog: 'lines', interaction: 'actions', tag_match: 'patterns' }

/** The labels of a node's output slots. */
function rowsOf({ node, connected }: SceneNode): readonly CardRow[] {
  const { rows } = faceOf(node)
  const member = Object.hasOwn(TEXT_ROWS, node.type) ? TEXT_ROWS[node.type] : undefined
  const list = member === undefined ? undefined : dataOf(node, member)
  return rows.map((_, slot) => {
    const open = !connected.has(slot)
    if (member !== undefined) {
      const own = Array.isArray(list) ? text((list as readonly ArrowValue[])[slot]) : ''
      return own === '' ? { text: member === 'patterns' ? 'blank' : t.empty.line, quiet: true, open } : { text: own, quiet: false, open }
    }
    return { text: slotWords(node, slot), quiet: true, open }
  })
}

/** The output of a node in words, by its slot. */
export function slotWords(node: ArrowNode, slot: number): string {
  const member = Object.hasOwn(TEXT_ROWS, node.type) ? TEXT_ROWS[node.type] : undefined
  const list = member === undefined ? undefined : dataOf(node, member)
  if (Array.isArray(list)) return text((list as readonly ArrowValue[])[slot]) || t.empty.line
  if (node.type === 'condition' || node.type === 'tag_pass') return slot === 0 ? 'false' : slot === 1 ? 'true' : String(slot + 1)
  if (node.type === 'sequencer') return `then ${slot + 1}`
  if (node.type === 'randomizer') return `or ${slot + 1}`
  return slot === 0 ? 'next' : String(slot + 1)
}

/** The longest text in a card, in characters: more than its lines can show. A text of megabytes would take the browser seconds to lay out. */
const MAX_TEXT = 1500

const text = (value: ArrowValue | undefined): string => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : '')

/** A colour of a document (`rrggbb`, `rrggbbaa`) for the page; white for an invalid one. */
export const cssColor = (value: ArrowValue | undefined): string =>
  typeof value === 'string' && /^([0-9a-f]{6}|[0-9a-f]{8})$/i.test(value) ? `#${value}` : '#ffffff'
