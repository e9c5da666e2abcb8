/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no tag is a list in which several rows can be selected */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, type HTMLAttributes, type ReactElement, type ReactNode } from 'react'
import { RenameField } from './RenameField'
import type { Selecting } from './row-selection'
import { runAction, type RowAction } from './RowMenu'
import { useRowGrid } from './use-row-grid'

interface RowListProps<Row> {
  id?: string
  label: string
  /** The classes of the list, of a line, and of the part of a line that is selected. */
  classes: { list: string; line?: string; row: string }
  rows: readonly Row[]
  nameOf: (row: Row) => string
  /** The ids of the selected rows; the last one is current. */
  selected: readonly string[]
  onSelect: (ids: readonly string[]) => void
  /** What the menu offers, and the keys answer. The first one opens a row. */
  actions: readonly RowAction[]
  /** The height of a line, and the space below each, in px. */
  height: number
  gap?: number
  /** All rows are drawn, as high as they are. Otherwise the list scrolls, and only the visible ones are. */
  isWhole?: boolean
  onInsert?: () => void
  /** The id of the row whose name is being edited, and the text that is. */
  naming?: { id: string; now: string } | undefined
  /** Called with the new name, or without one if it stays. */
  onRename?: (id: string, name: string | undefined) => void
  /** Called with the row at which the reader is, by pointer or keys. */
  onStay?: (id: string | undefined) => void
  /** More properties of a line. `choose` selects rows. */
  lineOf?: (id: string, choose: (id: string, how: Selecting) => void) => HTMLAttributes<HTMLElement> & { draggable?: boolean }
  /** `name`: its name as it is to be shown, or the field for it. */
  renderRow: (row: Row, name: ReactNode | undefined) => ReactNode
}

/** Rows of which several can be selected, for pointer, keyboard and screen readers. */
export function RowList<Row extends { id: string }>(props: RowListProps<Row>): ReactElement {
  const { id: own, label, classes, rows, nameOf, selected, onSelect, actions, height, gap = 0, isWhole = false, naming, onStay } = props
  const box = useRef<HTMLDivElement>(null)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const { at, active, onKeyDown, choose, rowProps, menu } = useRowGrid({
    box,
    ids: rows.map(({ id }) => id),
    nameOf: (id) => {
      const row = byId.get(id)
      return row ? nameOf(row) : id
    },
    selected,
    onSelect,
    actions,
    columns: 1,
    lineHeightPx: height,
    onInsert: () => props.onInsert?.()
  })
  // oxlint-disable-next-line react/incompatible-library -- its methods are called only in effects and in answer to the reader
  const virtual = useVirtualizer({
    count: isWhole ? 0 : rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 8,
    paddingEnd: 12,
    // The space above the rows.
    scrollPaddingEnd: 12
  })
  useLayoutEffect(() => {
    if (!isWhole) {
      if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' })
    } else if (document.activeElement === box.current) document.getElementById(active ?? '')?.scrollIntoView({ block: 'nearest' })
  }, [active, at, isWhole, virtual])
  const drawn = isWhole ? rows.map((_, index) => ({ index, start: 0 })) : virtual.getVirtualItems()
  return (
    <>
      <div
        id={own}
        ref={box}
        className={classes.list}
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-multiselectable="true"
        aria-rowcount={rows.length}
        aria-activedescendant={active}
        onKeyDown={onKeyDown}
        onFocus={() => onStay?.(selected.at(-1))}
      >
        <div role="presentation" style={isWhole ? undefined : { position: 'relative', height: virtual.getTotalSize() }}>
          {drawn.map(({ index, start }) => {
            const row = rows[index]
            if (!row) return null
            const { id } = row
            const cell = rowProps(id, index, classes.row)
            const isNaming = naming?.id === id
            const { className = '', ...line } = props.lineOf?.(id, choose) ?? {}
            return (
              <div
                key={id}
                role="row"
                aria-rowindex={index + 1}
                style={isWhole ? undefined : { transform: `translateY(${start}px)`, height: height - gap }}
                {...line}
                className={`${classes.line ?? ''}${className}`}
              >
                {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid answers the keys */}
                <div
                  role="gridcell"
                  tabIndex={-1}
                  {...cell}
                  onClick={(event) => {
                    cell.onClick(event)
                    // The list answers the keys.
                    if (!isNaming) box.current?.focus({ preventScroll: true })
                  }}
                  onPointerEnter={() => onStay?.(id)}
                  onDoubleClick={() => actions[0] && !isNaming && runAction(actions[0], () => [id])}
                >
                  {props.renderRow(
                    row,
                    isNaming ? <RenameField now={naming.now} list={() => box.current} onDone={(name) => props.onRename?.(id, name)} /> : undefined
                  )}
                </div>
              </div>
            )
          })}
        </div>
      </div>
      {menu}
    </>
  )
}
