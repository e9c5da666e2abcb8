import { attempt } from '../../shared/base/attempt'
import { fileAt, isArrowPath, type FileAt } from '../../shared/story/layout'
import { own } from '../../shared/base/json'
import type { NameKind } from '../../shared/contract/language-calls'
import { namesOf, parse } from '../../shared/predicate/parse'
import { mentionsIn } from '../rules/check/mentions'
import { stringOf, tokensOf } from '../rules/check/tokens'
import { conditions } from '../rules/vm/conditions'
import { effects } from '../rules/vm/effects'
import { matchingShape, type Shape, type Words } from '../rules/vm/shapes'
import { linkSpans, mayLink } from '../campaign/notes/wikilinks'
import { namesInArrow } from './arrow-names'
import { EXPRESSIONS, IN_EXPRESSIONS, NAME_PATTERNS, WHO, type NamePattern, type NameSpan } from './name-patterns'
import { yamlTree, type YamlTree } from './yaml-tree'

/** All names in one file. They depend only on its path and text. */
export interface FileNames {
  path: string
  text: string
  /** The file's own definition, by its path. */
  is?: { kind: NameKind; id: string }
  title?: string
  /** Names for readers of what the file defines, by kind and id: `item rope`. */
  titles?: ReadonlyMap<string, string>
  names: readonly NameSpan[]
  /** Quoted texts in code that may be names. */
  literals: readonly { text: string; start: number; end: number }[]
  /** The literal beginnings of templates in code that may make names of facts: `defeated:${id}`. */
  beginnings?: readonly { text: string; start: number; end: number }[]
  /** Imports in code; the offsets include the quotes. */
  imports: readonly { request: string; start: number; end: number }[]
  /** Targets of `[[links]]`, folded, with the offsets of the target's text. */
  links: readonly { target: string; start: number; end: number }[]
  /** Names of a document's characters that a story event maps to actors. */
  mapped?: readonly string[]
  /** Whether its YAML is invalid, so that its names are unknown. */
  unread: boolean
}

export const isMarkdown = (path: string): boolean => /\.md$/i.test(path)

const FRONT = /^\uFEFF?---[ \t]*\r?\n/

function subjectOf(at: FileAt | undefined): { kind: NameKind; id: string } | undefined {
  switch (at?.kind) {
    case 'action':
    case 'yamlAction':
      return { kind: 'action', id: at.parts.id }
    case 'condition':
      return { kind: 'condition', id: at.parts.id }
    case 'diceTable':
      return { kind: 'table', id: at.parts.id }
    case 'location':
      return { kind: 'place', id: at.parts.id }
    case 'region':
      return { kind: 'region', id: at.parts.region }
    case 'sheet':
      return { kind: 'character', id: at.parts.id }
    case 'storyEvent':
      return { kind: 'event', id: at.parts.id }
    default:
      return undefined
  }
}

/** Reads the names in a file. Never throws. */
export function namesInFile(path: string, text: string): FileNames {
  const at = fileAt(path)
  const subject = subjectOf(at)
  const file: FileNames = { path, text, ...(subject ? { is: subject } : {}), names: [], literals: [], imports: [], links: [], unread: false }
  if (path.endsWith('.ts')) return inCode(file)
  if (isMarkdown(path)) return inNote(file, at)
  if (isArrowPath(path)) {
    const names = namesInArrow(text)
    return names ? { ...file, names } : { ...file, unread: true }
  }
  // A log is a record, so its names are never edited.
  if (!path.endsWith('.yaml') || at === undefined || at.kind === 'log' || at.kind === 'laterLog' || at.kind === 'timeline') return file
  const tree = yamlTree(text)
  if (!tree) return { ...file, unread: text.trim() !== '' }
  const title = tree.entries?.find(({ key }) => key.text === 'name')?.value.text
  return {
    ...file,
    ...(title === undefined ? {} : { title }),
    titles: titlesIn(tree, at),
    names: inYaml(tree, at, 0, text),
    links: linksIn(tree, path)
  }
}

