import { own } from '../base/json'
import { fold } from '../story/names'
import { GROUPS } from './parts'
import { written } from './parse'
import { CLOCK, QUANTIFIERS, ROOTS } from './paths'
import type { NameKind } from './tree'
import type { Vocabulary } from './vocabulary'

/** A completion of an expression: `text` replaces the part from `from` to `to`. */
export interface Completion {
  from: number
  to: number
  options: { text: string; what: NameKind | 'word' }[]
}

/** The maximum number of options. */
const MAX_OPTIONS = 50

const PATH = /(?:[\p{L}\p{N}_]+(?:-+[\p{L}\p{N}_]+)*|"[^"]*")(?:\.(?:[\p{L}\p{N}_-]+|"[^"]*"))*\.?$/u
const IN_PARENTHESES = /\.(has|count|is|present|searched)\(\s*(["'])([^"']*)$/
const COMPARED = /(?:\.(location|attitude)|scene\.(place)|turn\.(actor|mode|phase))\s*(?:==|=|!=)\s*(["'])([^"']*)$/

const GIVEN: Record<string, NameKind> = { has: 'item', count: 'item', is: 'condition', present: 'actor', searched: 'feature' }
const VALUES: Record<string, NameKind | readonly string[]> = {
  location: 'place',
  place: 'place',
  actor: 'actor',
  attitude: ['hostile', 'wary', 'neutral', 'friendly'],
  mode: ['story', 'combat'],
  phase: ['done', 'open', 'dm', 'player', 'npc', 'close']
}

const words = (list: readonly string[]): Completion['options'] => list.map((text) => ({ text, what: 'word' }))
const names = (kind: NameKind, from: Vocabulary): Completion['options'] => from[kind].map((name) => ({ text: written(name), what: kind }))

/** The possible completions at the caret, best first. */
export function complete(text: string, caret: number, vocabulary: Vocabulary): Completion {
  const before = text.slice(0, caret)
  const inside = IN_PARENTHESES.exec(before)
  const compared = inside ? null : COMPARED.exec(before)
  if (inside) return quoted(before, text, inside[3] ?? '', own(GIVEN, inside[1] ?? '') ?? 'item', vocabulary, ')')
  if (compared)
    return quoted(before, text, compared[5] ?? '', own(VALUES, compared[1] ?? compared[2] ?? compared[3] ?? '') ?? 'place', vocabulary, '')
  const path = PATH.exec(before)?.[0] ?? ''
  const parts = path.split(/\.(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((part) => part.replaceAll('"', ''))
  const begun = parts.at(-1) ?? ''
  const options = follow(parts.slice(0, -1), vocabulary)
  return { from: before.length - lastLength(path), to: caret, options: best(options, begun) }
}

/** The length of the last part as written, including a quote. */
const lastLength = (path: string): number => path.length - (path.endsWith('"') ? path.lastIndexOf('"', path.length - 2) : path.lastIndexOf('.') + 1)

function quoted(before: string, text: string, begun: string, of: NameKind | readonly string[], vocabulary: Vocabulary, close: string): Completion {
  const list = typeof of === 'string' ? vocabulary[of] : of
  const rest = /^["']?\)?/.exec(text.slice(before.length))?.[0] ?? ''
  const options = best(
    list.map((name) => ({ text: name, what: typeof of === 'string' ? of : ('word' as const) })),
    begun
  ).map(({ text: name, what }) => ({ text: `${JSON.stringify(name)}${close}`, what }))
  return { from: before.length - begun.length - 1, to: before.length + rest.length, options }
}

function best(options: Completion['options'], begun: string): Completion['options'] {
  const key = fold(begun)
  const plain = (text: string): string => fold(text.replace(/^"/, ''))
  const first = options.filter(({ text }) => plain(text).startsWith(key))
  const then = key.length < 2 ? [] : options.filter(({ text }) => !plain(text).startsWith(key) && plain(text).includes(key))
  const all = [...first, ...then]
  return all.length === 1 && plain(all[0]?.text ?? '') === key ? [] : all.slice(0, MAX_OPTIONS)
}

const ACTOR_WORDS = ['location', 'attitude', 'is("', 'has("', 'count("', 'max', 'tag', 'name', 'kind']
const BEHIND: Record<string, readonly string[]> = {
  journey: ['difficulty', 'from', 'to', 'region', 'direction', 'duration', 'requires'],
  place: ['visited', 'explored', 'has("', 'count("', 'searched("', 'name', 'region', 'tag']
}
const ALONE: Record<string, readonly string[]> = {
  scene: ['title', 'place', 'aim', 'open', 'present("', 'story', 'path'],
  turn: ['actor', 'phase', 'mode', 'round'],
  clock: Object.keys(CLOCK)
}

/** The possible words after the complete parts of a path. */
function follow(parts: readonly string[], from: Vocabulary): Completion['options'] {
  const [root = '', second] = parts
  if (parts.length === 0) return words([...ROOTS, 'not'])
  const group = (QUANTIFIERS as readonly string[]).includes(root)
  if (parts.length === 1) {
    if (group) return words(GROUPS)
    if (Object.hasOwn(ALONE, root)) return words(own(ALONE, root) ?? [])
    return Object.hasOwn(from, root) ? names(root as NameKind, from) : []
  }
  if ((root === 'actor' || group) && second !== undefined) {
    if (parts.length === 2) return [...names('stat', from), ...words(ACTOR_WORDS)]
    return parts[2] === 'max' || parts[2] === 'stats' ? names('stat', from) : parts[2] === 'tag' ? names('tag', from) : []
  }
  return parts.length === 2 && Object.hasOwn(BEHIND, root) ? words(own(BEHIND, root) ?? []) : []
}
