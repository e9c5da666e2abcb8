import { equal, isObject, type Json, type JsonObject } from '../../../shared/base/json'
import { formatInline } from './format'

/** An entry of a block list: the lines of comments above it, and its own lines. */
interface Entry {
  above: string[]
  lines: string[]
}

/** Changes the values of a map in a YAML text. */
type ChangeMap = (text: string, before: JsonObject, to: JsonObject) => string

/**
 * A block list with other values. A value that stays keeps its lines, wherever it moves, with the comments above and within them. A changed value
 * keeps the comments above it and, if it is a map, those beside its other values. `source`: the lines of the list, whose dashes stand at column
 * `indent`. Undefined if they are something else.
 */
export function withEntries(source: string, indent: number, before: readonly Json[], to: readonly Json[], changeMap: ChangeMap): string | undefined {
  const entries = entriesIn(source, indent)
  if (entries?.length !== before.length || to.length === 0) return undefined
  const left = new Set(before.keys())
  const take = (k: number | undefined): number | undefined => {
    if (k !== undefined) left.delete(k)
    return k
  }
  const same = to.map((value) => take([...left].find((k) => equal(before[k], value))))
  const lines = to.flatMap((value, i) => {
    const k = same[i] ?? take([...left][0])
    const entry = k === undefined ? undefined : entries[k]
    const old = k === undefined ? undefined : before[k]
    if (!entry || old === undefined) return [`${' '.repeat(indent)}- ${formatInline(value)}`]
    if (same[i] !== undefined) return [...entry.above, ...entry.lines]
    if (isObject(old) && isObject(value)) return [...entry.above, ...changed(entry.lines, indent, old, value, changeMap)]
    return [...entry.above, `${' '.repeat(indent)}- ${formatInline(value)}${commentBeside(entry, old, changeMap)}`]
  })
  return lines.join('\n')
}

/** The comment behind an entry of one line that is no map, with the space before it. */
function commentBeside({ lines: [line = '', ...more] }: Entry, old: Json, changeMap: ChangeMap): string {
  if (more.length > 0 || typeof old === 'object') return ''
  return changeMap(`v: ${line.trimStart().replace(/^- */, '')}\n`, { v: old }, { v: 'x' }).slice('v: x'.length, -1)
}

/** The entries of a block list whose dashes stand at a column; undefined if a line fits none. */
function entriesIn(source: string, indent: number): Entry[] | undefined {
  const entries: Entry[] = []
  let above: string[] = []
  for (const line of source.split('\n')) {
    const rest = line.trimStart()
    const column = line.length - rest.length
    if (column === indent && (rest === '-' || rest.startsWith('- '))) {
      entries.push({ above, lines: [line] })
      above = []
    } else if (rest === '' || (rest.startsWith('#') && column <= indent)) above.push(line)
    else {
      const last = entries.at(-1)
      if (!last || column <= indent) return undefined
      last.lines.push(...above, line)
      above = []
    }
  }
  return above.length === 0 ? entries : undefined
}

/** The lines of an entry that is a map, with other values. */
function changed(lines: readonly string[], indent: number, before: JsonObject, to: JsonObject, changeMap: ChangeMap): string[] {
  const [first = ''] = lines
  const after = /^ *-( +)/.exec(first)?.[1]?.length ?? 1
  const depth = indent + 1 + after
  const own = [`${' '.repeat(depth)}${first.slice(depth)}`, ...lines.slice(1)]
  const text = own.map((line) => line.slice(Math.min(depth, line.length - line.trimStart().length))).join('\n')
  const [head = '', ...rest] = changeMap(`${text}\n`, before, to).replace(/\n$/, '').split('\n')
  const pad = ' '.repeat(depth)
  return [`${' '.repeat(indent)}-${' '.repeat(after)}${head}`, ...rest.map((line) => (line === '' ? '' : pad + line))]
}
