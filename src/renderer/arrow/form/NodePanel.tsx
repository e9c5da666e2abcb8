import { Trash2 } from 'lucide-react'
import type { ReactElement } from 'react'
import {
  type ArrowDocument,
  type ArrowId,
  type Connection,
  disconnect,
  isNodeType,
  moveNodes,
  setDocumentEntry,
  setSceneEntry,
  skipNodes,
  slotCounts,
  updateNode,
  usersOf
} from '../../../arrow'
import type { CanvasItem } from '../../canvas/selection'
import { run } from '../../ui/commands'
import { Blank, Button, IconButton } from '../../ui/Parts'
import { edit, select } from '../edits'
import { slotWords, typeLabel } from '../graph/cards'
import { connectionOf, edgeId } from '../graph/scene-graph'
import { TypeIcon } from '../graph/views'
import { nodeLabel } from '../outline/rows'
import { useDocumentView, type DocumentView } from '../document-view'
import { selectedNodes, useArrow } from '../state'
import { arrowTexts } from '../arrow-texts'
import { formTexts } from './form-texts'
import { LiveCheck, LiveNumber, LiveText, useClosed } from './controls'
import { DocumentForm } from './DocumentForm'
import { TypeFields } from './fields'
import { NameField } from './NameField'
import { NodeLink, PanelForm, Users } from './PanelForm'
import { clipped } from '../../../shared/words/clipped'
import './form.css'
import { counted } from '../../ui/amounts'

const t = formTexts.panel

/** The form of the selection in the scene: a node, several, a connection, or the document itself. */
export function NodePanel(): ReactElement {
  const shown = useDocumentView()
  if (!shown) return <Blank title={t.nothing}>{t.nothingHint}</Blank>
  const { selection, document } = shown
  const ids = selectedNodes(selection).filter((id) => document.resources.nodes.has(id))
  const last = selection.at(-1)
  const [only] = ids
  if (ids.length > 1) return <SeveralForm ids={ids} shown={shown} />
  if (last?.kind === 'edge') return <EdgeForm key={last.id} item={last} shown={shown} />
  if (only !== undefined) return <NodeForm key={only} id={only} shown={shown} />
  return <DocumentForm shown={shown} />
}

function NodeForm({ id, shown }: { id: ArrowId; shown: DocumentView }): ReactElement | null {
  const { document, scene, why } = shown
  const isMore = useArrow((s) => s.folds['more']) ?? false
  const node = document.resources.nodes.get(id)
  const item = document.resources.scenes.get(scene)?.map.get(id)
  if (!node || !item) return null
  const [x, y] = item.offset
  const move = (to: readonly [number, number], axis: string): boolean => edit((now) => moveNodes(now, [[id, to]]), { key: `${id}/${axis}` })
  return (
    <PanelForm
      title={clipped(nodeLabel(document, id), 60)}
      kind={
        <>
          <TypeIcon type={node.type} /> {typeLabel(node.type)}
        </>
      }
      why={why}
      removes
    >
      {!isNodeType(node.type) && (
        <p className="hint">Proscenium doesn’t know this node type. The node stays in the file unchanged and is never played.</p>
      )}
      <TypeFields document={document} id={id} node={node} scene={scene} />
      <Outputs id={id} shown={shown} />
      <details className="arrow-more" open={isMore} onToggle={({ currentTarget }) => keepOpen(currentTarget.open)}>
        <summary>
          {t.name}, {t.notes.toLowerCase()}, {'Position'.toLowerCase()}
        </summary>
        <NodeName document={document} id={id} />
        <LiveText
          label={t.notes}
          lines={2}
          hint={t.notesHint}
          value={node.notes ?? ''}
          onChange={(notes) => edit((now) => updateNode(now, id, { notes }), { key: `${id}/notes` })}
        />
        <div className="numbers-row">
          <LiveNumber label="X" value={x} onChange={(n) => move([n, y], 'x')} />
          <LiveNumber label="Y" value={y} onChange={(n) => move([x, n], 'y')} />
        </div>
        <Entries id={id} shown={shown} />
        <p className="hint">
          ID <span className="mono">{id}</span>
        </p>
      </details>
      {node.type !== 'frame' && isNodeType(node.type) && (
        <LiveCheck
          label="Skip this node"
          hint="Play continues with the next node."
          value={item.skip === true}
          onChange={(isOn) => edit((now) => skipNodes(now, [id], isOn))}
        />
      )}
      <Users document={document} users={usersOf(document, id)} />
    </PanelForm>
  )
}

const keepOpen = (isOpen: boolean): void => {
  const { folds } = useArrow.get()
  if ((folds['more'] ?? false) !== isOpen) useArrow.set({ folds: { ...folds, more: isOpen } })
}

function NodeName({ document, id }: { document: ArrowDocument; id: ArrowId }): ReactElement {
  const now = document.resources.nodes.get(id)?.name ?? ''
  return (
    <NameField
      label={t.name}
      now={now}
      faultOf={(name) =>
        [...document.resources.nodes].some(([other, node]) => other !== id && node.name === name)
          ? 'Another node has this name. Choose another one.'
          : undefined
      }
      onSave={(name) => edit((doc) => updateNode(doc, id, { name }))}
      field="arrow-node-name"
    />
  )
}

