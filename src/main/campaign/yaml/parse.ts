import { type Alias, isAlias, isCollection, isMap, isPair, isScalar, isSeq, type Node as YamlNode, type Pair, type YAMLMap } from 'yaml'
import { isObject, type Json, type JsonObject, setOwn } from '../../../shared/base/json'
import { Problem } from '../../../shared/base/problem'
import { yamlDocument } from '../../../shared/base/yaml-document'
import { overLimits } from '../../../shared/base/yaml-limits'
import { formatInline, formatKey } from './format'
import { applied, MAX_YAML_DEPTH, type LayoutEntry, type LayoutMap, type LayoutNode, type TextReplacement } from './layout'
import { scan, scanShared } from './scan'

/** The maximum length of a campaign file, in characters. People don't write longer files. */
const MAX_LENGTH = 2_000_000
const MAX_ENTRIES = 100_000

// oxlint-disable-next-line no-control-regex -- characters that no text file contains
const NOT_TEXT = /[\0-\b\v\f\x0e-\x1f]|\r(?!\n)|^[\xa0\u2000-\u200b\u202f\u3000]/m
/** The lines of a conflict in a file that git could not merge. */
const CONFLICT = /^<{7} /m
const CONFLICT_END = /^>{7} /m

/** Why a text with such a character is refused. */
function whyNotText(character: string): string {
  if (character === '\r') return 'the line ends with CR alone, as on old Macs. Save the file with the line ends LF'
  if (character > ' ') return 'the line is indented with a special space, such as a no-break space. Indent it with ordinary spaces'
  return 'there is a control character. Save the file as plain UTF-8 text'
}

const REASONS: Record<string, string> = {
  DUPLICATE_KEY: 'this key appears twice. Remove one of them',
  TAB_AS_INDENT: 'the line is indented with a tab. Indent it with spaces',
  BAD_INDENT: 'the indentation is wrong or a bracket is missing. Align the line with its neighbours',
  MISSING_CHAR: 'a closing quote or bracket is missing. Add it',
  MULTIPLE_DOCS: 'a second document begins. Keep one document in each file',
  BAD_ALIAS: 'the alias is not complete. Write the value out',
  MULTILINE_IMPLICIT_KEY: 'a key is split over several lines. Put it and its colon on one line',
  BLOCK_AS_IMPLICIT_KEY: 'a key follows where a value is expected. Correct the indentation, or put the text in quotes'
}

/** Parses YAML as JSON: one document, no tags or duplicate keys; aliases and `<<` are resolved. Empty: null. Throws Problem `bad-file`. */
export function parseYaml(text: string, file: string): Json {
  return layoutOf(text, file)?.value ?? null
}

/** Like `parseYaml`, for a caller that doesn't change the value. The value is shared by all readers of the same text. */
export function parseYamlShared(text: string, file: string): Json {
  return (scanShared(text) ?? parseFully(text, file))?.value ?? null
}

/** The values of a text with their positions; undefined for a text without content. Throws like `parseYaml`. */
export function layoutOf(text: string, file: string): LayoutNode | undefined {
  return scan(text) ?? parseFully(text, file)
}

/** The fault of a text that git could not merge: `bad-file` with the line where the conflict begins; undefined for any other text. */
export function gitConflict(text: string, file: string): Problem | undefined {
  const begins = CONFLICT.exec(text)
  if (!begins || !CONFLICT_END.test(text)) return undefined
  return bad(file, lineOf(text, begins.index), 'git left a conflict here, between the lines <<<<<<< and >>>>>>>. Keep one of the two versions')
}

/** Like `layoutOf`, with the full parser, for unusual or invalid text. */
export const parseFully = (text: string, file: string): LayoutNode | undefined => placesIn(text, file).root

/** A text in which every alias and merge key is written out, with the same value; the same text if there are none. Throws like `parseYaml`. */
export function writtenOut(text: string, file: string): string {
  const { plain } = placesIn(text, file)
  return plain.length === 0 ? text : applied(text, plain)
}

