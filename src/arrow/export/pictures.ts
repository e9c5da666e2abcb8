import type { ArrowDocument, ArrowId } from '../document'
import { type Markup, parseMarkup } from '../play/markup'
import { keyedTexts } from './keyed-texts'

/** The pictures of files that a document's texts show, each with its node. Addresses on the web aren't among them: nothing is fetched. */
export function picturesIn(document: ArrowDocument): { readonly node: ArrowId; readonly path: string }[] {
  const found = (pieces: readonly Markup[]): string[] =>
    pieces.flatMap((one) => (typeof one === 'string' ? [] : one.tag === 'img' && isFile(one.value) ? [one.value] : found(one.children)))
  return keyedTexts(document).flatMap(({ node, path: [member], text }) =>
    // Lines, actions and prompts have no formats.
    ['title', 'content', 'monolog'].includes(member) && text.includes('[') ? found(parseMarkup(text)).map((path) => ({ node, path })) : []
  )
}

const isFile = (address: string | undefined): address is string => address !== undefined && !/^https?:/i.test(address)

/** The path of a picture from the folder that paths begin at, for a document's path there; undefined if it lies outside. */
export function pictureBeside(document: string, picture: string): string | undefined {
  const parts = document.split('/').slice(0, -1)
  for (const part of picture.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined
    if (part !== '..' && part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
