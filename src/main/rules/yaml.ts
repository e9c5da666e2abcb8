import { isMap, isNode, isSeq, LineCounter, parseDocument, type Document } from 'yaml'
import type { z } from 'zod'
import { Problem } from '../../shared/problem'

/** A parsed YAML file: its value, and the line (from 1) on which the value at a path stands. */
export interface YamlFile {
  file: string
  value: unknown
  lineOf(path: readonly PropertyKey[]): number
}

const SIZE = 1 << 20

/** Parses one YAML file. Throws Problem `bad-file` with `{file, line}`. */
export function parseYaml(file: string, text: string): YamlFile {
  if (text.length > SIZE) throw new Problem('bad-file', `${file} is larger than 1 MB; split it.`, { file, line: 1 })
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, merge: false })
  const error = document.errors[0]
  if (error) {
    const line = lines.linePos(error.pos[0]).line
    throw new Problem('bad-file', `${file} line ${line} is not YAML: ${firstLine(error.message)}. Correct it.`, { file, line })
  }
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 100 })
  } catch (thrown) {
    throw new Problem('bad-file', `${file} cannot be read: ${firstLine(String(thrown))}. Write it without aliases.`, { file, line: 1 })
  }
  return { file, value, lineOf: (path) => lineAt(document, lines, path) }
}

const firstLine = (message: string): string => (message.split('\n')[0] ?? '').replace(/ at line \d+.*$/, '').replace(/[.:]$/, '')

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

/** The file's value as `schema` wants it. Throws Problem `bad-file` with `{file, line}` for what fits least. */
export function fits<T extends z.ZodType>(yaml: YamlFile, schema: T): z.output<T> {
  const outcome = schema.safeParse(yaml.value)
  if (outcome.success) return outcome.data
  const issue = outcome.error.issues[0]
  const path = issue?.path ?? []
  const line = yaml.lineOf(path)
  const where = path.length > 0 ? ` ("${path.map(String).join('.')}")` : ''
  throw new Problem('bad-file', `${yaml.file} line ${line}${where} does not fit: ${issue?.message ?? 'wrong shape'}. Correct it.`, {
    file: yaml.file,
    line
  })
}