const childOf = (tree: YamlTree | undefined, key: string): YamlTree | undefined => tree?.entries?.find((entry) => entry.key.text === key)?.value

/** The id of a feature in the names of a campaign: features are unique within their place. */
const featureId = (place: string, feature: string): string => `${place}/${feature}`

function titlesIn(tree: YamlTree, at: FileAt): ReadonlyMap<string, string> {
  const named = (kind: NameKind, of: YamlTree | undefined, idOf = (id: string): string => id): [string, string][] =>
    (of?.entries ?? []).flatMap(({ key, value }): [string, string][] => {
      const words = value.text ?? ['name', 'title', 'text', 'setup'].map((one) => childOf(value, one)?.text).find(Boolean)
      const ends = kind === 'relationship' ? `${childOf(value, 'from')?.text} → ${childOf(value, 'to')?.text}` : words
      return ends === undefined ? [] : [[`${kind} ${idOf(key.text)}`, ends]]
    })
  if (at.kind === 'equipment') return new Map(named('item', tree))
  if (at.kind === 'facts') return new Map(named('fact', tree))
  if (at.kind === 'location') return new Map(named('feature', childOf(tree, 'features'), (id) => featureId(at.parts.id, id)))
  const kinds = { quests: 'quest', factions: 'faction', threads: 'thread', relationships: 'relationship' } as const
  return new Map(at.kind === 'state' ? Object.entries(kinds).flatMap(([key, kind]) => named(kind, childOf(tree, key))) : [])
}

function inCode(file: FileNames): FileNames {
  const tokens = tokensOf(file.text, true)
  const mentions = mentionsIn(file.path, tokens)
  const names = mentions.flatMap(({ kind, name, at, sets = false }): NameSpan[] =>
    at ? [{ kind, id: name, ...at, form: 'code', defines: sets }] : []
  )
  const known = new Set(mentions.map(({ at }) => at?.start))
  const imports: { request: string; start: number; end: number }[] = []
  const literals: { text: string; start: number; end: number }[] = []
  const beginnings = tokens.filter(({ kind, text }) => kind === 'template' && /^[\w-]+:$/.test(text))
  for (const [i, token] of tokens.entries()) {
    const text = stringOf(token)
    if (text === undefined || known.has(token.start)) continue
    const [before, colon] = [tokens[i - 1], tokens[i - 2]]
    const span = { start: token.start, end: token.end }
    if (before?.text === 'from' || before?.kind === 'import') imports.push({ request: text, ...span })
    else if (file.is && text === file.is.id && before?.kind === ':' && colon?.text === 'name')
      names.push({ ...file.is, ...span, form: 'code', defines: true })
    else literals.push({ text, ...span })
  }
  return { ...file, names, literals, imports, beginnings }
}

/** The front matter of a Markdown text, and its offset; undefined if it has none. */
export function matterOf(text: string): { raw: string; shift: number } | undefined {
  const open = FRONT.exec(text)?.[0].length
  const close = open === undefined ? -1 : text.slice(open - 1).search(/\n---[ \t]*(?:\r?\n|$)/)
  return open === undefined || close < 0 ? undefined : { raw: text.slice(open, open - 1 + close), shift: open }
}

function inNote(file: FileNames, at: FileAt | undefined): FileNames {
  const matter = matterOf(file.text)
  const subject = file.is ?? { kind: 'note' as const, id: file.path }
  const links = linkSpans(file.text, file.path)
  if (!matter) return { ...file, is: subject, links, ...titled(undefined, file.text) }
  const { raw, shift } = matter
  const tree = yamlTree(raw)
  const value = (key: string): YamlTree | undefined => childOf(tree, key)
  const title = value('title')?.text
  return {
    ...file,
    ...(at?.kind === 'storyEvent' ? { mapped: value('characters')?.entries?.map(({ key }) => key.text) ?? [] } : {}),
    is: subject,
    links,
    ...titled(title, file.text),
    names: tree && at ? inYaml(tree, at, shift, file.text) : [],
    unread: !tree && raw.trim() !== ''
  }
}

