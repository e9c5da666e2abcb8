import { lazy, type ComponentType } from 'react'
import { searchTexts } from './language/texts'

interface DockPanel {
  id: string
  title: string
  component: ComponentType
  /** The key of its command `workshop.panel.<id>`. */
  shortcut?: string
}

/** The panels below the editor, from the left: one line each. */
export const PANELS: readonly DockPanel[] = [
  { id: 'problems', title: 'Problems', component: lazy(() => import('./problems/ProblemsPanel')), shortcut: 'alt+m' },
  { id: 'search', title: searchTexts.title, component: lazy(() => import('./search/SearchPanel')) },
  { id: 'preview', title: 'Preview', component: lazy(() => import('./language/PreviewPanel')), shortcut: 'alt+v' },
  { id: 'history', title: 'History', component: lazy(() => import('./history/HistoryPanel')), shortcut: 'alt+h' },
  { id: 'try', title: 'Try it', component: lazy(() => import('./try/TryPanel')), shortcut: 'alt+t' },
  { id: 'replay', title: 'Replay', component: lazy(() => import('./replay/ReplayPanel')), shortcut: 'alt+r' },
  { id: 'coverage', title: 'Coverage', component: lazy(() => import('./rule-coverage/CoveragePanel')), shortcut: 'alt+g' }
]

/** The panel that is shown first. */
export const FIRST_PANEL = 'history'
