import { useMemo, useRef, type KeyboardEvent } from 'react'
import { run, shortcutOf } from '../ui/commands'
import { useSelectAll } from '../ui/select-all'
import { useTyped } from '../ui/use-typed'
import { rowBeginning, rowsBetween, treeStep, type TreeRow } from './tree'

/** The kinds of selection by a row: alone, toggled, or a range from the last row that was selected alone. */
export type RowSelection = 'alone' | 'toggle' | 'range'

/** The effects of a tree's keys. */
export interface TreeActions<R extends TreeRow> {
  /** Commands by shortcut while the tree has the focus; elsewhere these keys have other meanings or none. */
  commands: Readonly<Record<string, string>>
  /** Makes these rows the selection; the last one becomes active. */
  onSelect: (rows: readonly R[]) => void
  onToggle: (row: R) => void
  onFold: (key: string, open: boolean) => void
  onOpen: (row: R) => void
}

/** The keys of a tree: moving through it, finding a row by typing, selecting several rows, and commands on the selection. */
export function useTreeKeys<R extends TreeRow>(
  rows: readonly R[],
  active: string | undefined,
  pageSize: () => number,
  { commands, onSelect, onToggle, onFold, onOpen }: TreeActions<R>,
  selectsSeveral = false
): { onKeyDown: (event: KeyboardEvent) => void; select: (row: R, how: RowSelection) => void } {
  const { follow, isTyping, withKey } = useTyped()
  const anchor = useRef<string>(undefined)
  const at = useMemo(() => rows.findIndex(({ key }) => key === active), [rows, active])

  const selectAll = useSelectAll(rows, rows[at], onSelect)

  const alone = (row: R | undefined): void => {
    if (!row) return
    anchor.current = row.key
    onSelect([row])
  }
  const range = (to: number): void => {
    const from = rows.findIndex(({ key }) => key === anchor.current)
    onSelect(rowsBetween(rows, from < 0 ? Math.max(0, at) : from, to))
  }
  const select = (row: R, how: RowSelection): void => {
    if (how === 'alone') alone(row)
    else if (how === 'toggle') onToggle(row)
    else range(rows.indexOf(row))
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event
    const current = rows[at]
    follow(event)
    if (selectsSeveral && shortcutOf(event) === 'mod+a') {
      event.preventDefault()
      return selectAll()
    }
    // The window handles the keys of time travel.
    if (event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight'))) return
    // A name may continue with any character but begins with a letter: digits switch views, a full stop plays a step.
    if (key.length === 1 && !/[\p{L} ]/u.test(key) && !isTyping(event)) return
    const isLetter = key.length === 1 && (key !== ' ' || isTyping(event))
    const command = isLetter && (isTyping(event) || key !== key.toLowerCase()) ? undefined : commands[shortcutOf(event)]
    if (command !== undefined) run(command)
    else if (key === 'Enter') {
      if (current) onOpen(current)
    } else if (isLetter) {
      const name = withKey(event)
      if (name !== undefined) alone(rows[rowBeginning(rows, Math.max(0, at), name)])
    } else if (key !== ' ') {
      const step = treeStep(rows, at, key, pageSize())
      if (!step) return
      if (step.fold) onFold(step.fold.key, step.fold.open)
      if (step.to !== undefined) {
        if (event.shiftKey && key.startsWith('Arrow')) range(step.to)
        else alone(rows[step.to])
      }
    }
    event.preventDefault()
  }
  return { onKeyDown, select }
}
