/** A set of UTF-16 code units. */
export type Units = (unit: number) => boolean

/** A regular expression of JavaScript without flags, as a tree. */
export type PatternNode =
  | { kind: 'unit'; units: Units }
  | { kind: 'empty' }
  | { kind: 'start' | 'end' }
  | { kind: 'boundary'; negated: boolean }
  | { kind: 'sequence'; parts: PatternNode[] }
  /** `sources`: the options as they are written. */
  | { kind: 'choice'; options: PatternNode[]; sources: string[] }
  | { kind: 'group'; index: number; body: PatternNode }
  | { kind: 'reference'; index: number }
  | { kind: 'look'; behind: boolean; negated: boolean; body: PatternNode }
  /** `source`: the repetition as it is written. */
  | {
      kind: 'repeat'
      least: number
      most: number
      greedy: boolean
      body: PatternNode
      groups: readonly [first: number, after: number]
      source: string
    }

export interface Pattern {
  root: PatternNode
  groups: number
}

const isDigit: Units = (unit) => unit >= 48 && unit <= 57
export const isWord: Units = (unit) => isDigit(unit) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) || unit === 95
const isSpace: Units = (unit) => /\s/.test(String.fromCharCode(unit))
const isNewline: Units = (unit) => unit === 10 || unit === 13 || unit === 0x2028 || unit === 0x2029
const not =
  (units: Units): Units =>
  (unit) =>
    !units(unit)
const only =
  (one: number): Units =>
  (unit) =>
    unit === one
const CLASSES: Readonly<Record<string, Units>> = { d: isDigit, D: not(isDigit), w: isWord, W: not(isWord), s: isSpace, S: not(isSpace) }
const CONTROLS: Readonly<Record<string, number>> = { f: 12, n: 10, r: 13, t: 9, v: 11 }

