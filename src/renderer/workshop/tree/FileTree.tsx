import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown, ChevronRight, Copy, FilePlus2, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState, type ReactElement } from 'react'
import { useTreeKeys } from '../../canvas/use-tree-keys'
import { useSession } from '../../session'
import { Blank, CommandButton } from '../../ui/Parts'
import { texts } from '../../ui/texts'
import { loadFiles } from '../documents'
import { focusEditor } from '../focus'
import { isKeptByTable } from '../kinds'
import { useWorkshop } from '../state'
import { showFile } from '../tabs'
import { workshopTexts } from '../texts'
import { PathBar } from './PathBar'
import { fileRows, foldersAbove, type FileRow } from './rows'
import '../../canvas/outline.css'

const t = workshopTexts.tree
const ROW_PX = 26

/** The files of the campaign as a tree. Only visible rows are rendered. */
export function FileTree(): ReactElement {
  const files = useWorkshop((s) => s.files)
  const problem = useWorkshop((s) => s.problem)
  const [query, setQuery] = useState('')
  const box = useRef<HTMLDivElement>(null)
  return (
    <section className="outline workshop-files" aria-label={t.title}>
      <header className="outline-head">
        <input
          type="search"
          className="input"
          aria-label={t.search}
          placeholder={t.search}
          value={query}
          spellCheck={false}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'Enter' && event.key !== 'Escape') return
            event.preventDefault()
            if (event.key === 'Escape') setQuery('')
            box.current?.focus()
          }}
        />
        <CommandButton id="workshop.new" className="small" icon={<FilePlus2 size={14} />} />
        <CommandButton id="workshop.rename" className="small" icon={<Pencil size={14} />} />
        <CommandButton id="workshop.copy" className="small" icon={<Copy size={14} />} />
        <CommandButton id="workshop.remove" className="small" icon={<Trash2 size={14} />} />
      </header>
      <PathBar />
      {files ? (
        <Tree files={files} query={query} box={box} />
      ) : problem === undefined ? (
        <Blank title={t.waits} />
      ) : (
        <Blank
          title={t.failed}
          action={
            <button type="button" className="button small" onClick={() => void loadFiles()}>
              {texts.again}
            </button>
          }
        >
          {problem}
        </Blank>
      )}
      <footer className="outline-foot quiet">
        <output className="numbers">{t.files(files?.length ?? 0)}</output>
      </footer>
    </section>
  )
}

interface TreeProps {
  files: NonNullable<ReturnType<typeof useWorkshop.get>['files']>
  query: string
  box: React.RefObject<HTMLDivElement | null>
}

function Tree({ files, query, box }: TreeProps): ReactElement {
  const active = useWorkshop((s) => s.active)
  const open = useWorkshop((s) => s.open)
  const edits = useSession((s) => s.present?.edits)
  const folds = useWorkshop((s) => s.folds)
  const at = useWorkshop((s) => s.row)
  const rows = useMemo(() => fileRows(files, folds, query), [files, folds, query])
  // The file on the screen is in sight.
  useEffect(() => {
    if (active === undefined) return
    useWorkshop.set({ row: active, folds: { ...useWorkshop.get().folds, ...Object.fromEntries(foldersAbove(active).map((path) => [path, true])) } })
  }, [active])
  const outside = useMemo(() => new Map((edits ?? []).map((edit) => [edit.path, edit])), [edits])
  const index = useMemo(() => rows.findIndex(({ key }) => key === at), [rows, at])
  const id = useId()
  // oxlint-disable-next-line react/incompatible-library -- its methods are called only in effects and in answer to the reader
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    getItemKey: (i) => rows[i]?.key ?? i,
    estimateSize: () => ROW_PX,
    overscan: 12,
    paddingEnd: 8
  })
  useEffect(() => {
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' })
  }, [index, virtual])
  const fold = (key: string, isOpen: boolean): void => useWorkshop.set({ folds: { ...folds, [key]: isOpen } })
  const openRow = (row: FileRow): void => {
    if (row.isFolder) fold(row.key, row.open !== true)
    else void showFile(row.path).then(() => requestAnimationFrame(focusEditor))
  }
  const keys = useTreeKeys(rows, at, () => Math.max(1, Math.floor((box.current?.clientHeight ?? ROW_PX) / ROW_PX) - 1), {
    commands: {},
    onSelect: (chosen) => useWorkshop.set({ row: chosen.at(-1)?.key }),
    onToggle: (row) => useWorkshop.set({ row: row.key }),
    onFold: fold,
    onOpen: openRow
  })
  const stateOf = (row: FileRow): { words: string; sign: string } | undefined => {
    if (row.isFolder) return undefined
    if (Object.hasOwn(open, row.path) && open[row.path]?.isDirty) return { words: t.unsaved, sign: 'dirty' }
    const edit = outside.get(row.path)
    if (edit?.problem) return { words: t.problem, sign: 'problem' }
    if (edit) return { words: t.outside, sign: 'outside' }
    return isKeptByTable(row.path, row.kind) ? { words: t.readOnly, sign: 'kept' } : undefined
  }
  if (rows.length === 0) return <Blank title={t.none} />
  return (
    <div
      id="workshop-tree"
      ref={box}
      className="outline-tree scrolls"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag is a tree
      role="tree"
      tabIndex={0}
      aria-label={t.label}
      aria-activedescendant={index >= 0 ? `${id}-${index}` : undefined}
      onKeyDown={keys.onKeyDown}
      onFocus={() => {
        if (index < 0) useWorkshop.set({ row: rows[0]?.key })
      }}
    >
      <div className="outline-rows" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (!row) return null
          const state = stateOf(row)
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree that has the focus answers the keys
            <div
              key={item.key}
              id={`${id}-${item.index}`}
              role="treeitem"
              tabIndex={-1}
              className={`outline-row workshop-row ${item.index === index ? 'active' : ''} ${state?.sign ?? ''}`}
              style={{ transform: `translateY(${item.start}px)`, paddingInlineStart: 6 + 14 * (row.level - 1) }}
              aria-level={row.level}
              aria-posinset={row.position}
              aria-setsize={row.size}
              aria-expanded={row.open}
              aria-selected={row.path === active}
              aria-label={state ? `${row.label}, ${state.words}` : row.label}
              title={state ? `${row.path}: ${state.words}` : row.path}
              onClick={() => {
                useWorkshop.set({ row: row.key })
                if (row.isFolder) fold(row.key, row.open !== true)
                else void showFile(row.path)
              }}
            >
              <span className="outline-fold" aria-hidden="true">
                {row.isFolder && (row.open ? <ChevronDown size={13} /> : <ChevronRight size={13} />)}
              </span>
              <span className="outline-label clip">{row.label}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
