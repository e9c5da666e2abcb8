import { type ArrowDocument, type ArrowId, searchDocument } from '../../../arrow'

/** The nodes that match a search, and why it ended early, if it did. */
export interface NodeHits {
  nodes: readonly { node: ArrowId; scene: ArrowId }[]
  stopped?: 'invalid' | 'slow' | 'many'
}

/** Searches the nodes of the document, or of one scene; a text between slashes is a regular expression. */
export function searchNodes(document: ArrowDocument, typed: string, only: ArrowId | undefined): NodeHits {
  const pattern = /^\/(.+)\/$/s.exec(typed.trim())?.[1]
  const query = pattern === undefined ? { text: typed.trim() } : { text: pattern, mode: 'regex' as const }
  const { hits, stopped } = searchDocument(document, { ...query, ...(only === undefined ? {} : { scene: only }) })
  const homes = new Map([...document.resources.scenes].flatMap(([scene, { map }]) => [...map.keys()].map((node) => [node, scene] as const)))
  const ids = [...new Set(hits.flatMap(({ set, id }) => (set === 'nodes' ? [id] : [])))]
  const nodes = ids.flatMap((node) => {
    const scene = homes.get(node)
    return scene === undefined ? [] : [{ node, scene }]
  })
  return { nodes, ...(stopped ? { stopped } : {}) }
}
