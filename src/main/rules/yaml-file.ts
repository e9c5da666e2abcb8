import { isAlias, isMap, isNode, isSeq, LineCounter, type Document } from 'yaml'
import type { z } from 'zod'
import { misfitProblem } from '../../shared/base/schema-errors'
import type { Problem } from '../../shared/base/problem'
import { yamlDocument } from '../../shared/base/yaml-document'
import { overLimits } from '../../shared/base/yaml-limits'
import { fileProblem } from './file-problem'
import { TextCache } from './text-cache'
import { deepFreeze } from './vm/plain'

/** A parsed YAML file: its value, and the line (from 1) of the value at a path. */
export interface YamlFile {
  file: string
  value: unknown
  lineOf: (path: readonly PropertyKey[]) => number
}

const MAX_CHARACTERS = 256 << 10
const MAX_ENTRIES = 30_000
const MAX_DEPTH = 48
/** The most aliases. For each one, the parser searches the file for its anchor. */
const MAX_ALIASES = 300

const bad = (file: string, line: number, sentence: string): Problem => fileProblem(file, line, `${file} ${sentence}`)

/** Texts that were parsed without an error, and their values. */
const values = new TextCache<{ value: unknown }>(4 << 20)

/** Parses a YAML file of a game; its value is frozen. Throws Problem `bad-file` with `{file, line}`. */
export function readYamlFile(text: string, file: string): YamlFile {
  if (text.length > MAX_CHARACTERS) throw bad(file, 1, `is larger than ${MAX_CHARACTERS >> 10} KB. Split it.`)
  let parsed: Parsed | undefined
  const { value } = values.of(text, () => {
    const over = overLimits(text, { depth: MAX_DEPTH, entries: MAX_ENTRIES })
    if (over) throw bad(file, over.line, `line ${over.line} ${over.reason}.`)
    parsed = parsedOf(file, text)
    return { value: deepFreeze(valueOf(file, parsed)) }
  })
  return {
    file,
    value,
    lineOf: (path) => {
      parsed ??= parsedOf(file, text)
      return lineAt(parsed.document, parsed.lines, path)
    }
  }
}

interface Parsed {
  document: Document.Parsed
  lines: LineCounter
}
function parsedOf(file: string, text: string): Parsed {
  const lines = new LineCounter()
  const read = yamlDocument(text, lines, true)
  if ('document' in read) return { document: read.document, lines }
  const { line } = lines.linePos(read.fault.offset)
  throw bad(file, line, `line ${line} is not valid YAML: ${firstLine(read.fault.message)}. Correct it.`)
}

function valueOf(file: string, { document, lines }: Parsed): unknown {
  checkKeys(file, document.contents, lines)
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 })
    // This finds a value that contains itself.
    JSON.stringify(value)
    return value
  } catch (thrown) {
    throw bad(file, 1, `can't be read: ${firstLine(String(thrown))}. Write it without aliases.`)
  }
}

/** Checks for tags, duplicate keys and keys with a meaning in JavaScript. The parser's own check compares every key with every other. */
function checkKeys(file: string, root: unknown, lines: LineCounter): void {
  const queue = [root]
  let aliases = 0
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (isNode(node) && !isAlias(node) && node.tag !== undefined) {
      const { line } = lines.linePos(node.range?.[0] ?? 0)
      throw bad(file, line, `line ${line} has the YAML tag ${node.tag.slice(0, 60)}, which is not supported. Remove it.`)
    }
    if (isAlias(node) && ++aliases > MAX_ALIASES) throw bad(file, 1, `has more than ${MAX_ALIASES} aliases. Write the values out.`)
    if (isSeq(node)) for (const item of node.items) queue.push(item)
    if (!isMap(node)) continue
    const seen = new Set<string>()
    for (const { key, value } of node.items) {
      const { line } = lines.linePos(isNode(key) ? (key.range?.[0] ?? 0) : 0)
      queue.push(key)
      if (isMap(key) || isSeq(key) || isAlias(key)) throw bad(file, line, `line ${line} has a list or a map as a key. Write a word before the colon.`)
      const name = String(isNode(key) ? key.toJSON() : key)
      if (seen.has(name)) throw bad(file, line, `line ${line} repeats the key "${name.slice(0, 60)}". Keys must be unique. Remove one of them.`)
      if (name === '__proto__') throw bad(file, line, `line ${line} uses the key "__proto__", which is reserved. Choose another name.`)
      seen.add(name)
      queue.push(value)
    }
  }
}

const firstLine = (message: string): string => (message.split('\n')[0] ?? '').slice(0, 200).replace(/[.:]$/, '')

function lineAt(document: Document.Parsed, lines: LineCounter, path: readonly PropertyKey[]): number {
  let node: unknown = document.contents
  let offset = 0
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => String(isNode(item.key) ? item.key.toJSON() : item.key) === String(key))
      if (!pair) break
      if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset
      node = pair.value
    } else if (isSeq(node)) {
      node = node.items[Number(key)]
      if (isNode(node)) offset = node.range?.[0] ?? offset
    } else break
  }
  return lines.linePos(offset).line
}

/** The file's value, checked against `schema`. Throws Problem `bad-file` that names every mismatch with its line. */
export function checked<T extends z.ZodType>(yaml: YamlFile, schema: T): z.output<T> {
  const outcome = schema.safeParse(yaml.value)
  if (outcome.success) return outcome.data
  throw misfitProblem(yaml.file, outcome.error, yaml.lineOf)
}
