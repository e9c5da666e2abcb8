import { flushSync } from 'react-dom'
import type { FeatureRest } from '../registry'
import { arrange, useSession } from '../session'
import { comparing, compareRuns, newComparison } from './comparing'
import { followExperiments, onceKnown } from './experiments'
import { JudgeForm } from './JudgeForm'
import { Lab } from './Lab'
import { ContinueForm } from './ContinueForm'
import { NewComparison } from './NewComparison'
import { NewRun } from './NewRun'
import { QueryBox } from './QueryBox'
import { saveReport } from './save'
import { Sessions } from './Sessions'
import { clearFilter, currentRun, showRoom, followRunning, isPlaying, resumeRun, stopPlaying, useLab } from './state'
import { SummariseForm } from './SummariseForm'
import { runStoryTests, testing } from './testing'

const isOpen = (): boolean => useSession.getState().present !== undefined
const isShown = (): boolean => isOpen() && useSession.getState().desk.view === 'lab'
const group = 'Lab'

/** Compares the two runs that are selected, shows the comparison that there is, or asks for one. */
function compare(): void {
  const { selected, room } = useLab.get()
  if (isShown() && room === 'report' && selected.length === 2) return compareRuns(selected)
  showRoom('compare')
  onceKnown(() => {
    if ([undefined, 'failed'].includes(comparing.get().status)) newComparison()
  })
}

/** The lab's view, its panels, dialog and commands. */
export const rest: FeatureRest = {
  bodies: { lab: Lab },
  panels: [
    { id: 'lab-sessions', label: 'Sessions', body: Sessions, order: 0, only: 'lab' },
    { id: 'lab-query', label: 'Query', body: QueryBox, order: 0.2, only: 'lab' }
  ],
  dialogs: [
    { id: 'lab-new', body: NewRun },
    { id: 'lab-compare', body: NewComparison },
    { id: 'lab-continue', body: ContinueForm },
    { id: 'lab-judge', body: JudgeForm },
    { id: 'lab-summarise', body: SummariseForm }
  ],
  listeners: [followRunning, followExperiments],
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
    { id: 'lab.compare', group, label: 'Compare two sides or runs', shortcut: 'alt+c', when: isOpen, run: compare },
    { id: 'lab.balance', group, label: 'Balance a number', shortcut: 'alt+b', when: isOpen, run: () => showRoom('balance') },
    { id: 'lab.tests', group, label: 'Show story tests', shortcut: 'alt+t', when: isShown, run: () => showRoom('tests') },
    { id: 'lab.judge', group, label: 'Let judges compare runs', shortcut: 'alt+j', when: isOpen, run: () => showRoom('judge') },
    {
      id: 'lab.runTests',
      group,
      label: 'Run all story tests',
      when: () => isOpen() && testing.get().status !== 'running',
      run: () => void runStoryTests()
    },
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
