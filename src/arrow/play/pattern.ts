import { attempt } from '../../shared/base/attempt'
import { memoized } from '../../shared/base/memoized'
import { isWord, parsePattern, type Pattern, type PatternNode } from './pattern-syntax'

/** The first match of a pattern in a text, or why there is none: nothing matches, the pattern is invalid, or the search was abandoned. */
export type PatternMatch = { start: number; end: number } | 'none' | 'invalid' | 'given-up'

/** The maximum number of steps of one search, and its maximum depth in repeated groups. A search that needs more is abandoned. */
export const MAX_PATTERN_STEPS = 200_000
const MAX_PATTERN_DEPTH = 500
/** The longest pattern, in characters. */
const MAX_PATTERN = 5000

const known = new Map<string, Pattern | 'invalid' | 'unknown'>()

/** Searches for a JavaScript expression (no flags) as `String.search` does, within a limit: a document's `(a+)+$` would take for ever. */
export function searchPattern(source: string, text: string, limit = { left: MAX_PATTERN_STEPS }): PatternMatch {
  const pattern = known.get(source) ?? read(source)
  if (pattern === 'invalid') return 'invalid'
  if (pattern === 'unknown') return 'given-up'
  const run: Run = { text, captures: [], limit, depth: 0, backwards: false }
  const match = compile(pattern.root)
  try {
    for (let start = 0; start <= text.length; start++) {
      run.captures = Array.from({ length: pattern.groups + 1 })
      let end = -1
      if (match(run, start, (at) => ((end = at), true))) return { start, end }
      if (pattern.root.kind === 'start') break
    }
  } catch (thrown) {
    if (thrown === GIVEN_UP) return 'given-up'
    throw thrown
  }
  return 'none'
}

function read(source: string): Pattern | 'invalid' | 'unknown' {
  const tooLong = source.length > MAX_PATTERN
  const pattern = tooLong ? 'unknown' : isValid(source) ? (parsePattern(source) ?? 'unknown') : 'invalid'
  if (known.size >= 200) known.clear()
  known.set(source, pattern)
  return pattern
}

const isValid = (source: string): boolean => attempt(() => new RegExp(source) instanceof RegExp, false)

const GIVEN_UP = new Error('the pattern takes too many steps')

type Capture = readonly [start: number, end: number] | undefined
interface Run {
  text: string
  captures: Capture[]
  /** The remaining steps. */
  limit: { left: number }
  depth: number
  /** In a lookbehind, parts are matched from right to left. */
  backwards: boolean
}
type Then = (at: number) => boolean
type Match = (run: Run, at: number, then: Then) => boolean

function step(run: Run, count = 1): void {
  run.limit.left -= count
  if (run.limit.left < 0) throw GIVEN_UP
}

/** The code unit next to a position in the direction of the search; −1 beyond the text. */
const unitAt = ({ text, backwards }: Run, at: number): number => {
  const index = backwards ? at - 1 : at
  return index >= 0 && index < text.length ? text.charCodeAt(index) : -1
}
const moved = ({ backwards }: Run, at: number, by = 1): number => (backwards ? at - by : at + by)

const compile = memoized(matcher)

function matcher(node: PatternNode): Match {
  switch (node.kind) {
    case 'empty':
      return (_run, at, then) => then(at)
    case 'unit':
      return (run, at, then) => {
        step(run)
        const unit = unitAt(run, at)
        return unit >= 0 && node.units(unit) && then(moved(run, at))
      }
    case 'start':
      return (_run, at, then) => at === 0 && then(at)
    case 'end':
      return (run, at, then) => at === run.text.length && then(at)
    case 'boundary':
      return ({ text }, at, then) => (wordAt(text, at - 1) !== wordAt(text, at)) !== node.negated && then(at)
    case 'sequence':
      return sequence(node.parts)
    case 'choice': {
      const options = node.options.map(compile)
      return (run, at, then) => options.some((option) => option(run, at, then))
    }
    case 'group':
      return captured(node.index, compile(node.body))
    case 'reference':
      return (run, at, then) => {
        const capture = run.captures[node.index]
        if (!capture) return then(at)
        const length = capture[1] - capture[0]
        step(run, length + 1)
        const from = run.backwards ? at - length : at
        return from >= 0 && run.text.slice(capture[0], capture[1]) === run.text.slice(from, from + length) && then(moved(run, at, length))
      }
    case 'look':
      return looking(node.behind, node.negated, compile(node.body))
    default:
      return node.body.kind === 'unit' ? unitsRepeated(node, node.body.units) : repeated(node, compile(node.body))
  }
}

