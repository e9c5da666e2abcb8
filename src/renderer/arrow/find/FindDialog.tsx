import { useCallback, useMemo, useState, type ReactElement } from 'react'
import { type ArrowDocument, type ArrowId, searchDocument } from '../../../arrow'
import { Chooser } from '../../ui/Chooser'
import { showNode } from '../edits'
import { typeLabel } from '../graph/cards'
import { TypeIcon } from '../graph/views'
import { nodeLabel } from '../outline/rows'
import { arrowTexts } from '../arrow-texts'

/** The nodes that match a search, and why it ended early, if it did. */
interface NodeHits {
  nodes: readonly { node: ArrowId; scene: ArrowId }[]
  stopped?: 'invalid' | 'slow' | 'many'
}

/** Searches the nodes of the document, or of one scene; a text between slashes is a regular expression. */
function searchNodes(document: ArrowDocument, typed: string, only: ArrowId | undefined): NodeHits {
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

const t = arrowTexts.find
/** The most hits that are listed. */
const MAX_LISTED = 100

/** The status of the search, below its list. */
function wordsOf(typed: string, { nodes, stopped }: NodeHits): string {
  if (typed.trim() === '') return 'Type to search the texts, names and IDs of all nodes.'
  if (stopped === 'invalid') return `${typed.trim()} isn’t a valid regular expression. Correct it, or search without the slashes.`
  if (stopped === 'slow') return 'This pattern takes too long. Search for a simpler one.'
  return nodes.length === 0 ? 'Nothing matches.' : t.hits(Math.min(nodes.length, MAX_LISTED), nodes.length)
}

/** Searches the document: the arrow keys move, Enter opens the node. */
export function FindDialog({ document, scene, onClose }: { document: ArrowDocument; scene: ArrowId; onClose: () => void }): ReactElement {
  const [typed, setTyped] = useState('')
  const [isHere, setHere] = useState(false)
  const hits = useMemo(() => searchNodes(document, typed, isHere ? scene : undefined), [document, typed, isHere, scene])
  const find = useCallback(
    () =>
      hits.nodes.slice(0, MAX_LISTED).map((hit) => {
        const type = document.resources.nodes.get(hit.node)?.type ?? ''
        const group = (
          <>
            <TypeIcon type={type} size={12} /> {typeLabel(type)}
          </>
        )
        return {
          id: String(hit.node),
          node: hit.node,
          group,
          label: nodeLabel(document, hit.node),
          detail: document.resources.scenes.get(hit.scene)?.name
        }
      }),
    [document, hits]
  )
  return (
    <Chooser
      title={t.title}
      placeholder="Text, name or ID; /…/ is a pattern"
      className="arrow-find"
      none=""
      find={find}
      onQuery={setTyped}
      onChoose={({ node }) => showNode(node)}
      onClose={onClose}
    >
      <label className="arrow-find-here">
        <input type="checkbox" checked={isHere} onChange={({ target }) => setHere(target.checked)} /> This scene
      </label>
      <p className="none" aria-live="polite">
        {wordsOf(typed, hits)}
      </p>
    </Chooser>
  )
}
