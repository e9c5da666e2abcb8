// Runs on the host when a game is read, and inside the sandbox where a `{…}` has been filled. What a word of the vocabulary
// takes, as data: it is checked by this, and editors get a JSON Schema made of it.
import { isObject, own } from './plain'

/** A game's lists that names come from. */
export type NameKind = 'item' | 'condition' | 'table' | 'stat' | 'action' | 'param'

type Kind =
  | { is: 'boolean' | 'flag' | 'dice' | 'conditions' | 'effects' }
  | { is: 'text'; of: string; pattern?: string }
  | { is: 'number'; least: number; whole?: boolean }
  | { is: 'name'; of: NameKind }
  | { is: 'among'; words: readonly string[] }
  | { is: 'list'; each: Shape }
  | { is: 'map'; fields: Readonly<Record<string, Shape>>; needs?: readonly string[]; rest?: { key: Shape; value: Shape } }
  | { is: 'either'; of: readonly Shape[] }
/** The values that are allowed. Editors show `about`. */
export type Shape = Kind & { about?: string }

/** A word of the vocabulary without its behaviour. */
export interface Word {
  /** One sentence for people. */
  about: string
  /** An example argument in YAML. */
  example: string
  takes: Shape
  /** What the shape can't express: the end of a sentence that begins with the word. */
  unless?: (argument: unknown) => string | undefined
  /** A word that is required together with it. */
  beside?: string
}
export type Words = Readonly<Record<string, Word>>

/** The first words that `{…}` can have, each with what can follow it if that is known. */
export type TemplateRoots = ReadonlyMap<string, readonly string[] | undefined>
/** The names that are known when a value is checked. */
export interface KnownNames {
  conditions: Words
  effects: Words
  /** The names in a game's list; undefined if any name is accepted. */
  names(kind: NameKind): ReadonlySet<string> | undefined
  /** The first words that `{…}` can have. Absent if it has been filled: then a brace is only a brace, and nested templates are checked later. */
  heads?: TemplateRoots
}
export type ShapePath = readonly (string | number)[]
/** A value that doesn't fit: its position, and a sentence without its full stop. */
export interface ShapeError {
  path: ShapePath
  message: string
  /** The name that the game's lists don't have. */
  missing?: { kind: Exclude<NameKind, 'param'>; name: string }
}

const MAX_DEPTH = 32
export const DICE = /^(\d{0,3}d\d{1,4}(k[hl]\d{1,2})?|\d{1,6})([+-](\d{0,3}d\d{1,4}(k[hl]\d{1,2})?|\d{1,6}))*$/
const TEMPLATE = /\{([^{}]*)\}/g

export const isTemplate = (value: unknown): value is string => typeof value === 'string' && /\{[^{}]*\}/.test(value)
const isWhole = (value: string): boolean => /^\{[^{}]*\}$/.test(value)

const NAMES: Record<NameKind, string> = {
  item: 'an item in equipment/',
  condition: 'a condition in conditions/',
  table: 'a table in tables/',
  stat: 'a stat of the manifest',
  action: 'an action of this game',
  param: 'a parameter of this action'
}

