import { useVirtualizer } from '@tanstack/react-virtual'
import { MapPinPlus, PanelLeftClose, Plus } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState, type ReactElement } from 'react'
import { useTreeKeys } from '../../../canvas/use-tree-keys'
import { updateMap, useSession } from '../../../session'
import type { MapState } from '../../../store/map-state'
import { keyOf } from '../../../store/renames'
import { Blank, CommandButton } from '../../../ui/Parts'
import { NameRow } from './NameRow'
import { placesByName, rowsOf, withOpenParents, type Row, type World } from './rows'
import { OutlineRow } from './OutlineRow'
import { editTexts } from '../texts'
import '../../../canvas/outline.css'
import { OUTLINE_ACTIONS } from './outline-actions'

const t = editTexts.outline
const ROW_HEIGHT_PX = 28

/** A line of the outline: a row of the world, or the input for the name of something new. */
export type Line = Row | { key: string; naming: 'place' | 'region'; level: 1 | 2; above?: number }

/** The rows with the input for a new name among them. */
function linesOf(rows: readonly Row[], naming: MapState['naming']): readonly Line[] {
  if (naming === '+region') return [...rows, { key: naming, naming: 'region', level: 1 }]
  if (!naming?.startsWith('+place:')) return rows
  const at = rows.findIndex(({ key }) => key === `region:${naming.slice('+place:'.length)}`)
  return [...rows.slice(0, at + 1), { key: naming, naming: 'place', level: 2 }, ...rows.slice(at + 1)]
}

const NONE: World = { regions: {}, places: {}, journeys: {} }

/** The world as a tree of regions, places and journeys, for the keyboard and screen readers. Only visible rows are rendered. */
export function Outline(): ReactElement {
  const regions = useSession((s) => s.snapshot?.state.regions) ?? NONE.regions
  const places = useSession((s) => s.snapshot?.state.places) ?? NONE.places
  const journeys = useSession((s) => s.snapshot?.state.journeys) ?? NONE.journeys
  const folds = useSession((s) => s.mapState.folds)
  const selection = useSession((s) => s.mapState.selection)
  const naming = useSession((s) => s.mapState.naming)
  const [query, setQuery] = useState('')
  const world = useMemo(() => ({ regions, places, journeys }), [regions, places, journeys])
  const last = selection.at(-1)
  // A selection from elsewhere opens the rows above it. A row that is closed afterwards stays closed.
  useEffect(() => {
    const { mapState, snapshot } = useSession.getState()
    const opened = last && snapshot ? withOpenParents(snapshot.state, mapState.folds, last) : mapState.folds
    if (opened !== mapState.folds) updateMap({ folds: opened })
  }, [last])
  const rows = useMemo(() => rowsOf(world, folds, query), [world, folds, query])
  const lines = useMemo(() => linesOf(rows, naming), [rows, naming])
  const lastKey = last && keyOf(last)
  const active = useMemo(() => (lastKey === undefined ? -1 : lines.findIndex(({ key }) => key === lastKey)), [lines, lastKey])
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  // oxlint-disable-next-line react/incompatible-library -- its methods are called only in effects and in answer to the reader
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    getItemKey: (i) => lines[i]?.key ?? i,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 12,
    paddingEnd: 8
  })
  const goal = naming === undefined ? active : lines.findIndex(({ key }) => key === naming)
  useEffect(() => {
    if (goal >= 0) virtual.scrollToIndex(goal, { align: 'auto' })
  }, [goal, virtual])
  const pageSize = (): number => Math.max(1, Math.floor((box.current?.clientHeight ?? ROW_HEIGHT_PX) / ROW_HEIGHT_PX) - 1)
  const keys = useTreeKeys(rows, lastKey, pageSize, OUTLINE_ACTIONS)
  const selectFirst = (): void => {
    const [first] = rows
    if (first && naming === undefined && !rows.some(({ key }) => key === lastKey)) keys.select(first, 'alone')
  }
  const marked = useMemo(() => new Set(selection.map(keyOf)), [selection])
  const all = placesByName(places).length
  const shown = useMemo(() => rows.reduce((sum, row) => sum + (row.what === 'region' ? Number(row.note) : 0), 0), [rows])
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
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'Enter' && event.key !== 'Escape') return
            event.preventDefault()
            if (event.key === 'Escape') setQuery('')
            box.current?.focus()
          }}
        />
        <CommandButton id="place.add" className="small" icon={<MapPinPlus size={14} />} />
        <CommandButton id="region.add" className="small" icon={<Plus size={14} />} />
        <CommandButton id="outline" className="small" label={t.close} icon={<PanelLeftClose size={14} />} />
      </header>
      {lines.length === 0 ? (
        <Blank title={query === '' ? t.empty : t.nothing}>{query === '' ? t.emptyHint : null}</Blank>
      ) : (
        <div
          id="outline"
          ref={box}
          className="outline-tree scrolls"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag is a tree
          role="tree"
          tabIndex={0}
          aria-label={t.tree}
          aria-multiselectable="true"
          aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
          onKeyDown={keys.onKeyDown}
          onFocus={selectFirst}
        >
          <div className="outline-rows" role="presentation" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map((item) => {
              const line = lines[item.index]
              if (!line) return null
              if ('naming' in line || line.key === naming) return <NameRow key={item.key} line={line} top={item.start} />
              return (
                <OutlineRow
                  key={item.key}
                  id={`${id}-${item.index}`}
                  row={line}
                  top={item.start}
                  active={item.index === active}
                  selected={marked.has(line.key)}
                  onPick={(how) => keys.select(line, how)}
                />
              )
            })}
          </div>
        </div>
      )}
      <footer className="outline-foot quiet">
        <output className="numbers">{t.found(shown, all)}</output>
        <details>
          <summary>{t.keys}</summary>
          <p>{t.hint}</p>
        </details>
      </footer>
    </section>
  )
}
