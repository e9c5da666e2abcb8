import type { ArrowObject, ArrowValue } from '../document'
import { isNodeType, type NodeType } from '../node-types'
import { refusal } from '../refuse'
import { condition, generator, randomizer, referred, sequencer, variableUpdate, type Converter } from './convert-logic'
import { chain, single, type Expansion, type Workbench } from './expansion'
import { isRecord, Members, toInteger, toValue, type FunctionArguments } from './members'
import { refer } from './refer'

/** The given members, without those that are undefined. */
const set = (members: Readonly<Record<string, ArrowValue | undefined>>): ArrowObject =>
  Object.fromEntries(Object.entries(members).filter((member): member is [string, ArrowValue] => member[1] !== undefined))

function notBlank(texts: string[] | undefined, what: string): string[] | undefined {
  if (texts && (texts.length === 0 || texts.some((text) => text.trim() === ''))) {
    throw refusal('TYPE_MISMATCH', `“${what}” must hold at least one text, and none may be empty.`)
  }
  return texts
}

/** Eight hex digits (red, green, blue, opacity) from six or eight, with or without `#`. */
function boxColor(color: string | undefined): string | undefined {
  if (color === undefined) return undefined
  const digits = /^#?([\da-f]{6}(?:[\da-f]{2})?)$/i.exec(color.trim())?.[1]?.toLowerCase()
  if (digits === undefined)
    throw refusal('TYPE_MISMATCH', `“${color.slice(0, 40)}” is no colour. Write six or eight hexadecimal digits, such as #FF5733.`)
  return digits.padEnd(8, 'f')
}

const shown = (given: Members): Readonly<Record<string, ArrowValue | undefined>> => ({
  brief: given.integer('brief'),
  auto: given.flag('auto_play', 'auto'),
  clear: given.flag('clear')
})

const content: Converter = (_, given, current) =>
  single('content', { ...current, ...set({ title: given.text('title'), content: given.text('content', 'text'), ...shown(given) }) })

const monolog: Converter = (bench, given, current) =>
  single('monolog', {
    ...current,
    character: referred(bench, given, current, 'character'),
    ...set({ monolog: given.text('text', 'monolog', 'content', 'line'), ...shown(given) })
  })

const dialog: Converter = (bench, given, current) => {
  const lines = notBlank(given.texts('lines', 'text', 'line'), 'lines')
  // An assistant's new dialog waits for the player; in files, a missing flag means a random line.
  const playable = given.flag('playable') ?? (Object.hasOwn(current, 'lines') ? undefined : true)
  return single('dialog', { ...current, character: referred(bench, given, current, 'character'), ...set({ lines, playable }) })
}

const interaction: Converter = (_, given, current) =>
  single('interaction', { ...current, ...set({ actions: notBlank(given.texts('actions', 'options', 'choices'), 'actions') }) })

const hub: Converter = (_, given, current) => {
  const options = notBlank(given.texts('options', 'choices', 'actions'), 'options')
  if (options)
    return single('interaction', { actions: options }, { remember: true, note: 'Arrow’s hub only joins lines, so choices became an interaction.' })
  const slots = given.integer('slots', 'inputs')
  return single('hub', { ...current, ...set({ slots }) })
}

const jump: Converter = (bench, given, current) => {
  const reason = given.text('reason')
  const value = given.take('target', 'target_id', 'target_node_id', 'node_id')
  if (value === undefined || value === -1) return single('jump', { ...current, ...set({ target: value, reason }) })
  return single('jump', { ...current, target: jumpTarget(bench, value), ...set({ reason }) })
}

function jumpTarget(bench: Workbench, value: unknown): number {
  if (!isRecord(value)) return refer(bench, 'nodes', value)
  const { type } = value
  const id = value['id'] ?? value['node_id'] ?? value['scene_id'] ?? value['marker_id'] ?? value
  if (type === 'scene') return bench.document.resources.scenes.get(refer(bench, 'scenes', id))?.entry ?? -1
  const label = value['label'] ?? (type === 'marker' && typeof id === 'string' && !/^\d+$/.test(id) ? id : undefined)
  if (type === 'marker' && typeof label === 'string') return markerAt(bench, label)
  const target = refer(bench, 'nodes', id)
  if (type === 'marker' && bench.document.resources.nodes.get(target)?.type !== 'marker') {
    throw refusal('INVALID_NODE_ID', `Node ${target} is not a marker. Give the id of a marker, or the type “node”.`, { id: target })
  }
  return target
}

