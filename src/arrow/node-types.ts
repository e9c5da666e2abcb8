import type { ArrowNode, ArrowObject, ArrowValue } from './document'

/** The 19 node types of Arrow 3.1. A document may hold others: they are kept as they are, drawn as a plain box, and never played. */
export const NODE_TYPES = [
  'content',
  'dialog',
  'monolog',
  'interaction',
  'user_input',
  'condition',
  'variable_update',
  'generator',
  'randomizer',
  'sequencer',
  'hub',
  'jump',
  'macro_use',
  'marker',
  'entry',
  'frame',
  'tag_edit',
  'tag_match',
  'tag_pass'
] as const
export type NodeType = (typeof NODE_TYPES)[number]

/** The common properties of a type's nodes. `lists` names the member of `data` whose items are the output slots. */
export interface NodeTypeFacts {
  /** The data of a new node. Members missing from a file have these values too. */
  readonly defaults: ArrowObject
  /** Members that a file leaves out while they have their default. */
  readonly optional: readonly string[]
  /** Input slots: a number, or 'slots' for the number in `data.slots`. */
  readonly inputs: number | 'slots'
  /** Output slots: a number, 'slots', or the member of `data` that lists them. */
  readonly outputs: number | 'slots' | 'lines' | 'actions' | 'patterns'
  /** Members of `data` whose texts expose variables and tags: `{name}`, `{character.tag}`. */
  readonly exposes: readonly string[]
  /** Members of `data` that hold the id of another resource. */
  readonly refers: { readonly [member: string]: 'variables' | 'characters' | 'nodes' | 'scenes' }
}

const fixed = (inputs: number, outputs: number): Pick<NodeTypeFacts, 'inputs' | 'outputs'> => ({ inputs, outputs })
const plain = { optional: [], exposes: [], refers: {} } as const

/** The facts of each type. Slots, defaults and exposures are those of Arrow 3.1; a condition and a tag_pass leave by 0 for false and by 1 for true. */
export const NODE_TYPE_FACTS: Readonly<Record<NodeType, NodeTypeFacts>> = {
  content: {
    ...fixed(1, 1),
    defaults: { title: '', content: '', brief: 0, auto: false, clear: false },
    optional: ['title', 'content', 'brief', 'auto', 'clear'],
    exposes: ['title', 'content', 'brief'],
    refers: {}
  },
  dialog: {
    inputs: 1,
    outputs: 'lines',
    defaults: { character: -1, lines: ['Hey there!'], playable: false },
    optional: ['playable'],
    exposes: ['lines'],
    refers: { character: 'characters' }
  },
  monolog: {
    ...fixed(1, 1),
    defaults: { character: -1, monolog: '', brief: 0, auto: false, clear: false },
    optional: ['brief', 'auto', 'clear'],
    exposes: ['monolog'],
    refers: { character: 'characters' }
  },
  interaction: { ...plain, inputs: 1, outputs: 'actions', defaults: { actions: ['Go ahead!'] }, exposes: ['actions'] },
  user_input: {
    ...plain,
    ...fixed(1, 1),
    defaults: { prompt: '', variable: -1, custom: [] },
    exposes: ['prompt'],
    refers: { variable: 'variables' }
  },
  condition: { ...plain, ...fixed(1, 2), defaults: { variable: -1, operator: 'eq', with: [0, null] }, refers: { variable: 'variables' } },
  variable_update: { ...plain, ...fixed(1, 1), defaults: { variable: -1, operator: 'set', with: [0, null] }, refers: { variable: 'variables' } },
  generator: { ...plain, ...fixed(1, 1), defaults: { variable: -1, method: 'rnbln' }, refers: { variable: 'variables' } },
  randomizer: { ...plain, inputs: 1, outputs: 'slots', defaults: { slots: 2 } },
  sequencer: { ...plain, inputs: 1, outputs: 'slots', defaults: { slots: 2 } },
  hub: { ...plain, inputs: 'slots', outputs: 1, defaults: { slots: 2 } },
  jump: { ...plain, ...fixed(1, 0), defaults: { target: -1, reason: '' }, refers: { target: 'nodes' } },
  macro_use: { ...plain, ...fixed(1, 1), defaults: { macro: -1 }, refers: { macro: 'scenes' } },
  marker: { ...plain, ...fixed(1, 1), defaults: { label: '', color: 'ffffffff' } },
  entry: { ...plain, ...fixed(0, 1), defaults: { plaque: '' } },
  frame: { ...plain, ...fixed(0, 0), defaults: { label: '', color: 'ffffffff', rect: [128, 128] } },
  tag_edit: { ...plain, ...fixed(1, 1), defaults: { character: -1, edit: [1, '', ''] }, refers: { character: 'characters' } },
  tag_match: {
    ...plain,
    inputs: 1,
    outputs: 'patterns',
    defaults: { character: -1, tag_key: '', patterns: [''], regex: false },
    optional: ['regex'],
    refers: { character: 'characters' }
  },
  tag_pass: { ...plain, ...fixed(1, 2), defaults: { character: -1, pass: [1, [['', null]]] }, refers: { character: 'characters' } }
}

export const isNodeType = (type: string): type is NodeType => Object.hasOwn(NODE_TYPE_FACTS, type)

/** Returns a member of a node's data, or its default. */
export function dataOf(node: ArrowNode, member: string): ArrowValue | undefined {
  if (Object.hasOwn(node.data, member)) return node.data[member]
  return isNodeType(node.type) ? NODE_TYPE_FACTS[node.type].defaults[member] : undefined
}

/** A value of a document as a list; empty for anything else. */
export const listOf = (value: ArrowValue | undefined): readonly ArrowValue[] => (Array.isArray(value) ? (value as readonly ArrowValue[]) : [])
/** A value of a document as a text; empty for anything else. */
export const textOf = (value: ArrowValue | undefined): string => (typeof value === 'string' ? value : '')

/** The numbers of a node's input and output slots; 0 for a node of an unknown type, whose slots only its connections tell. */
export function slotCounts(node: ArrowNode): { inputs: number; outputs: number } {
  if (!isNodeType(node.type)) return { inputs: 0, outputs: 0 }
  const { inputs, outputs } = NODE_TYPE_FACTS[node.type]
  return { inputs: count(node, inputs), outputs: count(node, outputs) }
}

/** Arrow allows 10 slots. More are drawn and connected, so that users can see and remove them, but not the arbitrary number that a file may state. */
const MAX_SLOTS = 100

function count(node: ArrowNode, slots: number | string): number {
  if (typeof slots === 'number') return slots
  const value = dataOf(node, slots)
  return Array.isArray(value) ? value.length : typeof value === 'number' ? Math.max(0, Math.min(MAX_SLOTS, Math.floor(value))) : 0
}