function titled(title: string | undefined, text: string): { title?: string } {
  const shown = title ?? /^#[ \t]+(.+)$/m.exec(text)?.[1]?.trim()
  return shown === undefined ? {} : { title: shown }
}

/** The names in a YAML tree. `shift`: the offset of its text in the file. */
function inYaml(tree: YamlTree, at: FileAt, shift: number, text: string): NameSpan[] {
  const out: NameSpan[] = []
  const add = (kind: NameKind, node: YamlTree, defines = false): void => {
    if (node.text === undefined || node.text === '' || node.text.includes('{')) return
    const isNot = kind === 'fact' && node.text.startsWith('!')
    const id = isNot ? node.text.slice(1) : kind === 'feature' ? featureId('id' in at.parts ? at.parts.id : '', node.text) : node.text
    out.push({ kind, id, start: node.start + shift, end: node.end + shift, form: 'yaml', defines, ...(isNot ? { prefix: '!' } : {}) })
  }
  for (const pattern of own(NAME_PATTERNS, at.kind) ?? []) matching(tree, pattern, 0, (node) => add(pattern.kind, node, pattern.defines))
  if (at.kind === 'yamlAction') {
    const name = childOf(tree, 'name')
    if (name) add('action', name, true)
    inWords(childOf(tree, 'available'), { is: 'conditions' }, add)
    inWords(childOf(tree, 'execute'), { is: 'effects' }, add)
  }
  if (at.kind === 'equipment') for (const { value: item } of tree.entries ?? []) inWords(childOf(item, 'effect'), { is: 'effects' }, add)
  if (at.kind === 'diceTable') {
    const rows = childOf(tree, 'rows')
    for (const row of rows?.items ?? rows?.entries?.map((entry) => entry.value) ?? []) inWords(childOf(row, 'effect'), { is: 'effects' }, add)
  }
  inExpressions(tree, shift, text, out)
  if (at.kind === 'yamlAction' || at.kind === 'equipment' || at.kind === 'diceTable') inTemplates(text, shift, out)
  return out
}

/** References to facts in texts of rules: `{facts.bell}`. */
function inTemplates(text: string, shift: number, out: NameSpan[]): void {
  for (const { 1: id = '', index } of text.matchAll(/\{facts\.([^{}\n]+)\}/g)) {
    const start = shift + index + '{facts.'.length
    out.push({ kind: 'fact', id, start, end: start + id.length, form: 'template', defines: false })
  }
}

/** Calls `found` with every key or value that matches a pattern. */
function matching(node: YamlTree, { keys, isKey, ...rest }: NamePattern, depth: number, found: (node: YamlTree) => void): void {
  if (depth === keys.length) return isKey ? undefined : found(node)
  const key = keys[depth]
  const isLast = depth === keys.length - 1
  for (const entry of node.entries ?? []) {
    if (key !== '*' && key !== entry.key.text) continue
    if (isKey && isLast) found(entry.key)
    else matching(entry.value, { keys, isKey, ...rest }, depth + 1, found)
  }
  if (key === '*') for (const item of node.items ?? []) matching(item, { keys, isKey, ...rest }, depth + 1, found)
}

/** The kinds of names that a text of a rule may be, by its description. A relationship also has factions. */
const MEANT: Readonly<Record<string, readonly NameKind[]>> = {
  'the id of a place': ['place'],
  'the id of a character': WHO,
  'the id of a quest': ['quest'],
  'the id of a thread': ['thread'],
  'a fact': ['fact'],
  'a fact, or "!" and a fact': ['fact']
}
/** The effects that set facts and open threads. */
const DEFINE: readonly string[] = ['set_fact', 'open_thread']

