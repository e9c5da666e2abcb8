/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no tag is a table that draws only the rows that are seen, or whose cells are cards */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactElement } from 'react'
import { hueOf } from '../../shared/story/hues'
import { ifEditable } from '../editing'
import { useSession } from '../session'
import type { MenuPlace } from '../ui/Menu'
import { shortcutOf } from '../ui/commands'
import { nameBeginning, useTyped } from '../ui/use-typed'
import { ActorToken } from '../ui/Parts'
import { RenameField } from '../ui/RenameField'
import { runAction, RowMenu } from '../ui/RowMenu'
import { useSelectAll } from '../ui/select-all'
import { selectedAfter, type Selecting } from '../ui/row-selection'
import { castActions } from './actions'
import { renameCharacter } from './edits'
import { COLUMNS, movedTo, type CastRow, type Column } from './rows'
import { castElement, focusCharacter, selectedIds, useCast } from './state'
import { castTexts as t } from './texts'

const CARD = { width: 232, height: 124 }
const ROW_PX = 32

/** The characters as cards or as a table, for pointer, keyboard and screen readers. Only the visible lines are drawn. */
export function CastGrid({ rows, look }: { rows: readonly CastRow[]; look: 'cards' | 'table' }): ReactElement {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const selected = useCast((s) => s.selected)
  const naming = useCast((s) => s.naming)
  const [menu, setMenu] = useState<MenuPlace>()
  const columns = useColumns(box, look)
  const current = selected.at(-1)
  const at = rows.findIndex((row) => row.id === current)
  const lines = Math.ceil(rows.length / columns)
  // oxlint-disable-next-line react/incompatible-library -- its methods are called only in effects and in answer to the reader
  const virtual = useVirtualizer({
    count: lines,
    getScrollElement: () => box.current,
    estimateSize: () => (look === 'cards' ? CARD.height + 12 : ROW_PX),
    overscan: 6,
    paddingEnd: 12,
    scrollPaddingStart: look === 'table' ? ROW_PX : 0
  })
  useEffect(() => virtual.measure(), [virtual, look])
  useLayoutEffect(() => {
    if (at >= 0) virtual.scrollToIndex(Math.floor(at / columns), { align: 'auto' })
  }, [at, columns, virtual])
  const chosen = new Set(selected)
  const shown = rows.map((row) => row.id)
  const anchor = useRef<string>(undefined)
  const actions = castActions(shown)

  const select = (index: number, how: Selecting): void => {
    const row = rows[index]
    if (!row) return
    if (how !== 'range' || !shown.includes(anchor.current ?? '')) anchor.current = how === 'range' ? current : row.id
    useCast.set({ selected: selectedAfter(shown, selected, row.id, how, anchor.current) })
  }
  const selectAll = useSelectAll(shown, rows[at]?.id, (selected) => useCast.set({ selected }))
  const typed = useTyped()
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== box.current) return
    typed.follow(event)
    const name = typed.withKey(event)
    if (name !== undefined) {
      event.preventDefault()
      return select(
        nameBeginning(
          rows.map((row) => row.name),
          at,
          name
        ),
        'alone'
      )
    }
    const shortcut = shortcutOf(event)
    const action = actions.find(({ keys }) => keys !== '' && keys === shortcut)
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? ROW_PX) / (look === 'cards' ? CARD.height + 12 : ROW_PX)) - 1)
    const to = event.ctrlKey || event.metaKey || event.altKey ? undefined : movedTo(event.key, at, rows.length, columns, page)
    if (to !== undefined) select(to, event.shiftKey ? 'range' : 'alone')
    else if (shortcut === 'mod+a') selectAll()
    else if (shortcut === 'insert' || shortcut === 'shift+insert')
      void ifEditable(async () => useCast.set({ naming: { kind: shortcut === 'insert' ? 'npc' : 'player' } }))
    else if (action) {
      // A held key removes one character, not those after them.
      if (!event.repeat || shortcut !== 'delete') runAction(action, selectedIds)
    } else if ((shortcut === 'shift+f10' || event.key === 'ContextMenu') && at >= 0)
      setMenu({ element: document.getElementById(`${id}-${at}`) ?? undefined })
    else return
    event.preventDefault()
  }
  const onContextMenu = (event: MouseEvent, index: number): void => {
    event.preventDefault()
    if (!chosen.has(rows[index]?.id ?? '')) select(index, 'alone')
    setMenu({ x: event.clientX, y: event.clientY })
  }
  const cell = (row: CastRow, index: number): CellProps => ({
    id: `${id}-${index}`,
    row,
    isChosen: chosen.has(row.id),
    isCurrent: row.id === current,
    isNaming: naming !== undefined && 'id' in naming && naming.id === row.id,
    onClick: (event) => select(index, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'alone'),
    onContextMenu: (event) => onContextMenu(event, index)
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
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
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
      {menu && <RowMenu place={menu} actions={actions} selected={selectedIds} list={castElement} onClose={() => setMenu(undefined)} />}
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
  id: string
  row: CastRow
  isChosen: boolean
  isCurrent: boolean
  isNaming: boolean
  onClick: (event: MouseEvent) => void
  onContextMenu: (event: MouseEvent) => void
}

const classes = (base: string, { isChosen, isCurrent }: CellProps): string => `${base}${isChosen ? ' chosen' : ''}${isCurrent ? ' current' : ''}`

function Card(props: CellProps): ReactElement {
  const { id, row, isChosen, isNaming, onClick, onContextMenu } = props
  const hue = useSession((s) => hueOf(s.snapshot?.state.actors ?? {}, row.id))
  const facts = [t.kinds[row.kind], row.place, row.attitude].filter(Boolean).join(' · ')
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid answers the keys
    <div
      id={id}
      role="gridcell"
      tabIndex={-1}
      aria-selected={isChosen}
      className={classes('cast-card', props)}
      onClick={onClick}
      onDoubleClick={focusCharacter}
      onContextMenu={onContextMenu}
    >
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

function TableRow({ top, index, ...props }: CellProps & { top: number; index: number }): ReactElement {
  const { id, row, isChosen, isNaming, onClick, onContextMenu } = props
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid answers the keys
    <div
      id={id}
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      className={classes('cast-row', props)}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onClick}
      onDoubleClick={focusCharacter}
      onContextMenu={onContextMenu}
    >
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
