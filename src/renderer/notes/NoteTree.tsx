import { FilePlus2 } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react'
import { own } from '../../shared/base/json'
import { Outline } from '../canvas/Outline'
import { OutlineRow } from '../canvas/OutlineRow'
import { inTurn } from '../editing'
import { fieldTexts } from '../fields/texts'
import { useSession } from '../session'
import { Form, TextField } from '../ui/Field'
import { useFirstFocus } from '../ui/first-field'
import { nameOf } from '../ui/names'
import { Blank, Button, CommandButton, RetryBlank } from '../ui/Parts'
import { Pick } from '../ui/Pick'
import { RenameField } from '../ui/RenameField'
import { addNote, askNote, focusNotes, notesElement, retitleNote } from './change'
import { loadNotes, openNote, readAs } from './load'
import { folderRows, foldersOf, matching, tagKey, tagRows, type NoteRow } from './rows'
import { useNotes } from './state'
import { notesTexts } from './texts'
import { counted } from '../ui/amounts'
const t = notesTexts.tree
const LINE_HEIGHT_PX = 26
const BY = (['folders', 'tags'] as const).map((value) => ({ value, label: t.groups[value] }))
/** The option for all notes. No seat has an empty name. */
const ALL = ''

const fold = (key: string, open: boolean): void => useNotes.set({ row: key, rows: [], folds: { ...useNotes.get().folds, [key]: open } })

function openRow(row: NoteRow, isFocusWanted: boolean): void {
  if (row.path === undefined) return fold(row.key, row.open !== true)
  useNotes.set({ row: row.key, rows: [] })
  openNote(row.path, isFocusWanted)
}

const ACTIONS = {
  commands: {},
  onSelect: (chosen: readonly NoteRow[]): void => {
    // Several rows are notes: what is done with them isn't done with folders.
    const notes = chosen.flatMap(({ key, path }) => (path === undefined ? [] : key))
    useNotes.set({ row: chosen.at(-1)?.key, rows: chosen.length > 1 ? notes : [] })
  },
  onToggle: ({ key, path }: NoteRow): void => {
    if (path === undefined) return
    const { row, rows } = useNotes.get()
    const chosen = rows.length === 0 && row !== undefined ? [row] : rows
    useNotes.set({ row: key, rows: chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key] })
  },
  onFold: fold,
  onOpen: (row: NoteRow): void => openRow(row, true)
}

const MENU = ['notes.edit', 'notes.rename', 'notes.copy', 'notes.new', 'notes.workshop', 'notes.remove'] as const

/** The notes by folder or tag. */
export function NoteTree(): ReactElement {
  const list = useNotes((s) => s.list)
  const query = useNotes((s) => s.query)
  const by = useNotes((s) => s.by)
  const folds = useNotes((s) => s.folds)
  const path = useNotes((s) => s.path)
  const row = useNotes((s) => s.row)
  const chosen = useNotes((s) => s.rows)
  const naming = useNotes((s) => s.naming)
  const notes = useMemo(() => matching(list?.notes ?? [], query), [list, query])
  const isFiltered = query.trim() !== ''
  const rows = useMemo(() => {
    const isOpen = (key: string): boolean => isFiltered || (own(folds, key) ?? false)
    return by === 'folders' ? folderRows(notes, isOpen) : tagRows(notes, isOpen, 'No tags')
  }, [notes, by, folds, isFiltered])
  useOpenNoteInSight()
  return (
    <Outline
      treeId="notes-tree"
      className="notes-list"
      title="List of notes"
      label="Notes"
      selectsSeveral
      search={{ label: 'Title, path or #tag', query, onQuery: (text) => useNotes.set({ query: text }) }}
      buttons={<CommandButton id="notes.new" className="small" icon={<FilePlus2 size={14} />} />}
      belowSearch={
        <>
          {naming === 'new' && <NewNote />}
          <div className="notes-choices">
            <Pick label="Group notes by" items={BY} value={by} onPick={(picked) => useNotes.set({ by: picked, row: undefined })} align="start" />
            <Seats />
          </div>
        </>
      }
      rows={rows}
      lines={rows}
      lineHeightPx={LINE_HEIGHT_PX}
      active={row}
      inSight={row}
      actions={ACTIONS}
      menu={MENU}
      renderLine={(line, place) => (
        <OutlineRow
          key={line.key}
          row={line}
          place={{
            ...place,
            onPick: (how) => {
              place.onPick(how)
              if (how === 'alone') openRow(line, false)
            },
            onMenu: place.onMenu && ((event) => place.onMenu?.(event, line.key === row || chosen.includes(line.key)))
          }}
          isSelected={chosen.length > 0 ? chosen.includes(line.key) : line.path !== undefined && line.path === path}
          className="notes-row"
          spoken={line.count === undefined ? line.label : `${line.label}, ${counted(line.count, 'note')}`}
          title={line.path ?? line.label}
        >
          {typeof naming === 'object' && naming.row === line.key ? (
            <RenameField
              now={line.label}
              list={notesElement}
              onDone={(title) => {
                useNotes.set({ naming: undefined })
                if (title !== undefined) void retitleNote(line, title)
              }}
            />
          ) : (
            <span className="outline-label clip">{line.label}</span>
          )}
          {line.count !== undefined && <span className="outline-note numbers">{line.count.toLocaleString('en')}</span>}
        </OutlineRow>
      )}
      blank={<NoRows />}
      foot={
        <output className="numbers">{chosen.length > 1 ? fieldTexts.selected(chosen.length) : t.count(notes.length, list?.notes.length ?? 0)}</output>
      }
    />
  )
}

