import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useMemo, useRef, type KeyboardEvent, type MouseEvent, type ReactElement, type ReactNode, type RefObject } from 'react'
import { shortcutOf } from '../ui/commands'
import { useCommandMenu } from '../ui/CommandMenu'
import { SearchField } from '../ui/Field'
import type { TreeRow } from './tree'
import { useTreeKeys, type RowSelection, type TreeActions } from './use-tree-keys'
import './outline.css'

/** The position of a line of the tree, and its mouse handlers. */
export interface LinePlace {
  id: string
  /** From the top of the tree, in px. */
  top: number
  isActive: boolean
  onPick: (how: RowSelection) => void
  onFold: (open: boolean) => void
  /** Opens the menu of the selection; a row that isn't selected is selected first. */
  onMenu: ((event: MouseEvent, isSelected: boolean) => void) | undefined
}

interface TreeProps<R extends TreeRow, L extends { key: string }> {
  /** The id of the element that holds the tree and has its focus. */
  treeId: string
  label: string
  selectsSeveral: boolean
  /** The rows that the keys move through. */
  rows: readonly R[]
  /** The rendered lines: the rows, possibly with a field for a name among them. */
  lines: readonly L[]
  lineHeightPx: number
  active: string | undefined
  /** The key of the line to scroll into view. */
  inSight: string | undefined
  actions: TreeActions<R>
  /** The commands of the menu of the selection. */
  menu?: readonly string[]
  renderLine: (line: L, place: LinePlace) => ReactElement
}

interface OutlineProps<R extends TreeRow, L extends { key: string }> extends TreeProps<R, L> {
  title: string
  className?: string
  search: { label: string; query: string; onQuery: (query: string) => void }
  buttons: ReactNode
  belowSearch?: ReactNode
  blank: ReactNode
  foot: ReactNode
}

/** A tree below a search field, for the keyboard and screen readers: the nodes of a graph, or files. Only visible lines are rendered. */
export function Outline<R extends TreeRow, L extends { key: string }>(props: OutlineProps<R, L>): ReactElement {
  const { title, className = '', search, buttons, belowSearch, blank, foot, lines } = props
  const tree = useRef<HTMLDivElement>(null)
  const onSearchKey = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    if (event.key === 'Escape') search.onQuery('')
    tree.current?.focus()
  }
  return (
    <section className={`outline ${className}`} aria-label={title}>
      <header className="outline-head">
        <SearchField {...search} onKeyDown={onSearchKey} />
        {buttons}
      </header>
      {belowSearch}
      {lines.length === 0 ? blank : <Tree {...props} box={tree} />}
      <footer className="outline-foot quiet">{foot}</footer>
    </section>
  )
}

const NONE: readonly string[] = []

function Tree<R extends TreeRow, L extends { key: string }>({
  treeId,
  label,
  selectsSeveral,
  rows,
  lines,
  lineHeightPx,
  active,
  inSight,
  actions,
  menu: offered = NONE,
  renderLine,
  box
}: TreeProps<R, L> & { box: RefObject<HTMLDivElement | null> }): ReactElement {
  const id = useId()
  const at = useMemo(() => lines.findIndex(({ key }) => key === active), [lines, active])
  const goal = useMemo(() => (inSight === active ? at : lines.findIndex(({ key }) => key === inSight)), [lines, inSight, active, at])
  // oxlint-disable-next-line react/incompatible-library -- its methods are called only in effects and in answer to the reader
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    getItemKey: (i) => lines[i]?.key ?? i,
    estimateSize: () => lineHeightPx,
    overscan: 12,
    paddingEnd: 8
  })
  useEffect(() => {
    if (goal >= 0) virtual.scrollToIndex(goal, { align: 'auto' })
  }, [goal, virtual])
  const pageSize = (): number => Math.max(1, Math.floor((box.current?.clientHeight ?? lineHeightPx) / lineHeightPx) - 1)
  const keys = useTreeKeys(rows, active, pageSize, actions, selectsSeveral)
  const { menu, open } = useCommandMenu(offered, Object.fromEntries(Object.entries(actions.commands).map(([key, command]) => [command, key])))
  const onKeyDown = (event: KeyboardEvent): void => {
    keys.onKeyDown(event)
    const isMenu = event.key === 'ContextMenu' || shortcutOf(event) === 'shift+f10'
    if (!isMenu || offered.length === 0 || event.target !== event.currentTarget) return
    event.preventDefault()
    open(document.getElementById(`${id}-${at}`) ?? event.currentTarget)
  }
  const pick = (key: string, how: RowSelection): void => {
    const row = rows.find((one) => one.key === key)
    if (row) keys.select(row, how)
  }
  return (
    <>
      <div
        id={treeId}
        ref={box}
        className="outline-tree scrolls"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag is a tree
        role="tree"
        tabIndex={0}
        aria-label={label}
        aria-multiselectable={selectsSeveral || undefined}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        onKeyDown={onKeyDown}
        onFocus={({ target, currentTarget }) => {
          const [first] = rows
          if (first && at < 0 && target === currentTarget) keys.select(first, 'alone')
        }}
      >
        <div className="outline-rows" role="presentation" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const line = lines[index]
            return line
              ? renderLine(line, {
                  id: `${id}-${index}`,
                  top: start,
                  isActive: index === at,
                  onPick: (how) => pick(line.key, how),
                  onFold: (isOpen) => actions.onFold(line.key, isOpen),
                  onMenu:
                    offered.length > 0
                      ? (event, isSelected) => {
                          if (!isSelected) pick(line.key, 'alone')
                          open(event)
                        }
                      : undefined
                })
              : null
          })}
        </div>
      </div>
      {/* Beside the tree, which would answer the menu's keys, too. */}
      {menu}
    </>
  )
}