/** Parses a regular expression that `RegExp` accepts; undefined for unsupported syntax, such as modifiers. `deep` limits nested groups. */
export function parsePattern(source: string, deep = 100): Pattern | undefined {
  const names = groupNames(source)
  let at = 0
  let groups = 0
  let depth = 0
  let unknown = false

  const disjunction = (): PatternNode => {
    const options: PatternNode[] = []
    const sources: string[] = []
    do {
      if (options.length > 0) at++
      const start = at
      options.push(alternative())
      sources.push(source.slice(start, at))
    } while (source[at] === '|')
    return options.length === 1 ? (options[0] ?? { kind: 'empty' }) : { kind: 'choice', options, sources }
  }
  const alternative = (): PatternNode => {
    const parts: PatternNode[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(term())
    return parts.length === 1 ? (parts[0] ?? { kind: 'empty' }) : { kind: 'sequence', parts }
  }
  const term = (): PatternNode => {
    const [first, start] = [groups, at]
    const body = atom()
    return repeated(body, [first, groups], start)
  }
  const atom = (): PatternNode => {
    const char = source[at++] ?? ''
    if (char === '^') return { kind: 'start' }
    if (char === '$') return { kind: 'end' }
    if (char === '(') return group()
    if (char === '.') return { kind: 'unit', units: not(isNewline) }
    if (char === '[') return { kind: 'unit', units: unitClass() }
    if (char === '\\') return escape()
    return { kind: 'unit', units: only(char.charCodeAt(0)) }
  }
  const group = (): PatternNode => {
    if (++depth > deep) unknown = true
    let quantified: (body: PatternNode) => PatternNode = (body) => body
    const look = /^\?(<?)([=!])/.exec(source.slice(at, at + 3))
    const name = /^\?<([^>]*)>/.exec(source.slice(at, at + 200))
    if (look) {
      at += look[0].length
      quantified = (body) => ({ kind: 'look', behind: look[1] === '<', negated: look[2] === '!', body })
    } else if (source.startsWith('?:', at)) at += 2
    else if (source[at] === '?' && !name) unknown = true
    else {
      if (name) at += name[0].length
      const index = ++groups
      quantified = (body) => ({ kind: 'group', index, body })
    }
    const body = unknown ? skipAll() : disjunction()
    at++
    depth--
    return quantified(body)
  }
  const skipAll = (): PatternNode => {
    at = source.length
    return { kind: 'empty' }
  }
  const repeated = (body: PatternNode, within: readonly [number, number], start: number): PatternNode => {
    const match = /^(?:([*+?])|\{(\d+)(,(\d*))?\})(\??)/.exec(source.slice(at, at + 60))
    if (!match) return body
    at += match[0].length
    const [, sign, low, comma, high, lazy] = match
    const least = sign === undefined ? Number(low) : sign === '+' ? 1 : 0
    const most =
      sign === undefined ? (comma === undefined ? least : high === '' || high === undefined ? Infinity : Number(high)) : sign === '?' ? 1 : Infinity
    return { kind: 'repeat', least, most, greedy: lazy === '', body, groups: within, source: source.slice(start, at) }
  }
  const escape = (): PatternNode => {
    const char = source[at] ?? ''
    if (char === 'b' || char === 'B') {
      at++
      return { kind: 'boundary', negated: char === 'B' }
    }
    const number = /^[1-9]\d{0,5}/.exec(source.slice(at, at + 6))?.[0]
    if (number !== undefined && Number(number) <= names.count) {
      at += number.length
      return { kind: 'reference', index: Number(number) }
    }
    const named = names.named.size > 0 ? /^k<([^>]*)>/.exec(source.slice(at, at + 200)) : null
    if (named) {
      at += named[0].length
      return { kind: 'reference', index: names.named.get(named[1] ?? '') ?? 0 }
    }
    return { kind: 'unit', units: escapedUnits() }
  }
  /** The code units that an escape stands for, in and outside a class. */
  const escapedUnits = (): Units => {
    const rest = source.slice(at, at + 6)
    const char = rest[0] ?? ''
    const known = CLASSES[char]
    if (known) {
      at++
      return known
    }
    return only(escapedUnit(rest))
  }
  const escapedUnit = (rest: string): number => {
    const take = (length: number, unit: number): number => {
      at += length
      return unit
    }
    const char = rest[0] ?? ''
    const control = CONTROLS[char]
    if (control !== undefined) return take(1, control)
    const hex = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4}))/i.exec(rest)
    if (hex) return take(hex[0].length, Number.parseInt(hex[1] ?? hex[2] ?? '', 16))
    if (/^c[a-z]/i.test(rest)) return take(2, rest.charCodeAt(1) % 32)
    if (char === 'c') return take(0, 92)
    const octal = /^(?:[0-3][0-7]{0,2}|[4-7][0-7]?)/.exec(rest)?.[0]
    return octal !== undefined ? take(octal.length, Number.parseInt(octal, 8)) : take(1, char.charCodeAt(0))
  }
  const unitClass = (): Units => {
    const negated = source[at] === '^'
    if (negated) at++
    const sets: Units[] = []
    while (at < source.length && source[at] !== ']') {
      const from = classAtom()
      const to = source[at] === '-' && at + 1 < source.length && source[at + 1] !== ']' ? rangeEnd() : undefined
      if (to === undefined) sets.push(typeof from === 'number' ? only(from) : from)
      else if (typeof from === 'number' && typeof to === 'number') sets.push((unit) => unit >= from && unit <= to)
      else for (const one of [from, 45, to]) sets.push(typeof one === 'number' ? only(one) : one)
    }
    at++
    const any: Units = (unit) => sets.some((set) => set(unit))
    return negated ? not(any) : any
  }
  const rangeEnd = (): number | Units => {
    at++
    return classAtom()
  }
  const classAtom = (): number | Units => {
    if (source[at] !== '\\') return source.charCodeAt(at++)
    at++
    const rest = source.slice(at, at + 6)
    const known = CLASSES[rest[0] ?? '']
    if (known) {
      at++
      return known
    }
    if (rest[0] === 'b') {
      at++
      return 8
    }
    if (/^c[0-9_]/.test(rest)) {
      at += 2
      return rest.charCodeAt(1) % 32
    }
    return escapedUnit(rest)
  }

  const root = disjunction()
  return unknown || at < source.length ? undefined : { root, groups }
}

/** The number of capturing groups, and the numbers of named ones. */
function groupNames(source: string): { count: number; named: Map<string, number> } {
  const named = new Map<string, number>()
  let count = 0
  for (const [whole, name] of source.matchAll(/\\[^]|\[(?:\\[^]|[^\]\\])*\]?|\((?:\?<(?![=!])([^>]*)>|(?!\?))/g)) {
    if (!whole.startsWith('(')) continue
    count++
    if (name !== undefined) named.set(name, count)
  }
  return { count, named }
}
