import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, type ReactElement, type RefObject } from 'react'
import { own } from '../../shared/json'
import type { NoteLine, NoteList } from '../../shared/notes-calls'
import { useTreeKeys } from '../canvas/use-tree-keys'
import { arrange, useSession } from '../session'
import { nameOf } from '../ui/names'
import { Blank } from '../ui/Parts'
import { Pick } from '../ui/Pick'
import { texts } from '../ui/texts'
import { loadNotes, openNote, readAs } from './load'
import { folderRows, foldersOf, matching, tagKey, tagRows, type NoteRow } from './rows'
import { useNotes } from './state'
import { notesTexts } from './texts'
import '../canvas/outline.css'

const t = notesTexts.tree
const ROW = 26
const BY = (['folders', 'tags'] as const).map((value) => ({ value, label: t.groups[value] }))
/** The choice of all notes. No seat has an empty name. */
const ALL = ''

/** The notes by folder or tag. Only visible rows are rendered. */
export function NoteTree(): ReactElement {
  const list = useNotes((s) => s.list)
  const problem = useNotes((s) => s.problem)
  const query = useNotes((s) => s.query)
  const by = useNotes((s) => s.by)
  const box = useRef<HTMLDivElement>(null)
  const notes = useMemo(() => matching(list?.notes ?? [], query), [list, query])
  return (
    <section className="outline notes-list" aria-label={t.title} aria-busy={list === undefined && problem === undefined}>
      <header className="notes-list-head">
        <input
          id="notes-filter"
          type="search"
          className="input"
          aria-label={t.search}
          placeholder={t.hint}
          value={query}
          spellCheck={false}
          onChange={(event) => useNotes.set({ query: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'Enter' && event.key !== 'Escape') return
            event.preventDefault()
            if (event.key === 'Escape') useNotes.set({ query: '' })
            box.current?.focus()
          }}
        />
        <div>
          <Pick label={t.by} items={BY} value={by} onPick={(picked) => useNotes.set({ by: picked, row: undefined })} align="start" />
          <Seats />
        </div>
      </header>
      {problem !== undefined ? (
        <Blank
          title={t.failed}
          action={
            <button type="button" className="button small" onClick={() => void loadNotes()}>
              {texts.again}
            </button>
          }
        >
          {problem}
        </Blank>
      ) : !list ? (
        <Blank title={t.waits} />
      ) : list.notes.length === 0 ? (
        <Empty />
      ) : (
        <Tree list={list} notes={notes} box={box} />
      )}
      <footer className="outline-foot quiet">
        <output className="numbers">{t.count(notes.length, list?.notes.length ?? 0)}</output>
      </footer>
    </section>
  )
}

/** Whose notes are shown: all, or those that a seat may read. */
function Seats(): ReactElement {
  const as = useNotes((s) => s.as)
  const actors = useSession((s) => s.present?.state.actors)
  const party = useSession((s) => s.present?.state.party)
  const items = useMemo(() => {
    const players = Object.keys(actors ?? {}).filter((id) => actors?.[id]?.kind === 'player')
    const seat = (id: string): number => (party?.includes(id) ? party.indexOf(id) : players.length)
    const seats = ['DM', ...players.toSorted((a, b) => seat(a) - seat(b) || (a < b ? -1 : 1))]
    return [{ value: ALL, label: t.designer }, ...seats.map((id) => ({ value: id, label: nameOf(actors, id) }))]
  }, [actors, party])
  return <Pick label={t.as} items={items} value={as ?? ALL} onPick={(picked) => readAs(picked === ALL ? undefined : picked)} align="start" />
}

function Empty(): ReactElement {
  const isAll = useNotes((s) => s.as === undefined)
  if (!isAll) return <Blank title={t.emptyFor}>{t.emptyForHint}</Blank>
  return (
    <Blank
      title={t.empty}
      action={
        <button type="button" className="button small" onClick={() => arrange({ view: 'workshop' })}>
          {t.workshop}
        </button>
      }
    >
      {t.emptyHint}
    </Blank>
  )
}

interface TreeProps {
  list: NoteList
  notes: readonly NoteLine[]
  box: RefObject<HTMLDivElement | null>
}

