import { isObject } from '../../shared/base/json'
import { describedBy } from '../../shared/words/alt-text'
import type { ArrowDocument, ArrowId, ArrowNode, ArrowObject, ArrowValue } from '../document'
import { edited } from '../draft'
import { change } from '../json/members'
import { dataOf } from '../node-types'

/** A text that readers see, under Arrow's key. `path`: its place in the node's data; for a picture's description `alt` and the picture's path. */
export interface KeyedText {
  readonly key: string
  readonly node: ArrowId
  readonly path: readonly [member: string, at?: number] | readonly [member: 'alt', picture: string]
  readonly text: string
}

/** Every text of a document that readers see, with the keys of Arrow's own files for translators, and the descriptions of pictures with keys of ours. */
export const keyedTexts = (document: ArrowDocument): KeyedText[] =>
  [...document.resources.nodes].flatMap(([id, node]) => {
    const texts = textsOf(document, id, node)
    return node.alt === undefined ? texts : [...texts, ...descriptions(id, node, texts)]
  })

/** The descriptions of the pictures that a node's texts show. The word for a decorative picture is no text. */
const descriptions = (id: ArrowId, { type, alt }: ArrowNode, texts: readonly KeyedText[]): KeyedText[] =>
  Object.entries(isObject(alt) ? alt : {}).flatMap(([picture, text]) =>
    typeof text === 'string' && describedBy(text) !== undefined && texts.some((one) => one.text.includes(picture))
      ? keyed(id, `${id}-${type}-alt-${picture}`, ['alt', picture], text)
      : []
  )

function textsOf(document: ArrowDocument, id: ArrowId, node: ArrowNode): KeyedText[] {
  const own = (member: string, key = `${node.type}-${member}`): KeyedText[] => keyed(id, `${id}-${key}`, [member], dataOf(node, member))
  const list = (member: string, key: string): KeyedText[] => {
    const values = dataOf(node, member)
    return Array.isArray(values) ? values.flatMap((value, at) => keyed(id, `${id}-${key}-${at}`, [member, at], value)) : []
  }
  switch (node.type) {
    case 'content':
      return ['title', 'content'].flatMap((member) => (Object.hasOwn(node.data, member) ? own(member) : []))
    case 'dialog':
      return list('lines', 'dialog-line')
    case 'interaction':
      return list('actions', 'interaction-action')
    case 'entry':
      return own('plaque')
    case 'monolog':
      return own('monolog')
    case 'user_input':
      return [...own('prompt'), ...customTexts(document, id, node)]
    default:
      return []
  }
}

const keyed = (node: ArrowId, key: string, path: KeyedText['path'], text: ArrowValue | undefined): KeyedText[] =>
  typeof text === 'string' ? [{ key, node, path, text }] : []

/** A text's placeholder, and the texts for the two values of a boolean. */
function customTexts({ resources }: ArrowDocument, id: ArrowId, node: ArrowNode): KeyedText[] {
  const custom = dataOf(node, 'custom')
  const type = resources.variables.get(Number(dataOf(node, 'variable')))?.type
  if (!Array.isArray(custom)) return []
  const names: readonly (readonly [string, number])[] =
    type === 'str'
      ? [['extra', 2]]
      : type === 'bool'
        ? [
            ['negative', 0],
            ['positive', 1]
          ]
        : []
  return names.flatMap(([name, at]) => keyed(id, `${id}-user_input-custom-${name}`, ['custom', at], custom[at]))
}

/** A document with some texts replaced, by their keys. Unknown keys are ignored, and so are empty texts, which mean missing translations. */
export function translated(document: ArrowDocument, texts: ReadonlyMap<string, string>): ArrowDocument {
  const byNode = new Map<ArrowId, KeyedText[]>()
  for (const one of keyedTexts(document)) {
    const text = texts.get(one.key)
    if (text === undefined || text === '' || text === one.text) continue
    byNode.set(one.node, [...(byNode.get(one.node) ?? []), { ...one, text }])
  }
  return edited(document, (draft) => {
    for (const [id, list] of byNode) {
      const node = draft.get('nodes', id)
      draft.putNode(id, list.reduce(withText, node))
    }
  })
}

function withText(node: ArrowNode, { path: [member, at], text }: KeyedText): ArrowNode {
  if (typeof at === 'string') return change(node, { alt: change<ArrowObject>(node.alt ?? {}, { [at]: text }) })
  const value = node.data[member]
  if (at === undefined) return change(node, { data: change<ArrowObject>(node.data, { [member]: text }) })
  return Array.isArray(value)
    ? change(node, { data: change<ArrowObject>(node.data, { [member]: (value as readonly ArrowValue[]).with(at, text) }) })
    : node
}
