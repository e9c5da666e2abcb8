import { useState, type DragEvent, type ReactElement, type ReactNode } from 'react'
import { ifEditable, isEditable } from '../editing'
import type { Selecting } from '../ui/row-selection'
import { RowList } from '../ui/RowList'
import type { RowAction } from '../ui/RowMenu'
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

/** The rows of a tab. */
export function StoryList<Row extends { id: string }>(props: StoryListProps<Row>): ReactElement {
  const { tab, rows, nameOf, height, actions, onRename, onMove, renderRow } = props
  const selected = useStory((s) => s.selected[tab])
  const naming = useStory((s) => s.naming)
  const [over, setOver] = useState<{ id: string; isBelow: boolean }>()
  const named = typeof naming === 'object' ? rows.find(({ id }) => id === naming.id) : undefined
  const drag = (id: string, choose: (id: string, how: Selecting) => void): object => ({
    className: over?.id === id ? (over.isBelow ? ' below' : ' above') : '',
    draggable: named?.id !== id && isEditable(),
    onDragStart: (event: DragEvent) => {
      if (!selected.includes(id)) choose(id, 'alone')
      event.dataTransfer.setData(DRAGGED, '1')
    },
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(DRAGGED)) return
      event.preventDefault()
      const isBelow = isBelowMiddle(event)
      if (over?.id !== id || over.isBelow !== isBelow) setOver({ id, isBelow })
    },
    onDragEnd: () => setOver(undefined),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(undefined)
      const shown = selected.filter((one) => rows.some((row) => row.id === one))
      if (event.dataTransfer.types.includes(DRAGGED)) onMove?.(shown, id, isBelowMiddle(event))
      storyElement()?.focus()
    }
  })
  return (
    <RowList
      id="story"
      label={t.tabs[tab]}
      classes={{ list: 'story-list scrolls', line: 'story-line', row: 'story-row' }}
      rows={rows}
      nameOf={nameOf}
      selected={selected}
      onSelect={(chosen) => select(tab, chosen)}
      actions={actions}
      height={height}
      gap={8}
      onInsert={() => void ifEditable(async () => useStory.set({ naming: 'new' }))}
      naming={named && { id: named.id, now: nameOf(named) }}
      onRename={(id, name) => {
        useStory.set({ naming: undefined })
        if (name !== undefined) onRename(id, name)
      }}
      {...(onMove ? { lineOf: drag } : {})}
      renderRow={(row, field) =>
        renderRow(
          row,
          field ?? (
            <b className="clip" dir="auto">
              {nameOf(row)}
            </b>
          )
        )
      }
    />
  )
}