/** "a number, dice, or a map of dice, stat and target". */
export function inWords(shape: Shape): string {
  switch (shape.is) {
    case 'boolean':
      return 'true or false'
    case 'flag':
      return 'true, false, a number or a text'
    case 'dice':
      return 'dice such as d6 or 2d6+1'
    case 'conditions':
      return 'a map of conditions'
    case 'effects':
      return 'a map of effects, or a list of such maps'
    case 'text':
      return shape.of
    case 'number':
      return `a ${shape.whole ? 'whole ' : ''}number${shape.least > Number.MIN_SAFE_INTEGER ? ` from ${shape.least}` : ''}`
    case 'name':
      return NAMES[shape.of]
    case 'among':
      return listed(shape.words, 'or')
    case 'list':
      return `a list, each ${inWords(shape.each)}`
    case 'map':
      return `a map${shape.rest ? ` from ${inWords(shape.rest.key)} to ${inWords(shape.rest.value)}` : ` of ${listed(Object.keys(shape.fields), 'and')}`}`
  }
  return listed(shape.of.map(inWords), 'or')
}
const listed = (words: readonly string[], last: string): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1) ?? ''}`

/** How the argument of `word` doesn't fit; undefined if it fits. */
export function misused(word: string, rule: Word, argument: unknown, known: KnownNames, path: ShapePath): ShapeError | undefined {
  const wrong = misfit(argument, rule.takes, known, path, word)
  if (wrong) return wrong
  const more = rule.unless?.(argument)
  return more === undefined ? undefined : { path, message: `"${word}" ${more}` }
}

/** How a value doesn't fit its shape; `word` is the word before it. */
export function misfit(value: unknown, shape: Shape, known: KnownNames, path: ShapePath, word: string): ShapeError | undefined {
  if (path.length > MAX_DEPTH) return { path, message: `"${word}" is nested more than ${MAX_DEPTH} levels deep` }
  if (known.heads && isTemplate(value) && shape.is !== 'either') return badTemplate(value, shape, known.heads, path, word)
  const wrong = (): ShapeError => ({ path, message: `"${word}" must be ${inWords(shape)}` })
  switch (shape.is) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : wrong()
    case 'flag':
      return ['boolean', 'string', 'number'].includes(typeof value) ? undefined : wrong()
    case 'text':
      return typeof value === 'string' && value !== '' && (!shape.pattern || new RegExp(shape.pattern).test(value)) ? undefined : wrong()
    case 'dice':
      return typeof value === 'string' && DICE.test(value) ? undefined : wrong()
    case 'number':
      return typeof value === 'number' && value >= shape.least && (!shape.whole || Number.isInteger(value)) ? undefined : wrong()
    case 'among':
      return typeof value === 'string' && shape.words.includes(value) ? undefined : wrong()
    case 'name':
      return typeof value === 'string' && value !== '' ? unknownName(value, shape.of, known, path) : wrong()
    case 'list':
      if (!Array.isArray(value) || value.length === 0) return wrong()
      return first(value, (each, i) => misfit(each, shape.each, known, [...path, i], word))
    case 'map':
      return isObject(value) ? badMap(value, shape, known, path, word) : wrong()
    case 'either':
      return shape.of.some((one) => !misfit(value, one, known, path, word)) ? undefined : (closest(value, shape.of, known, path, word) ?? wrong())
    case 'conditions':
      if (typeof value === 'boolean' || (!known.heads && isObject(value))) return undefined
      return isObject(value) ? badWords(value, known.conditions, 'condition', known, path) : wrong()
    case 'effects':
      break
  }
  if (!known.heads && (isObject(value) || Array.isArray(value))) return undefined
  if (isObject(value)) return badWords(value, known.effects, 'effect', known, path)
  if (!Array.isArray(value) || value.length === 0) return wrong()
  return first(value, (each, i) => (isObject(each) ? badWords(each, known.effects, 'effect', known, [...path, i]) : wrong()))
}

function first<T>(list: readonly T[], check: (each: T, index: number) => ShapeError | undefined): ShapeError | undefined {
  for (const [index, each] of list.entries()) {
    const wrong = check(each, index)
    if (wrong) return wrong
  }
  return undefined
}

function badTemplate(value: string, shape: Shape, heads: TemplateRoots, path: ShapePath, word: string): ShapeError | undefined {
  const partly = ['text', 'name', 'flag'].includes(shape.is)
  if (['map', 'conditions', 'boolean'].includes(shape.is)) return { path, message: `"${word}" must be ${inWords(shape)}` }
  if (!partly && !isWhole(value)) return { path, message: `"${word}" must be ${inWords(shape)}, or a single {…}` }
  for (const [, inside = ''] of value.matchAll(TEMPLATE)) {
    const [head = '', field] = inside.trim().split('.')
    const fields = heads.get(head)
    if (field !== undefined && fields && !fields.includes(field))
      return { path, message: `"{${inside}}" has no value. "${head}" has ${fields.join(', ')}` }
    if (!heads.has(head)) return { path, message: `"{${inside}}" has no value. It can begin with ${[...heads.keys()].toSorted().join(', ')}` }
  }
  return undefined
}

function unknownName(name: string, kind: NameKind, known: KnownNames, path: ShapePath): ShapeError | undefined {
  const names = known.names(kind)
  if (!names || names.has(name)) return undefined
  const like = [...names].filter((other) => other.includes(name) || name.includes(other) || other.startsWith(name.slice(0, 3)))
  const choices = (like.length > 0 ? like : [...names]).toSorted()
  const some = choices.length > 8 ? `${choices.slice(0, 8).join(', ')} …` : choices.join(', ')
  const message = `"${name}" is not ${NAMES[kind]}${some === '' ? ', because there are none' : `. Use one of ${some}`}`
  return { path, message, ...(kind === 'param' ? {} : { missing: { kind, name } }) }
}

function badMap(
  value: Record<string, unknown>,
  shape: Shape & { is: 'map' },
  known: KnownNames,
  path: ShapePath,
  word: string
): ShapeError | undefined {
  for (const [key, inner] of Object.entries(value)) {
    const field = own(shape.fields, key)
    if (field) {
      const wrong = misfit(inner, field, known, [...path, key], key)
      if (wrong) return wrong
    } else if (shape.rest) {
      const wrong = misfit(key, shape.rest.key, known, [...path, key], word) ?? misfit(inner, shape.rest.value, known, [...path, key], key)
      if (wrong) return wrong
    } else return { path: [...path, key], message: `"${word}" has no field "${key}". It takes ${Object.keys(shape.fields).join(', ')}` }
  }
  const missing = shape.needs?.find((key) => !Object.hasOwn(value, key))
  return missing === undefined ? undefined : { path, message: `"${word}" needs the field "${missing}"` }
}

/** Checks that every key of a map is a word of the vocabulary with a valid argument. */
function badWords(map: Record<string, unknown>, words: Words, kind: string, known: KnownNames, path: ShapePath): ShapeError | undefined {
  if (path.length > MAX_DEPTH) return { path, message: `"${String(path.at(-1))}" is nested more than ${MAX_DEPTH} levels deep` }
  for (const [word, argument] of Object.entries(map)) {
    const inner = [...path, word]
    const rule = own(words, word)
    if (!rule)
      return { path: inner, message: `"${word}" is not ${kind === 'effect' ? 'an' : 'a'} ${kind}. Use one of ${Object.keys(words).join(', ')}` }
    if (rule.beside !== undefined && !Object.hasOwn(map, rule.beside)) return { path: inner, message: `"${word}" also needs "${rule.beside}"` }
    const wrong = misused(word, rule, argument, known, inner)
    if (wrong) return wrong
  }
  return undefined
}

function closest(value: unknown, shapes: readonly Shape[], known: KnownNames, path: ShapePath, word: string): ShapeError | undefined {
  const meant = matchingShape(value, shapes)
  if (meant) return misfit(value, meant, known, path, word)
  return known.heads && isTemplate(value) ? first(shapes, (shape) => misfit(value, shape, known, path, word)) : undefined
}
/** The only one of several shapes with a value's kind. */
export function matchingShape(value: unknown, shapes: readonly Shape[]): Shape | undefined {
  if (isObject(value))
    return shapes.find((shape) => shape.is === 'map' && meansMap(value, shape)) ?? shapes.find(({ is }) => is === 'effects' || is === 'conditions')
  const alike = shapes.filter(({ is }) => (Array.isArray(value) ? is === 'list' || is === 'effects' : typeof value === 'string' && is === 'name'))
  return alike.length === 1 ? alike[0] : undefined
}
/** Whether a map was meant as this shape: it has one of its fields, or the shape takes any key. */
const meansMap = (value: Record<string, unknown>, shape: Shape & { is: 'map' }): boolean =>
  shape.rest !== undefined || Object.keys(value).some((key) => Object.hasOwn(shape.fields, key))
