import { isObject, applyChanges, equal, own, pointer, valueAt, type Json, type JsonObject } from '../../shared/base/json'
import { Problem } from '../../shared/base/problem'
import { INVENTORY, itemsById } from './item-list'
import { withEntries } from './yaml/entries'
import { formatBlock, formatInline, formatKey, formatYaml } from './yaml/format'
import { applied, type LayoutEntry, type LayoutMap, type LayoutNode, type TextReplacement } from './yaml/layout'
import { parseFully, parseYaml, writtenOut } from './yaml/parse'
import { scanShared } from './yaml/scan'

export { formatYaml } from './yaml/format'
export { parseYaml, parseYamlShared } from './yaml/parse'

/** A value to write at a path of keys from the file's root; undefined removes it. */
export interface FileChange {
  keys: readonly string[]
  to: Json | undefined
}

/**
 * Applies changes to YAML text and touches no other byte: unknown keys, comments, blank lines and order stay. Missing parents are created;
 * removing the last key of a map leaves `{}`; removing a missing key does nothing. A change inside an inventory that is a list writes it as a map
 * by id first. Line ends become LF. Throws Problem `bad-file` if the text
 * doesn't parse or isn't a map.
 */
export function splice(text: string, changes: readonly FileChange[]): string {
  const old = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text
  return spliceWith((source) => (source === '' ? emptyAt(source) : scanShared(source)), old, changes) ?? spliceSlowly(old, changes)
}

/** Like `splice`, but a list that stands as a block stays one: only the entries that change are written, and the comments of the others stay. */
export function spliceEntries(text: string, changes: readonly FileChange[]): string {
  let out = text.replaceAll('\r\n', '\n')
  // Changes of other values wait and are applied together. Those under different root keys don't affect one another.
  const waiting: FileChange[] = []
  for (const change of changes) {
    const next = waiting.some(({ keys }) => keys[0] === change.keys[0]) ? undefined : withList(out, change)
    if (next === undefined) waiting.push(change)
    else out = next
  }
  return waiting.length === 0 ? out : splice(out, waiting)
}

function withList(text: string, { keys, to }: FileChange): string | undefined {
  const root = Array.isArray(to) ? parseFully(text, 'this file') : undefined
  const entry = root?.kind === 'map' ? follow(root, keys)?.entry : undefined
  if (!Array.isArray(to) || !entry || !Array.isArray(entry.node.value) || text[entry.node.start] !== '-') return undefined
  const { colon, node } = entry
  const indent = node.start - (text.lastIndexOf('\n', node.start - 1) + 1)
  const [start, end] = [lineEnd(text, colon), lineEnd(text, node.end)]
  const changeMap = (source: string, before: JsonObject, after: JsonObject): string =>
    spliceEntries(source, [
      ...Object.entries(after).flatMap(([key, value]) => (equal(own(before, key), value) ? [] : [{ keys: [key], to: value }])),
      ...Object.keys(before).flatMap((key) => (Object.hasOwn(after, key) ? [] : [{ keys: [key], to: undefined }]))
    ])
  const list = withEntries(text.slice(start, end).replace(/\n$/, ''), indent, entry.node.value, to, changeMap)
  const out = list === undefined ? undefined : `${text.slice(0, start)}${list}\n${text.slice(end)}`
  return out !== undefined && equal(parseYaml(out, 'this file'), withChange(parseYaml(text, 'this file'), { keys, to })) ? out : undefined
}

/**
 * Like `splice`, with the full parser. It parses its own result. If aliases prevent a correct change, it writes them out; if comments and layout do, it
 * formats the whole file again, because a correct value matters more than a preserved comment.
 */
export function spliceSlowly(text: string, changes: readonly FileChange[]): string {
  const before = parseYaml(text, 'this file')
  if (!isObject(before) && before !== null) throw notMap()
  const expected = changes.reduce<Json>(withChange, before)
  return spliced(text, changes, expected) ?? spliced(writtenOut(text, 'this file'), changes, expected) ?? formatYaml(expected)
}

/** The text with its changes; undefined if that doesn't give the expected value, for example because an alias repeats what changes. */
function spliced(text: string, changes: readonly FileChange[], expected: Json): string | undefined {
  try {
    const out = spliceWith((source) => parseFully(source, 'this file') ?? emptyAt(source), text, changes)
    return out !== undefined && equal(parseYaml(out, 'this file'), expected) ? out : undefined
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.code !== 'bad-file') throw thrown
    return undefined
  }
}

function withChange(before: Json, { keys, to }: FileChange): Json {
  const path = pointer(keys)
  const list = keys.length > 1 && keys[0] === INVENTORY && isObject(before) ? own(before, INVENTORY) : undefined
  const root = Array.isArray(list) ? withChange(before, asItems(list)) : before
  if (to === undefined && valueAt(root, path) === undefined) return root
  return applyChanges<Json>(root, [to === undefined ? { path, op: 'remove' } : { path, op: 'update', to }])
}

