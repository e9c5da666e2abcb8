import { openAt } from '../files/open-at'
import type { Command } from '../ui/commands'
import { focusFilter } from './focus'
import { goBack, goForward } from './load'
import { isShown, useNotes } from './state'
import { notesTexts } from './texts'

const t = notesTexts.commands
const { group } = t

const hasNote = (): boolean => isShown() && useNotes.get().path !== undefined

/** The commands of the notes. Their keys are active only while the notes are in view. */
export const notesCommands: readonly Command[] = [
  {
    id: 'notes.list',
    group,
    label: 'Go to the list of notes',
    shortcut: 'alt+1',
    when: isShown,
    run: () => document.getElementById('notes-tree')?.focus()
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
    label: t.edit,
    shortcut: 'mod+e',
    when: hasNote,
    run: () => {
      const { path } = useNotes.get()
      if (path !== undefined) openAt(path)
    }
  },
  {
    id: 'notes.graph',
    group,
    label: 'Show or hide the graph of links',
    shortcut: 'alt+g',
    when: isShown,
    run: () => useNotes.set({ isGraph: !useNotes.get().isGraph })
  }
]

/** Shows the text instead of the graph and focuses it. */
function showText(): void {
  useNotes.set({ isGraph: false, isFocusWanted: true })
}