function placesIn(text: string, file: string): { root: LayoutNode | undefined; plain: readonly TextReplacement[] } {
  if (text.length > MAX_LENGTH)
    throw new Problem('bad-file', `${file} is longer than two million characters. Split it, or remove what is not YAML.`, { file })
  const control = NOT_TEXT.exec(text)
  if (control) throw bad(file, lineOf(text, control.index), whyNotText(control[0]))
  const over = overLimits(text, { depth: MAX_YAML_DEPTH, entries: MAX_ENTRIES })
  if (over) throw bad(file, over.line, `the text ${over.reason}`)
  try {
    const read = yamlDocument(text)
    const wrong = 'fault' in read ? read.fault : read.warning
    const conflict = wrong && gitConflict(text, file)
    if (conflict) throw conflict
    if (wrong) throw bad(file, lineOf(text, wrong.offset), REASONS[wrong.code] ?? 'this is not valid YAML. Correct it')
    const places = new Places(text, file)
    const root = 'document' in read && read.document.contents ? places.node(read.document.contents, 0) : undefined
    return { root, plain: places.plain }
  } catch (thrown) {
    if (thrown instanceof RangeError) throw bad(file, 1, 'the nesting is too deep. Make it flatter')
    throw thrown
  }
}

/** Whether a key is YAML's merge key, which adds the keys of other maps. In quotes it is an ordinary key. */
export const isMergeKey = (key: unknown): boolean => isScalar(key) && key.type === 'PLAIN' && key.source === '<<'

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length
const bad = (file: string, line: number, reason: string): Problem => new Problem('bad-file', `${file}, line ${line}: ${reason}.`, { file, line })

/** Converts the parser's nodes to positions, and refuses what a campaign file may not contain. */
class Places {
  /** What replaces the anchors, aliases and merge keys if everything is written out. */
  plain: TextReplacement[] = []
  readonly #anchors = new Map<string, { value: Json; entries: number }>()
  /** The number of values so far, those that aliases repeat included. */
  #count = 0

  constructor(
    private readonly text: string,
    private readonly file: string
  ) {}

