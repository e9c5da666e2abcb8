import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown, ChevronRight, CornerDownRight, FilePlus2, PanelLeftClose } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, type MouseEvent, type ReactElement } from 'react'
import type { ArrowDocument, ArrowId } from '../../../shared/arrow/document'
import type { Selection } from '../../canvas/selection'
import { useTreeKeys, type RowSelection } from '../../canvas/use-tree-keys'
import { Blank, CommandButton } from '../../ui/Parts'
import { assistantTexts } from '../assistant/texts'
import type { ShownChanges } from '../assistant/use-changes'
import { select } from '../edits'
import { focusForm } from '../focus'
import { typeLabel } from '../graph/cards'
import { edgeId } from '../graph/scene-graph'
import { TypeIcon } from '../graph/views'
import { currentOf, useArrow } from '../state'
import { arrowTexts } from '../texts'
import { nodeLabel, sceneRows, type SceneRow } from './rows'
import '../../canvas/outline.css'
import './outline.css'

const t = arrowTexts.outline
const ROW_HEIGHT_PX = 28

const itemOf = ({ node, connection }: SceneRow): Selection[number] =>
  connection ? { kind: 'edge', id: edgeId(connection) } : { kind: 'node', id: String(node) }
const rowKey = ({ kind, id }: Selection[number]): string => `${kind}:${id}`

/** What the keys of the outline do; commands work on the selection. */
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
  /** What the assistant changed. */
  changes: ShownChanges | undefined
}

/** The nodes of a scene as a tree in the order of the story, for the keyboard and screen readers. Only visible rows are rendered. */
export function SceneOutline({ document, scene, selection, visits, changes }: OutlineProps): ReactElement {
  const folds = useArrow((s) => s.folds)
  const query = useArrow((s) => s.query)
  const rows = useMemo(() => sceneRows(document, scene, folds, query), [document, scene, folds, query])
  const last = selection.at(-1)
  const wanted = last && rowKey(last)
  const active = useMemo(() => (wanted === undefined ? -1 : rows.findIndex(({ key }) => key === wanted)), [rows, wanted])
  // A connection that is selected elsewhere opens the row above it.
  useEffect(() => {
    const owner = last?.kind === 'edge' ? last.id.split('.')[0] : undefined
    const { folds } = useArrow.get()
    if (owner !== undefined && !folds[owner]) useArrow.set({ folds: { ...folds, [owner]: true } })
  }, [last])
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  // oxlint-disable-next-line react/incompatible-library -- its methods are called only in effects and in answer to the reader
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    getItemKey: (i) => rows[i]?.key ?? i,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 12,
    paddingEnd: 8
  })
  useEffect(() => {
    if (active >= 0) virtual.scrollToIndex(active, { align: 'auto' })
  }, [active, virtual])
  const pageSize = (): number => Math.max(1, Math.floor((box.current?.clientHeight ?? ROW_HEIGHT_PX) / ROW_HEIGHT_PX) - 1)
  const keys = useTreeKeys(rows, wanted, pageSize, ACTIONS)
  const marked = useMemo(() => new Set(selection.map(rowKey)), [selection])
  const all = document.resources.scenes.get(scene)?.map.size ?? 0
  const gone = changes?.gone.get(scene)?.nodes.map(({ id }) => nodeLabel(changes.base, id)) ?? []
  return (
    <section className="outline" aria-label={t.title}>
      <header className="outline-head">
        <input
          type="search"
          className="input"
          aria-label={t.search}
          placeholder={t.search}
          value={query}
          spellCheck={false}
          onChange={(event) => useArrow.set({ query: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'Enter' && event.key !== 'Escape') return
            event.preventDefault()
            if (event.key === 'Escape') useArrow.set({ query: '' })
            box.current?.focus()
          }}
        />
        <CommandButton id="arrow.add" className="small" icon={<FilePlus2 size={14} />} />
        <CommandButton id="arrow.outline" className="small" label={t.close} icon={<PanelLeftClose size={14} />} />
      </header>
      {rows.length === 0 ? (
        <Blank title={t.empty} />
      ) : (
        <div
          id="arrow-outline"
          ref={box}
          className="outline-tree scrolls"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag is a tree
          role="tree"
          tabIndex={0}
          aria-label={t.tree}
          aria-multiselectable="true"
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          onKeyDown={keys.onKeyDown}
          onFocus={() => {
            const [first] = rows
            if (first && active < 0) keys.select(first, 'alone')
          }}
        >
          <div className="outline-rows" role="presentation" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map((item) => {
              const row = rows[item.index]
              return row ? (
                <Row
                  key={item.key}
                  id={`${id}-${item.index}`}
                  row={row}
                  top={item.start}
                  visits={row.level === 1 ? visits.get(row.node) : undefined}
                  isActive={item.index === active}
                  isSelected={marked.has(row.key)}
                  change={
                    row.connection ? changes?.connections.get(edgeId(row.connection)) : row.level === 1 ? changes?.nodes.get(row.node) : undefined
                  }
                  onPick={(how) => keys.select(row, how)}
                />
              ) : null
            })}
          </div>
        </div>
      )}
      <footer className="outline-foot quiet">
        {gone.length > 0 && <p className="outline-gone">{assistantTexts.gone(gone.join('; '))}</p>}
        <output className="numbers">{t.nodes(rows.filter(({ level }) => level === 1).length, all)}</output>
        <details>
          <summary>{t.keys}</summary>
          <p>{t.hint}</p>
        </details>
      </footer>
    </section>
  )
}

interface RowProps {
  id: string
  row: SceneRow
  top: number
  visits: number | undefined
  isActive: boolean
  isSelected: boolean
  change: 'added' | 'changed' | 'removed' | undefined
  onPick: (how: RowSelection) => void
}

/** One row of the outline. The tree handles the keys. */
function Row({ id, row, top, visits, isActive, isSelected, change, onPick }: RowProps): ReactElement {
  const { open, level, type, label, skip } = row
  const played = visits === undefined ? undefined : arrowTexts.card.visits(visits)
  const fold = (event: MouseEvent): void => {
    event.stopPropagation()
    ACTIONS.onFold(row.key, open !== true)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree that has the focus answers the keys
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      className={`outline-row arrow-outline-row ${isActive ? 'active' : ''} ${skip ? 'skipped' : ''}`}
      style={{ transform: `translateY(${top}px)`, paddingInlineStart: 6 + 16 * (level - 1) }}
      aria-level={level}
      aria-posinset={row.position}
      aria-setsize={row.size}
      aria-expanded={open}
      aria-selected={isSelected}
      aria-label={[
        level === 1 ? t.spoken(typeLabel(type), label) : label,
        level === 1 && skip ? t.skipped : '',
        level === 1 ? played : '',
        change ? assistantTexts.spoken[change] : ''
      ]
        .filter(Boolean)
        .join(', ')}
      onClick={(event) => onPick(event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'alone')}
    >
      <span className="outline-fold" aria-hidden="true" onClick={open === undefined ? undefined : fold}>
        {level > 1 ? <CornerDownRight size={12} /> : open === undefined ? null : open ? <ChevronDown size={13} /> : <ChevronRight size={13} />}
      </span>
      {level === 1 && <TypeIcon type={type} size={12} />}
      <span className="outline-label clip">{label}</span>
      {visits !== undefined && (
        <span className="arrow-flag flag-visits numbers" title={played} aria-hidden="true">
          {arrowTexts.card.times(visits)}
        </span>
      )}
      {change && <span className={`arrow-flag flag-${change}`}>{assistantTexts.marks[change]}</span>}
    </div>
  )
}
