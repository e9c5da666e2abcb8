import { type ArrowNode, describedIn, type Markup, type MarkupElement, parseMarkup } from '../arrow'
import { altOf } from '../shared/words/alt-text'

/** An element with attributes and children. Texts become text nodes, never HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
  node.append(...children)
  return node
}

const TAGS = { b: 'b', i: 'i', u: 'u', h1: 'h3', h2: 'h3', h3: 'h3', h4: 'h4', h5: 'h4', h6: 'h4', p: 'p', list: 'ul', item: 'li' } as const

/** The pictures of a page by their paths, as `data:` addresses. */
export type Pictures = Readonly<Record<string, string>>

/** The pictures that a node's texts can show, and the node that describes them. */
interface Shown {
  readonly pictures: Pictures
  readonly node: ArrowNode | undefined
}

/** A text with its formats as nodes. Colours and sizes are left out, and addresses are links that say where they lead. */
export const markup = (text: string, shown: Shown): Node[] => parseMarkup(text).map((piece) => drawn(piece, shown))

/** A picture that the page holds, a link to one on the web, or the name of one that is missing. */
function pictureOf({ value = '', size }: MarkupElement, { pictures, node }: Shown): Node {
  const alt = altOf({ file: value, alt: describedIn(node, value) })
  const src = Object.hasOwn(pictures, value) ? pictures[value] : undefined
  if (src === undefined)
    return /^https?:/i.test(value)
      ? element('a', { href: value, rel: 'noopener noreferrer' }, [value])
      : element('span', { class: 'missing' }, [alt || value.replace(/^.*\//, '')])
  const [width, height] = size ?? []
  return element('img', { src, alt, ...(width && { width: String(width) }), ...(height && { height: String(height) }) }, [])
}

/** The portrait of who speaks, or the initial; nothing on a page without portraits. */
export function face(character: string, portraits: Pictures | undefined): Node[] {
  if (!portraits) return []
  const name = character.replaceAll('_', ' ')
  const src = Object.hasOwn(portraits, character) ? portraits[character] : undefined
  return src === undefined
    ? [element('span', { class: 'face', 'aria-hidden': 'true' }, [Array.from(name)[0] ?? ''])]
    : [element('img', { class: 'face', src, alt: name }, [])]
}

function drawn(piece: Markup, shown: Shown): Node {
  if (typeof piece === 'string') return document.createTextNode(piece)
  const inner = piece.children.map((one) => drawn(one, shown))
  switch (piece.tag) {
    case 'br':
      return element('br', {}, [])
    case 'img':
      return pictureOf(piece, shown)
    case 'url':
      return piece.value === undefined
        ? element('span', {}, inner)
        : element('a', { href: piece.value, rel: 'noopener noreferrer' }, inner.length > 0 ? inner : [piece.value])
    case 'email':
      return piece.value === undefined ? element('span', {}, inner) : element('a', { href: `mailto:${piece.value}` }, inner)
    case 'color':
    case 'size':
      return element('span', {}, inner)
    default:
      return element(TAGS[piece.tag], {}, inner)
  }
}
