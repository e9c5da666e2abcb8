import { lazy, type ComponentType } from 'react'
import { previewTexts, problemTexts, searchTexts } from './language/texts'
import { coverageTexts } from './rule-coverage/texts'
import { workshopTexts as t } from './texts'

/** A panel below the editor. */
export interface DockPanel {
  id: string
  title: string
  /** Loaded when it is first shown. */
  component: ComponentType
  /** The key of its command `workshop.panel.<id>`. */
  shortcut?: string
}

/** The panels below the editor, from the left: one line each. */
export const PANELS: readonly DockPanel[] = [
  { id: 'problems', title: problemTexts.title, component: lazy(() => import('./problems/ProblemsPanel')), shortcut: 'alt+m' },
  { id: 'search', title: searchTexts.title, component: lazy(() => import('./search/SearchPanel')) },
  { id: 'preview', title: previewTexts.title, component: lazy(() => import('./language/PreviewPanel')), shortcut: 'alt+v' },
  { id: 'history', title: t.history.title, component: lazy(() => import('./history/HistoryPanel')), shortcut: 'alt+h' },
  { id: 'try', title: t.panels.try, component: lazy(() => import('./try/TryPanel')), shortcut: 'alt+t' },
  { id: 'replay', title: t.panels.replay, component: lazy(() => import('./replay/ReplayPanel')), shortcut: 'alt+r' },
  { id: 'coverage', title: coverageTexts.title, component: lazy(() => import('./rule-coverage/CoveragePanel')), shortcut: 'alt+g' }
]

/** The panel that is shown first. */
export const FIRST_PANEL = 'history'
