import { isMap, isScalar, isSeq } from 'yaml'
import { yamlDocument } from '../../shared/base/yaml-document'
import { overLimits } from '../../shared/base/yaml-limits'
import { layoutOf } from '../campaign/yaml/parse'
import type { LayoutNode } from '../campaign/yaml/layout'
import { Problem } from '../../shared/base/problem'

/** A value in a YAML text with its offsets. `text`: the content of a scalar. A map's keys have offsets of their own. */
export interface YamlTree {
  start: number
  end: number
  text?: string
  entries?: { key: YamlTree & { text: string }; value: YamlTree }[]
  items?: YamlTree[]
}

/** The longest text for the full parser, in characters; longer ones are read by the fast scanner, which finds no positions within lists. */
const MAX_FULL = 128 << 10
const LIMITS = { depth: 48, entries: 30_000 }

/** The values of a YAML text with their offsets; undefined if a campaign may not contain such YAML. */
export function yamlTree(text: string): YamlTree | undefined {
  try {
    if (text.length > MAX_FULL) {
      const root = layoutOf(text, '')
      return root && fromLayout(root, text)
    }
    if (overLimits(text, LIMITS)) return undefined
    const read = yamlDocument(text)
    return 'document' in read ? fromNode(read.document.contents, text) : undefined
  } catch (thrown) {
    if (thrown instanceof Problem || thrown instanceof RangeError) return undefined
    throw thrown
  }
}

function fromNode(node: unknown, text: string): YamlTree | undefined {
  if (isMap(node)) {
    const entries = node.items.flatMap(({ key, value }) => {
      const name = isScalar(key) ? fromNode(key, text) : undefined
      if (!name) return []
      return [{ key: { ...name, text: name.text ?? '' }, value: fromNode(value, text) ?? { start: name.end, end: name.end } }]
    })
    return { ...rangeOf(node, text), entries }
  }
  if (isSeq(node)) return { ...rangeOf(node, text), items: node.items.flatMap((item) => fromNode(item, text) ?? []) }
  if (!isScalar(node)) return undefined
  // A plain number or word is a name in its written form.
  const range = rangeOf(node, text)
  const plain = node.type === 'PLAIN' ? text.slice(range.start, range.end) : undefined
  return { ...range, text: plain ?? (typeof node.value === 'string' ? node.value : String(node.value)) }
}

function rangeOf({ range }: { range?: readonly [number, number, number] | null | undefined }, text: string): { start: number; end: number } {
  const [start, end] = range ?? [0, 0]
  return { start, end: end > start && text[end - 1] === '\n' ? end - 1 : end }
}

function fromLayout(node: LayoutNode, text: string): YamlTree {
  const range = { start: node.start, end: node.end }
  if (node.kind === 'leaf')
    return typeof node.value === 'object' ? range : { ...range, text: typeof node.value === 'string' ? node.value : String(node.value) }
  const entries = [...node.entries].map(([key, { start, colon, node: value }]) => {
    const end = start + text.slice(start, colon).replace(/\s*:\s*$/, '').length
    return { key: { start, end, text: key }, value: fromLayout(value, text) }
  })
  return { ...range, entries }
}