const wordAt = (text: string, index: number): boolean => index >= 0 && index < text.length && isWord(text.charCodeAt(index))

/** Single code units of a sequence are matched in a loop; only the rest needs the stack. */
function sequence(nodes: readonly PatternNode[]): Match {
  const parts = nodes.map((node) => (node.kind === 'unit' ? { units: node.units } : { match: compile(node) }))
  const from = (run: Run, start: number, first: number, then: Then): boolean => {
    let at = start
    for (let index = first; index < parts.length; index++) {
      const part = parts[run.backwards ? parts.length - 1 - index : index]
      if (part?.match) return deeper(run, () => part.match(run, at, (next) => from(run, next, index + 1, then)))
      step(run)
      const unit = unitAt(run, at)
      if (unit < 0 || !part?.units(unit)) return false
      at = moved(run, at)
    }
    return then(at)
  }
  return (run, at, then) => from(run, at, 0, then)
}

function deeper(run: Run, search: () => boolean): boolean {
  if (++run.depth > MAX_PATTERN_DEPTH) throw GIVEN_UP
  const result = search()
  run.depth--
  return result
}

function captured(index: number, body: Match): Match {
  return (run, at, then) =>
    body(run, at, (end) => {
      const before = run.captures[index]
      run.captures[index] = run.backwards ? [end, at] : [at, end]
      if (then(end)) return true
      run.captures[index] = before
      return false
    })
}

function looking(behind: boolean, negated: boolean, body: Match): Match {
  return (run, at, then) => {
    step(run)
    const { backwards, captures } = run
    run.backwards = behind
    run.captures = [...captures]
    const matches = body(run, at, () => true)
    run.backwards = backwards
    if (matches === negated) {
      run.captures = captures
      return false
    }
    if (negated) run.captures = captures
    if (then(at)) return true
    run.captures = captures
    return false
  }
}

interface Times {
  least: number
  most: number
  greedy: boolean
  groups: readonly [number, number]
}

/** A repeated code unit needs no stack. */
function unitsRepeated({ least, most, greedy }: Times, units: (unit: number) => boolean): Match {
  return (run, at, then) => {
    const fits = (count: number): boolean => {
      const unit = count < most ? unitAt(run, moved(run, at, count)) : -1
      return unit >= 0 && units(unit)
    }
    let count = 0
    for (const enough = greedy ? Infinity : least; count < enough && fits(count); count++) step(run)
    if (count < least) return false
    for (;;) {
      step(run)
      if (then(moved(run, at, count))) return true
      if (greedy ? --count < least : !fits(count++)) return false
    }
  }
}

function repeated({ least, most, greedy, groups: [first, after] }: Times, body: Match): Match {
  const again = (run: Run, at: number, count: number, then: Then): boolean => {
    step(run)
    const once = (): boolean => {
      if (count >= most) return false
      const before = run.captures.slice(first + 1, after + 1)
      for (let i = first + 1; i <= after; i++) run.captures[i] = undefined
      const matched = deeper(run, () => body(run, at, (next) => (next !== at || count < least) && again(run, next, count + 1, then)))
      if (!matched) before.forEach((capture, i) => (run.captures[first + 1 + i] = capture))
      return matched
    }
    if (count < least) return once()
    return greedy ? once() || then(at) : then(at) || once()
  }
  return (run, at, then) => again(run, at, 0, then)
}
