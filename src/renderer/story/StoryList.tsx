/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no tag is a list of rows that draws only those that are seen */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useId, useLayoutEffect, useRef, useState, type DragEvent, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { ifEditable, isEditable } from '../editing'
import type { MenuPlace } from '../ui/Menu'
import { shortcutOf } from '../ui/commands'
import { nameBeginning, useTyped } from '../ui/use-typed'
import { RenameField } from '../ui/RenameField'
import { runAction, RowMenu, type RowAction } from '../ui/RowMenu'
import { useSelectAll } from '../ui/select-all'
import { selectedAfter, type Selecting } from '../ui/row-selection'
import { storyElement, useStory } from './state'

interface StoryListProps {
  label: string
  ids: readonly string[]
  nameOf: (id: string) => string
  /** The ids of the selected rows; the last one is current. */
  selected: readonly string[]
  height: number
  /** What the menu offers, and the keys answer. The first one opens a row. */
  actions: readonly RowAction[]
  onSelect: (ids: readonly string[]) => void
  onRename: (id: string, name: string) => void
  /** Moves rows above or below another one; without it rows can't be dragged. */
  onMove?: (ids: readonly string[], target: string, isBelow: boolean) => void
  renderRow: (id: string, name: ReactNode) => ReactNode
}

const DRAGGED = 'text/x-story-rows'

function isBelowMiddle({ currentTarget, clientY }: DragEvent): boolean {
  const { top, height } = currentTarget.getBoundingClientRect()
  return clientY > top + height / 2
}

/** The rows of a tab, for pointer, keyboard and screen readers. Only the visible ones are drawn. */
export function StoryList({ label, ids, nameOf, selected, height, actions, onSelect, onRename, onMove, renderRow }: StoryListProps): ReactElement {
  const box = useRef<HTMLDivElement>(null)
  const key = useId()
  const naming = useStory((s) => s.naming)
  const [menu, setMenu] = useState<MenuPlace>()
  const [over, setOver] = useState<{ id: string; isBelow: boolean }>()
  const anchor = useRef<string>(undefined)
  const present = new Set(ids)
  const shown = selected.filter((id) => present.has(id))
  const chosen = new Set(shown)
  const current = shown.at(-1)
  const at = ids.indexOf(current ?? '')
  // oxlint-disable-next-line react/incompatible-library -- its methods are called only in effects and in answer to the reader
  const virtual = useVirtualizer({ count: ids.length, getScrollElement: () => box.current, estimateSize: () => height, overscan: 6, paddingEnd: 12 })
  useLayoutEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' })
  }, [at, virtual])
  const rows = useRef(shown)
  useLayoutEffect(() => {
    rows.current = shown
  })
  const live = (): readonly string[] => rows.current
  const choose = (id: string, how: Selecting): void => {
    if (how !== 'range' || anchor.current === undefined || !present.has(anchor.current)) anchor.current = how === 'range' ? current : id
    onSelect(selectedAfter(ids, shown, id, how, anchor.current))
  }
  const selectAll = useSelectAll(ids, current, onSelect)
  const typed = useTyped()
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== box.current) return
    typed.follow(event)
    const name = typed.withKey(event)
    if (name !== undefined) {
      event.preventDefault()
      const to = ids[nameBeginning(ids.map(nameOf), at, name)]
      return to === undefined ? undefined : choose(to, 'alone')
    }
    const shortcut = shortcutOf(event)
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? height) / height) - 1)
    const steps: Readonly<Record<string, number>> = { down: 1, up: -1, pagedown: page, pageup: -page, home: -ids.length, end: ids.length }
    const step = steps[event.key.toLowerCase().replace('arrow', '')]
    const action = actions.find(({ keys }) => keys !== '' && keys === shortcut)
    if (step !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
      const isFirst = at < 0 && (event.key === 'Home' || (step > 0 && event.key !== 'End'))
      const to = ids[at < 0 ? (isFirst ? 0 : ids.length - 1) : Math.max(0, Math.min(ids.length - 1, at + step))]
      if (to !== undefined) choose(to, event.shiftKey ? 'range' : 'alone')
    } else if (shortcut === 'mod+a') selectAll()
    else if (shortcut === 'insert') void ifEditable(async () => useStory.set({ naming: 'new' }))
    else if ((shortcut === 'shift+f10' || event.key === 'ContextMenu') && at >= 0)
      setMenu({ element: document.getElementById(`${key}-${at}`) ?? undefined })
    else if (action) {
      // A held key removes one thing, not those after it.
      if (!event.repeat || shortcut !== 'delete') runAction(action, live)
    } else return
    event.preventDefault()
  }
  const drag = (id: string): object => ({
    onDragStart: (event: DragEvent) => {
      if (!chosen.has(id)) choose(id, 'alone')
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
        aria-label={label}
        aria-multiselectable="true"
        aria-rowcount={ids.length}
        aria-activedescendant={at >= 0 ? `${key}-${at}` : undefined}
        onKeyDown={onKeyDown}
      >
        <div className="story-lines" role="presentation" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const id = ids[index] ?? ''
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
                  id={`${key}-${index}`}
                  role="gridcell"
                  tabIndex={-1}
                  aria-selected={chosen.has(id)}
                  className={`story-row${chosen.has(id) ? ' chosen' : ''}${id === current ? ' current' : ''}`}
                  onClick={(event) => {
                    choose(id, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'alone')
                    // The list answers the keys.
                    if (!isNaming) box.current?.focus()
                  }}
                  onDoubleClick={() => actions[0]?.run([id])}
                  onContextMenu={(event) => {
                    event.preventDefault()
                    if (!chosen.has(id)) choose(id, 'alone')
                    setMenu({ x: event.clientX, y: event.clientY })
                  }}
                >
                  {renderRow(
                    id,
                    isNaming ? (
                      <RenameField
                        now={nameOf(id)}
                        list={storyElement}
                        onDone={(name) => {
                          useStory.set({ naming: undefined })
                          if (name !== undefined) onRename(id, name)
                        }}
                      />
                    ) : (
                      <b className="clip" dir="auto">
                        {nameOf(id)}
                      </b>
                    )
                  )}
                </div>
              </div>
            )
          })}
        </div>
      </div>
      {menu && <RowMenu place={menu} actions={actions} selected={live} list={storyElement} onClose={() => setMenu(undefined)} />}
    </>
  )
}
