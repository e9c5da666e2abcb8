import type { ArrowDocument, ArrowId, ArrowResources, ArrowValue } from './document'
import { membersOf } from './json/members'
import { searchPattern } from './play/pattern'

/** How texts are compared: with any of the words, with all of them, with the whole query, or with a regular expression (no flags). */
export type SearchMode = 'any' | 'all' | 'exact' | 'regex'

/** A query, and its scope: one scene or the whole document. Only `regex` is case-sensitive. */
export interface SearchQuery {
  readonly text: string
  readonly mode?: SearchMode
  readonly scene?: ArrowId
}

/** A match: the resource, the member (`data.lines.0`), the text, and the position of the first match in it. */
export interface SearchHit {
  readonly set: keyof ArrowResources
  readonly id: ArrowId
  readonly member: string
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The hits in the document's order. `stopped` says why the search ended early. */
export interface SearchResult {
  readonly hits: readonly SearchHit[]
  readonly stopped?: 'invalid' | 'slow' | 'many'
}

const MAX_HITS = 2000
/** The number of texts on which a regular expression may exceed its limit before the search stops. */
const MAX_GIVEN_UP = 20
const MAX_DEPTH = 20

/** Searches names, notes, texts and ids. Digits, or base 36, also find the resource with that id. A slow regular expression stops the search. */
export function searchDocument(document: ArrowDocument, { text, mode = 'all', scene }: SearchQuery): SearchResult {
  if (text === '') return { hits: [] }
  const hits: SearchHit[] = []
  const find = finder(text, mode)
  const map = scene === undefined ? undefined : document.resources.scenes.get(scene)?.map
  let givenUp = 0
  for (const set of ['scenes', 'nodes', 'variables', 'characters'] as const) {
    for (const [id, resource] of document.resources[set]) {
      if (map && (set === 'nodes' ? !map.has(id) : id !== scene)) continue
      for (const [member, value] of textsOf(id, resource)) {
        const match = find(value, member === 'id')
        if (match === 'invalid') return { hits, stopped: 'invalid' }
        if (match === 'given-up' && ++givenUp >= MAX_GIVEN_UP) return { hits, stopped: 'slow' }
        if (typeof match === 'string') continue
        if (hits.length >= MAX_HITS) return { hits, stopped: 'many' }
        hits.push({ set, id, member, text: value, ...match })
      }
    }
  }
  return givenUp > 0 ? { hits, stopped: 'slow' } : { hits }
}

type Match = { start: number; end: number } | 'none' | 'invalid' | 'given-up'

function finder(query: string, mode: SearchMode): (text: string, isId: boolean) => Match {
  if (mode === 'regex') return (text) => searchPattern(query, text)
  const wanted = query.trim().toLowerCase()
  const words = mode === 'exact' ? [wanted] : wanted.split(/\s+/)
  return (text, isId) => {
    const lower = text.toLowerCase()
    if (isId) return lower === wanted ? { start: 0, end: text.length } : 'none'
    const places = words.map((word) => lower.indexOf(word))
    const first = places.findIndex((at) => at >= 0)
    if (first < 0 || (mode !== 'any' && places.includes(-1))) return 'none'
    const start = places[first] ?? 0
    return { start, end: start + (words[first]?.length ?? 0) }
  }
}

/** All texts of a resource by their members. */
function* textsOf(id: ArrowId, resource: object): Generator<readonly [string, string]> {
  yield ['id', String(id)]
  for (const member of membersOf(resource)) {
    if (member === 'map' || member === 'use' || member === 'ref' || member === 'agent') continue
    yield* textsIn(member, (resource as Readonly<Record<string, ArrowValue>>)[member], 0)
  }
}

function* textsIn(path: string, value: ArrowValue | undefined, depth: number): Generator<readonly [string, string]> {
  if (typeof value === 'string') yield [path, value]
  else if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return
  else if (Array.isArray(value)) for (const [i, item] of (value as readonly ArrowValue[]).entries()) yield* textsIn(`${path}.${i}`, item, depth + 1)
  else for (const [name, inner] of Object.entries(value)) yield* textsIn(`${path}.${name}`, inner, depth + 1)
}