  node(node: YamlNode, depth: number): LayoutNode {
    const start = node.range?.[0] ?? 0
    const refuse = (reason: string) => bad(this.file, lineOf(this.text, start), reason)
    if (depth > MAX_YAML_DEPTH) throw refuse('the nesting is too deep. Make it flatter')
    if (isAlias(node)) {
      const known = this.#anchors.get(node.source)
      if (!known) throw refuse(`nothing before this line has the anchor &${node.source}. Write the value out`)
      this.#count += known.entries
      if (this.#count > MAX_ENTRIES) throw refuse(`the aliases stand for more than ${MAX_ENTRIES} values. Write fewer`)
      const end = this.#endOf(node)
      this.plain.push({ start, end, text: formatInline(known.value) })
      return { kind: 'leaf', line: false, start, end, value: structuredClone(known.value) }
    }
    if (node.tag !== undefined) throw refuse('the value has a YAML tag, which is not supported. Remove the tag')
    const before = this.#count++
    const read = this.#plain(node, depth, refuse)
    if (node.anchor === undefined) return read
    this.#anchors.set(node.anchor, { value: read.value, entries: this.#count - before })
    const sign = this.text.lastIndexOf(`&${node.anchor}`, start)
    if (sign >= 0) this.plain.push({ start: sign, end: sign + node.anchor.length + 1, text: '' })
    return read
  }

  #plain(node: Exclude<YamlNode, Alias>, depth: number, refuse: (reason: string) => Problem): LayoutNode {
    const start = node.range?.[0] ?? 0
    if (isMap(node)) return this.#map(node, depth)
    if (isSeq(node)) {
      const inner = node.items.map((item) => this.node(item as YamlNode, depth + 1))
      const end = node.flow ? this.#endOf(node) : (inner.at(-1)?.end ?? start)
      return { kind: 'leaf', line: false, start, end, value: inner.map((item) => item.value), items: inner }
    }
    if (!isScalar(node)) throw refuse('this is not a plain value. Correct it')
    const value = node.value as Json
    if (typeof value === 'number' && !Number.isFinite(value)) throw refuse("this number can't be saved. Write a finite one")
    return { kind: 'leaf', line: false, start, end: this.#endOf(node), value }
  }

  #map(node: YAMLMap, depth: number): LayoutMap {
    const entries = new Map<string, LayoutEntry>()
    const value: JsonObject = {}
    const merges: { entry: LayoutEntry; maps: JsonObject[] }[] = []
    let start: number | undefined
    let last = node.range?.[0] ?? 0
    for (const pair of node.items) {
      const { key, entry } = this.#entry(pair as Pair<YamlNode, YamlNode | null>, depth)
      start ??= entry.start
      last = entry.node.end
      if (isMergeKey(pair.key)) {
        const maps = [entry.node.value].flat()
        if (!maps.every(isObject)) throw bad(this.file, lineOf(this.text, entry.start), '`<<` takes a map or a list of maps. Correct its value')
        merges.push({ entry, maps })
        continue
      }
      if (entries.has(key)) throw bad(this.file, lineOf(this.text, entry.start), REASONS['DUPLICATE_KEY'] ?? '')
      entries.set(key, entry)
      setOwn(value, key, entry.node.value)
    }
    start ??= node.range?.[0] ?? 0
    // This is computed only for block maps: a line may contain very many flow maps, and this searches back to the beginning of the line.
    const indent = node.flow ? 0 : start - (this.text.lastIndexOf('\n', start - 1) + 1)
    for (const { entry, maps } of merges) this.#merge(value, entry, maps, node.flow ? ', ' : `\n${' '.repeat(indent)}`)
    if (node.flow) return { kind: 'map', block: false, indent, start: node.range?.[0] ?? 0, end: this.#endOf(node), entries, value }
    return { kind: 'map', block: true, indent, start, end: last, entries, value }
  }

  /** Adds the keys of other maps that a map doesn't have. Of several maps with one key, the first counts. */
  #merge(value: JsonObject, { start, node: { end } }: LayoutEntry, maps: readonly JsonObject[], between: string): void {
    const added: string[] = []
    for (const [key, one] of maps.flatMap((map) => Object.entries(map))) {
      if (Object.hasOwn(value, key)) continue
      setOwn(value, key, one)
      added.push(`${formatKey(key)}: ${formatInline(one)}`)
    }
    this.plain = this.plain.filter((edit) => edit.start < start || edit.end > end)
    this.plain.push({ start, end, text: added.join(between) })
  }

  #entry(pair: Pair<YamlNode, YamlNode | null>, depth: number): { key: string; entry: LayoutEntry } {
    const key = pair.key
    const start = key.range?.[0] ?? 0
    const checked = this.node(key, depth + 1)
    if (isCollection(key) || isPair(key)) throw bad(this.file, lineOf(this.text, start), 'a key is a list or a map. Use a word as the key')
    const plain = isScalar(key) && (key.type === 'PLAIN' || key.type === undefined) ? (key.source ?? '') : undefined
    const sign = pair.srcToken?.sep?.find((token) => token.type === 'map-value-ind')
    const colon = sign ? sign.offset + 1 : checked.end
    const value = pair.value?.range ? this.node(pair.value, depth + 1) : undefined
    // The parser puts an absent value after comments; its position is right after the colon.
    const absent = value === undefined || (value.kind === 'leaf' && value.value === null && value.start === value.end)
    const node: LayoutNode = absent ? { kind: 'leaf', line: true, start: colon, end: colon, value: null } : value
    return { key: plain ?? (typeof checked.value === 'string' ? checked.value : JSON.stringify(checked.value)), entry: { start, colon, node } }
  }

  /** The end of a node. A block scalar's range includes its last line end. */
  #endOf(node: YamlNode): number {
    const end = node.range?.[1] ?? 0
    const start = node.range?.[0] ?? 0
    return end > start && this.text[end - 1] === '\n' ? end - 1 : end
  }
}
