import type { FeatureRest } from '../registry'
import { AboutPanel } from './AboutPanel'
import { LinksPanel, MissingCount, MissingPanel } from './LinksPanel'
import { useFormRequest } from '../files/form-request'
import { arrange } from '../session'
import { onRequest } from '../slice'
import { followNotes, loadNotes, goBack, goForward, openNote } from './load'
import { notesTexts as t } from './texts'
import { useEffect, type ReactElement } from 'react'
import { Split } from '../ui/Split'
import { NoteTree } from './NoteTree'
import { NoteReader } from './Reader'
import type { Command } from '../ui/commands'
import { editNote, fieldOf, followEdits, noteFiles, openInWorkshop, saveNote } from './edits'
import { focusFieldSoon } from '../fields/focus-field'
import { askNote, askTitle, copyNotes, focusNotes, hasRow, removeNotes } from './change'
import { focusFilter } from './focus'
import { isShown, useNotes } from './state'
import './notes.css'

const { group } = t.commands

function withNote(run: (path: string) => unknown): void {
  const { path } = useNotes.get()
  if (path !== undefined) void run(path)
}

const hasNote = (): boolean => isShown() && useNotes.get().path !== undefined

/** Keys that apply to the row of the list while it has the focus. */
const inTree = (focus: Element | null): boolean => focus?.closest('#notes-tree') != null
const hasRowNow = (): boolean => isShown() && hasRow()

const notesCommands: readonly Command[] = [
  {
    id: 'notes.list',
    group,
    label: 'Go to the list of notes',
    shortcut: 'alt+1',
    when: isShown,
    run: focusNotes
  },
  { id: 'notes.text', group, label: 'Go to the text of the note', shortcut: 'alt+2', when: hasNote, run: () => showText() },
  { id: 'notes.find', group, label: 'Find a note by name…', shortcut: 'mod+p', when: isShown, run: focusFilter },
  {
    id: 'notes.back',
    group,
    label: 'Back to the previous note',
    shortcut: 'alt+pageup',
    when: () => isShown() && useNotes.get().before.length > 0,
    run: goBack
  },
  {
    id: 'notes.forward',
    group,
    label: 'Forward to the next note',
    shortcut: 'alt+pagedown',
    when: () => isShown() && useNotes.get().after.length > 0,
    run: goForward
  },
  {
    id: 'notes.edit',
    group,
    label: t.commands.edit,
    shortcut: 'mod+e',
    when: hasNote,
    run: () => withNote(editNote)
  },
  {
    id: 'notes.save',
    group,
    label: t.commands.save,
    shortcut: 'mod+s',
    when: () => hasNote() && useNotes.get().isEditing,
    run: () => withNote(saveNote)
  },
  { id: 'notes.new', group, label: 'New note…', shortcut: 'insert', heard: inTree, when: isShown, run: askNote },
  { id: 'notes.rename', group, label: 'Rename note', shortcut: 'f2', heard: inTree, when: hasRowNow, run: askTitle },
  { id: 'notes.copy', group, label: 'Duplicate note', shortcut: 'mod+d', heard: inTree, when: hasRowNow, run: copyNotes },
  { id: 'notes.remove', group, label: 'Remove note', shortcut: 'delete', heard: inTree, when: hasRowNow, run: removeNotes },
  { id: 'notes.workshop', group, label: t.commands.workshop, when: hasNote, run: () => withNote(openInWorkshop) },
  {
    id: 'notes.graph',
    group,
    label: 'Show or hide the graph of links',
    shortcut: 'alt+g',
    when: isShown,
    run: () => useNotes.set({ isGraph: !useNotes.get().isGraph })
  }
]

function showText(): void {
  const { isEditing, path = '' } = useNotes.get()
  useNotes.set({ isGraph: false, isFocusWanted: !isEditing })
  if (isEditing) focusFieldSoon(fieldOf(path))
}

function NotesView(): ReactElement {
  useEffect(() => {
    void loadNotes()
    void noteFiles.compare()
  }, [])
  return (
    <div className="notes">
      <h1 className="unseen">{t.title}</h1>
      <Split name="notes" orientation="horizontal" first={[34, 20]} second={[66, 40]}>
        <NoteTree />
        <NoteReader />
      </Split>
    </div>
  )
}

/** Opens the note whose text any part of the window requests, to be edited. */
const showRequests = onRequest(
  () => useFormRequest.get().form,
  ({ what, id }) => {
    if (what !== 'note') return
    arrange({ view: 'notes' })
    useNotes.set({ isGraph: false })
    openNote(id)
    void editNote(id)
  }
)

/** The list of notes, the reader, their panels and commands. */
export const rest: FeatureRest = {
  bodies: { notes: NotesView },
  panels: [
    { id: 'notes-links', label: t.links.tab, body: LinksPanel, order: 0, only: 'notes' },
    { id: 'notes-about', label: t.about.tab, body: AboutPanel, order: 0.2, only: 'notes' },
    { id: 'notes-missing', label: t.missing.tab, body: MissingPanel, order: 0.4, only: 'notes', badge: MissingCount }
  ],
  commands: notesCommands,
  listeners: [followNotes, followEdits, noteFiles.drafts.keepOnLeaving, showRequests]
}