/** The change that converts an inventory from a list to a map by id. */
const asItems = (list: readonly Json[]): FileChange => ({ keys: [INVENTORY], to: itemsById(list) as Json })

/** A text without content is an empty map at its end. */
const emptyAt = (text: string): LayoutMap => ({
  kind: 'map',
  block: true,
  indent: 0,
  start: text.length,
  end: text.length,
  entries: new Map(),
  value: {}
})

/** Applies changes with one reader. Returns undefined if the reader does not support the text. */
function spliceWith(read: (text: string) => LayoutNode | undefined, text: string, changes: readonly FileChange[]): string | undefined {
  let out = text
  let root: LayoutMap | undefined
  let waiting: TextReplacement[] = []
  /** Root keys of the pending edits, and how many of them are removed. */
  let touched = new Set<string>()
  let removed = 0
  const flush = () => {
    out = applied(out, waiting)
    waiting = []
    touched = new Set()
    removed = 0
    root = undefined
  }
  const steps = [...changes]
  for (let i = 0; i < steps.length; i++) {
    const { keys, to } = steps[i] as FileChange
    const target = follow((root ??= mapIn(read(out))), keys)
    const key = keys[0] ?? ''
    const list = key === INVENTORY && target?.depth === 0 && keys.length > 1 ? target.entry?.node.value : undefined
    if (Array.isArray(list) && !Array.isArray(itemsById(list))) {
      steps.splice(i--, 0, asItems(list))
      continue
    }
    const within = touched.has(key) ? undefined : mapOver(target, to)
    if (within) {
      steps.splice(i + 1, 0, ...mapChanges(within.node, keys, within.to))
      continue
    }
    // Values changed in place don't move the layout, and neither do separate whole root entries: these edits are collected and applied together.
    const canWait = target !== undefined && !touched.has(key) && (isAppended(out, target, to) || isRootEntryRemoved(target, keys, to, removed))
    if (target && waiting.length > 0 && !canWait && !inPlace(target, to, waiting)) {
      // Repeat this step with the new layout.
      flush()
      i--
      continue
    }
    if (!target) return undefined
    const edits = editsFor(out, target, keys, to)
    waiting.push(...edits)
    if (edits.length > 0) touched.add(key)
    if (canWait) removed += to === undefined ? 1 : 0
    else if (edits.length > 0 && !inPlace(target, to, [])) flush()
  }
  return applied(out, waiting)
}

const notMap = () => new Problem('bad-file', 'This file is not a map of keys and values. Write it as `key: value` lines.')

function mapIn(root: LayoutNode | undefined): LayoutMap | undefined {
  if (root && root.kind !== 'map') throw notMap()
  return root
}

/** The result of following a path: the deepest map on it, the entry of its last key if it exists, and how many keys were followed. */
interface Target {
  map: LayoutMap
  /** The entry that holds `map`; undefined for the root. */
  holder: LayoutEntry | undefined
  onLine: boolean
  entry: LayoutEntry | undefined
  depth: number
}

function follow(root: LayoutMap | undefined, keys: readonly string[]): Target | undefined {
  if (!root) return undefined
  let map = root
  let holder: LayoutEntry | undefined
  let onLine = true
  for (let depth = 0; ; depth++) {
    const entry = map.entries.get(keys[depth] ?? '')
    if (depth === keys.length - 1 || entry?.node.kind !== 'map') return { map, holder, onLine, entry, depth }
    onLine = map.block
    holder = entry
    map = entry.node
  }
}

const isScalar = (value: Json | undefined): boolean => value !== undefined && (typeof value !== 'object' || value === null)

/** Returns whether a one-line value is replaced by another one-line value outside the pending ranges. */
function inPlace({ entry }: Target, to: Json | undefined, waiting: readonly TextReplacement[]): boolean {
  const node = entry?.node
  if (!node || node.kind !== 'leaf' || !node.line || node.start === node.end || !isScalar(to)) return false
  return waiting.every((edit) => edit.end <= node.start || edit.start >= node.end)
}

/** The map that another map replaces, so that only different values change; undefined if one of the two is no map or is empty. */
const mapOver = (target: Target | undefined, to: Json | undefined): { node: LayoutMap; to: JsonObject } | undefined =>
  isObject(to) && target?.entry?.node.kind === 'map' && Object.keys(to).length > 0 && target.entry.node.entries.size > 0
    ? { node: target.entry.node, to }
    : undefined

/** Returns whether a new key goes after everything in a file of block maps. */
function isAppended(text: string, { map, holder, entry }: Target, to: Json | undefined): boolean {
  if (entry || holder || !map.block || to === undefined) return false
  const at = lineEnd(text, map.end)
  return at === text.length && (at === 0 || text[at - 1] === '\n')
}

