import { NotebookText } from 'lucide-react'
import type { Feature } from '../registry'
import { AboutPanel } from './AboutPanel'
import { notesCommands } from './commands'
import { LinksPanel } from './LinksPanel'
import { followNotes } from './load'
import { MissingCount, MissingPanel } from './MissingPanel'
import { NotesView } from './NotesView'
import { notesTexts as t } from './texts'

/** Reads the notes of the world and of the players, with their links. */
export const notes: Feature = {
  id: 'notes',
  order: 3.7,
  views: [
    {
      id: 'notes',
      label: 'Notes',
      body: NotesView,
      rail: { order: 6, icon: <NotebookText size={18} />, shortcut: '6' },
      beside: { view: [72, 40], side: [28, 20], own: true }
    }
  ],
  panels: [
    { id: 'notes-links', label: t.links.tab, body: LinksPanel, order: 0, only: 'notes' },
    { id: 'notes-about', label: t.about.tab, body: AboutPanel, order: 0.2, only: 'notes' },
    { id: 'notes-missing', label: t.missing.tab, body: MissingPanel, order: 0.4, only: 'notes', badge: MissingCount }
  ],
  commands: notesCommands,
  listeners: [followNotes]
}
