import type { ArrowDocument, ArrowId, ArrowNode, ArrowValue } from '../document'
import { dataOf } from '../node-types'
import { picturesInWords } from '../picture-words'
import { nodeWords, ownName, plainWords } from '../words'
import { clipped } from '../../shared/words/clipped'

/** The members that best distinguish a node from others of its type, best first. */
const TELLING = ['title', 'content', 'monolog', 'lines', 'actions', 'prompt', 'label', 'plaque', 'reason', 'tag_key'] as const
const MAX_QUOTE = 32

/** A node as a sentence names it: its type and the beginning of its text, otherwise the name that a person gave it, otherwise its effect. */
export function nodeLabel(node: ArrowNode, document: ArrowDocument): string {
  for (const member of TELLING) {
    const value = dataOf(node, member)
    const text = Array.isArray(value) ? (value as readonly ArrowValue[])[0] : value
    if (typeof text === 'string' && text.trim() !== '') return `${typeWords(node.type)} “${short(picturesInWords(node, text))}”`
  }
  const quote = givenName(node, document) ?? effectOf(node, document) ?? node.name
  return quote.trim() === '' ? `${typeWords(node.type)} without a name` : `${typeWords(node.type)} “${short(quote)}”`
}

/** A node's name, if a person gave it. Arrow names a new node after its id. */
function givenName(node: ArrowNode, { resources }: ArrowDocument): string | undefined {
  const id = parseInt(node.name, 36)
  return ownName(resources.nodes.get(id) === node ? id : -1, node)
}

/** A node's effect in words; undefined if the node has none or if a part is missing. */
function effectOf(node: ArrowNode, document: ArrowDocument): string | undefined {
  const words = nodeWords(document, node)
  return words?.every((part) => typeof part === 'string' || !('missing' in part)) ? plainWords(words).replaceAll('`', '') : undefined
}

/** A type as a sentence names it: `user input`. */
export const typeWords = (type: string): string => type.replaceAll('_', ' ')

/** A text on one line, shortened where it is too long to quote. */
export function short(text: string, most = MAX_QUOTE): string {
  const line = text
    .slice(0, 4 * most)
    .replace(/\s+/gu, ' ')
    .trim()
  return clipped(line, most)
}

/** The name of a scene in quotes, as a scene or a macro. */
export function sceneLabel({ resources }: ArrowDocument, id: ArrowId): string {
  const scene = resources.scenes.get(id)
  return scene ? `${scene.macro ? 'macro' : 'scene'} “${short(scene.name)}”` : `scene ${id}`
}

/** A value of a node as a sentence shows it. */
export const shown = (value: ArrowValue | undefined): string => short(typeof value === 'string' ? value : JSON.stringify(value ?? null))

/** A sentence begins with a capital. */
export const sentence = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`
