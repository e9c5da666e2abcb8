import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactElement, type RefObject } from 'react'
import { shortcutOf } from './commands'
import type { MenuPlace } from './Menu'
import { movedTo, selectedAfter, type Selecting } from './row-selection'
import { runAction, RowMenu, type RowAction } from './RowMenu'
import { useSelectAll } from './select-all'
import { nameBeginning, useTyped } from './use-typed'

interface Rows {
  /** The grid. */
  box: RefObject<HTMLDivElement | null>
  ids: readonly string[]
  nameOf: (id: string) => string
  /** The ids of the selected rows; the last one is current. */
  selected: readonly string[]
  onSelect: (ids: readonly string[]) => void
  /** What the menu offers, and the keys answer. */
  actions: readonly RowAction[]
  /** The number of entries in a line. */
  columns: number
  lineHeightPx: number
  /** Asks for the name of a new row. */
  onInsert: (withShift: boolean) => void
}

/** The part of a row, or of a cell, that answers the pointer. */
interface RowProps {
  id: string
  'aria-selected': boolean
  className: string
  onClick: (event: MouseEvent) => void
  onContextMenu: (event: MouseEvent) => void
}

interface RowGrid {
  /** The index of the current row; -1 if there is none. */
  at: number
  /** The id of the element of the current row. */
  active: string | undefined
  onKeyDown: (event: KeyboardEvent) => void
  choose: (id: string, how: Selecting) => void
  /** The properties of a row's element; `base` is its class. */
  rowProps: (id: string, index: number, base: string) => RowProps
  menu: ReactElement | null
}

/** The selection, the keys and the menu of rows in a grid, whose element has the focus. */
export function useRowGrid({ box, ids, nameOf, selected, onSelect, actions, columns, lineHeightPx, onInsert }: Rows): RowGrid {
  const key = useId()
  const [place, setPlace] = useState<MenuPlace>()
  const anchor = useRef<string>(undefined)
  const present = new Set(ids)
  const shown = selected.filter((id) => present.has(id))
  const chosen = new Set(shown)
  const current = shown.at(-1)
  const at = ids.indexOf(current ?? '')
  const last = useRef(shown)
  useLayoutEffect(() => {
    last.current = shown
  })
  const live = (): readonly string[] => last.current
  const choose = (id: string, how: Selecting): void => {
    if (how !== 'range' || anchor.current === undefined || !present.has(anchor.current)) anchor.current = how === 'range' ? current : id
    onSelect(selectedAfter(ids, shown, id, how, anchor.current))
  }
  const chooseAt = (index: number, how: Selecting): void => {
    const id = ids[index]
    if (id !== undefined) choose(id, how)
  }
  const selectAll = useSelectAll(ids, current, onSelect)
  const typed = useTyped()
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== box.current) return
    typed.follow(event)
    const name = typed.withKey(event)
    if (name !== undefined) {
      event.preventDefault()
      return chooseAt(nameBeginning(ids.map(nameOf), at, name), 'alone')
    }
    const shortcut = shortcutOf(event)
    const action = actions.find(({ keys }) => keys !== '' && keys === shortcut)
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? lineHeightPx) / lineHeightPx) - 1)
    const to = event.ctrlKey || event.metaKey || event.altKey ? undefined : movedTo(event.key, at, ids.length, columns, page)
    if (to !== undefined) chooseAt(to, event.shiftKey ? 'range' : 'alone')
    else if (shortcut === 'mod+a') selectAll()
    else if (shortcut === 'insert' || shortcut === 'shift+insert') onInsert(shortcut !== 'insert')
    else if (action) {
      // A held key removes one thing, not those after it.
      if (!event.repeat || shortcut !== 'delete') runAction(action, live)
    } else if ((shortcut === 'shift+f10' || event.key === 'ContextMenu') && at >= 0)
      setPlace({ element: document.getElementById(`${key}-${at}`) ?? undefined })
    else return
    event.preventDefault()
  }
  return {
    at,
    active: at >= 0 ? `${key}-${at}` : undefined,
    onKeyDown,
    choose,
    rowProps: (id, index, base) => ({
      id: `${key}-${index}`,
      'aria-selected': chosen.has(id),
      className: `${base}${chosen.has(id) ? ' chosen' : ''}${id === current ? ' current' : ''}`,
      onClick: (event) => choose(id, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'alone'),
      onContextMenu: (event) => {
        event.preventDefault()
        if (!chosen.has(id)) choose(id, 'alone')
        setPlace({ x: event.clientX, y: event.clientY })
      }
    }),
    menu: place ? <RowMenu place={place} actions={actions} selected={live} list={() => box.current} onClose={() => setPlace(undefined)} /> : null
  }
}
