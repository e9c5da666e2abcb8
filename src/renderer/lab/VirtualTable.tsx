/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no tag is a table that draws only the rows that are seen */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactElement } from 'react'
import { shortcutOf } from '../ui/commands'
import { movedTo, type Selecting } from '../ui/row-selection'

interface Column {
  label: string
  /** Its least width in pixels. */
  width: number
  /** Whether it takes the room that is left. */
  isWide?: boolean
  isNumber?: boolean
  /** Whether it is left out, the last such column first, where there is no room for all. */
  isSpare?: boolean
  /** Sorts by it; `order` is how it is sorted now. */
  sort?: { order: 'ascending' | 'descending' | undefined; onSort: () => void }
}

interface VirtualTableProps {
  label: string
  columns: readonly Column[]
  count: number
  /** The cells of a row; undefined while they are unknown. */
  cellsOf: (index: number) => readonly (string | number)[] | undefined
  /** The index of the current row; -1 if there is none. */
  at: number
  /** The indices of the selected rows, where several can be; otherwise the current one is. */
  chosen?: ReadonlySet<number>
  onAt: (index: number, how: Selecting) => void
  onAll?: () => void
  /** Opens a row, by Enter or a double click. */
  onOpen?: (index: number) => void
  /** Called with the first and last rows in view. */
  onView?: (from: number, to: number) => void
}

const ROW_PX = 28
/** The space between columns, and before the first and after the last. */
const GAP_PX = 8

/** The columns for which a table has room, each with its place among all. The one that it is sorted by always stays. */
export function columnsWithin(columns: readonly Column[], widthPx: number): (Column & { index: number })[] {
  const all = columns.map((column, index) => ({ ...column, index }))
  while (leastWidth(all) > widthPx) {
    const spare = all.findLastIndex(({ isSpare, sort }) => isSpare && sort?.order === undefined)
    if (spare < 0) break
    all.splice(spare, 1)
  }
  return all
}

const leastWidth = (columns: readonly Column[]): number => columns.reduce((sum, { width }) => sum + width + GAP_PX, GAP_PX)

/** A table of any length for pointer, keyboard and screen readers. Only the visible rows are drawn. */
export function VirtualTable({ label, columns, count, cellsOf, at, chosen, onAt, onAll, onOpen, onView }: VirtualTableProps): ReactElement {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const [widthPx, setWidth] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = (): void => {
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      setWidth(element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight))
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  const shown = columnsWithin(columns, widthPx)
  // oxlint-disable-next-line react/incompatible-library -- its methods are called only in effects and in answer to the reader
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    paddingEnd: 8,
    scrollPaddingStart: ROW_PX
  })
  useLayoutEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' })
  }, [at, virtual])
  const items = virtual.getVirtualItems()
  const [from, to] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useEffect(() => onView?.(from, to), [onView, from, to])
  const tracks = {
    gridTemplateColumns: shown.map(({ width, isWide }) => (isWide ? `minmax(${width}px, 1fr)` : `${width}px`)).join(' '),
    minWidth: leastWidth(shown)
  }
  return (
    <div
      ref={box}
      className="lab-table scrolls"
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={chosen ? 'true' : undefined}
      aria-rowcount={count + 1}
      aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
      onKeyDown={(event) => {
        if (event.target !== box.current) return
        const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
        const page = Math.max(1, Math.floor((box.current?.clientHeight ?? ROW_PX) / ROW_PX) - 2)
        const next = isPlain && (chosen || !event.shiftKey) ? movedTo(event.key, at, count, 1, page) : undefined
        if (next !== undefined) onAt(next, event.shiftKey ? 'range' : 'alone')
        else if (isPlain && !event.shiftKey && event.key === 'Enter' && at >= 0 && onOpen) onOpen(at)
        else if (onAll && shortcutOf(event) === 'mod+a') onAll()
        else return
        event.preventDefault()
      }}
    >
      <div role="row" className="lab-row lab-table-head" aria-rowindex={1} style={tracks}>
        {shown.map(({ label: name, isNumber, sort }) => (
          <div key={name} role="columnheader" className={isNumber ? 'clip is-number' : 'clip'} aria-sort={sort?.order}>
            {sort ? (
              <button type="button" onClick={sort.onSort}>
                {name}
                {sort.order && <span aria-hidden="true">{sort.order === 'descending' ? ' ↓' : ' ↑'}</span>}
              </button>
            ) : (
              name
            )}
          </div>
        ))}
      </div>
      <div className="lab-rows" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const cells = cellsOf(index)
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid answers the keys
            <div
              key={index}
              id={`${id}-${index}`}
              role="row"
              tabIndex={-1}
              aria-rowindex={index + 2}
              aria-selected={chosen ? chosen.has(index) : index === at}
              className={`lab-row${chosen?.has(index) ? ' chosen' : ''}${index === at ? ' current' : ''}`}
              style={{ transform: `translateY(${start}px)`, ...tracks }}
              onClick={(event) => {
                onAt(index, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'alone')
                // The grid answers the keys.
                box.current?.focus({ preventScroll: true })
              }}
              onDoubleClick={() => onOpen?.(index)}
            >
              {shown.map(({ label: name, isNumber, index: i }) => (
                <div key={name} role="gridcell" className={isNumber ? 'clip numbers is-number' : 'clip'} dir={isNumber ? undefined : 'auto'}>
                  {cells ? cells[i] : '…'}
                </div>
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}
