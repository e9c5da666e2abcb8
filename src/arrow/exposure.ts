import type { ArrowNode, ArrowObject, ArrowValue } from './document'
import { change } from './json/members'
import { dataOf, isNodeType, listOf, NODE_TYPE_FACTS } from './node-types'
import { memoized } from '../shared/base/memoized'

/** A placeholder in a text: `{inner}`, from its opening brace to the position after its closing brace. */
export interface Placeholder {
  readonly inner: string
  readonly start: number
  readonly end: number
}

/** The placeholders of a text in order. An inner opening brace starts over: in `{a{b}` only `{b}` is one. */
export function placeholders(text: string): Placeholder[] {
  const list: Placeholder[] = []
  let open = -1
  for (let at = text.search(/[{}]/); at >= 0 && at < text.length; at++) {
    const letter = text[at]
    if (letter === '{') open = at
    else if (letter === '}' && open >= 0) {
      list.push({ inner: text.slice(open + 1, at), start: open, end: at + 1 })
      open = -1
    }
  }
  return list
}

/** The possible splits of a placeholder into a character's name and a tag: at every dot, the first dot first. */
export function splits(inner: string): { name: string; tag: string }[] {
  const pairs: { name: string; tag: string }[] = []
  for (let dot = inner.indexOf('.'); dot >= 0 && pairs.length < 8; dot = inner.indexOf('.', dot + 1)) {
    pairs.push({ name: inner.slice(0, dot), tag: inner.slice(dot + 1) })
  }
  return pairs
}

/** The texts of a node that readers see, each with its member of `data`. They expose variables and tags. */
export function exposingTexts(node: ArrowNode): [member: string, text: string][] {
  if (!isNodeType(node.type)) return []
  return NODE_TYPE_FACTS[node.type].exposes.flatMap((member): [string, string][] => {
    const value = dataOf(node, member)
    return [value, ...listOf(value)].flatMap((one): [string, string][] => (typeof one === 'string' ? [[member, one]] : []))
  })
}

/** The contents of the placeholders in a node's texts, in order. A node never changes, so the result is cached. */
export const exposedNames = memoized((node: ArrowNode): readonly string[] =>
  exposingTexts(node).flatMap(([, text]) => placeholders(text).map(({ inner }) => inner))
)

/** A node with other placeholders in its texts: `rewrite` returns the new inner text, or undefined to keep the old one. */
export function rewritePlaceholders(node: ArrowNode, rewrite: (inner: string) => string | undefined): ArrowNode {
  if (!isNodeType(node.type)) return node
  const changes: Record<string, ArrowValue> = {}
  for (const member of NODE_TYPE_FACTS[node.type].exposes) {
    const value = Object.hasOwn(node.data, member) ? node.data[member] : undefined
    if (typeof value === 'string') changes[member] = rewritten(value, rewrite)
    else if (Array.isArray(value)) changes[member] = rewrittenList(value as readonly ArrowValue[], rewrite)
  }
  return change(node, { data: change<ArrowObject>(node.data, changes) })
}

function rewrittenList(list: readonly ArrowValue[], rewrite: (inner: string) => string | undefined): readonly ArrowValue[] {
  const after = list.map((item) => (typeof item === 'string' ? rewritten(item, rewrite) : item))
  return after.some((item, i) => item !== list[i]) ? after : list
}

function rewritten(text: string, rewrite: (inner: string) => string | undefined): string {
  let out = ''
  let from = 0
  for (const { inner, start, end } of placeholders(text)) {
    const to = rewrite(inner)
    if (to === undefined) continue
    out += `${text.slice(from, start)}{${to}}`
    from = end
  }
  return from === 0 ? text : out + text.slice(from)
}
