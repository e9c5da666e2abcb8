import { PanelBottom, X } from 'lucide-react'
import { useCallback, useLayoutEffect, useMemo, useRef, useState, type DragEvent, type KeyboardEvent, type ReactElement } from 'react'
import { useSession } from '../session'
import { CommandButton } from '../ui/Parts'
import { useWorkshop } from './state'
import { closeTab, moveTab, showFile } from './tabs'

/** Names of open files, with their folders if two have the same name. */
function tabNames(paths: readonly string[]): string[] {
  const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(nameOf(path), (counts.get(nameOf(path)) ?? 0) + 1)
  return paths.map((path) => (counts.get(nameOf(path)) === 1 ? nameOf(path) : path.split('/').slice(-2).join('/')))
}

/** The open files. The arrow keys move between tabs, Delete closes one. */
export function TabRow(): ReactElement {
  const tabs = useWorkshop((s) => s.tabs)
  const active = useWorkshop((s) => s.active)
  const open = useWorkshop((s) => s.open)
  const edits = useSession((s) => s.present?.edits)
  const outside = useMemo(() => new Set((edits ?? []).map(({ path }) => path)), [edits])
  const names = useMemo(() => tabNames(tabs), [tabs])
  const [dragged, setDragged] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  const reveal = useCallback((row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [])
  // The tab must have the focus before the next key press.
  const isFollowed = useRef(false)
  useLayoutEffect(() => {
    if (!isFollowed.current) return
    isFollowed.current = false
    list.current?.querySelector<HTMLElement>('[aria-current]')?.focus()
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const at = tabs.indexOf(active ?? '')
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const goal = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length]
    if (event.key !== 'Delete' && goal === undefined) return
    event.preventDefault()
    isFollowed.current = true
    if (goal !== undefined) void showFile(goal)
    else if (active !== undefined) closeTab(active)
  }
  const onDrop = (event: DragEvent, to: number): void => {
    event.preventDefault()
    if (dragged !== undefined) moveTab(dragged, to)
    setDragged(undefined)
  }
  return (
    <nav className="workshop-tabs" aria-label="Open files">
      <ul ref={list}>
        {tabs.map((path, i) => {
          const name = names[i] ?? path
          const isDirty = Object.hasOwn(open, path) && open[path]?.isDirty
          const isActive = path === active
          return (
            <li
              key={path}
              ref={isActive ? reveal : undefined}
              className={`workshop-tab ${isDirty ? 'dirty' : ''} ${outside.has(path) ? 'outside' : ''}`}
            >
              <button
                type="button"
                className="workshop-tab-name"
                title={path}
                aria-current={isActive ? 'page' : undefined}
                aria-label={isDirty ? `${name}, unsaved changes` : outside.has(path) ? `${name}, not part of the story yet` : name}
                tabIndex={isActive ? 0 : -1}
                draggable
                onClick={() => void showFile(path)}
                onKeyDown={onKeyDown}
                onDragStart={() => setDragged(path)}
                onDragOver={(event) => dragged !== undefined && event.preventDefault()}
                onDrop={(event) => onDrop(event, i)}
                onAuxClick={(event) => event.button === 1 && closeTab(path)}
              >
                <span className="clip">{name}</span>
              </button>
              <button
                type="button"
                className="workshop-tab-close"
                aria-label={`Close ${name}`}
                tabIndex={isActive ? 0 : -1}
                onClick={() => closeTab(path)}
              >
                <X size={12} />
              </button>
            </li>
          )
        })}
      </ul>
      <CommandButton id="workshop.dock" className="small" icon={<PanelBottom size={14} />} />
    </nav>
  )
}
