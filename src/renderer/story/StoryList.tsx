/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no tag is a list of rows that draws only those that are seen */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useRef, useState, type DragEvent, type ReactElement, type ReactNode } from 'react'
import { ifEditable, isEditable } from '../editing'
import { RenameField } from '../ui/RenameField'
import type { RowAction } from '../ui/RowMenu'
import { useRowGrid } from '../ui/use-row-grid'
import { select, storyElement, useStory, type StoryTab } from './state'
import { storyTexts as t } from './texts'

interface StoryListProps<Row> {
  tab: StoryTab
  rows: readonly Row[]
  nameOf: (row: Row) => string
  height: number
  /** What the menu offers, and the keys answer. The first one opens a row. */
  actions: readonly RowAction[]
  onRename: (id: string, name: string) => void
  /** Moves rows above or below another one; without it rows can't be dragged. */
  onMove?: (ids: readonly string[], target: string, isBelow: boolean) => void
  renderRow: (row: Row, name: ReactNode) => ReactNode
}

const DRAGGED = 'text/x-story-rows'

function isBelowMiddle({ currentTarget, clientY }: DragEvent): boolean {
  const { top, height } = currentTarget.getBoundingClientRect()
  return clientY > top + height / 2
}

/** The rows of a tab, for pointer, keyboard and screen readers. Only the visible ones are drawn. */
export function StoryList<Row extends { id: string }>(props: StoryListProps<Row>): ReactElement {
  const { tab, rows, nameOf, height, actions, onRename, onMove, renderRow } = props
  const selected = useStory((s) => s.selected[tab])
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const naming = useStory((s) => s.naming)
  const [over, setOver] = useState<{ id: string; isBelow: boolean }>()
  const box = useRef<HTMLDivElement>(null)
  const { at, active, onKeyDown, choose, rowProps, menu } = useRowGrid({
    box,
    ids,
    nameOf: (id) => {
      const row = rows.find((one) => one.id === id)
      return row ? nameOf(row) : id
    },
    selected,
    onSelect: (chosen) => select(tab, chosen),
    actions,
    columns: 1,
    lineHeightPx: height,
    onInsert: () => void ifEditable(async () => useStory.set({ naming: 'new' }))
  })
  const shown = selected.filter((id) => ids.includes(id))
  // oxlint-disable-next-line react/incompatible-library -- its methods are called only in effects and in answer to the reader
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: 6,
    paddingEnd: 12,
    // The space above the rows.
    scrollPaddingEnd: 12
  })
  useLayoutEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' })
  }, [at, virtual])
  const drag = (id: string): object => ({
    onDragStart: (event: DragEvent) => {
      if (!shown.includes(id)) choose(id, 'alone')
      event.dataTransfer.setData(DRAGGED, '1')
    },
    onDragOver: (event: DragEvent) => {
      if (!onMove || !event.dataTransfer.types.includes(DRAGGED)) return
      event.preventDefault()
      const isBelow = isBelowMiddle(event)
      if (over?.id !== id || over.isBelow !== isBelow) setOver({ id, isBelow })
    },
    onDragEnd: () => setOver(undefined),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(undefined)
      if (event.dataTransfer.types.includes(DRAGGED)) onMove?.(shown, id, isBelowMiddle(event))
      box.current?.focus()
    }
  })
  return (
    <>
      <div
        id="story"
        ref={box}
        className="story-list scrolls"
        role="grid"
        tabIndex={0}
        aria-label={t.tabs[tab]}
        aria-multiselectable="true"
        aria-rowcount={ids.length}
        aria-activedescendant={active}
        onKeyDown={onKeyDown}
      >
        <div className="story-lines" role="presentation" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            if (!row) return null
            const { id } = row
            const cell = rowProps(id, index, 'story-row')
            const isNaming = typeof naming === 'object' && naming.id === id
            const mark = over?.id === id ? (over.isBelow ? ' below' : ' above') : ''
            return (
              <div
                key={id}
                role="row"
                aria-rowindex={index + 1}
                className={`story-line${mark}`}
                style={{ transform: `translateY(${start}px)`, height: height - 8 }}
                draggable={onMove !== undefined && !isNaming && isEditable()}
                {...(onMove ? drag(id) : {})}
              >
                {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid answers the keys */}
                <div
                  role="gridcell"
                  tabIndex={-1}
                  {...cell}
                  onClick={(event) => {
                    cell.onClick(event)
                    // The list answers the keys.
                    if (!isNaming) box.current?.focus()
                  }}
                  onDoubleClick={() => actions[0]?.run([id])}
                >
                  {renderRow(
                    row,
                    isNaming ? (
                      <RenameField
                        now={nameOf(row)}
                        list={storyElement}
                        onDone={(name) => {
                          useStory.set({ naming: undefined })
                          if (name !== undefined) onRename(id, name)
                        }}
                      />
                    ) : (
                      <b className="clip" dir="auto">
                        {nameOf(row)}
                      </b>
                    )
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
