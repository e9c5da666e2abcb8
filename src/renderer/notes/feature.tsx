import { NotebookText } from 'lucide-react'
import type { Feature } from '../registry'

/** Reads and edits the notes of the world and of the players, with their links. */
export const notes: Feature = {
  id: 'notes',
  order: 3.7,
  views: [
    {
      id: 'notes',
      label: 'Notes',
      rail: { order: 6, icon: <NotebookText size={18} />, shortcut: '6' },
      beside: { view: [72, 40], side: [28, 20], own: true }
    }
  ],
  rest: () => import('./rest').then(({ rest }) => rest)
}
