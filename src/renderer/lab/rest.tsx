import { flushSync } from 'react-dom'
import type { FeatureRest } from '../registry'
import { arrange, useSession } from '../session'
import { Lab } from './Lab'
import { NewRun } from './NewRun'
import { QueryBox } from './QueryBox'
import { saveReport } from './save'
import { Sessions } from './Sessions'
import { clearFilter, currentRun, followRunning, isPlaying, resumeRun, stopPlaying, useLab } from './state'

const isOpen = (): boolean => useSession.getState().present !== undefined
const isShown = (): boolean => isOpen() && useSession.getState().desk.view === 'lab'
const group = 'Lab'

/** The lab's view, its panels, dialog and commands. */
export const rest: FeatureRest = {
  bodies: { lab: Lab },
  panels: [
    { id: 'lab-sessions', label: 'Sessions', body: Sessions, order: 0, only: 'lab' },
    { id: 'lab-query', label: 'Query', body: QueryBox, order: 0.2, only: 'lab' }
  ],
  dialogs: [{ id: 'lab-new', body: NewRun }],
  listeners: [followRunning],
  commands: [
    { id: 'lab.new', group, label: 'New playtest run…', when: isOpen, run: () => useSession.setState({ dialog: 'lab-new' }) },
    { id: 'lab.stop', group, label: 'Stop the playtest run', when: () => isOpen() && isPlaying(), run: stopPlaying },
    {
      id: 'lab.resume',
      group,
      label: 'Continue the playtest run',
      when: () => isShown() && ['stopped', 'interrupted'].includes(currentRun()?.status ?? ''),
      run: () => void resumeRun(currentRun()?.id ?? '')
    },
    {
      id: 'lab.tables',
      group,
      label: 'Show charts as tables, or tables as charts',
      when: isShown,
      run: () => useLab.set({ isTable: !useLab.get().isTable })
    },
    {
      id: 'lab.page',
      group,
      label: 'Save the report of playtests as HTML…',
      when: () => isShown() && (currentRun()?.done ?? 0) > 0,
      run: () => void saveReport()
    },
    { id: 'lab.clear', group, label: 'Clear the filter of sessions', when: () => isShown() && useLab.get().chips.length > 0, run: clearFilter },
    {
      id: 'lab.query',
      group,
      label: 'Query the results with SQL',
      shortcut: 'alt+q',
      when: () => isShown() && currentRun() !== undefined,
      run: () => {
        flushSync(() => arrange({ side: 'lab-query' }))
        document.querySelector<HTMLElement>('.lab-sql')?.focus()
      }
    }
  ]
}