/** Walks YAML conditions and effects by the shapes of their words. */
function inWords(node: YamlTree | undefined, shape: Shape, add: (kind: NameKind, node: YamlTree, defines?: boolean) => void): void {
  if (!node) return
  switch (shape.is) {
    case 'name':
      return shape.of === 'param' ? undefined : add(shape.of, node)
    case 'text': {
      return own(MEANT, shape.of)?.forEach((kind) => add(kind, node))
    }
    case 'list':
      return node.items?.forEach((item) => inWords(item, shape.each, add))
    case 'map':
      for (const { key, value } of node.entries ?? []) {
        const field = own(shape.fields, key.text)
        if (!field && shape.rest) inWords(key, shape.rest.key, add)
        inWords(value, field ?? shape.rest?.value ?? { is: 'boolean' }, add)
      }
      return undefined
    case 'either':
      return shapesFor(node, shape.of).forEach((one) => inWords(node, one, add))
    case 'conditions':
    case 'effects': {
      const words: Words = shape.is === 'effects' ? effects : conditions
      for (const { key, value } of node.entries ?? []) {
        const isSet = shape.is === 'effects' && DEFINE.includes(key.text)
        inWords(value, own(words, key.text)?.takes ?? { is: 'boolean' }, isSet ? (kind, name) => add(kind, name, true) : add)
      }
      return node.items?.forEach((item) => inWords(item, shape, add))
    }
    default:
      return undefined
  }
}

/** The shapes that may apply to a value. */
function shapesFor(node: YamlTree, shapes: readonly Shape[]): readonly Shape[] {
  if (node.text !== undefined) return shapes.filter(({ is }) => is === 'name' || is === 'text')
  const matching = matchingShape(node.items ? [] : Object.fromEntries((node.entries ?? []).map(({ key }) => [key.text, true])), shapes)
  return matching ? [matching] : shapes.filter(({ is }) => ['list', 'map', 'conditions', 'effects'].includes(is))
}

/** The names in expressions, with their positions in the file. */
function inExpressions(node: YamlTree, shift: number, text: string, out: NameSpan[]): void {
  for (const { key, value } of node.entries ?? []) {
    if (!EXPRESSIONS.includes(key.text) || value.text === undefined) {
      inExpressions(value, shift, text, out)
      continue
    }
    const source = text.slice(value.start + shift, value.end + shift)
    const offsets = offsetsIn(source, value.text)
    if (!offsets) continue
    const offset = (index: number): number => value.start + shift + (offsets[index] ?? 0)
    let place = ''
    for (const { kind, id, at, end } of usesIn(value.text)) {
      if (kind === 'place') place = id
      const named = own(IN_EXPRESSIONS, kind)
      const inner = value.text.slice(at, end).lastIndexOf(id)
      if (named && inner >= 0)
        out.push({
          kind: named,
          id: kind === 'feature' ? featureId(place, id) : id,
          start: offset(at + inner),
          end: offset(at + inner + id.length - 1) + 1,
          form: 'expression',
          defines: false,
          ...(source.startsWith('"') ? { escaped: true } : {})
        })
    }
  }
  for (const item of node.items ?? []) inExpressions(item, shift, text, out)
}

/** The offset of each character of a value in its YAML source, which may be quoted; undefined if it is folded over lines. */
function offsetsIn(source: string, value: string): number[] | undefined {
  const plain = source.indexOf(value)
  if (plain >= 0) return Array.from({ length: value.length }, (_, i) => plain + i)
  const quote = source[0]
  const offsets: number[] = []
  for (let at = 1; at < source.length - 1;) {
    offsets.push(at)
    const isEscape = source[at] === (quote === '"' ? '\\' : "'")
    at += !isEscape ? 1 : quote === '"' && source[at + 1] === 'u' ? 6 : quote === '"' && source[at + 1] === 'x' ? 4 : 2
  }
  return (quote === '"' || quote === "'") && offsets.length === value.length ? offsets : undefined
}

const usesIn = (expression: string): ReturnType<typeof namesOf> => attempt(() => namesOf(parse(expression)), [])

function linksIn(node: YamlTree, path: string): { target: string; start: number; end: number }[] {
  if (node.text !== undefined)
    return mayLink(node.text) ? linkSpans(node.text, path).map((link) => ({ target: link.target, start: node.start, end: node.end })) : []
  return [...(node.items ?? []), ...(node.entries?.map(({ value }) => value) ?? [])].flatMap((inner) => linksIn(inner, path))
}
