import { type Json, type JsonObject, setOwn } from '../../../shared/base/json'
import { MAX_YAML_DEPTH, plainValue, type LayoutEntry, type LayoutLeaf, type LayoutMap, type LayoutNode } from './layout'

/** Characters that need the full parser: tabs, carriage returns, controls, and breaks of other alphabets. */
// oxlint-disable-next-line no-control-regex -- these are the characters to find
const ODD = /[\0-\t\v-\u001f\u007f-\u009f\u2028\u2029\ufeff]|^(?:---|\.\.\.|%)/m
const KEY = /^[\p{L}\p{N}_][\p{L}\p{N}_ '().,!?/:+-]*$/u
/** Like `KEY`, for ASCII letters only, which most keys use: matching the letters of all alphabets is slow. */
const COMMON_KEY = /^[A-Za-z0-9_][A-Za-z0-9_ '().,!?/:+-]*$/
const isKey = (text: string): boolean => COMMON_KEY.test(text) || KEY.test(text)
const PLAIN = /^(?:[\p{L}\p{N}_(/$]|[-+.](?=[\d.]))/u
const JSON_STRING = /"(?:[^"\\\n]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const SINGLE = /'(?:[^'\n]|'')*'/y

/**
 * Reads plain block YAML in one pass: nested block maps, sequences of scalars, maps and flow collections, one-line flow collections, quoted strings,
 * literal and folded blocks, comments. Undefined means that the text is unusual or invalid, so the full parser must read it. What this reads, it
 * reads exactly as the full parser would.
 */
export function scan(text: string): LayoutNode | undefined {
  if (ODD.test(text)) return undefined
  const reader = new Reader(text)
  const root = reader.root()
  return reader.odd ? undefined : root
}

/** How many layouts are cached, and the maximum length of their texts, in characters. */
const MAX_CACHED_LAYOUTS = 24
const MAX_CACHED_LENGTH = 32_768
const layouts = new Map<string, LayoutNode>()

/** Like `scan`, for a text that is read again soon, such as a file that changes with every beat. The result is shared: nobody may change it. */
export function scanShared(text: string): LayoutNode | undefined {
  const known = layouts.get(text)
  const node = known ?? scan(text)
  if (node === undefined || text.length > MAX_CACHED_LENGTH) return node
  if (known) layouts.delete(text)
  layouts.set(text, node)
  if (layouts.size > MAX_CACHED_LAYOUTS) layouts.delete(layouts.keys().next().value ?? '')
  return node
}

/** A parsed line `key: scalar`, with offsets from the start of its key. Its value depends only on the characters of the line. */
interface Line {
  key: string
  colon: number
  start: number
  end: number
  value: Json
}
/** Recently parsed lines. Most lines of a file stay the same from beat to beat. */
const lines = new Map<string, Line>()
const MAX_CACHED_LINES = 2048
const MAX_CACHED_LINE_LENGTH = 120
/** Copies a string, so that it does not keep the whole text of which it is a part in memory. */
const apart = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')

/** One pass over one text. Once `odd` is set, the result is invalid. */
class Reader {
  odd = false
  #at = 0
  #depth = 0
  #column = 0

  constructor(private readonly text: string) {}

  root(): LayoutNode | undefined {
    if (!this.#peek() || this.#column !== 0) return this.#fail()
    const first = this.text.charCodeAt(this.#at)
    const node = this.#dash() ? this.#sequence(0) : first === 91 || first === 123 ? this.#oneLine(this.#at) : this.#map(0)
    if (this.#peek()) this.odd = true
    return node
  }

  #fail(): undefined {
    this.odd = true
    return undefined
  }

  /** Moves to the next line with content and measures its indentation; false at the end of the text. */
  #peek(): boolean {
    const { text } = this
    while (this.#at < text.length) {
      let i = this.#at
      while (text.charCodeAt(i) === 32) i++
      const c = text.charCodeAt(i)
      if (c !== 10 && c !== 35 && i < text.length) {
        this.#column = i - this.#at
        return true
      }
      this.#at = this.#lineEnd(i)
    }
    return false
  }

  #lineEnd(from: number): number {
    const end = this.text.indexOf('\n', from)
    return end < 0 ? this.text.length : end + 1
  }

