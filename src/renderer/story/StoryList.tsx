/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no tag is a list of rows that draws only those that are seen */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { isEditable } from '../editing'
import { shortcutOf } from '../ui/commands'
import { useFirstFocus, useStory } from './state'

interface StoryListProps {
  label: string
  ids: readonly string[]
  nameOf: (id: string) => string
  current: string | undefined
  height: number
  onSelect: (id: string) => void
  onOpen: () => void
  onRename: (id: string, name: string) => void
  /** Answers a key that the list doesn't know, such as `delete`. Returns whether it did. */
  onKey: (shortcut: string | undefined, id: string) => boolean
  /** Moves a row before another one; without it rows can't be dragged. */
  onMove?: (id: string, before: string) => void
  renderRow: (id: string, name: ReactNode) => ReactNode
}

/** The events or the facts, for pointer, keyboard and screen readers. Only the visible rows are drawn. */
export function StoryList({
  label,
  ids,
  nameOf,
  current,
  height,
  onSelect,
  onOpen,
  onRename,
  onKey,
  onMove,
  renderRow
}: StoryListProps): ReactElement {
  const box = useRef<HTMLDivElement>(null)
  const key = useId()
  const naming = useStory((s) => s.naming)
  const [over, setOver] = useState<string>()
  const at = ids.indexOf(current ?? '')
  // oxlint-disable-next-line react/incompatible-library -- its methods are called only in effects and in answer to the reader
  const virtual = useVirtualizer({ count: ids.length, getScrollElement: () => box.current, estimateSize: () => height, overscan: 6, paddingEnd: 12 })
  useLayoutEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' })
  }, [at, virtual])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== box.current) return
    const shortcut = shortcutOf(event)
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? height) / height) - 1)
    const steps: Readonly<Record<string, number>> = { down: 1, up: -1, pagedown: page, pageup: -page, home: -ids.length, end: ids.length }
    const step = steps[event.key.toLowerCase().replace('arrow', '')]
    if (step !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
      const to =
        ids[
          at < 0 ? (event.key === 'Home' || (step > 0 && event.key !== 'End') ? 0 : ids.length - 1) : Math.max(0, Math.min(ids.length - 1, at + step))
        ]
      if (to !== undefined) onSelect(to)
    } else if (shortcut === 'enter' && current !== undefined) onOpen()
    else if (shortcut === 'insert' && isEditable()) useStory.set({ naming: 'new' })
    else if (shortcut === 'f2' && current !== undefined && isEditable()) useStory.set({ naming: { id: current } })
    else if (current === undefined || !onKey(shortcut, current)) return
    event.preventDefault()
  }
  return (
    <div
      id="story"
      ref={box}
      className="story-list scrolls"
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={ids.length}
      aria-activedescendant={at >= 0 ? `${key}-${at}` : undefined}
      onKeyDown={onKeyDown}
      onFocus={({ target, currentTarget }) => {
        // A click focuses a cell, but the list answers the keys.
        if (target instanceof HTMLElement && target.matches('[role=gridcell]')) currentTarget.focus({ preventScroll: true })
      }}
    >
      <div className="story-lines" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const id = ids[index] ?? ''
          const isNaming = typeof naming === 'object' && naming.id === id
          return (
            <div
              key={id}
              role="row"
              aria-rowindex={index + 1}
              className="story-line"
              style={{ transform: `translateY(${start}px)`, height: height - 8 }}
              draggable={onMove !== undefined && !isNaming && isEditable()}
              onDragStart={(event) => event.dataTransfer.setData('text/x-story-event', id)}
              onDragOver={(event) => {
                if (!onMove || !event.dataTransfer.types.includes('text/x-story-event')) return
                event.preventDefault()
                setOver(id)
              }}
              onDragEnd={() => setOver(undefined)}
              onDrop={(event) => {
                event.preventDefault()
                setOver(undefined)
                const from = event.dataTransfer.getData('text/x-story-event')
                if (from !== '' && from !== id) onMove?.(from, id)
              }}
            >
              {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid answers the keys */}
              <div
                id={`${key}-${index}`}
                role="gridcell"
                tabIndex={-1}
                aria-selected={id === current}
                className={`story-row${id === current ? ' current' : ''}${over === id ? ' under' : ''}`}
                onClick={() => onSelect(id)}
                onDoubleClick={onOpen}
              >
                {renderRow(
                  id,
                  isNaming ? <NameField now={nameOf(id)} onSave={(name) => onRename(id, name)} /> : <b className="clip">{nameOf(id)}</b>
                )}
              </div>
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** The field in place of a name. Enter and leaving it save, Esc cancels. */
function NameField({ now, onSave }: { now: string; onSave: (name: string) => void }): ReactElement {
  const [name, setName] = useState(now)
  const input = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  useFirstFocus(input)
  const leave = (isSaved: boolean): void => {
    if (isDone.current) return
    isDone.current = true
    useStory.set({ naming: undefined })
    if (isSaved && name.trim() !== '' && name.trim() !== now) onSave(name.trim())
  }
  return (
    <input
      ref={input}
      className="field-input story-name"
      aria-label="New name"
      value={name}
      maxLength={200}
      spellCheck={false}
      autoComplete="off"
      onChange={({ target }) => setName(target.value)}
      onBlur={() => leave(true)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
        event.preventDefault()
        event.stopPropagation()
        leave(event.key === 'Enter')
        document.getElementById('story')?.focus()
      }}
    />
  )
}