/** Opens the folders of the open note and scrolls to its row, also after following a link. */
function useOpenNoteInSight(): void {
  const path = useNotes((s) => s.path)
  const by = useNotes((s) => s.by)
  const list = useNotes((s) => s.list)
  useEffect(() => {
    const note = path === undefined ? undefined : list?.notes.find((one) => one.path === path)
    if (!note) return
    const { row, folds } = useNotes.get()
    if (row === note.path || row?.endsWith(`\0${note.path}`)) return
    const [tag = ''] = note.tags
    const names = foldersOf(note.path)
    const above = by === 'folders' ? names.map((_, i) => `${names.slice(0, i + 1).join('/')}/`) : [tagKey(tag)]
    useNotes.set({
      row: by === 'folders' ? note.path : tagKey(tag, note.path),
      folds: { ...folds, ...Object.fromEntries(above.map((key) => [key, true])) }
    })
  }, [path, by, list])
}

/** Asks for the title of a new note. Enter creates it, Esc cancels. */
function NewNote(): ReactElement {
  const [title, setTitle] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useFirstFocus(input)
  const typed = title.trim()
  const close = (): void => useNotes.set({ naming: undefined })
  return (
    <Form
      className="notes-new"
      onSubmit={() => {
        if (typed === '') return
        close()
        inTurn(() => addNote(typed))
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        close()
        focusNotes()
      }}
    >
      <TextField ref={input} label="Title of the new note" value={title} maxLength={200} onChange={setTitle} />
      <Button label="Create" small main submit disabled={typed === ''} />
    </Form>
  )
}

function Seats(): ReactElement {
  const as = useNotes((s) => s.as)
  const actors = useSession((s) => s.present?.state.actors)
  const party = useSession((s) => s.present?.state.party)
  const items = useMemo(() => {
    const players = Object.keys(actors ?? {}).filter((id) => own(actors, id)?.kind === 'player')
    const seat = (id: string): number => (party?.includes(id) ? party.indexOf(id) : players.length)
    const seats = ['DM', ...players.toSorted((a, b) => seat(a) - seat(b) || (a < b ? -1 : 1))]
    return [{ value: ALL, label: 'All notes' }, ...seats.map((id) => ({ value: id, label: nameOf(actors, id) }))]
  }, [actors, party])
  return (
    <Pick label="Filter by reader" items={items} value={as ?? ALL} onPick={(picked) => readAs(picked === ALL ? undefined : picked)} align="start" />
  )
}

function NoRows(): ReactElement {
  const list = useNotes((s) => s.list)
  const problem = useNotes((s) => s.problem)
  const isAll = useNotes((s) => s.as === undefined)
  if (problem !== undefined) return <RetryBlank title="Couldn’t read the notes" problem={problem} again={() => void loadNotes()} />
  if (!list) return <Blank title={t.waits} />
  if (list.notes.length > 0) return <Blank title="No note matches." />
  if (!isAll) return <Blank title="This seat has no notes yet">It may read the notes that it writes itself.</Blank>
  return (
    <Blank title="There are no notes yet" action={<Button label="New note" small onClick={() => void askNote()} />}>
      Notes are the Markdown files in world/ and player-notes/. The table writes them as it plays, and you write yours here.
    </Blank>
  )
}
