import { own } from '../shared/base/json'
import { describedBy } from '../shared/words/alt-text'
import type { ArrowNode } from './document'

/** The alternative text of a picture of a node; undefined if nobody has written one. */
export function describedIn(node: Pick<ArrowNode, 'alt'> | undefined, path: string): string | undefined {
  const alt: unknown = node?.alt
  const text = typeof alt === 'object' && alt !== null ? own(alt as Readonly<Record<string, unknown>>, path) : undefined
  return typeof text === 'string' ? text : undefined
}

/** A text of a node with its pictures in words, for cards and lists: `(picture: A quay)`, or `(picture)` without a description. */
export const picturesInWords = (node: Pick<ArrowNode, 'alt'>, text: string): string =>
  text.replace(/\[img(?:=([^[\]\n]*)|[ \t][^[\]\n]*)?\](?:([^[\]]*)\[\/img\])?/gi, (source: string, value?: string, inner?: string) => {
    const path = (inner ?? value)?.trim()
    if (path === undefined || path === '') return source
    const words = describedBy(describedIn(node, path))
    return words === undefined ? '(picture)' : `(picture: ${words})`
  })