  /** A block map; as an item of a sequence, its first key stands after the dash. */
  #map(indent: number): LayoutMap {
    const entries = new Map<string, LayoutEntry>()
    const value: JsonObject = {}
    const start = this.#at + indent
    let end = start
    if (++this.#depth > MAX_YAML_DEPTH) this.odd = true
    while (!this.odd && (entries.size === 0 || (this.#peek() && this.#column === indent))) {
      const from = this.#at + indent
      const entry = this.#entry(from, indent)
      if (!entry || entries.has(entry.key)) {
        this.odd = true
        break
      }
      entries.set(entry.key, entry)
      setOwn(value, entry.key, entry.node.value)
      end = entry.node.end
    }
    if (!this.odd && this.#at < this.text.length && this.#column > indent) this.odd = true
    this.#depth--
    return { kind: 'map', block: true, indent, start, end, entries, value }
  }

  #entry(start: number, indent: number): (LayoutEntry & { key: string }) | undefined {
    const next = this.#lineEnd(start)
    const isShort = next - start <= MAX_CACHED_LINE_LENGTH
    const line = isShort ? this.text.slice(start, next) : ''
    const known = lines.get(line)
    if (known) {
      this.#at = next
      const node: LayoutLeaf = { kind: 'leaf', line: true, start: start + known.start, end: start + known.end, value: known.value }
      return { key: known.key, start, colon: start + known.colon, node }
    }
    const entry = this.#newEntry(start, indent)
    if (!isShort || entry?.node.kind !== 'leaf' || !entry.node.line || typeof entry.node.value === 'object') return entry
    const { key, colon, node } = entry
    if (lines.size >= MAX_CACHED_LINES) lines.clear()
    const value = typeof node.value === 'string' ? apart(node.value) : node.value
    lines.set(apart(line), { key: apart(key), colon: colon - start, start: node.start - start, end: node.end - start, value })
    return entry
  }

  #newEntry(start: number, indent: number): (LayoutEntry & { key: string }) | undefined {
    const { text } = this
    const first = text.charCodeAt(start)
    let key: string | undefined
    let colon: number
    if (first === 34 || first === 39) {
      const end = this.#quotedEnd(start)
      if (end < 0 || text.charCodeAt(end) !== 58) return undefined
      key = this.#unquote(start, end)
      colon = end + 1
    } else {
      const eol = this.#lineEnd(start)
      colon = start
      do colon = text.indexOf(':', colon) + 1
      while (colon > 0 && colon < eol && text.charCodeAt(colon) !== 32 && text.charCodeAt(colon) !== 10)
      if (colon === 0 || colon > eol) return undefined
      key = text.slice(start, colon - 1)
      if (!isKey(key) || key.endsWith(' ')) return undefined
    }
    const after = text.charCodeAt(colon)
    if (key === undefined || (after !== 32 && after !== 10 && colon < text.length)) return undefined
    const node = this.#entryValue(colon, indent)
    return node && { key, start, colon, node }
  }

  #entryValue(colon: number, indent: number): LayoutNode | undefined {
    const { text } = this
    let i = colon
    while (text.charCodeAt(i) === 32) i++
    const c = text.charCodeAt(i)
    if (i >= text.length || c === 10 || c === 35) {
      this.#at = this.#lineEnd(i)
      return this.#below(colon, indent)
    }
    return c === 124 || c === 62 ? this.#blockScalar(i, indent) : this.#oneLine(i)
  }

  /** The value under a `key:` line: a block map, a block sequence, or nothing. */
  #below(colon: number, indent: number): LayoutNode | undefined {
    const nothing: LayoutLeaf = { kind: 'leaf', line: true, start: colon, end: colon, value: null }
    if (!this.#peek() || this.#column < indent) return nothing
    if (this.#dash()) return this.#sequence(this.#column)
    return this.#column === indent ? nothing : this.#map(this.#column)
  }

  /** Returns whether the line found by `peek` is a sequence item. */
  #dash(): boolean {
    const at = this.#at + this.#column
    return this.text.charCodeAt(at) === 45 && this.text.charCodeAt(at + 1) === 32
  }