function markerAt(bench: Workbench, label: string): number {
  const markers = [...bench.document.resources.nodes].filter(
    ([, node]) => node.type === 'marker' && (node.data['label'] === label || node.name === label)
  )
  if (markers.length !== 1 || !markers[0]) {
    throw refusal(
      'INVALID_NODE_ID',
      `${markers.length === 0 ? 'No marker' : 'More than one marker'} is called “${label.slice(0, 80)}”. Give the id of one.`
    )
  }
  return markers[0][0]
}

const TAG_EDITS = ['inset', 'reset', 'overset', 'outset', 'unset']
const ACTIONS: Readonly<Record<string, number>> = { set: 2, remove: 4, add: 0, update: 1, delete: 4 }

const tagEdit: Converter = (bench, given, current) => {
  const character = referred(bench, given, current, 'character')
  const real = given.take('edit')
  if (Array.isArray(real)) return single('tag_edit', { character, edit: toValue(real, 'edit', given.notes) })
  const operations = given.take('operations') ?? (given.has('action', 'key') ? [given.given] : undefined)
  given.take('action', 'key', 'value')
  if (operations === undefined) return single('tag_edit', { ...current, character })
  if (!Array.isArray(operations) || operations.length === 0)
    throw refusal('TYPE_MISMATCH', '“operations” must be a list of at least one change of a tag.')
  const nodes = operations.map((operation: unknown) => {
    const one = new Members(isRecord(operation) ? operation : {}, given.notes)
    const action = one.text('action') ?? 'set'
    const method = ACTIONS[action] ?? TAG_EDITS.indexOf(action)
    const key = one.text('key', 'tag') ?? ''
    if (method < 0) throw refusal('TYPE_MISMATCH', `“${action}” is no change of a tag: choose set or remove.`)
    if (key === '') throw refusal('TYPE_MISMATCH', 'Each change of a tag needs a “key”.')
    return { type: 'tag_edit' as const, data: { character, edit: [method, key, one.text('value') ?? ''] } }
  })
  return chain(nodes, `${nodes.length} changes became ${nodes.length} nodes, because each changes one tag.`)
}

const tagMatch: Converter = (bench, given, current) => {
  const character = referred(bench, given, current, 'character')
  const match = given.record('match')
  if (!match) {
    const patterns = given.texts('patterns')
    return single('tag_match', { ...current, character, ...set({ tag_key: given.text('tag_key', 'key'), patterns, regex: given.flag('regex') }) })
  }
  const one = new Members(match, given.notes)
  const key = one.text('key') ?? ''
  const kind = one.text('type') ?? 'has_key'
  const value = one.text('value')
  if (key === '') throw refusal('TYPE_MISMATCH', 'A match needs the “key” of a tag.')
  if (kind !== 'has_key' && kind !== 'equals' && kind !== 'not_equals')
    throw refusal('TYPE_MISMATCH', `“${kind}” is no match: choose has_key, equals or not_equals.`)
  if (kind !== 'has_key' && value === undefined) throw refusal('TYPE_MISMATCH', `A match of the type ${kind} needs a “value”.`)
  const data = { character, pass: [1, [[key, kind === 'has_key' ? null : (value ?? null)]]] }
  return single('tag_pass', data, {
    remember: true,
    negated: kind === 'not_equals',
    note: 'Arrow’s tag_match has no second output for “no match”, so a tag_pass checks this.'
  })
}

const tagPass: Converter = (bench, given, current) => {
  const character = referred(bench, given, current, 'character')
  const real = given.take('pass')
  if (Array.isArray(real)) return single('tag_pass', { character, pass: toValue(real, 'pass', given.notes) })
  const now = Array.isArray(current['pass']) ? (current['pass'] as readonly ArrowValue[]) : [1, [['', null]]]
  const method = given.text('method')
  if (method !== undefined && method !== 'any' && method !== 'all') throw refusal('TYPE_MISMATCH', `“${method}” is no method: choose any or all.`)
  const conditions = given.take('conditions', 'checks')
  if (conditions !== undefined && (!Array.isArray(conditions) || conditions.length === 0))
    throw refusal('TYPE_MISMATCH', '“conditions” must be a list of at least one tag.')
  const checks = conditions?.map((one: unknown) => {
    const check = new Members(isRecord(one) ? one : {}, given.notes)
    const key = check.text('key', 'tag') ?? ''
    if (key === '') throw refusal('TYPE_MISMATCH', 'Each condition needs the “key” of a tag.')
    return [key, check.text('value') ?? null]
  })
  return single('tag_pass', { character, pass: [method === undefined ? (now[0] ?? 1) : method === 'any' ? 0 : 1, checks ?? now[1] ?? []] })
}

