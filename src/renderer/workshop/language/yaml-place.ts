/** The position of the cursor in a YAML text. */
export interface YamlPlace {
  /** The keys from the root to the position; `*` for an entry of a list. */
  keys: readonly string[]
  /** Whether the position is in a key, or in the value of the last key. */
  at: 'key' | 'value'
  /** The text before the cursor, and its offset in the line. */
  word: string
  from: number
  siblings: readonly string[]
}

const MAX_LINES = 20_000

const LINE = /^( *)((?:- +)*)(-$)?(?:("[^"]*"|'[^']*'|[^\s#'"{[&*!|>-][^#:{[]*?|[^\s:])\s*:(?=\s|$))?/
const bare = (key: string): string => (/^(".*"|'.*')$/.test(key) ? key.slice(1, -1) : key.trim())

interface Parsed {
  indent: number
  /** Columns of the list marks before the key, and of the key itself. */
  dashes: number[]
  key?: string
  column: number
  rest: string
  /** The offset of the rest in the line. */
  after: number
}

function parsed(line: string): Parsed | undefined {
  if (/^\s*(#|$)/.test(line) || line.startsWith('---')) return undefined
  const [whole = '', spaces = '', marks = '', lone = '', key] = LINE.exec(line) ?? []
  const dashes: number[] = []
  for (let at = 0; at < marks.length + lone.length; at++) if ((marks + lone)[at] === '-') dashes.push(spaces.length + at)
  const column = spaces.length + marks.length + lone.length
  return {
    indent: spaces.length,
    dashes,
    ...(key === undefined ? {} : { key: bare(key) }),
    column,
    rest: line.slice(whole.length),
    after: whole.length
  }
}

/** The position in YAML lines. `line` counts from 0; `column` is an offset in it. Read upwards by indentation, so broken YAML is no obstacle. */
export function yamlPlace(lineAt: (line: number) => string, lines: number, line: number, column: number): YamlPlace {
  const text = lineAt(line).slice(0, column)
  const here = parsed(text) ?? { indent: text.length, dashes: [], column: text.length, rest: '', after: text.length }
  const above = keysAbove(lineAt, line, here)
  const list = here.dashes.map(() => '*')
  const keys = [...above, ...list]
  if (here.key === undefined) {
    const flow = inFlow(text.slice(here.column), keys, here.column)
    if (flow) return flow
    const word = text.slice(here.column)
    return { keys, at: 'key', word, from: here.column, siblings: siblingsOf(lineAt, lines, line, here) }
  }
  const value = [...keys, here.key]
  const flow = inFlow(here.rest, value, here.after)
  if (flow) return flow
  const word = here.rest.trimStart()
  return { keys: value, at: 'value', word, from: column - word.length, siblings: [] }
}

function keysAbove(lineAt: (line: number) => string, line: number, here: Parsed): string[] {
  const keys: string[] = []
  let limit = here.dashes[0] ?? here.column
  // An entry of a list may have the same indentation as its key.
  let isList = here.dashes.length > 0
  for (let i = line - 1, seen = 0; i >= 0 && seen < MAX_LINES && (limit > 0 || isList); i--, seen++) {
    const one = parsed(lineAt(i))
    if (!one) continue
    if (one.key !== undefined && (one.column < limit || (isList && one.column === limit)) && one.rest.trim().replace(/^#.*/, '') === '') {
      keys.unshift(one.key)
      limit = one.column
      isList = false
      for (const dash of one.dashes.toReversed()) if (dash < limit) [limit, isList] = [(keys.unshift('*'), dash), true]
    } else if (one.dashes.length > 0) {
      for (const dash of one.dashes.toReversed()) if (dash < limit) [limit, isList] = [(keys.unshift('*'), dash), true]
    } else if (one.column < limit && one.key !== undefined) limit = one.column
  }
  return keys
}

function siblingsOf(lineAt: (line: number) => string, lines: number, line: number, here: Parsed): string[] {
  const found: string[] = []
  const look = (from: number, by: 1 | -1): void => {
    for (let i = from, seen = 0; i >= 0 && i < lines && seen < 400; i += by, seen++) {
      const one = parsed(lineAt(i))
      if (!one) continue
      if (one.column < here.column) return
      if (one.column === here.column && one.key !== undefined) found.push(one.key)
      if (one.column === here.column && one.dashes.length > 0 && by === -1) return
      if (one.dashes.some((dash) => dash < here.column) && by === 1) return
    }
  }
  if (here.dashes.length === 0) look(line - 1, -1)
  look(line + 1, 1)
  return found
}

/** The place within `{…}` and `[…]` that begin in a value. */
function inFlow(text: string, outer: readonly string[], offset: number): YamlPlace | undefined {
  const open: { list: boolean; keys: string[]; key?: string | undefined }[] = []
  let from = 0
  let quote = ''
  for (let i = 0; i < text.length; i++) {
    const one = text[i] ?? ''
    if (quote !== '') {
      if (one === quote) quote = ''
      continue
    }
    const last = open.at(-1)
    if (last && (one === '"' || one === "'") && text.slice(from, i).trim() === '') quote = one
    else if (last ? one === '{' || one === '[' : text.slice(0, i).trim() === '' && (one === '{' || one === '['))
      [open[open.length], from] = [{ list: one === '[', keys: [] }, i + 1]
    else if (!last) continue
    else if (one === '}' || one === ']') [open.length, from] = [open.length - 1, i + 1]
    else if (one === ',') [last.key, from] = [undefined, i + 1]
    else if (one === ':' && !last.list && /[\s{[]|^$/.test(text[i + 1] ?? '')) {
      last.key = bare(text.slice(from, i).trim())
      last.keys.push(last.key)
      from = i + 1
    }
  }
  const last = open.at(-1)
  if (!last) return undefined
  const inner = open.flatMap(({ list, key }) => (list ? ['*'] : key === undefined ? [] : [key]))
  const word = text.slice(from).trimStart()
  return {
    keys: [...outer, ...inner],
    at: last.list || last.key !== undefined ? 'value' : 'key',
    word,
    from: offset + text.length - word.length,
    siblings: last.keys
  }
}