/** Returns whether a root entry of a block map is removed as a whole while others stay. */
const isRootEntryRemoved = ({ map, holder, entry }: Target, keys: readonly string[], to: Json | undefined, removed: number): boolean =>
  to === undefined && keys.length === 1 && entry !== undefined && !holder && map.block && map.entries.size - removed > 1

/** The changes that turn one map into another, new keys first, so that the map is never empty in between. */
function mapChanges(node: LayoutMap, keys: readonly string[], to: JsonObject): FileChange[] {
  const set = Object.entries(to).map(([key, value]) => ({ keys: [...keys, key], to: value }))
  const removed = [...node.entries.keys()].filter((key) => !Object.hasOwn(to, key)).map((key) => ({ keys: [...keys, key], to: undefined }))
  return [...set, ...removed]
}

function editsFor(text: string, target: Target, keys: readonly string[], to: Json | undefined): TextReplacement[] {
  const { entry, map, depth } = target
  const whole = depth === keys.length - 1
  if (to === undefined) return whole && entry ? removal(text, target, entry) : []
  const value = keys.slice(depth + 1).reduceRight<Json>((mapChanges, key) => mapOf(key, mapChanges), to)
  if (!entry) return [insertion(text, target, keys[depth] ?? '', value)]
  if (equal(entry.node.value, value) && entry.node.start !== entry.node.end) return []
  return [replacement(text, map, entry, depth, value)]
}

const mapOf = (key: string, value: Json): JsonObject => Object.fromEntries([[key, value]])

/** A new map directly under the root is written as a block, deeper ones on one line. */
const after = (map: LayoutMap, depth: number, value: Json): string =>
  map.block && depth === 0 && isObject(value) && Object.keys(value).length > 0
    ? blockOf(value, ' '.repeat(map.indent + 2))
    : ` ${formatInline(value)}`

const blockOf = (value: JsonObject, pad: string): string =>
  Object.entries(value)
    .map(([key, mapChanges]) => `\n${pad}${formatKey(key)}: ${formatInline(mapChanges)}`)
    .join('')

function replacement(text: string, map: LayoutMap, { colon, node }: LayoutEntry, depth: number, value: Json): TextReplacement {
  const written = after(map, depth, value)
  const keepsSpace = node.start > colon && written.startsWith(' ') && !text.slice(colon, node.start).includes('\n')
  return keepsSpace ? { start: node.start, end: node.end, text: written.slice(1) } : { start: colon, end: node.end, text: written }
}

function insertion(text: string, { map, holder, onLine, depth }: Target, key: string, value: Json): TextReplacement {
  if (map.block) {
    const at = lineEnd(text, map.end)
    const line = `${' '.repeat(map.indent)}${formatKey(key)}:${after(map, depth, value)}\n`
    return { start: at, end: at, text: at > 0 && text[at - 1] !== '\n' ? `\n${line}` : line }
  }
  const last = [...map.entries.values()].at(-1)
  if (last) return { start: last.node.end, end: last.node.end, text: `, ${formatKey(key)}: ${formatInline(value)}` }
  if (!holder) return { start: map.start, end: map.end, text: `${formatKey(key)}:${formatBlock(value, '  ')}` }
  if (depth > 1 || !onLine) return { start: map.start, end: map.end, text: formatInline(mapOf(key, value)) }
  const column = holder.start - (text.lastIndexOf('\n', holder.start - 1) + 1)
  return { start: holder.colon, end: map.end, text: blockOf(mapOf(key, value), ' '.repeat(column + 2)) }
}

function removal(text: string, { map, holder }: Target, entry: LayoutEntry): TextReplacement[] {
  const entries = [...map.entries.values()]
  const index = entries.indexOf(entry)
  if (!map.block) {
    const next = entries[index + 1]
    const previous = entries[index - 1]
    if (next) return [{ start: entry.start, end: next.start, text: '' }]
    if (previous) return [{ start: previous.node.end, end: entry.node.end, text: '' }]
    return [{ start: map.start, end: map.end, text: '{}' }]
  }
  const start = entry.start - map.indent
  const lines = { start, end: behindOwnComments(text, lineEnd(text, entry.node.end), map.indent), text: '' }
  if (entries.length > 1) return [lines]
  return holder ? [lines, { start: holder.colon, end: holder.colon, text: ' {}' }] : [{ ...lines, text: '{}\n' }]
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end + 1
}

/** Comment lines indented below a removed entry are removed with it; otherwise they could become part of a block scalar above. */
function behindOwnComments(text: string, from: number, indent: number): number {
  let at = from
  for (;;) {
    let i = at
    while (text[i] === ' ') i++
    if (text[i] !== '#' || i - at <= indent) return at
    at = lineEnd(text, i)
  }
}
