import type { ArrowDocument, ArrowId, ArrowValue } from '../../../shared/arrow/document'
import { NODE_TYPE_FACTS, isNodeType } from '../../../shared/arrow/node-types'
import { searchPattern } from '../../../shared/arrow/play/pattern'
import { saidBy } from '../../../shared/arrow/words'

/** A node that a search finds, with the text in which it was found. */
export interface Hit {
  node: ArrowId
  scene: ArrowId
  text: string
}

/** What a search asks for: a text in any case, or a pattern between slashes. */
export type Query = { text: string } | { pattern: string } | { bad: string } | undefined

/** Reads what was typed into the search. */
export function queryOf(typed: string): Query {
  const text = typed.trim()
  if (text === '') return undefined
  const pattern = /^\/(.+)\/$/s.exec(text)?.[1]
  if (pattern === undefined) return { text: text.toLowerCase() }
  return searchPattern(pattern, '') === 'invalid' ? { bad: pattern } : { pattern }
}

/** The longest part of a text that is searched with a pattern, in characters. */
const MAX_TRIED = 2000
/** So many texts on which a pattern gives up end the search: it would give up on the others, too. */
const MAX_GIVEN_UP = 20

/** The nodes of the document, or of one scene, that match by text, name or id. `isWhole`: whether a pattern came to the end. */
export function search(document: ArrowDocument, query: Query, only: ArrowId | undefined): { hits: Hit[]; isWhole: boolean } {
  if (!query || 'bad' in query) return { hits: [], isWhole: true }
  const hits: Hit[] = []
  let givenUp = 0
  const matches = (text: string): boolean => {
    if ('text' in query) return text.toLowerCase().includes(query.text)
    const match = searchPattern(query.pattern, text.slice(0, MAX_TRIED))
    if (match === 'given-up') givenUp++
    return typeof match === 'object'
  }
  for (const [scene, { map }] of document.resources.scenes) {
    if (only !== undefined && scene !== only) continue
    for (const node of map.keys()) {
      if (givenUp > MAX_GIVEN_UP) return { hits, isWhole: false }
      const text = [...textsOf(document, node)].find(matches)
      if (text !== undefined) hits.push({ node, scene, text })
    }
  }
  return { hits, isWhole: true }
}

/** Every text by which a node can be found, the best one first. */
function* textsOf(document: ArrowDocument, id: ArrowId): Generator<string> {
  const node = document.resources.nodes.get(id)
  if (!node) return
  const facts = isNodeType(node.type) ? NODE_TYPE_FACTS[node.type] : undefined
  for (const member of new Set([...(facts?.exposes ?? []), ...Object.keys(node.data)])) yield* stringsIn(node.data[member])
  yield saidBy(document, node)
  yield node.name
  if (node.notes !== undefined) yield node.notes
  yield String(id)
}

function* stringsIn(value: ArrowValue | undefined): Generator<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const one of value as readonly ArrowValue[]) yield* stringsIn(one)
}