const INPUT_TYPES: Readonly<Record<string, 'str' | 'num' | 'bool'>> = {
  text: 'str',
  string: 'str',
  str: 'str',
  number: 'num',
  num: 'num',
  bool: 'bool',
  boolean: 'bool'
}
const CUSTOM: Readonly<Record<'str' | 'num' | 'bool', readonly ArrowValue[]>> = { str: ['', '', ''], num: [-100, 100, 1, 0], bool: ['', '', false] }

const userInput: Converter = (bench, given, current) => {
  const variable = referred(bench, given, current, 'variable')
  const type = bench.document.resources.variables.get(variable)?.type
  const wanted = given.text('input_type')
  const kind = wanted === undefined ? type : INPUT_TYPES[wanted]
  if (wanted !== undefined && !kind) throw refusal('TYPE_MISMATCH', `“${wanted}” is no type of input: choose text, number or bool.`)
  if (type && kind !== type) throw refusal('TYPE_MISMATCH', `The input is “${String(wanted)}”, but variable ${variable} is of the type ${type}.`)
  const custom = given.take('custom')
  const shape = isRecord(custom)
    ? customOf(new Members(custom, given.notes), kind)
    : Array.isArray(custom)
      ? toValue(custom, 'custom', given.notes)
      : undefined
  const fresh = kind && !(Array.isArray(current['custom']) && wanted === undefined) ? CUSTOM[kind] : undefined
  return single('user_input', {
    ...current,
    variable,
    ...set({ prompt: given.text('prompt'), custom: shape ?? (given.has('input_type') || !Object.hasOwn(current, 'custom') ? fresh : undefined) })
  })
}

function customOf(given: Members, kind: 'str' | 'num' | 'bool' | undefined): ArrowValue {
  if (kind === 'num')
    return [given.integer('min') ?? -100, given.integer('max') ?? 100, given.integer('step') ?? 1, given.integer('value', 'default') ?? 0]
  if (kind === 'bool')
    return [given.text('negative', 'false') ?? '', given.text('positive', 'true') ?? '', given.flag('preset_state', 'default') ?? false]
  return [given.text('pattern') ?? '', given.text('default', 'value') ?? '', given.text('extra', 'placeholder') ?? '']
}

const CONVERTERS: Readonly<Record<NodeType, Converter>> = {
  content,
  dialog,
  monolog,
  interaction,
  hub,
  jump,
  condition,
  variable_update: variableUpdate,
  generator,
  randomizer,
  sequencer,
  tag_edit: tagEdit,
  tag_match: tagMatch,
  tag_pass: tagPass,
  user_input: userInput,
  macro_use: (bench, given, current) => {
    const macro = given.take('macro', 'macro_id', 'scene_id')
    return single('macro_use', { ...current, ...set({ macro: macro === undefined ? undefined : macro === -1 ? -1 : refer(bench, 'scenes', macro) }) })
  },
  marker: (_, given, current) =>
    single('marker', { ...current, ...set({ label: given.text('label', 'text', 'title'), color: boxColor(given.text('color')) }) }),
  entry: (_, given, current) => single('entry', { ...current, ...set({ plaque: given.text('label', 'plaque', 'title') }) }),
  frame: (_, given, current) => {
    const size = given.take('size', 'rect')
    const rect = Array.isArray(size) && size.length === 2 ? size.map((n) => Math.max(128, toInteger(n, 'rect', given.notes))) : undefined
    return single('frame', { ...current, ...set({ label: given.text('title', 'label'), color: boxColor(given.text('color')), rect }) })
  }
}

/** The type of a node as callers spell it. Throws a refusal (`INVALID_NODE_TYPE`). */
export function nodeType(spelled: string): NodeType {
  const type = spelled
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/g, '_')
    .replace(/_node$/, '')
  const known = type === 'monologue' ? 'monolog' : type === 'dialogue' ? 'dialog' : type
  if (!isNodeType(known))
    throw refusal('INVALID_NODE_TYPE', `“${spelled.slice(0, 40)}” is no type of node. Use one of ${Object.keys(CONVERTERS).join(', ')}.`)
  return known
}

/** Converts a caller's data to the real form. `current` is the data of the node to change; members that aren't given keep its values. */
export function convert(
  bench: Workbench,
  type: NodeType,
  data: FunctionArguments,
  current: ArrowObject = {}
): Expansion & { readonly ignored: readonly string[]; readonly notes: readonly string[] } {
  const given = new Members(data, [])
  const rect = type === 'frame' ? undefined : given.take('rect')
  const expansion = CONVERTERS[type](bench, given, current)
  const [first, ...others] = expansion.nodes
  const sized =
    first && Array.isArray(rect) ? [{ ...first, data: { ...first.data, rect: toValue(rect, 'rect', given.notes) } }, ...others] : expansion.nodes
  return { ...expansion, nodes: sized, ignored: given.ignored(), notes: given.notes }
}