  #sequence(indent: number): LayoutLeaf | undefined {
    const start = this.#at + indent
    const value: Json[] = []
    let end = start
    while (this.#peek() && this.#column === indent && this.#dash()) {
      const i = this.#spaces(this.#at + indent + 1)
      const c = this.text.charCodeAt(i)
      const item = c === 124 || c === 62 ? this.#blockScalar(i, indent) : (this.#oneLine(i) ?? this.#map(i - this.#at))
      if (!item || this.odd) return undefined
      value.push(item.value)
      end = item.end
    }
    // A deeper line continues the last item.
    if (this.#at < this.text.length && this.#column > indent) return undefined
    return { kind: 'leaf', line: false, start, end, value }
  }

  /** A literal (`|`) or folded (`>`) block, with or without `-`, whose lines have one indentation; others are left to the full parser. */
  #blockScalar(start: number, indent: number): LayoutLeaf | undefined {
    const { text } = this
    const folded = text.charCodeAt(start) === 62
    const strip = text.charCodeAt(start + 1) === 45
    const header = start + (strip ? 2 : 1)
    if (text.charCodeAt(header) !== 10) return undefined
    this.#at = header + 1
    const lines: string[] = []
    let block = -1
    let end = -1
    while (this.#at < text.length) {
      const next = this.#lineEnd(this.#at)
      const stop = text.charCodeAt(next - 1) === 10 ? next - 1 : next
      const i = this.#spaces(this.#at)
      if (i >= stop) {
        // A blank line with spaces, or before all others, may be content: leave it to the full parser.
        if (i > this.#at || block < 0) return undefined
        lines.push('')
      } else {
        if (block < 0) block = i - this.#at
        if (block <= indent || i - this.#at < block) break
        if (folded && (i - this.#at > block || text.charCodeAt(stop - 1) === 32)) return undefined
        lines.push(text.slice(this.#at + block, stop))
        end = stop
      }
      this.#at = next
    }
    if (end < 0) return undefined
    while (lines.at(-1) === '') lines.pop()
    const value = folded ? fold(lines) : lines.join('\n')
    return { kind: 'leaf', line: false, start, end, value: strip ? value : `${value}\n` }
  }

  /** A value that begins at `start` and ends on its line; moves to the next line. */
  #oneLine(start: number): LayoutNode | undefined {
    const { text } = this
    const c = text.charCodeAt(start)
    let node: LayoutNode | undefined
    if (c === 123 || c === 91) node = this.#flow(start)
    else if (c === 34 || c === 39) node = this.#quoted(start)
    else {
      let end = this.#lineEnd(start)
      const comment = text.slice(start, end).indexOf(' #')
      if (comment >= 0) end = start + comment
      while (end > start && (text.charCodeAt(end - 1) === 32 || text.charCodeAt(end - 1) === 10)) end--
      node = this.#plain(start, end)
    }
    if (!node) return undefined
    let i = node.end
    while (text.charCodeAt(i) === 32) i++
    if (i < text.length && text.charCodeAt(i) !== 10 && (text.charCodeAt(i) !== 35 || i === node.end)) return undefined
    this.#at = this.#lineEnd(i)
    return node
  }

  #plain(start: number, end: number): LayoutLeaf | undefined {
    const source = this.text.slice(start, end)
    if (!PLAIN.test(source) || source.includes(': ') || source.endsWith(':') || source.includes(' #')) return undefined
    const value = plainValue(source)
    return value === undefined ? undefined : { kind: 'leaf', line: true, start, end, value }
  }

  #quotedEnd(start: number): number {
    const pattern = this.text.charCodeAt(start) === 34 ? JSON_STRING : SINGLE
    pattern.lastIndex = start
    return pattern.test(this.text) ? pattern.lastIndex : -1
  }

  #unquote(start: number, end: number): string {
    const source = this.text.slice(start, end)
    return source.startsWith('"') ? (JSON.parse(source) as string) : source.slice(1, -1).replaceAll("''", "'")
  }

  #quoted(start: number): LayoutLeaf | undefined {
    const end = this.#quotedEnd(start)
    return end < 0 ? undefined : { kind: 'leaf', line: true, start, end, value: this.#unquote(start, end) }
  }

  #flow(start: number): LayoutNode | undefined {
    if (++this.#depth > MAX_YAML_DEPTH) return this.#fail()
    const node = this.text.charCodeAt(start) === 123 ? this.#flowMap(start) : this.#flowList(start)
    this.#depth--
    return node
  }

  #spaces(from: number): number {
    let i = from
    while (this.text.charCodeAt(i) === 32) i++
    return i
  }

