import { useMemo, useState, type KeyboardEvent, type ReactElement } from 'react'
import type { ArrowDocument, ArrowId } from '../../../arrow'
import { Layer } from '../../ui/Parts'
import { showNode } from '../edits'
import { typeLabel } from '../graph/cards'
import { TypeIcon } from '../graph/views'
import { nodeLabel } from '../outline/rows'
import { arrowTexts } from '../arrow-texts'
import { searchNodes, type NodeHits } from './search-nodes'

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
  const [at, setAt] = useState(0)
  const hits = useMemo(() => searchNodes(document, typed, isHere ? scene : undefined), [document, typed, isHere, scene])
  const listed = hits.nodes.slice(0, MAX_LISTED)
  const chosen = Math.min(at, listed.length - 1)
  const go = (hit: NodeHits['nodes'][number] | undefined): void => {
    if (!hit) return
    onClose()
    showNode(hit.node)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setAt(listed.length ? (chosen + 1) % listed.length : 0)
    else if (event.key === 'ArrowUp') setAt(listed.length ? (chosen - 1 + listed.length) % listed.length : 0)
    else if (event.key === 'Enter') go(listed[chosen])
    else return
    event.preventDefault()
  }
  const words = wordsOf(typed, hits)
  return (
    <Layer label={t.title} className="palette arrow-find" onClose={onClose}>
      <p className="palette-title">
        <b>{t.title}</b>
      </p>
      <input
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag is a combobox that keeps the focus while its list moves
        role="combobox"
        aria-expanded="true"
        aria-controls="arrow-hits"
        aria-activedescendant={listed[chosen] ? `arrow-hit-${chosen}` : undefined}
        aria-label={t.title}
        placeholder="Text, name or ID; /…/ is a pattern"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above */}
      <div id="arrow-hits" role="listbox" aria-label={t.title} className="scrolls">
        {listed.map((hit, k) => {
          const type = document.resources.nodes.get(hit.node)?.type ?? ''
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field that has the focus answers the keys
            <div
              key={hit.node}
              id={`arrow-hit-${k}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
              role="option"
              tabIndex={-1}
              aria-selected={k === chosen}
              onPointerMove={() => setAt(k)}
              onClick={() => go(hit)}
            >
              <span className="clip">
                <span className="group">
                  <TypeIcon type={type} size={12} /> {typeLabel(type)}
                </span>
                {nodeLabel(document, hit.node)}
              </span>
              <span className="quiet clip">{document.resources.scenes.get(hit.scene)?.name}</span>
            </div>
          )
        })}
      </div>
      <label className="arrow-find-here">
        <input type="checkbox" checked={isHere} onChange={({ target }) => setHere(target.checked)} /> This scene
      </label>
      <p className="none" aria-live="polite">
        {words}
      </p>
    </Layer>
  )
}
