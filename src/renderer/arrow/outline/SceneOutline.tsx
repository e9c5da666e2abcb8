import { FilePlus2, PanelLeftClose } from 'lucide-react'
import { useEffect, useMemo, type ReactElement } from 'react'
import type { ArrowDocument, ArrowId } from '../../../arrow'
import { Outline, type LinePlace } from '../../canvas/Outline'
import { OutlineRow } from '../../canvas/OutlineRow'
import type { Selection } from '../../canvas/selection'
import { Blank, CommandButton } from '../../ui/Parts'
import { assistantTexts } from '../assistant/assistant-texts'
import type { ShownChanges } from '../assistant/use-changes'
import { SCENE_MENU } from '../menu'
import { select } from '../edits'
import { focusForm } from '../focus'
import { typeLabel } from '../graph/cards'
import { edgeId } from '../graph/scene-graph'
import { TypeIcon } from '../graph/views'
import { currentOf, useArrow } from '../state'
import { arrowTexts } from '../arrow-texts'
import { nodeLabel, sceneRows, type SceneRow } from './rows'
import './outline.css'
import { counted } from '../../ui/amounts'

const t = arrowTexts.outline
const LINE_HEIGHT_PX = 28

const itemOf = ({ node, connection }: SceneRow): Selection[number] =>
  connection ? { kind: 'edge', id: edgeId(connection) } : { kind: 'node', id: String(node) }
const rowKey = ({ kind, id }: Selection[number]): string => `${kind}:${id}`

/** The actions of the outline's keys; commands work on the selection. */
const ACTIONS = {
  commands: {
    a: 'arrow.add',
    insert: 'arrow.add',
    i: 'arrow.insert',
    c: 'arrow.connect',
    d: 'arrow.duplicate',
    k: 'arrow.skip',
    m: 'arrow.move',
    f2: 'arrow.rename',
    delete: 'arrow.remove'
  },
  onSelect: (rows: readonly SceneRow[]): void => {
    select(rows.map(itemOf))
    useArrow.set({ shown: useArrow.get().shown + 1 })
  },
  onToggle: (row: SceneRow): void => {
    const selection = currentOf(useArrow.get())?.selection ?? []
    const item = itemOf(row)
    const others = selection.filter((one) => rowKey(one) !== rowKey(item))
    select(others.length < selection.length ? others : [...others, item])
  },
  onFold: (key: string, open: boolean): void => useArrow.set({ folds: { ...useArrow.get().folds, [key.replace('node:', '')]: open } }),
  onOpen: (row: SceneRow): void => {
    select([itemOf(row)])
    focusForm()
  }
}

interface OutlineProps {
  document: ArrowDocument
  scene: ArrowId
  selection: Selection
  /** How often the table has played each node. */
  visits: ReadonlyMap<ArrowId, number>
  /** The assistant's changes. */
  changes: ShownChanges | undefined
}

/** The nodes of a scene as a tree in the order of the story, for the keyboard and screen readers. */
export function SceneOutline({ document, scene, selection, visits, changes }: OutlineProps): ReactElement {
  const folds = useArrow((s) => s.folds)
  const query = useArrow((s) => s.query)
  const rows = useMemo(() => sceneRows(document, scene, folds, query), [document, scene, folds, query])
  const last = selection.at(-1)
  const active = last && rowKey(last)
  // A connection that is selected elsewhere opens the row above it.
  useEffect(() => {
    const owner = last?.kind === 'edge' ? last.id.split('.')[0] : undefined
    const { folds } = useArrow.get()
    if (owner !== undefined && !folds[owner]) useArrow.set({ folds: { ...folds, [owner]: true } })
  }, [last])
  const marked = useMemo(() => new Set(selection.map(rowKey)), [selection])
  const all = document.resources.scenes.get(scene)?.map.size ?? 0
  const removedLabels = changes?.removedByScene.get(scene)?.nodes.map(({ id }) => nodeLabel(changes.base, id)) ?? []
  return (
    <Outline
      treeId="arrow-outline"
      title="Outline"
      label="Nodes and where they lead"
      selectsSeveral
      search={{ label: 'Search nodes', query, onQuery: (query) => useArrow.set({ query }) }}
      buttons={
        <>
          <CommandButton id="arrow.add" className="small" icon={<FilePlus2 size={14} />} />
          <CommandButton id="arrow.outline" className="small" label="Hide the outline" icon={<PanelLeftClose size={14} />} />
        </>
      }
      rows={rows}
      lines={rows}
      lineHeightPx={LINE_HEIGHT_PX}
      active={active}
      inSight={active}
      actions={ACTIONS}
      menu={SCENE_MENU}
      renderLine={(row, place) => (
        <NodeRow
          key={row.key}
          row={row}
          place={place}
          visits={row.level === 1 ? visits.get(row.node) : undefined}
          isSelected={marked.has(row.key)}
          change={row.connection ? changes?.connections.get(edgeId(row.connection)) : row.level === 1 ? changes?.nodes.get(row.node) : undefined}
        />
      )}
      blank={<Blank title="No node matches." />}
      foot={
        <>
          {removedLabels.length > 0 && <p className="outline-gone">{`Removed by the assistant: ${removedLabels.join('; ')}`}</p>}
          <output className="numbers">
            {rows.filter(({ level }) => level === 1).length === all
              ? counted(all, 'node')
              : `${rows.filter(({ level }) => level === 1).length} of ${counted(all, 'node')}`}
          </output>
          <details>
            <summary>Outline keys</summary>
            <p>{t.hint}</p>
          </details>
        </>
      }
    />
  )
}

interface NodeRowProps {
  row: SceneRow
  place: LinePlace
  visits: number | undefined
  isSelected: boolean
  change: 'added' | 'changed' | 'removed' | undefined
}

/** A node or one of its outputs in the outline. */
function NodeRow({ row, place, visits, isSelected, change }: NodeRowProps): ReactElement {
  const { level, type, label, skip } = row
  const played = visits === undefined ? undefined : arrowTexts.card.visits(visits)
  const spoken = [
    level === 1 ? `${typeLabel(type)}: ${label}` : label,
    level === 1 && skip ? 'skipped' : '',
    level === 1 ? played : '',
    change ? assistantTexts.spoken[change] : ''
  ]
  return (
    <OutlineRow
      row={row}
      place={place}
      isSelected={isSelected}
      className={`arrow-outline-row ${skip ? 'skipped' : ''}`}
      spoken={spoken.filter(Boolean).join(', ')}
    >
      {level === 1 && <TypeIcon type={type} size={12} />}
      <span className="outline-label clip" dir="auto">
        {label}
      </span>
      {visits !== undefined && (
        <span className="arrow-flag flag-visits numbers" title={played} aria-hidden="true">
          {arrowTexts.card.times(visits)}
        </span>
      )}
      {change && <span className={`arrow-flag flag-${change}`}>{assistantTexts.marks[change]}</span>}
    </OutlineRow>
  )
}