  #flowMap(start: number): LayoutMap | undefined {
    const { text } = this
    const entries = new Map<string, LayoutEntry>()
    const value: JsonObject = {}
    let i = this.#spaces(start + 1)
    while (text.charCodeAt(i) !== 125) {
      const from = i
      const quoted = text.charCodeAt(i) === 34 || text.charCodeAt(i) === 39
      const end = quoted ? this.#quotedEnd(i) : this.#flowPlainEnd(i)
      if (end < 0 || text.charCodeAt(end) !== 58 || text.charCodeAt(end + 1) !== 32) return undefined
      const key = quoted ? this.#unquote(from, end) : text.slice(from, end)
      if ((!quoted && !isKey(key)) || key.endsWith(' ') || entries.has(key)) return undefined
      const node = this.#flowValue(this.#spaces(end + 1))
      if (!node) return undefined
      entries.set(key, { start: from, colon: end + 1, node })
      setOwn(value, key, node.value)
      i = this.#flowNext(node.end, 125)
      if (i < 0) return undefined
    }
    return { kind: 'map', block: false, indent: 0, start, end: i + 1, entries, value }
  }

  #flowList(start: number): LayoutLeaf | undefined {
    const value: Json[] = []
    let i = this.#spaces(start + 1)
    while (this.text.charCodeAt(i) !== 93) {
      const node = this.#flowValue(i)
      if (!node) return undefined
      value.push(node.value)
      i = this.#flowNext(node.end, 93)
      if (i < 0) return undefined
    }
    return { kind: 'leaf', line: true, start, end: i + 1, value }
  }

  #flowValue(i: number): LayoutNode | undefined {
    const c = this.text.charCodeAt(i)
    if (c === 123 || c === 91) return this.#flow(i)
    if (c === 34 || c === 39) return this.#quoted(i)
    const end = this.#flowPlainEnd(i)
    return end <= i ? undefined : this.#plain(i, end)
  }

  /** The end of a plain scalar in a flow collection without trailing spaces; -1 if its line ends first. */
  #flowPlainEnd(start: number): number {
    const { text } = this
    for (let i = start; i < text.length; i++) {
      const c = text.charCodeAt(i)
      if (c === 10 || c === 91 || c === 123) return -1
      const colon = c === 58 && ' ,]}'.includes(text[i + 1] ?? ' ')
      if (c === 44 || c === 93 || c === 125 || colon) {
        let end = i
        while (end > start && text.charCodeAt(end - 1) === 32) end--
        return colon && end < i ? -1 : end
      }
    }
    return -1
  }

  /** The position after the comma, or of the closing bracket; -1 if neither follows. */
  #flowNext(end: number, close: number): number {
    const i = this.#spaces(end)
    if (this.text.charCodeAt(i) === close) return i
    if (this.text.charCodeAt(i) !== 44) return -1
    const next = this.#spaces(i + 1)
    return this.text.charCodeAt(next) === 44 ? -1 : next
  }
}

/** Joins the lines of a folded block: a line end becomes a space, an empty line a line end. */
function fold(lines: readonly string[]): string {
  let out = lines[0] ?? ''
  for (let i = 1; i < lines.length; i++) out += lines[i] === '' ? '\n' : lines[i - 1] === '' ? (lines[i] ?? '') : ` ${lines[i] ?? ''}`
  return out
}
