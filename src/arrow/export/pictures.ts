import type { ArrowDocument, ArrowId, ArrowNode } from '../document'
import { type Markup, parseMarkup } from '../play/markup'
import { describedIn } from '../picture-words'
import { keyedTexts } from './keyed-texts'

/** A picture of a file that a text of a node shows: its path there, and its alternative text, if it has one. */
export interface TextPicture {
  readonly node: ArrowId
  readonly path: string
  readonly alt?: string
}

/** The pictures of files that a document's texts show, each with its node. Addresses on the web aren't among them: nothing is fetched. */
export const picturesIn = (document: ArrowDocument): TextPicture[] =>
  keyedTexts(document).flatMap(({ node, path: [member], text }) =>
    // Lines, actions and prompts have no formats.
    ['title', 'content', 'monolog'].includes(member) ? picturesOf(document.resources.nodes.get(node), text).map((one) => ({ node, ...one })) : []
  )

/** The pictures of files that a text of a node shows. */
export function picturesOf(node: Pick<ArrowNode, 'alt'> | undefined, text: string): { path: string; alt?: string }[] {
  const found = (pieces: readonly Markup[]): string[] =>
    pieces.flatMap((one) => (typeof one === 'string' ? [] : one.tag === 'img' && isFile(one.value) ? [one.value] : found(one.children)))
  return (text.includes('[') ? found(parseMarkup(text)) : []).map((path) => {
    const alt = describedIn(node, path)
    return { path, ...(alt === undefined ? {} : { alt }) }
  })
}

const isFile = (address: string | undefined): address is string => address !== undefined && !/^https?:/i.test(address)