/** Whether a node is the entry of the scene or the document, and buttons to make it so. */
function Entries({ id, shown: { document, scene, why } }: { id: ArrowId; shown: DocumentView }): ReactElement | null {
  const one = document.resources.scenes.get(scene)
  if (!one) return null
  return (
    <div className="arrow-begins">
      {one.entry === id ? (
        <p className="hint">The scene begins here.</p>
      ) : (
        why === undefined && <Button label="Make this the entry of the scene" small onClick={() => edit((now) => setSceneEntry(now, id))} />
      )}
      {document.entry === id ? (
        <p className="hint">The document begins here.</p>
      ) : (
        why === undefined &&
        one.macro !== true && <Button label="Start the document here" small onClick={() => edit((now) => setDocumentEntry(now, id))} />
      )}
    </div>
  )
}

/** The targets of a node's outputs, and the nodes that lead to it. */
function Outputs({ id, shown: { document, scene } }: { id: ArrowId; shown: DocumentView }): ReactElement | null {
  const node = document.resources.nodes.get(id)
  const map = document.resources.scenes.get(scene)?.map
  if (!node || !map) return null
  const io = map.get(id)?.io ?? []
  const { inputs, outputs } = isNodeType(node.type) ? slotCounts(node) : { inputs: 0, outputs: 0 }
  const slots = [...new Set([...Array.from({ length: outputs }).keys(), ...io.map(([, slot]) => slot)])].sort((a, b) => a - b)
  const into = [...map].flatMap(([, item]) => (item.io ?? []).filter(([, , to]) => to === id))
  return (
    <>
      {slots.length > 0 && (
        <section>
          <h3>Leads to</h3>
          <ul className="arrow-ways">
            {slots.map((slot) => (
              <WayOut
                key={slot}
                document={document}
                id={id}
                slot={slot}
                words={slotWords(node, slot)}
                connection={io.find(([, one]) => one === slot)}
              />
            ))}
          </ul>
        </section>
      )}
      {into.length === 0 && inputs > 0 && <p className="hint">Connected to nothing yet.</p>}
      {into.length > 0 && (
        <section>
          <h3>Comes from</h3>
          <ul className="arrow-ways">
            {into.map((connection) => (
              <li key={edgeId(connection)}>
                <NodeLink document={document} id={connection[0]} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

interface WayOutProps {
  document: ArrowDocument
  id: ArrowId
  slot: number
  words: string
  connection: Connection | undefined
}

function WayOut({ document, id, slot, words, connection }: WayOutProps): ReactElement {
  const isClosed = useClosed()
  const to = connection && nodeLabel(document, connection[2])
  return (
    <li>
      <span className="quiet clip">{words}</span>
      {connection ? (
        <>
          <NodeLink document={document} id={connection[2]} />
          {!isClosed && (
            <IconButton
              label={`Remove the connection to ${to ?? ''}`}
              icon={<Trash2 size={12} />}
              small
              onClick={() => edit((now) => disconnect(now, connection))}
            />
          )}
        </>
      ) : (
        !isClosed && <Button label="Connect…" small onClick={() => useArrow.set({ question: { what: 'connect', from: id, slot } })} />
      )}
    </li>
  )
}

function SeveralForm({ ids, shown: { document, scene, why } }: { ids: readonly ArrowId[]; shown: DocumentView }): ReactElement {
  const map = document.resources.scenes.get(scene)?.map
  return (
    <PanelForm title={counted(ids.length, 'node')} kind={t.tab} why={why} removes>
      <LiveCheck
        label="Skip these nodes"
        value={ids.every((id) => map?.get(id)?.skip === true)}
        onChange={(isOn) => edit((now) => skipNodes(now, ids, isOn))}
      />
      {why === undefined && (
        <div className="arrow-buttons">
          {(['duplicate', 'copy', 'cut', 'move', 'layout'] as const).map((one) => (
            <Button key={one} label={arrowTexts.commands[one]} small onClick={() => run(`arrow.${one}`)} />
          ))}
        </div>
      )}
      {ids.length > 0 && (
        <ul className="arrow-ways">
          {ids.slice(0, 50).map((id) => (
            <li key={id}>
              <NodeLink document={document} id={id} />
            </li>
          ))}
        </ul>
      )}
    </PanelForm>
  )
}

function EdgeForm({ item, shown: { document, why } }: { item: CanvasItem; shown: DocumentView }): ReactElement | null {
  const connection = connectionOf(item.id)
  const node = connection && document.resources.nodes.get(connection[0])
  if (!connection || !node) return null
  const [from, slot, to] = connection
  return (
    <PanelForm title={slotWords(node, slot)} kind="Connection" why={why} removes>
      <ul className="arrow-ways">
        {(
          [
            ['From', from],
            ['To', to]
          ] as const
        ).map(([label, id]) => (
          <li key={label}>
            <span className="quiet">{label}</span>
            <NodeLink document={document} id={id} />
          </li>
        ))}
      </ul>
      {why === undefined && (
        <div className="arrow-buttons">
          <Button label="Insert a node…" small data-first="" onClick={() => useArrow.set({ question: { what: 'add', between: connection } })} />
          <Button label="Connect to another node…" small onClick={() => useArrow.set({ question: { what: 'reroute', connection } })} />
          <Button
            label="Remove connection"
            small
            onClick={() => {
              edit((now) => disconnect(now, connection))
              select([])
            }}
          />
        </div>
      )}
    </PanelForm>
  )
}
