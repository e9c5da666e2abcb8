/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no tag is a table that draws only the rows that are seen, or whose cells are cards */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState, type ReactElement } from 'react'
import { hueOf } from '../../shared/story/hues'
import { ifEditable } from '../editing'
import { useSession } from '../session'
import { ActorToken } from '../ui/Parts'
import { RenameField } from '../ui/RenameField'
import { useRowGrid } from '../ui/use-row-grid'
import { castActions } from './actions'
import { renameCharacter } from './edits'
import { COLUMNS, type CastRow, type Column } from './rows'
import { castElement, focusCharacter, useCast } from './state'
import { castTexts as t } from './texts'

const CARD = { width: 232, height: 124 }
const ROW_PX = 32

/** The characters as cards or as a table, for pointer, keyboard and screen readers. Only the visible lines are drawn. */
export function CastGrid({ rows, look }: { rows: readonly CastRow[]; look: 'cards' | 'table' }): ReactElement {
  const selected = useCast((s) => s.selected)
  const naming = useCast((s) => s.naming)
  const box = useRef<HTMLDivElement>(null)
  const columns = useColumns(box, look)
  const ids = rows.map((row) => row.id)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const { at, active, onKeyDown, rowProps, menu } = useRowGrid({
    box,
    ids,
    nameOf: (id) => byId.get(id)?.name ?? id,
    selected,
    onSelect: (chosen) => useCast.set({ selected: chosen }),
    actions: castActions(ids),
    columns,
    lineHeightPx: look === 'cards' ? CARD.height + 12 : ROW_PX,
    onInsert: (withShift) => void ifEditable(async () => useCast.set({ naming: { kind: withShift ? 'player' : 'npc' } }))
  })
  const lines = Math.ceil(rows.length / columns)
  // oxlint-disable-next-line react/incompatible-library -- its methods are called only in effects and in answer to the reader
  const virtual = useVirtualizer({
    count: lines,
    getScrollElement: () => box.current,
    estimateSize: () => (look === 'cards' ? CARD.height + 12 : ROW_PX),
    overscan: 6,
    paddingEnd: 12,
    // The space above the cards.
    scrollPaddingEnd: look === 'cards' ? 12 : 0,
    scrollPaddingStart: look === 'table' ? ROW_PX : 0
  })
  useEffect(() => virtual.measure(), [virtual, look])
  useLayoutEffect(() => {
    if (at >= 0) virtual.scrollToIndex(Math.floor(at / columns), { align: 'auto' })
  }, [at, columns, virtual])
  const cell = (row: CastRow, index: number): CellProps => ({
    row,
    isNaming: naming !== undefined && 'id' in naming && naming.id === row.id,
    element: rowProps(row.id, index, look === 'cards' ? 'cast-card' : 'cast-row')
  })
  return (
    <>
      <div
        id="cast"
        ref={box}
        className={`cast-grid scrolls as-${look}`}
        role="grid"
        tabIndex={0}
        aria-label={t.title}
        aria-multiselectable="true"
        aria-rowcount={look === 'table' ? rows.length + 1 : lines}
        aria-activedescendant={active}
        onKeyDown={onKeyDown}
        onFocus={({ target, currentTarget }) => {
          // A click focuses a cell, but the grid answers the keys.
          if (target instanceof HTMLElement && target.matches('[role=gridcell], [role=row]')) currentTarget.focus({ preventScroll: true })
        }}
      >
        {look === 'table' && <Head />}
        <div className="cast-lines" role="presentation" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            if (look === 'table') {
              const row = rows[index]
              return row && <TableRow key={row.id} {...cell(row, index)} top={start} index={index} />
            }
            const first = index * columns
            return (
              <div
                key={index}
                role="row"
                aria-rowindex={index + 1}
                className="cast-line"
                style={{ transform: `translateY(${start}px)`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
              >
                {rows.slice(first, first + columns).map((row, i) => (
                  <Card key={row.id} {...cell(row, first + i)} />
                ))}
              </div>
            )
          })}
        </div>
      </div>
      {menu}
    </>
  )
}

/** The number of cards in a line; one for the table. */
function useColumns(box: { current: HTMLDivElement | null }, look: 'cards' | 'table'): number {
  const [width, setWidth] = useState(CARD.width)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const watch = new ResizeObserver(() => setWidth(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [box])
  return look === 'table' ? 1 : Math.max(1, Math.floor((width - 24) / CARD.width))
}

function Head(): ReactElement {
  const order = useCast((s) => s.order)
  const sort = (by: Column): void => useCast.set({ order: { by, isDown: order.by === by && !order.isDown } })
  return (
    <div role="row" className="cast-row cast-head" aria-rowindex={1}>
      {COLUMNS.map((by) => (
        <div key={by} role="columnheader" aria-sort={order.by !== by ? 'none' : order.isDown ? 'descending' : 'ascending'}>
          <button type="button" className="cast-sort" onClick={() => sort(by)}>
            {t.columns[by]}
            {order.by === by && <span aria-hidden="true">{order.isDown ? ' ↓' : ' ↑'}</span>}
          </button>
        </div>
      ))}
    </div>
  )
}

interface CellProps {
  row: CastRow
  isNaming: boolean
  element: ReturnType<ReturnType<typeof useRowGrid>['rowProps']>
}

function Card({ row, isNaming, element }: CellProps): ReactElement {
  const hue = useSession((s) => hueOf(s.snapshot?.state.actors ?? {}, row.id))
  const facts = [t.kinds[row.kind], row.place, row.attitude].filter(Boolean).join(' · ')
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid answers the keys
    <div role="gridcell" tabIndex={-1} onDoubleClick={focusCharacter} {...element}>
      <div className="cast-card-head">
        <ActorToken id={row.id} name={row.name} hue={hue} npc={row.kind === 'npc'} size="large" />
        <div>
          {isNaming ? (
            <Naming row={row} />
          ) : (
            <b className="clip" dir="auto">
              {row.name}
            </b>
          )}
          <p className="quiet clip" dir="auto">
            {facts}
          </p>
        </div>
      </div>
      <p className="numbers clip">{row.stats}</p>
      <p className="cast-words" dir="auto">
        {row.want || row.seen || row.conditions}
      </p>
    </div>
  )
}

function TableRow({ row, isNaming, element, top, index }: CellProps & { top: number; index: number }): ReactElement {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid answers the keys
    <div role="row" tabIndex={-1} aria-rowindex={index + 2} style={{ transform: `translateY(${top}px)` }} onDoubleClick={focusCharacter} {...element}>
      {COLUMNS.map((column) => (
        <div key={column} role="gridcell" className="clip" dir="auto">
          {column === 'name' && isNaming ? <Naming row={row} /> : column === 'kind' ? t.kinds[row.kind] : row[column]}
        </div>
      ))}
    </div>
  )
}

const Naming = ({ row: { id, name } }: { row: CastRow }): ReactElement => (
  <RenameField
    now={name}
    list={castElement}
    onDone={(typed) => {
      useCast.set({ naming: undefined })
      if (typed !== undefined) void renameCharacter(id, typed)
    }}
  />
)