function Tree({ list, notes, box }: TreeProps): ReactElement {
  const by = useNotes((s) => s.by)
  const folds = useNotes((s) => s.folds)
  const isFiltered = useNotes((s) => s.query.trim() !== '')
  const path = useNotes((s) => s.path)
  const at = useNotes((s) => s.row)
  const rows = useMemo(() => {
    const isOpen = (key: string): boolean => isFiltered || (own(folds, key) ?? false)
    return by === 'folders' ? folderRows(notes, isOpen) : tagRows(notes, isOpen, t.untagged)
  }, [notes, by, folds, isFiltered])
  // The open note is in sight, also when a link led to it.
  useEffect(() => {
    const note = path === undefined ? undefined : list.notes.find((one) => one.path === path)
    if (!note) return
    const { row, folds: now } = useNotes.get()
    if (row === note.path || row?.endsWith(`\0${note.path}`)) return
    const names = foldersOf(note.path)
    const above = by === 'folders' ? names.map((_, i) => `${names.slice(0, i + 1).join('/')}/`) : [tagKey(note.tags[0] ?? '')]
    useNotes.set({
      row: by === 'folders' ? note.path : tagKey(note.tags[0] ?? '', note.path),
      folds: { ...now, ...Object.fromEntries(above.map((key) => [key, true])) }
    })
  }, [path, by, list])
  const index = useMemo(() => rows.findIndex(({ key }) => key === at), [rows, at])
  const id = useId()
  // oxlint-disable-next-line react/incompatible-library -- its methods are called only in effects and in answer to the reader
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    getItemKey: (i) => rows[i]?.key ?? i,
    estimateSize: () => ROW,
    overscan: 12,
    paddingEnd: 8
  })
  useEffect(() => {
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' })
  }, [index, virtual])
  const fold = (key: string, open: boolean): void => useNotes.set({ folds: { ...folds, [key]: open } })
  const openRow = (row: NoteRow, isFocusWanted: boolean): void => {
    if (row.path === undefined) fold(row.key, row.open !== true)
    else openNote(row.path, isFocusWanted)
  }
  const keys = useTreeKeys(rows, at, () => Math.max(1, Math.floor((box.current?.clientHeight ?? ROW) / ROW) - 1), {
    commands: {},
    onSelect: (chosen) => useNotes.set({ row: chosen.at(-1)?.key }),
    onToggle: (row) => useNotes.set({ row: row.key }),
    onFold: fold,
    onOpen: (row) => openRow(row, true)
  })
  if (rows.length === 0) return <Blank title={t.none} />
  return (
    <div
      id="notes-tree"
      ref={box}
      className="outline-tree scrolls"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag is a tree
      role="tree"
      tabIndex={0}
      aria-label={t.label}
      aria-activedescendant={index >= 0 ? `${id}-${index}` : undefined}
      onKeyDown={keys.onKeyDown}
      onFocus={() => {
        if (index < 0) useNotes.set({ row: rows[0]?.key })
      }}
    >
      <div className="outline-rows" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (!row) return null
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree that has the focus answers the keys
            <div
              key={item.key}
              id={`${id}-${item.index}`}
              role="treeitem"
              tabIndex={-1}
              className={`outline-row notes-row ${item.index === index ? 'active' : ''}`}
              style={{ transform: `translateY(${item.start}px)`, paddingInlineStart: 6 + 14 * (row.level - 1) }}
              aria-level={row.level}
              aria-posinset={row.position}
              aria-setsize={row.size}
              aria-expanded={row.open}
              aria-selected={row.path !== undefined && row.path === path}
              title={row.path ?? row.label}
              onClick={() => {
                useNotes.set({ row: row.key })
                openRow(row, false)
              }}
            >
              <span className="outline-fold" aria-hidden="true">
                {row.path === undefined && (row.open ? <ChevronDown size={13} /> : <ChevronRight size={13} />)}
              </span>
              <span className="outline-label clip">{row.label}</span>
              {row.count !== undefined && <span className="outline-note numbers">{row.count.toLocaleString('en')}</span>}
            </div>
          )
        })}
      </div>
    </div>
  )
}
